"""Is the game still as balanced as it was? First by fingerprint, then by a sequential test."""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from analysis.baseline import (
    AcceptedCell,
    Baseline,
    chosen_metrics,
    first_values,
    key_of,
    pack,
    unpack,
)
from analysis.fingerprint import of_frames
from analysis.metrics import columns_of, is_share, value_of
from analysis.sample import Setup, frames, outcomes
from analysis.sequential import KEYS, PASS, REGRESSION, SLIP, UNDECIDED, decide, green_odds
from sim.experiment import Cell, Experiment, get_game
from sim.settings import ConfigError

IDENTICAL, UNMOVED, NOTHING = "identical", "unmoved", "nothing compared"
# New games may outnumber the recorded ones: those are what limits the precision then.
GAMES_PER_RECORDED = 2
LIKELY = 0.95

_ROWS = {
    "cell": pl.UInt16, "label": pl.String, "policy": pl.String, "metric": pl.String,
    "share": pl.Boolean, "margin": pl.Float64, "games_before": pl.Int64,
    "mean_before": pl.Float64, "sd_before": pl.Float64,
}  # fmt: skip
_PAIRS = {
    "cell": pl.UInt16, "metric": pl.String, "pairs": pl.Int64, "shift": pl.Float64,
    "spread": pl.Float64, "more": pl.Int64, "fewer": pl.Int64,
}  # fmt: skip
_SHOWN = {
    **{name: kind for name, kind in _ROWS.items() if name != "sd_before"},
    "games": pl.Int64, "mean": pl.Float64, "change": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "same": pl.Boolean, "verdict": pl.String,
}  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """What a check found.

    `verdict` is "identical" (the same games), "unmoved" (other games, no metric moved),
    "regression", "undecided" or "nothing compared". `rows` has one row per cell and metric: cell,
    label, policy, metric, share, margin, games_before, mean_before, games, mean, change, low, high,
    same, verdict.
    """

    verdict: str
    rows: pl.DataFrame
    baseline: str
    stage: int = 1
    seed: int | None = None
    notes: list[str] = field(default_factory=list)


def check(
    study: Experiment,
    baseline: Baseline,
    *,
    name: str = "baseline",
    metrics: Sequence[str] = (),
    margins: Mapping[str, float] | None = None,
    games: int | None = None,
    seed: int | None = None,
    setup: Setup | None = None,
) -> Checked:
    """Hold a study's present games to its accepted figures.

    Cells whose fingerprint is the accepted one pass. Of the others, the games just played are held
    to the accepted ones of the same luck; what that leaves open plays on under a fresh seed until
    `sequential.decide` has a verdict, with `games` games per cell at most. The seed follows from
    the new fingerprints unless one is given: the same rules get the same verdict every time.
    Raises ConfigError for a metric or a cell that the baseline does not have.
    """
    setup = setup or Setup()
    chosen = chosen_metrics(baseline, metrics)
    widths = {**baseline.margins, **(margins or {})}
    accepted = {cell.key: cell for cell in baseline.cells}
    cells = study.cells()
    pairs = [(cell, accepted[key_of(cell)]) for cell in cells if key_of(cell) in accepted]
    rows = _rows(study, pairs, chosen, widths)
    if rows.is_empty():
        return Checked(NOTHING, rows, name)
    _refuse_missing(cells, pairs, name)
    prints, values = _first_games(study, baseline, pairs, chosen, setup)
    changed = [cell for cell, known in pairs if prints[cell.id] != known.fingerprint]
    same = rows.filter(~pl.col("cell").is_in([cell.id for cell in changed])).with_columns(
        games=pl.lit(baseline.fingerprint_games, pl.Int64),
        mean=pl.col("mean_before"),
        change=pl.lit(0.0),
        same=pl.lit(True),
        verdict=pl.lit(PASS),
    )
    if not changed:
        return Checked(IDENTICAL, _shown(same), name)
    fresh = _fresh_seed(study.seed, prints) if seed is None else seed
    open_rows = rows.filter(pl.col("cell").is_in([cell.id for cell in changed]))
    recorded = {cell.id: known.games for cell, known in pairs}
    budget = {cell.id: games or GAMES_PER_RECORDED * recorded[cell.id] for cell in changed}
    player = _Player(study, changed, chosen, fresh, setup)
    same_luck = _same_luck(pairs, values, chosen)
    decided = decide(open_rows, budget, player, same_luck)
    in_pairs = decided.join(same_luck, on=KEYS, how="left", maintain_order="left")["pairs"]
    decided = decided.with_columns(
        games=pl.when(pl.col("games") > 0).then("games").otherwise(in_pairs),
        mean=pl.col("mean_before") + pl.col("change"),
        same=pl.lit(False),
    )
    found = pl.concat([_shown(same), _shown(decided)]).sort("cell", maintain_order=True)
    verdicts = set(found["verdict"])
    verdict = next((v for v in (REGRESSION, UNDECIDED) if v in verdicts), UNMOVED)
    notes = _hopeless(open_rows, budget) if UNDECIDED in verdicts else []
    return Checked(verdict, found, name, 2, fresh, notes)


