"""Families of columns: `stem_0`, `stem_1`, ... hold one number per seat, card, action, place."""

import re
from collections.abc import Iterable


def family(columns: Iterable[str], stem: str) -> dict[str, str]:
    """Map the items of a family to its columns, `{"0": "stem_0", ...}`, in the given order.

    Raises KeyError when there is no such column.
    """
    pattern = re.compile(rf"{re.escape(stem)}_(\w+)")
    found = {m.group(1): m.group(0) for name in columns if (m := pattern.fullmatch(name))}
    if not found:
        raise KeyError(f"no columns {stem}_...")
    return found
