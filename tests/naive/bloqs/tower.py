"""Read a tower as a set of cells: its layers, its score, what its cube lacks."""

from __future__ import annotations

from .places import Cells

WIDTH = 3
LAYER = WIDTH * WIDTH


def in_layer(cells: Cells, layer: int) -> int:
    """Count the blocks in a layer."""
    return sum(z == layer for _, _, z in cells)


def full_layers(cells: Cells, layers: int) -> set[int]:
    """List the layers without a gap, whatever is below them."""
    return {layer for layer in range(layers) if in_layer(cells, layer) == LAYER}


def layers_from_ground(cells: Cells, layers: int) -> int:
    """Count the full layers from the ground up to the first that is not full (BQ-75)."""
    full = full_layers(cells, layers)
    return next(layer for layer in range(layers + 1) if layer not in full)


def tiebreak(cells: Cells, layers: int) -> int:
    """Count the blocks in the lowest layer that is not full, 0 if all are full (BQ-76)."""
    return in_layer(cells, layers_from_ground(cells, layers))


def top(cells: Cells) -> int:
    """Count the layers that a tower reaches into."""
    return max((z + 1 for _, _, z in cells), default=0)


def gaps(cells: Cells) -> int:
    """Count the empty cells with a block above them in their column."""
    heights = {(x, y): max(z + 1 for a, b, z in cells if (a, b) == (x, y)) for x, y, _ in cells}
    return sum(heights.values()) - len(cells)


def box(layers: int) -> Cells:
    """Give all cells of the first layers."""
    return frozenset(
        (x, y, z) for x in range(WIDTH) for y in range(WIDTH) for z in range(layers)
    )
