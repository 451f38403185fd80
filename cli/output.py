"""Tables and JSON on stdout."""

import io
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

PIPE_WIDTH = 200
LONGEST_VALUE = 48


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[str] = ()
) -> None:
    """Print rows under headings; the columns named in `right` are numbers."""
    numbers = set(right)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        is_number = heading in numbers
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=is_number)
    for row in rows:
        table.add_row(*map(escape, row))
    on_terminal = sys.stdout.isatty()
    # Rendered apart from stdout: rich itself would leave with code 1 when a pipe is closed.
    text = io.StringIO()
    width = None if on_terminal else PIPE_WIDTH
    Console(file=text, force_terminal=on_terminal, width=width, highlight=False).print(table)
    print("\n".join(line.rstrip() for line in text.getvalue().splitlines()))


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    json.dump(value, sys.stdout, indent=2, default=plain)
    sys.stdout.write("\n")


def plain(value: Any) -> Any:
    """Give JSON what it lacks words for: models as tables, paths as text."""
    return value.model_dump() if hasattr(value, "model_dump") else str(value)


def show(value: Any, longest: int = LONGEST_VALUE) -> str:
    """Write a value as TOML would, cut where it is a long list; text stands without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "model_dump"):
        value = value.model_dump()
    if isinstance(value, list | tuple):
        text = f"[{', '.join(show(item) for item in value)}]"
        return text if len(text) <= longest else f"{text[: longest - 12]}... ({len(value)} items)"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {show(item)}" for key, item in value.items()) + "}"
    return str(value)


def percent(rate: float) -> str:
    """Write a rate with one decimal, as 41.2 %; <0.1 % for one that is small but not 0."""
    from analysis.rates import in_percent

    return f"{in_percent(rate)} %"
