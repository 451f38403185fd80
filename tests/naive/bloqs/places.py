"""List the places of every type once and remember what was found about them.

All judgement is that of `solid`; here it is only looked up by what it hangs on: the cells right
below a part for its support, the cells on its way for its way in or out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from . import solid

Cell = tuple[int, int, int]
Cells = frozenset[Cell]
REMEMBERED = 20_000


def mask_of(cells: Cells) -> int:
    """Write cells as bits: 9 to a layer, 3 to a row."""
    return sum(1 << (9 * z + 3 * y + x) for x, y, z in cells)


@dataclass(frozen=True, eq=False)
class Place:
    """Hold one way to lay a part into a site, and what matters around it."""

    kind: int
    base: int
    level: int
    cells: Cells
    below: Cells  # right below the part
    above: Cells  # right above
    ways: tuple[Cells, ...]  # what a part touches on each way out


class Places:
    """Hold all places under one set of physical rules, and judge them in towers."""

    def __init__(self, shapes: tuple[Cells, ...], layers: int, support: str, path: str):
        self.layers, self.support, self.path = layers, support, path
        self.sizes = [len(shape) for shape in shapes]
        self.kind_of: list[int] = []  # of each base
        self.stacks: list[list[Place]] = []  # of each base its places, upwards
        self.by_cells: dict[Cells, list[Place]] = {}
        for kind, shape in enumerate(shapes):
            places = solid.all_places(shape, layers)
            ground = [place for place in places if min(z for _, _, z in place) == 0]
            for cells in sorted(ground, key=mask_of):
                self._add_base(kind, cells)
        self.spots = lru_cache(REMEMBERED)(self._spots)
        self.removable = lru_cache(REMEMBERED)(self._removable)
        self._stands = lru_cache(REMEMBERED)(self._judge_stand)

    def _add_base(self, kind: int, ground: Cells) -> None:
        base = len(self.kind_of)
        self.kind_of.append(kind)
        stack = []
        for level in range(self.layers):
            cells = solid.moved(ground, 0, 0, level)
            if solid.inside(cells, self.layers):
                stack.append(self._place(kind, base, level, cells))
        self.stacks.append(stack)
        for place in stack:
            self.by_cells.setdefault(place.cells, []).append(place)

    def _place(self, kind: int, base: int, level: int, cells: Cells) -> Place:
        ways = solid.WAYS if self.path == "five_way" else solid.WAYS[:1]
        return Place(
            kind, base, level, cells,
            below=solid.moved(cells, 0, 0, -1) - cells,
            above=solid.moved(cells, 0, 0, 1) - cells,
            ways=tuple(self._swept(cells, way) for way in ways),
        )

    def _swept(self, cells: Cells, way: Cell) -> Cells:
        """List the cells that a part passes on its way out (BQ-43)."""
        steps = range(1, self.layers + solid.WIDTH)
        passed = solid.union(solid.moved(cells, *(step * d for d in way)) for step in steps)
        return frozenset(cell for cell in passed if solid.inside({cell}, self.layers)) - cells

    @cache  # noqa: B019 - there are few of these objects, and they stay
    def over(self, cell: Cell) -> list[tuple[int, Cells]]:
        """List what can cover a cell, its type and cells, larger parts first."""
        found = [
            (place.kind, place.cells)
            for stack in self.stacks for place in stack if cell in place.cells
        ]
        return sorted(found, key=lambda one: -len(one[1]))

    # Judgement

    def _judge_stand(self, cells: Cells, props: Cells) -> bool:
        return solid.stays_up(cells, props, self.support)

    def stands(self, place: Place, others: Cells) -> bool:
        """Tell whether a part there is held by ground and others (BQ-42, BQ-44)."""
        return self._stands(place.cells, place.below & others)

    def fits(self, place: Place, others: Cells) -> bool:
        """Tell whether a part may be built there into a site with these cells (BQ-40..44)."""
        return (
            place.cells.isdisjoint(others)
            and any(way.isdisjoint(others) for way in place.ways)
            and self.stands(place, others)
        )

    def _spots(self, kind: int, others: Cells) -> list[Place]:
        """List the legal places of a type in a site with these cells."""
        top = max((z + 1 for _, _, z in others), default=0)  # higher up nothing is held
        return [
            place
            for base, stack in enumerate(self.stacks) if self.kind_of[base] == kind
            for place in stack if place.level <= top and self.fits(place, others)
        ]

    def _removable(self, tower: frozenset[Place]) -> frozenset[Place]:
        """List the parts that can be taken out of a tower (BQ-50)."""
        return frozenset(place for place in tower if self._may_leave(place, tower))

    def _may_leave(self, place: Place, tower: frozenset[Place]) -> bool:
        rest = solid.union(other.cells for other in tower if other is not place)
        if not any(way.isdisjoint(rest) for way in place.ways):
            return False
        carried = [other for other in tower if not place.above.isdisjoint(other.cells)]
        return all(self.stands(other, rest - other.cells) for other in carried)


@cache
def places(shapes: tuple[Cells, ...], layers: int, support: str, path: str) -> Places:
    """Give the places under some rules, the same ones each time."""
    return Places(shapes, layers, support, path)
