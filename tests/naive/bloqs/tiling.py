"""Fill a hole exactly with parts at hand."""

from __future__ import annotations

from .places import Cells, Places


def can_tile(places: Places, hole: Cells, counts: list[int]) -> bool:
    """Tell whether some of the counted parts fill a hole exactly, however they got there."""
    return _fill(places, hole, tuple(counts), set())


def _fill(
    places: Places, hole: Cells, counts: tuple[int, ...], failed: set[tuple[Cells, tuple[int, ...]]]
) -> bool:
    if not hole:
        return True
    if (hole, counts) in failed or len(hole) > _volume(places, counts):
        return False
    lowest = min(hole, key=lambda cell: (cell[2], cell[1], cell[0]))
    for kind, cells in places.over(lowest):
        if counts[kind] and cells <= hole:
            left = tuple(count - (kind == other) for other, count in enumerate(counts))
            if _fill(places, hole - cells, left, failed):
                return True
    failed.add((hole, counts))
    return False


def _volume(places: Places, counts: tuple[int, ...]) -> int:
    return sum(size * count for size, count in zip(places.sizes, counts, strict=True))
