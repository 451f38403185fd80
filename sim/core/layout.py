"""Names for the cells of a flat state array: one declaration, counted offsets."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Shape = int | tuple[int, ...]
State = NDArray[np.int64]


class Layout:
    """Map field names to consecutive ranges of a one-dimensional state array.

    Fields are laid out in the order of the keyword arguments; a value is a length or a shape.
    """

    def __init__(self, **fields: Shape) -> None:
        self.shapes = {
            name: shape if isinstance(shape, tuple) else (shape,) for name, shape in fields.items()
        }
        self.starts: dict[str, int] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            self.starts[name] = self.size
            self.size += math.prod(shape)

    def __getitem__(self, name: str) -> int:
        """Return the offset of a field's first cell."""
        return self.starts[name]

    def names(self) -> list[str]:
        """List the field names in layout order."""
        return list(self.shapes)

    def blank(self) -> State:
        """Make a zeroed state of the right size."""
        return np.zeros(self.size, dtype=np.int64)

    def view(self, state: State) -> dict[str, State]:
        """Give each field as a view of its declared shape; writing to it writes the state."""
        return {
            name: state[start : start + math.prod(self.shapes[name])].reshape(self.shapes[name])
            for name, start in self.starts.items()
        }

    def cell_name(self, cell: int) -> str:
        """Name one cell, as in `blocs[1,16]`."""
        if not 0 <= cell < self.size:
            raise IndexError(f"cell {cell} is outside the layout of {self.size} cells")
        name = next(name for name in reversed(self.starts) if self.starts[name] <= cell)
        place = np.unravel_index(cell - self.starts[name], self.shapes[name])
        return f"{name}[{','.join(str(int(i)) for i in place)}]"

    def diff(self, before: State, after: State) -> Iterator[str]:
        """Yield one line per cell that differs: name, old value, new value."""
        for cell in np.flatnonzero(before != after):
            yield f"{self.cell_name(int(cell))}: {before[cell]} -> {after[cell]}"
