"""Lay out the city and find its routes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from .chance import Stream, draw_from_list
from .components import CITY, LAYOUTS, SIDES, SQUARES, TILES

HIGHWAY = 0
STEP = ((-1, 0), (0, 1), (1, 0), (0, -1))  # BB-1: N, E, S, W

# BB-4: the side that a highway joins with the side of entry.
PARTNER = {0: {3: 2, 2: 3, 0: 1, 1: 0}, 1: {3: 0, 0: 3, 2: 1, 1: 2}}


@dataclass
class City:
    """Hold tiles, rotations and everything that follows from them."""

    tile: list[int]
    rotation: list[int]
    knobs: dict[str, Any]
    neighbour: dict[tuple[int, int], int] = field(default_factory=dict)
    route: dict[tuple[int, int], int] = field(default_factory=dict)
    route_end: list[tuple[int, int]] = field(default_factory=list)
    graph: nx.MultiGraph = field(default_factory=nx.MultiGraph)

    def __post_init__(self) -> None:
        self.districts = [p for p in SQUARES if self.tile[p] != HIGHWAY]
        self.position = {self.tile[p]: p for p in self.districts}
        self.by_id = sorted(self.districts, key=lambda p: self.tile[p])
        self.type = {
            p: TILES[self.tile[p]]["type"] if self.tile[p] != HIGHWAY else "highway"
            for p in SQUARES
        }
        self.stations = {p for p in self.districts if TILES[self.tile[p]]["metro"]}  # BB-8
        self._find_routes()
        self.adjacent = {p: set(self.graph[p]) for p in self.districts}  # BB-6
        self.routes_of = {
            p: sorted({self.route[p, side] for side in SIDES if (p, side) in self.route})
            for p in self.districts
        }

    def of_type(self, name: str) -> list[int]:
        """List the districts of a type."""
        return [p for p in self.districts if self.type[p] == name]

    def base_difficulty(self, p: int) -> int:
        """Return the difficulty before liberation: printed, shifted, at least 1."""
        if self.tile[p] == HIGHWAY:
            return 0
        return max(1, TILES[self.tile[p]]["difficulty"] + self.knobs["difficulty_shift"])

    def shops(self, p: int) -> int:
        """Return the number of shopping centres of a district."""
        if self.tile[p] == HIGHWAY:
            return 0
        column = "shops_repo" if self.knobs["state_public_shops"] else "shops"
        return TILES[self.tile[p]][column]

    def is_open(self, p: int, side: int) -> bool:
        """Tell whether a district's side is open (BB-3)."""
        return not (TILES[self.tile[p]]["three_way"] and self.rotation[p] == side)

    def follow(self, p: int, side: int) -> tuple[int, int] | None:
        """Follow the street out of a side; return the district reached and its side (BB-5)."""
        if not self.is_open(p, side):
            return None
        square = p
        while True:
            row, column = divmod(square, 5)
            row, column = row + STEP[side][0], column + STEP[side][1]
            if not (0 <= row < 5 and 0 <= column < 5):
                return None  # the edge of the city
            square = row * 5 + column
            entry = (side + 2) % 4
            if self.tile[square] != HIGHWAY:
                break
            side = PARTNER[self.rotation[square]][entry]
        if square == p or not self.is_open(square, entry):
            return None
        return square, entry

    def _find_routes(self) -> None:
        """Number the routes by their smaller end, then by that end's side (BB-7)."""
        self.graph.add_nodes_from(self.districts)
        for p in self.districts:
            for side in SIDES:
                found = self.follow(p, side)
                if found is None:
                    continue
                q, entry = found
                self.neighbour[p, side] = q
                if p < q:
                    number = len(self.route_end)
                    self.route_end.append((p, q))
                    self.route[p, side] = self.route[q, entry] = number
                    self.graph.add_edge(p, q, key=number)

    def routes_between(self, p: int, q: int) -> list[int]:
        """List the routes that join two districts."""
        return sorted(self.graph[p][q])

    def connected(self) -> bool:
        """Tell whether every district can be reached from every other by routes."""
        return nx.is_connected(self.graph)

    def double_routes(self) -> int:
        """Count the pairs of districts that are joined by more than one route."""
        return sum(
            1
            for p in self.districts
            for q in self.adjacent[p]
            if p < q and len(self.graph[p][q]) > 1
        )

    def public_distance(self) -> float:
        """Return the mean distance of the hardest districts to the nearest Public one."""
        far = 9
        total = 0
        hard = [p for p in self.districts if TILES[self.tile[p]]["difficulty"] == 6]
        for p in hard:
            steps = nx.single_source_shortest_path_length(self.graph, p)
            total += min(steps.get(q, far) for q in self.of_type("public"))
        return total / len(hard)


def _random_rotation(tile: int, stream: Stream) -> int:
    if tile == HIGHWAY:
        return stream.below(2)
    return stream.below(4) if TILES[tile]["three_way"] else -1


def _deal(knobs: dict[str, Any], stream: Stream) -> City:
    """Fill the lettered squares from the three shuffled piles (BB-14)."""
    letters = "".join(CITY["grid"]["rows"])
    tile, rotation = [0] * 25, [-1] * 25
    for letter in "ABC":
        pile = sorted(number for number, data in TILES.items() if data["pile"] == letter)
        if CITY["highways"]["pile"] == letter:
            pile += [HIGHWAY] * CITY["highways"]["count"]
        for p in SQUARES:
            if letters[p] == letter:
                tile[p] = draw_from_list(pile, stream)
                rotation[p] = _random_rotation(tile[p], stream)
    return City(tile, rotation, knobs)


def create_city(knobs: dict[str, Any], stream: Stream) -> City:
    """Create the city: a fixed layout, or a random one dealt anew until it is accepted."""
    layout = knobs["layout"]
    if layout == "random":
        city = _deal(knobs, stream)
        while knobs["require_connected_city"] and not city.connected():
            city = _deal(knobs, stream)
        return city
    chosen = LAYOUTS[layout] if isinstance(layout, str) else layout
    return City(list(chosen["tiles"]), list(chosen["rotation"]), knobs)