def _rows(
    study: Experiment,
    pairs: Sequence[tuple[Cell, AcceptedCell]],
    metrics: Sequence[str],
    margins: Mapping[str, float],
) -> pl.DataFrame:
    columns = get_game(study.game).columns
    rows = [
        {
            "cell": cell.id,
            "label": cell.label,
            "policy": cell.policy,
            "metric": metric,
            "share": is_share(columns, metric),
            "margin": margins[metric],
            "games_before": known.metrics[metric].games,
            "mean_before": known.metrics[metric].mean,
            "sd_before": known.metrics[metric].sd,
        }
        for cell, known in pairs
        for metric in metrics
        if metric in known.metrics
    ]
    return pl.DataFrame(rows, schema=_ROWS)


def _shown(rows: pl.DataFrame) -> pl.DataFrame:
    missing = [pl.lit(None, _SHOWN[name]).alias(name) for name in _SHOWN if name not in rows]
    return rows.with_columns(missing).select(list(_SHOWN))


def _refuse_missing(
    cells: Sequence[Cell], pairs: Sequence[tuple[Cell, AcceptedCell]], name: str
) -> None:
    known = {cell.id for cell, _ in pairs}
    missing = [cell.label for cell in cells if cell.id not in known]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise ConfigError(
            f"{name} lacks the cells {'; '.join(missing[:3])}{more}; accept them with --update or"
            " leave them out of the study"
        )


def _first_games(
    study: Experiment,
    baseline: Baseline,
    pairs: Sequence[tuple[Cell, AcceptedCell]],
    metrics: Sequence[str],
    setup: Setup,
) -> tuple[dict[int, str], pl.DataFrame]:
    """Play the games of the fingerprints: those, and cell, game and the columns of the metrics."""
    games = {cell.id: min(baseline.fingerprint_games, known.games) for cell, known in pairs}
    game = get_game(study.game)
    ranges = {cell: (0, count) for cell, count in games.items()}
    kept = []

    def noted() -> Iterator[pl.DataFrame]:
        cells = [cell for cell, _ in pairs]
        for frame in frames(game, cells, baseline.seed, ranges, setup):
            kept.append(frame.select("cell", "game", *columns_of(*metrics)))
            yield frame

    prints = of_frames(noted(), games)
    return prints, pl.concat(kept)


