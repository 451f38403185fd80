"""The shapes of the parts and the placement tables that follow from them (BQ-40..44)."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import configs
from sim.games.bloqs.sizes import (
    BASES_TOP, LAYER, PATH_RULES, SUPPORT_RULES, SUPPORTS_TOP, TYPES, WIDTH,
)

Cell = tuple[int, int, int]
Shape = frozenset[Cell]

PIECES_FILE = configs.GAMES / "bloqs" / "pieces.toml"
# Ways out to the sides, in the order of the table `side`.
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Piece:
    """One type of part: its code, its name and its cells in some orientation."""

    code: str
    name: str
    cells: Shape
    source: str


def piece_sets() -> dict[str, tuple[Piece, ...]]:
    """Read the eight types of every shipped set, by the name of the set."""
    data = tomllib.loads(PIECES_FILE.read_text(encoding="utf-8"))
    default = tuple(_piece(entry) for entry in data["piece"])
    sets = {"default": default}
    for other in data["alternative"]:
        pieces = list(default)
        for entry in other["piece"]:
            pieces[entry["replaces"]] = _piece(entry)
        sets[other["name"]] = tuple(pieces)
    return sets


def _piece(entry: dict[str, Any]) -> Piece:
    cells = frozenset((x, y, z) for x, y, z in entry["cells"])
    return Piece(entry["code"], entry["name"], cells, entry["source"])


def mask_of(cells: Iterable[Cell]) -> int:
    """Give cells of a site as a mask."""
    return sum(1 << LAYER * z + WIDTH * y + x for x, y, z in cells)


def cells_of(mask: int) -> Shape:
    """Give the cells of a mask."""
    bits = (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
    return frozenset((bit % WIDTH, bit // WIDTH % WIDTH, bit // LAYER) for bit in bits)


def rotations(cells: Shape) -> set[Shape]:
    """Turn a shape in all 24 ways, reflections left out, each laid against the axes."""
    found = set()
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        if _parity(order) * signs[0] * signs[1] * signs[2] < 0:
            continue
        turned = [tuple(signs[i] * cell[order[i]] for i in range(3)) for cell in cells]
        low = [min(axis) for axis in zip(*turned, strict=True)]
        found.add(frozenset((x - low[0], y - low[1], z - low[2]) for x, y, z in turned))
    return found


def _parity(order: Sequence[int]) -> int:
    swaps = sum(a > b for a, b in combinations(order, 2))
    return -1 if swaps % 2 else 1


def base_masks(cells: Shape, layers: int) -> list[int]:
    """List the placements of a shape that touch the ground, ascending by mask (BQ-40)."""
    masks = set()
    for shape in rotations(cells):
        wide, deep, high = (1 + max(cell[axis] for cell in shape) for axis in range(3))
        if high > layers:
            continue
        for dx, dy in product(range(WIDTH - wide + 1), range(WIDTH - deep + 1)):
            masks.add(mask_of((x + dx, y + dy, z) for x, y, z in shape))
    return sorted(masks)


def swept_side(shape: Shape, step: tuple[int, int]) -> int:
    """Give the cells a part passes on its way out to one side, its own left out (BQ-43)."""
    passed = set()
    for x, y, z in shape:
        while 0 <= x < WIDTH and 0 <= y < WIDTH:
            passed.add((x, y, z))
            x, y = x + step[0], y + step[1]
    return mask_of(passed - shape)


def swept_up(shape: Shape, layers: int) -> int:
    """Give the cells above a part, its own left out (BQ-43)."""
    passed = {(x, y, level) for x, y, z in shape for level in range(z, layers)}
    return mask_of(passed - shape)


def support_sets(shape: Shape, rule: str) -> list[int]:
    """List the smallest sets of a part's cells that hold it up when supported (BQ-42, BQ-44)."""
    feet = sorted(cell for cell in shape if (cell[0], cell[1], cell[2] - 1) not in shape)
    if rule == "full":
        return [mask_of(feet)]
    found: list[int] = []
    for size in range(1, len(feet) + 1):
        for chosen in combinations(feet, size):
            mask = mask_of(chosen)
            larger = any(known & mask == known for known in found)
            if not larger and (rule == "any" or balances(shape, chosen)):
                found.append(mask)
    return found


