"""A stored run as the report looks at it: axes, main policy, names, statistics at hand."""

import re
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from analysis import causes, duels, rates
from analysis.store import Run
from reports.page import listing, sentence
from sim.core.game import Game
from sim.experiment import get_game

RANDOM = "random"
LINE_ORDER = (pl.col("cell").min().over("series"), pl.col("x"))


def words(name: str) -> str:
    """Turn an identifier into words."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Words:
    """A game's own words: results, the column of its length and what that counts.

    `counted` gives singular and plural of what a knob counts, as ("card", "cards"). `side` is who
    wins the games that count as won, "" where all win together.
    """

    results: dict[str, str]
    length: str
    length_unit: str
    counted: dict[str, tuple[str, str]] = field(default_factory=dict)
    side: str = ""

    @property
    def rate(self) -> str:
        """Name the share of games that count as won."""
        return f"win rate of {self.side}" if self.side else "win rate"

    def won(self, share: str) -> str:
        """Say that a share of the games counts as won."""
        return (
            f"{sentence(self.side)} wins {share} of games"
            if self.side
            else f"{share} of games are won"
        )

    def result(self, label: str) -> str:
        """Name a result."""
        return self.results.get(label, words(label))


class Study:
    """Read a run once and keep the small frames that several chapters share."""

    def __init__(self, run: Run, names: Words | None = None) -> None:
        """Choose the axes: the first varying number is `x`, the next varying knob the line."""
        self.run = run
        self.names = names or Words({}, "decisions", "decisions")
        self.settings: dict[str, Any] = run.manifest["experiment"]
        self.game: Game = get_game(self.settings["game"])
        self.cells = run.cells
        self.policies: list[str] = self.cells["policy"].unique(maintain_order=True).to_list()
        scored = [name for name in self.policies if name != RANDOM]
        self.main = (scored or self.policies)[0]
        self.rivals = bool(self.names.side)
        alike = [name for name in self.policies if not (self.rivals and "," in name)]
        self.ladder = alike or self.policies
        varying = [knob for knob in run.grid if self.cells[knob].n_unique() > 1]
        numeric = [knob for knob in varying if self.cells.schema[knob].is_numeric()]
        self.x: str | None = numeric[0] if numeric else None
        self.lines = [knob for knob in varying if knob != self.x]

    @cached_property
    def games(self) -> pl.LazyFrame:
        """All games of the main policy, but for cells that repeat another one's games."""
        return self.run.scan(*self.distinct["cell"].to_list())

    def held(self, *starts: str) -> pl.LazyFrame:
        """Read once, of the same games, cell, game, result and the columns that start so."""
        names = [column.name for column in self.run.columns if column.name.startswith(starts)]
        return self.games.select("cell", "game", "result", *names).collect().lazy()

    @cached_property
    def outcomes(self) -> pl.LazyFrame:
        """Cell, game and result of every game of the run, read once."""
        return self.run.scan().select("cell", "game", "result").collect().lazy()

    @cached_property
    def duels(self) -> pl.DataFrame:
        """What each of two policies wins against the other, seats rotated, by cell.

        Columns of `duels.rotated`, with `series`, `x`, `policy` and `against`; empty where all win
        together.
        """
        pairs = duels.rotations(self.run) if self.names.side else []
        if not pairs:
            return pl.DataFrame()
        line_up = pl.col("line_up").str.split(",").list
        names = self.rates.select("series", "x", a="cell", line_up="policy")
        return (
            duels.rotated(self.run.scan(*(cell for pair in pairs for cell in pair)), pairs)
            .join(names, on="a", maintain_order="left")
            .with_columns(policy=line_up.get(0), against=line_up.get(1))
        )

    @cached_property
    def main_cells(self) -> pl.DataFrame:
        """The cells that the main policy played."""
        return self.of_policy(self.main)

    def of_policy(self, policy: str) -> pl.DataFrame:
        """Cells of one policy."""
        return self.cells.filter(pl.col("policy") == policy)

    @cached_property
    def rates(self) -> pl.DataFrame:
        """Win rate of every cell of the run, with its settings, `series` and `x`."""
        table = self.run.describe(rates.win_rates(self.outcomes)).sort("cell")
        return table.with_columns(
            series=pl.col("cell").replace_strict(self.series, return_dtype=pl.String)
        ).with_columns(x=pl.col(self.x) if self.x else pl.lit(0))

    @cached_property
    def main_rates(self) -> pl.DataFrame:
        """Win rate of every cell of the main policy, line by line."""
        return self.rates.filter(pl.col("policy") == self.main).sort(LINE_ORDER)

    @cached_property
    def results(self) -> pl.DataFrame:
        """Shares of the results per cell of the main policy, with `series` and `x`."""
        shares = causes.results(self.games).with_columns(pl.col("result").cast(pl.String))
        return shares.join(self.main_rates.select("cell", "series", "x"), on="cell").sort(
            LINE_ORDER, maintain_order=True
        )

    @cached_property
    def result_labels(self) -> list[str]:
        """The labels of the result column, the win first."""
        return list(next(c.labels for c in self.game.columns if c.name == "result"))

    @cached_property
    def twins(self) -> dict[int, int]:
        """Map each cell to the first cell of its policy and x with the very same games."""
        marks = self.run.scan().group_by("cell").agg(pl.len(), pl.exclude("game").hash().sum())
        prints = self.cells.join(marks.collect(), on="cell", how="inner")
        keys = ["policy", *([self.x] if self.x else []), *marks.collect_schema().names()[1:]]
        first = prints.select("cell", pl.col("cell").min().over(keys).alias("first"))
        return dict(first.iter_rows())

    @cached_property
    def series(self) -> dict[int, str]:
        """Name the line of each cell; lines whose games are all the same share one name."""
        labels = {
            row["cell"]: tuple(row[knob] for knob in self.lines)
            for row in self.cells.iter_rows(named=True)
        }
        partners: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {}
        for cell, label in labels.items():
            partners.setdefault(label, set()).add(labels[self.twins.get(cell, cell)])
        heads = {
            label: min(found, key=str) if len(found) == 1 else label
            for label, found in partners.items()
        }
        members: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
        for label, head in heads.items():
            members.setdefault(head, []).append(label)
        return {cell: self._line_name(members[heads[label]]) for cell, label in labels.items()}

    def _line_name(self, members: list[tuple[Any, ...]]) -> str:
        parts = []
        for i, knob in enumerate(self.lines):
            values = list(dict.fromkeys(str(member[i]) for member in members))
            name = words(knob)
            kind = self.cells.schema[knob]
            if kind == pl.Boolean and len(values) == 1:
                parts.append(name if members[0][i] else f"no {name}")
            elif kind == pl.String and len(self.lines) > 1:
                parts.append(words(listing(values)))
            elif re.fullmatch(r"\d+", values[0]) and name.endswith("s"):
                name = name[:-1] if values == ["1"] else name
                parts.append(f"{listing(values)} {name}")
            else:
                parts.append(f"{name} {listing(values)}")
        return ", ".join(parts) or "all games"

    @cached_property
    def distinct(self) -> pl.DataFrame:
        """Win rates of the main policy without the cells that repeat another one's games."""
        repeats = [cell for cell, first in self.twins.items() if first != cell]
        return self.main_rates.filter(~pl.col("cell").is_in(repeats))

    def about(self, knob: str) -> str:
        """Return what a knob counts, short enough for an axis."""
        text = self.game.knobs.model_fields[knob].description or words(knob)
        return re.split(r"[:;(]", text)[0].strip()

    @property
    def x_label(self) -> str:
        """Return the label of the x axis."""
        return self.about(self.x) if self.x else ""

    def cell_name(self, row: dict[str, Any]) -> str:
        """Name a cell as a sentence would: its line and its x."""
        return f"{row['series']} with {self.at(row['x'])}" if self.x else str(row["series"])

    def cell_label(self, series: str, value: Any) -> tuple[str, str]:
        """Name a cell in a table: its line, and its x in small print."""
        return series, self.at(value)

    def at(self, value: Any) -> str:
        """Word a value of x, as "2 cards"; nothing where there is no x."""
        if not self.x:
            return ""
        one, many = self.names.counted.get(self.x, ("", ""))
        if one:
            return f"{value} {one if value == 1 else many}"
        return f"{words(self.x)} {value}"

    @property
    def step(self) -> str:
        """Word one step of x."""
        one, _ = self.names.counted.get(self.x or "", ("", ""))
        return one or f"step of {words(self.x or '')}"

    @property
    def everywhere(self) -> str:
        """Say over what the lines of a chart range, as ", at every player count"."""
        if not self.lines:
            return ""
        kinds = ["player count" if knob == "players" else words(knob) for knob in self.lines]
        return f", at every {listing(kinds)}"

    def replay(self, cell: int, index: int) -> str:
        """Write the command that replays one game of a cell."""
        row = self.cells.filter(pl.col("cell") == cell).row(0, named=True)
        sets = self.settings["knobs"] | {knob: row[knob] for knob in self.run.grid}
        flags = [f"--set {shlex.quote(f'{knob}={_plain(value)}')}" for knob, value in sets.items()]
        policy = shlex.quote(row["policy"])
        parts = [
            f"balance replay {self.game.name}",
            f"--seed {self.settings['seed']}",
            f"--game {index}",
            f"--policy {policy}",
            *flags,
        ]
        return " ".join(parts)

    def example(self, cell: int, condition: pl.Expr) -> int | None:
        """Find the lowest index of a game of `cell` that meets a condition."""
        found = self.run.scan(cell).filter(condition).select(pl.col("game").min()).collect()
        index = found.item()
        return None if index is None else int(index)

    def replays(self, cell: int, looks: dict[str, pl.Expr]) -> list[tuple[str, str]]:
        """Name for each look, as "a win", the first game of a cell that shows it."""
        games = {look: self.example(cell, condition) for look, condition in looks.items()}
        return [
            (f"{sentence(look)}: game {index}", self.replay(cell, index))
            for look, index in games.items()
            if index is not None
        ]


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