def _same_luck(
    pairs: Sequence[tuple[Cell, AcceptedCell]], games: pl.DataFrame, metrics: Sequence[str]
) -> pl.DataFrame:
    """Compare the first games with the accepted ones: what `paired_interval` needs."""
    rows = []
    for cell, known in pairs:
        mine = games.lazy().filter(pl.col("cell") == cell.id)
        for metric in metrics:
            if metric not in known.first_games:
                continue
            before = unpack(known.first_games[metric])
            # Both as they are packed: a difference must not come from rounding.
            now = unpack(pack(first_values(mine, metric, len(before))))
            change = (now - before[: len(now)])[: len(before)]
            change = change[~np.isnan(change)]
            if len(change) > 1:
                rows.append(
                    {
                        "cell": cell.id,
                        "metric": metric,
                        "pairs": len(change),
                        "shift": change.mean(),
                        "spread": change.std(ddof=1),
                        "more": int((change > 0).sum()),
                        "fewer": int((change < 0).sum()),
                    }
                )
    return pl.DataFrame(rows, schema=_PAIRS)


def _fresh_seed(seed: int, prints: Mapping[int, str]) -> int:
    """Derive a seed that the recorded games never had, and that trying again does not change."""
    text = json.dumps([seed, sorted(prints.items())])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


class _Player:
    """Plays new games of cells and counts each metric: the `Draw` of `sequential.decide`."""

    def __init__(
        self,
        study: Experiment,
        cells: Sequence[Cell],
        metrics: Sequence[str],
        seed: int,
        setup: Setup,
    ) -> None:
        self.game = get_game(study.game)
        self.cells = cells
        self.metrics = metrics
        self.seed = seed
        self.setup = setup

    def __call__(self, ranges: Mapping[int, tuple[int, int]]) -> pl.DataFrame:
        columns = columns_of(*self.metrics)
        games = outcomes(self.game, self.cells, self.seed, columns, ranges, self.setup).lazy()
        value = pl.col("value").sort()
        parts = [
            games.select("cell", value_of(games, metric))
            .drop_nulls()
            .group_by("cell")
            .agg(
                pl.len().cast(pl.Int64).alias("games"),
                total=value.sum(),
                squares=(value**2).sum(),
            )
            .with_columns(metric=pl.lit(metric))
            for metric in self.metrics
        ]
        return pl.concat(pl.collect_all(parts))


def _hopeless(rows: pl.DataFrame, budget: Mapping[int, int]) -> list[str]:
    """Name the metrics whose margin so few games can hardly decide."""
    poor = rows.with_columns(green_odds(rows, budget)).filter(pl.col("odds") < LIKELY)
    worst = poor.group_by("metric", maintain_order=True).agg(
        pl.len().alias("cells"), pl.col("margin").first(), pl.col("odds").min()
    )
    return [
        f"{metric}: {cells} cells have too few games for a margin of {margin:g}; unmoved, the least"
        f" precise would pass in {100 * odds:.0f} % of checks"
        for metric, cells, margin, odds in worst.iter_rows()
    ]


def advice(study: Experiment, baseline: Baseline) -> list[str]:
    """Say which margins of a new baseline its games, or its fingerprints, can hardly decide."""
    accepted = {cell.key: cell for cell in baseline.cells}
    pairs = [(cell, accepted[key_of(cell)]) for cell in study.cells()]
    rows = _rows(study, pairs, list(baseline.margins), baseline.margins)
    budget = {cell.id: GAMES_PER_RECORDED * known.games for cell, known in pairs}
    printed = min(baseline.fingerprint_games, *(known.games for _, known in pairs))
    return [*_hopeless(rows, budget), *_blind(rows, printed)]


def _blind(rows: pl.DataFrame, games: int) -> Iterator[str]:
    """Name the shares whose margin is so small that a fingerprint may not see such a change.

    A share that moves by the margin changes at least that share of the games.
    """
    shares = rows.filter("share").select("metric", "margin").unique(maintain_order=True)
    for metric, margin in shares.iter_rows():
        needed = math.ceil(math.log(SLIP) / math.log1p(-margin))
        if needed > games:
            yield (
                f"{metric}: a change of {margin:g} may hide from fingerprints of {games} games;"
                f" --fingerprint {needed} sees it in {100 * (1 - SLIP):.0f} % of checks"
            )