def balances(shape: Shape, feet: Iterable[Cell]) -> bool:
    """Tell whether the centre of mass lies strictly inside the hull of the feet (BQ-42).

    All lengths are in units of 1 / (2 n) of a block for a part of n blocks, so that they are whole.
    """
    unit = 2 * len(shape)
    centre = tuple(sum(2 * cell[axis] + 1 for cell in shape) for axis in range(2))
    corners = {
        (unit * (x + dx), unit * (y + dy)) for x, y, _ in feet for dx, dy in product((0, 1), (0, 1))
    }
    hull = list(_hull(corners))
    return all(
        _turn(here, there, centre) > 0
        for here, there in zip(hull, hull[1:] + hull[:1], strict=True)
    )


def _turn(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> int:
    """Return a positive number if the way from a over b to c turns left, 0 if it is straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _hull(points: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the corners of the convex hull anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(points)
    for line in (ordered, ordered[::-1]):
        chain: list[tuple[int, int]] = []
        for point in line:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        yield from chain[:-1]


def placement_tables(
    shapes: Sequence[Shape], support_rule: str, path_rule: str, layers: int
) -> dict[str, NDArray[np.int64]]:
    """Tabulate every placement of the eight types, by the field names of the book.

    Raises ValueError when the shapes do not fit the tables or a rule is unknown.
    """
    _refuse(shapes, support_rule, path_rule)
    return _tabulated(tuple(shapes), support_rule, path_rule, layers)


# Settings are checked, and rules built, far more often than shapes change.
@lru_cache(maxsize=64)
def _tabulated(
    shapes: tuple[Shape, ...], support_rule: str, path_rule: str, layers: int
) -> dict[str, NDArray[np.int64]]:
    bases = [base_masks(shape, layers) for shape in shapes]
    masks = [mask for each in bases for mask in each]
    placed = [cells_of(mask) for mask in masks]
    supports = [support_sets(shape, support_rule) for shape in placed]
    if len(masks) > BASES_TOP or sum(map(len, supports)) > SUPPORTS_TOP:
        raise ValueError(
            f"the parts have {len(masks)} placements on the ground and {sum(map(len, supports))}"
            f" supporting sets; at most {BASES_TOP} and {SUPPORTS_TOP} are possible"
        )
    return {
        "first_base": np.cumsum([0, *map(len, bases)]),
        "base_type": _padded([kind for kind, each in enumerate(bases) for _ in each]),
        "base_height": _padded([max(z for _, _, z in shape) + 1 for shape in placed]),
        "base_mask": _padded(masks),
        "first_support": _padded(np.cumsum([0, *map(len, supports)]), BASES_TOP + 1),
        "support": _padded([mask for each in supports for mask in each], SUPPORTS_TOP),
        "side": _padded([[swept_side(shape, step) for step in STEPS] for shape in placed]),
        "up": _padded([swept_up(shape, layers) for shape in placed]),
        "sideways": np.array([path_rule == "five_way"]),
        "layers": np.array([layers]),
    }


def _refuse(shapes: Sequence[Shape], support_rule: str, path_rule: str) -> None:
    if support_rule not in SUPPORT_RULES:
        raise ValueError(f"support_rule {support_rule!r} is not one of {', '.join(SUPPORT_RULES)}")
    if path_rule not in PATH_RULES:
        raise ValueError(f"path_rule {path_rule!r} is not one of {', '.join(PATH_RULES)}")
    if len(shapes) != TYPES:
        raise ValueError(f"{len(shapes)} types of part were given; the game has {TYPES}")


def _padded(values: Any, length: int = BASES_TOP) -> NDArray[np.int64]:
    """Lay values out from the start of a longer table of zeros."""
    given = np.array(values, dtype=np.int64)
    table = np.zeros((length, *given.shape[1:]), np.int64)
    table[: len(given)] = given
    return table
