"""What was accepted: the figures and the fingerprints that `balance check` holds new games to."""

import base64
import json
import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

import configs
from analysis.fingerprint import of_run
from analysis.manifest import checkout, now
from analysis.metrics import WIN_RATE, is_share, value_of
from analysis.run import run_experiment
from analysis.store import Run
from sim.core.game import Game
from sim.experiment import Cell, Experiment, get_game
from sim.settings import ConfigError, check_metric, nearest, validated

MARGINS = {WIN_RATE: 0.03}
FINGERPRINT_GAMES = 1000
HERE = Path("configs") / "baselines"
Key = tuple[str, str]


class NoBaselineError(ValueError):
    """There is no file of accepted figures; the message says how to make one."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Figures(_Strict):
    """Accepted figures of a metric in a cell: games it applies to, mean, standard deviation."""

    games: int = Field(ge=1)
    mean: float
    sd: float = Field(ge=0)


class AcceptedCell(_Strict):
    """A cell as it was accepted: what identifies it, its first games, its figures."""

    policy: str = Field(description="the line-up")
    settings: dict[str, Any] = Field(description="the knobs of the grid")
    games: int = Field(ge=1, description="games played")
    fingerprint: str = Field(description="digest of the first games")
    metrics: dict[str, Figures] = Field(description="figures by metric")
    first_games: dict[str, str] = Field(
        default_factory=dict, description="by metric, the packed values of the first games"
    )

    @property
    def key(self) -> Key:
        """Identify the cell within its study."""
        return _key(self.policy, self.settings)


class Baseline(_Strict):
    """All accepted figures of a study."""

    format: Literal[1]
    experiment: str = Field(description="name of the study")
    game: str = Field(description="the game")
    seed: int = Field(ge=0, description="seed of the fingerprint")
    fingerprint_games: int = Field(ge=1, description="games in each fingerprint")
    margins: dict[str, float] = Field(description="by metric, the change that does not matter")
    recorded: dict[str, Any] = Field(default_factory=dict)
    cells: list[AcceptedCell] = Field(description="one entry per cell")


def _key(policy: str, settings: Mapping[str, Any]) -> Key:
    return policy, json.dumps(dict(settings), sort_keys=True)


def key_of(cell: Cell) -> Key:
    """Identify a cell of a study as its baseline does."""
    return _key(cell.policy, cell.settings)


def pack(values: NDArray[np.float64]) -> str:
    """Write the values of games as text, NaN where a metric does not apply."""
    return base64.b64encode(zlib.compress(values.astype("<f4").tobytes(), 9)).decode()


def unpack(text: str) -> NDArray[np.float64]:
    """Read what `pack` wrote.

    Raises ConfigError.
    """
    try:
        raw = zlib.decompress(base64.b64decode(text, validate=True))
        return np.frombuffer(raw, "<f4").astype(np.float64)
    except (ValueError, zlib.error):
        raise ConfigError("the packed values are damaged: accept the figures again") from None


def find_baseline(study: Experiment) -> Path:
    """Return the default file of a study: below configs/baselines here, else a shipped one.

    Raises NoBaselineError.
    """
    places = [folder / f"{study.name}{end}" for folder in (HERE, configs.BASELINES)
              for end in (".json", ".toml")]  # fmt: skip
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        raise NoBaselineError(
            f"there is no baseline {places[0]}, nor one shipped for {study.name!r}; accept the"
            " present figures with --update, or name a file with --baseline"
        )
    return found


def read_baseline(path: Path, game: Game) -> Baseline:
    """Read and check a file of accepted figures, JSON or TOML.

    Raises NoBaselineError when it does not exist, ConfigError naming what is wrong in it.
    """
    tables = _tables(path)
    try:
        cells = tables.get("cells", [])
        if not isinstance(cells, list):
            raise ConfigError("'cells' must be a list")
        for number, cell in enumerate(cells):
            _check_cell(number, cell)
        found = validated(Baseline, tables)
        for metric, margin in found.margins.items():
            check_metric(game, metric)
            check_margin(game, metric, margin)
        for accepted in found.cells:
            for metric in [*accepted.metrics, *accepted.first_games]:
                check_metric(game, metric)
            for text in accepted.first_games.values():
                unpack(text)
        if found.game != game.name:
            raise ConfigError(f"it is of {found.game!r}, the study plays {game.name!r}")
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}", error.key) from None
    return found


def _tables(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except FileNotFoundError:
        raise NoBaselineError(
            f"there is no baseline {path}; accept the present figures with --update"
        ) from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from None
    if not isinstance(tables, dict):
        raise ConfigError(f"{path} must hold a table")
    return tables


def _check_cell(number: int, cell: Any) -> None:
    if not isinstance(cell, dict):
        raise ConfigError(f"cells[{number}] must be a table")
    try:
        metrics = cell.get("metrics")
        for metric, figures in metrics.items() if isinstance(metrics, dict) else ():
            try:
                validated(Figures, figures if isinstance(figures, dict) else {"": figures})
            except ConfigError as error:
                raise ConfigError(f"metrics.{metric}: {error}", error.key) from None
        validated(AcceptedCell, cell)
    except ConfigError as error:
        raise ConfigError(f"cells[{number}]: {error}", error.key) from None


def check_margin(game: Game, metric: str, margin: float) -> None:
    """Refuse a margin that is no size of a change.

    Raises ConfigError.
    """
    share = is_share(game.columns, metric)
    top = 1.0 if share else float("inf")
    if not 0 < margin < top:
        unit = " and less than 1: 0.03 for 3 points" if share else ""
        raise ConfigError(f"margin {metric} = {margin:g} must be more than 0{unit}", metric)


def accept(run: Run, study: Experiment, margins: Mapping[str, float], games: int) -> Baseline:
    """Make the figures of a complete run the accepted ones, with fingerprints of `games` games."""
    found = {metric: _figures(run, metric) for metric in margins}
    played = dict(run.scan().group_by("cell").len().collect().iter_rows())
    cells = [
        AcceptedCell(
            policy=cell.policy,
            settings=dict(cell.settings),
            games=played[cell.id],
            fingerprint=of_run(run, cell.id, games),
            metrics={m: figures[cell.id] for m, figures in found.items() if cell.id in figures},
            first_games={
                m: pack(first_values(run.scan(cell.id), m, games))
                for m, figures in found.items()
                if cell.id in figures
            },
        )
        for cell in study.cells()
    ]
    return Baseline(
        format=1,
        experiment=study.name,
        game=study.game,
        seed=study.seed,
        fingerprint_games=games,
        margins=dict(margins),
        recorded={"at": now(), "code": run.manifest["code"]["sources"], **checkout()},
        cells=cells,
    )


def update(
    study: Experiment,
    path: Path,
    margins: Mapping[str, float],
    fingerprint: int | None = None,
    **how: Any,
) -> Baseline:
    """Play a study, or what it still lacks, and write its figures as the accepted ones.

    `how` goes to `run_experiment`. What is not given, margins and the games in a fingerprint, stays
    as it is in the file, if there is one. Raises what reading, writing and playing raise.
    """
    kept: Mapping[str, float] = MARGINS
    try:
        earlier = read_baseline(path, get_game(study.game))
    except NoBaselineError:
        earlier = None
    if earlier:
        kept, fingerprint = earlier.margins, fingerprint or earlier.fingerprint_games
    run = run_experiment(study, **how)
    wanted = {**kept, **margins} if earlier else (margins or kept)
    accepted = accept(run, study, wanted, fingerprint or FINGERPRINT_GAMES)
    write_baseline(path, accepted)
    return accepted


def first_values(cell: pl.LazyFrame, metric: str, games: int) -> NDArray[np.float64]:
    """Give a metric in the first games of a cell, in order; NaN where it does not apply."""
    first = cell.filter(pl.col("game") < games).sort("game")
    found = first.select(value_of(first, metric)).collect()["value"]
    return found.fill_null(float("nan")).to_numpy()


def _figures(run: Run, metric: str) -> dict[int, Figures]:
    """Give the figures of each cell in which a metric applies to more than one game."""
    games = run.scan()
    value = pl.col("value").sort()
    found = (
        games.select("cell", value_of(games, metric))
        .drop_nulls()
        .group_by("cell")
        .agg(games=pl.len().cast(pl.Int64), mean=value.mean(), sd=value.std())
        .drop_nulls()
        .collect()
    )
    return {row.pop("cell"): Figures(**row) for row in found.iter_rows(named=True)}


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write accepted figures as JSON, a line for each cell.

    Raises ConfigError when the file cannot be written.
    """
    if path.suffix != ".json":
        raise ConfigError(f"--update writes JSON: end the name of {path} in .json")
    table = baseline.model_dump(mode="json")
    cells = ",\n".join(f"  {json.dumps(cell)}" for cell in table.pop("cells"))
    head = json.dumps(table, indent=1).removesuffix("\n}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'{head},\n "cells": [\n{cells}\n ]\n}}\n', encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}") from None


def chosen_metrics(baseline: Baseline, wanted: Sequence[str]) -> list[str]:
    """Return the metrics to compare, all of the baseline's unless some are wanted.

    Raises ConfigError with the nearest names.
    """
    for metric in wanted:
        if metric not in baseline.margins:
            raise ConfigError(
                f"the baseline has no metric {metric!r}; {nearest(metric, baseline.margins)}"
            )
    return list(wanted or baseline.margins)


def read_margins(game: str, texts: Iterable[str]) -> dict[str, float]:
    """Read margins written as `win_rate=0.03`.

    Raises ConfigError.
    """
    found = {}
    played = get_game(game)
    for text in texts:
        metric, _, value = (part.strip() for part in text.partition("="))
        check_metric(played, metric)
        try:
            found[metric] = float(value)
        except ValueError:
            raise ConfigError(f"--margin {text!r}: write METRIC=CHANGE, as win_rate=0.03") from None
        check_margin(played, metric, found[metric])
    return found
