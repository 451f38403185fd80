"""The parts a report is made of, from a number's wording to a whole section."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.rates import in_percent
from reports.pictures import Chart

MINUS, DASH, TIMES, HARD_SPACE = (
    "\N{MINUS SIGN}", "\N{EN DASH}", "\N{MULTIPLICATION SIGN}", "\N{NO-BREAK SPACE}"
)  # fmt: skip
Cell = str | tuple[str, str]


@dataclass(frozen=True)
class Table:
    """A table: column heads, rows of cells, alignment ("l" or "r" per column), caption.

    A cell is a text or a (text, small print below it) pair. A table with a `folded` title is
    shut until the reader opens it.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    align: str
    caption: str = ""
    folded: str = ""


@dataclass(frozen=True)
class Text:
    """A paragraph; `quiet` ones are set smaller."""

    text: str
    quiet: bool = False


@dataclass(frozen=True)
class Finding:
    """A sentence from the data: what stands out first, then the numbers.

    `replays` are games to look at: what each shows, and the command.
    """

    lead: str
    text: str
    replays: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Findings:
    """A list of findings."""

    items: Sequence[Finding]


@dataclass(frozen=True)
class Commands:
    """Commands to copy, each with what it does."""

    items: Sequence[tuple[str, str]]


Block = Text | Table | Chart | Findings | Commands


@dataclass(frozen=True)
class Section:
    """One chapter of the page: anchor, title, blocks in order."""

    anchor: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Verdict:
    """What the header says about one target: the wish, and how each cell stands to it."""

    wish: str
    cells: Sequence[tuple[str, str, str]]


def pct(share: float, digits: int = 1) -> str:
    """Write a share as a percentage."""
    return f"{in_percent(share, digits)}%"


def points(difference: float, digits: int = 1) -> str:
    """Write a difference of shares in signed percentage points."""
    return signed(100 * difference, digits)


def signed(number: float, digits: int = 2) -> str:
    """Write a number with its sign, a true minus, and zero without a sign."""
    value = round(number, digits)
    return f"{value:+.{digits}f}".replace("-", MINUS) if value else f"{0:.{digits}f}"


def bounds(low: float, high: float, digits: int = 1) -> str:
    """Write the interval of a share in percent, without the sign, for tables."""
    return f"{in_percent(low, digits)}{DASH}{in_percent(high, digits)}"


def span(low: float, high: float, digits: int = 1) -> str:
    """Write the interval of a share, for running text."""
    return f"{bounds(low, high, digits)}%"


def points_span(low: float, high: float, digits: int = 1) -> str:
    """Write the interval of a difference in percentage points."""
    return f"{points(low, digits)} to {points(high, digits)}"


def rate_text(rate: float, low: float, high: float) -> str:
    """Write a share with its interval, for running text."""
    return f"{pct(rate)} ({span(low, high)})"


def count(number: float) -> str:
    """Write a whole number with thin spaces between thousands."""
    return f"{int(number):,}".replace(",", "\u202f")


def p_value(p: float) -> str:
    """Write a p-value with as many digits as it deserves."""
    return f"<{HARD_SPACE}0.0001" if p < 1e-4 else f"{p:.4f}" if p < 0.01 else f"{p:.2f}"


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(words: str) -> str:
    """Start a text with a capital letter."""
    return words[:1].upper() + words[1:]
