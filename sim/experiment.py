"""Experiment files: read, checked and resolved, with the flags of a command on top."""

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

import configs
from sim.agents.policy import PolicyError, parse_policy, policy_table
from sim.core.game import Game
from sim.settings import (
    WIN_RATE,
    ConfigError,
    check_metric,
    get_game,
    knob_field,
    nearest,
    parse_set,
    read_setting,
    settle,
    takes_list,
    validated,
)
from sim.study import Cell, Experiment, LineUp, Overrides, Resolved, Target, Until

__all__ = [
    "Cell", "ConfigError", "Experiment", "Overrides", "Resolved", "Target", "Until",
    "find_experiment", "get_game", "load_experiment", "make_experiment", "parse_line_up",
    "parse_set", "settle", "shipped_studies",
]  # fmt: skip

SEED = 20260101
GAMES_PER_CELL = 1000
MOST_GAMES = 10**9
SECTIONS = ("experiment", "grid", "policies", "knobs", "targets")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Until(_Strict):
    metric: str = Field(WIN_RATE, description="what is estimated")
    halfwidth: float = Field(description="half-width of the 95 % interval at which a cell stops")


class _Head(_Strict):
    name: str = Field(description="a short name for the run's folder")
    title: str = ""
    question: str = ""
    game: str = Field(description="the game to play, as `balance games` lists them")
    seed: int = Field(SEED, ge=0, lt=2**63)
    games: int = Field(GAMES_PER_CELL, ge=1, le=MOST_GAMES)
    until: dict[str, Any] | None = None


class _Target(_Strict):
    at: dict[str, Any] = Field(default_factory=dict)
    between: Annotated[tuple[float, float], Field(strict=False)]
    policy: str = ""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.between[0] > self.between[1]:
            raise ValueError("between must have its lower end first")
        return self


class _Policies(_Strict):
    table: list[list[str]] = Field([["heuristic"]], description="line-ups, each a list of policies")
    games: dict[str, Annotated[int, Field(ge=1, le=MOST_GAMES)]] = Field(default_factory=dict)


def parse_line_up(text: str) -> LineUp:
    """Read the policies of one line-up, `heuristic` for all seats or `heuristic,random` by seat.

    Raises ConfigError when a policy cannot be read.
    """
    texts = re.split(r",(?![^(]*\))", text)
    try:
        return tuple(str(parse_policy(part)) for part in texts)
    except PolicyError as error:
        raise ConfigError(str(error)) from None


def _shipped() -> dict[str, Path]:
    """Map the names of the shipped studies to their files."""
    return {file.stem: file for file in sorted(configs.EXPERIMENTS.glob("*.toml"))}


def shipped_studies(game: str) -> list[str]:
    """List the names of the shipped studies of a game."""
    heads = {name: tomllib.loads(file.read_text("utf-8")) for name, file in _shipped().items()}
    return [name for name, head in heads.items() if head["experiment"]["game"] == game]


def find_experiment(text: str) -> Path:
    """Return the path of an experiment file given as a path or as the name of a shipped one.

    Raises ConfigError with the nearest names.
    """
    path = Path(text)
    if path.is_file():
        return path
    shipped = _shipped()
    if text in shipped:
        return shipped[text]
    raise ConfigError(
        f"no experiment file {text!r}, and none shipped by that name; {nearest(path.stem, shipped)}"
    )


class _File:
    """The text of an experiment file, to say where in it something is wrong."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.text = ""
        if path is not None:
            try:
                self.text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(f"cannot read {path}: {error}") from None

    def tables(self) -> dict[str, Any]:
        """Parse the file."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{self.path} is not valid TOML: {error}") from None

    def wrong(self, message: str, section: str = "", key: str = "") -> ConfigError:
        """Put file and line before a message."""
        if self.path is None:
            return ConfigError(message, key)
        line = self._line(section, key)
        place = f"{self.path}, line {line}" if line else f"{self.path}"
        return ConfigError(f"{place}: {message}", key)

    def _line(self, section: str, key: str) -> int:
        """Find the line of a key of a section, else of the section, else 0."""
        here, found = "", 0
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
                here = header.group(1).split(".")[0].strip("\"'")
                found = number if here == section and not found else found
            elif here == section and key and re.match(rf"\s*[\"']?{re.escape(key)}\b", line):
                return number
        return found


def load_experiment(path: Path | str, overrides: Overrides | None = None) -> Experiment:
    """Read, validate and resolve an experiment file, with the flags of a command on top.

    Raises ConfigError.
    """
    file = _File(Path(path))
    return _resolve(file, file.tables(), overrides or Overrides())


def make_experiment(game: str, overrides: Overrides | None = None, name: str = "") -> Experiment:
    """Make a study without a file: one cell of defaults, changed by `overrides`.

    Raises ConfigError.
    """
    head = {"name": name or game, "game": game}
    return _resolve(_File(None), {"experiment": head}, overrides or Overrides())


def _resolve(file: _File, tables: Mapping[str, Any], flags: Overrides) -> Experiment:
    for section, table in tables.items():
        if section not in SECTIONS:
            raise file.wrong(f"unknown section {section!r}; {nearest(section, SECTIONS)}", section)
        if not isinstance(table, dict):
            raise file.wrong(f"{section!r} must be a table, written [{section}]", section)
    head: _Head = _section(file, tables, "experiment", _Head)
    game = _named_game(file, head.game)
    line_ups, policy_games = _policies(file, tables, flags)
    grid, fixed = _grid(file, tables, game)
    targets = _targets(file, tables, game, ",".join(line_ups[0]))
    flagged = _apply_flags(game, flags, grid, fixed)
    games = head.games if flags.games is None else flags.games
    experiment = Experiment(
        name=_name(file, flags, head),
        title=head.title,
        question=head.question,
        game=game.name,
        seed=head.seed if flags.seed is None else flags.seed,
        games=games,
        until=_until(file, head, flags, game),
        grid=grid,
        policies=line_ups,
        policy_games={k: min(n, flags.games or n) for k, n in policy_games.items()},
        targets=targets,
        fixed=fixed,
        flagged=flagged,
        source=file.path,
    )
    _check_flags(experiment)
    _check_cells(file, game, experiment, flags.policies)
    return experiment


def _section(file: _File, tables: Mapping[str, Any], name: str, model: type[BaseModel]) -> Any:
    try:
        return validated(model, tables.get(name, {}))
    except ConfigError as error:
        raise file.wrong(f"[{name}] {error}", name, error.key) from None


def _named_game(file: _File, name: str) -> Game:
    try:
        return get_game(name)
    except ConfigError as error:
        raise file.wrong(str(error), "experiment", "game") from None


def _name(file: _File, flags: Overrides, head: _Head) -> str:
    name = flags.name or head.name
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}", name):
        return name
    message = (
        f"name = {name!r} cannot be used: it names a folder, so it must be 1 to 60 letters,"
        " digits, '-', '_' or '.', the first a letter or digit"
    )
    raise ConfigError(message) if flags.name else file.wrong(message, "experiment", "name")


def _policies(
    file: _File, tables: Mapping[str, Any], flags: Overrides
) -> tuple[tuple[LineUp, ...], dict[str, int]]:
    given: _Policies = _section(file, tables, "policies", _Policies)
    try:
        line_ups = tuple(parse_line_up(",".join(texts)) for texts in given.table)
        games = {",".join(parse_line_up(text)): count for text, count in given.games.items()}
    except ConfigError as error:
        raise file.wrong(f"[policies] {error}", "policies", "table") from None
    known = [",".join(line_up) for line_up in line_ups]
    for text in games:
        if text not in known:
            message = f"[policies] games: {text!r} is not in the table; {nearest(text, known)}"
            raise file.wrong(message, "policies", "games")
    chosen = flags.policies or line_ups
    if not chosen or len(set(chosen)) < len(chosen):
        raise file.wrong("[policies] table must list at least one line-up, none twice", "policies")
    return chosen, games


def _grid(
    file: _File, tables: Mapping[str, Any], game: Game
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    grid, fixed = dict(tables.get("grid", {})), dict(tables.get("knobs", {}))
    for section, names in (("grid", grid), ("knobs", fixed)):
        for name in names:
            try:
                knob_field(game, name)
            except ConfigError as error:
                raise file.wrong(f"[{section}] {error}", section, name) from None
    for name, values in grid.items():
        if name in fixed:
            raise file.wrong(f"{name!r} is both in [grid] and in [knobs]", "grid", name)
        repeated = isinstance(values, list) and any(values.count(v) > 1 for v in values)
        if not isinstance(values, list) or not values or repeated:
            message = f"[grid] {name} must list one or more different values, as [1, 2, 3]"
            raise file.wrong(message, "grid", name)
    return grid, fixed


def _targets(file: _File, tables: Mapping[str, Any], game: Game, policy: str) -> tuple[Target, ...]:
    found = []
    for metric, entries in tables.get("targets", {}).items():
        try:
            check_metric(game, metric)
        except ConfigError as error:
            raise file.wrong(f"[targets] {error}", "targets", metric) from None
        for entry in entries if isinstance(entries, list) else [entries]:
            found.append(_target(file, game, metric, entry, policy))
    return tuple(found)


def _target(file: _File, game: Game, metric: str, entry: Any, policy: str) -> Target:
    try:
        found: _Target = validated(_Target, entry if isinstance(entry, dict) else {"": entry})
        for name in found.at:
            knob_field(game, name)
    except ConfigError as error:
        form = "write { at = { knob = value }, between = [low, high] }"
        message = f"[targets] {metric}: {error}; {form}"
        raise file.wrong(message, "targets", metric) from None
    return Target(metric, found.at, *found.between, found.policy or policy)


def _apply_flags(
    game: Game, flags: Overrides, grid: dict[str, list[Any]], fixed: dict[str, Any]
) -> frozenset[str]:
    """Put the flags into grid and fixed knobs; return the knobs they set."""
    flagged = set()
    for name, text in flags.sets:
        knob, value = read_setting(game, fixed, name, text)
        _put(game, grid, fixed, knob, value)
        flagged.add(knob)
    if flags.players:
        _put(game, grid, fixed, "players", list(flags.players))
        flagged.add("players")
    return frozenset(flagged)


def _put(
    game: Game, grid: dict[str, list[Any]], fixed: dict[str, Any], knob: str, value: Any
) -> None:
    """Set a knob; several values for a knob that takes one become a dimension of the grid."""
    several = isinstance(value, list) and not takes_list(knob_field(game, knob))
    if not several and knob not in grid:
        fixed[knob] = value
        return
    grid[knob] = value if several else [value]
    fixed.pop(knob, None)


def _until(file: _File, head: _Head, flags: Overrides, game: Game) -> Until | None:
    given = head.until if flags.until is None else _until_flag(flags.until)
    if given is None:
        return None
    try:
        return _checked_until(given, game)
    except ConfigError as error:
        if flags.until is not None:
            raise ConfigError(f"--until: {error}", "until") from None
        raise file.wrong(f"until: {error}", "experiment", "until") from None


def _until_flag(text: str) -> dict[str, Any]:
    """Read `halfwidth=0.005` or `metric=NAME,halfwidth=0.5`."""
    given: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = (word.strip() for word in part.partition("="))
        try:
            given[name] = value if name == "metric" else float(value)
        except ValueError:
            message = "write halfwidth=0.005 or metric=NAME,halfwidth=0.5"
            raise ConfigError(f"--until {text!r}: {message}") from None
    return given


def _checked_until(given: Mapping[str, Any], game: Game) -> Until:
    until: _Until = validated(_Until, given)
    check_metric(game, until.metric)
    if until.metric == WIN_RATE and not 0 < until.halfwidth < 0.5:
        raise ConfigError(f"halfwidth must lie between 0 and 0.5, not {until.halfwidth:g}")
    if not 0 < until.halfwidth < math.inf:
        raise ConfigError(f"halfwidth must be more than 0, not {until.halfwidth:g}")
    return Until(until.metric, until.halfwidth)


def _check_flags(experiment: Experiment) -> None:
    if not 1 <= experiment.games <= MOST_GAMES:
        raise ConfigError(f"--games {experiment.games}: it must be from 1 to {MOST_GAMES}")
    if not 0 <= experiment.seed < 2**63:
        raise ConfigError(f"--seed {experiment.seed}: it must be from 0 to 2**63 - 1")


def _check_cells(
    file: _File, game: Game, experiment: Experiment, flagged_line_ups: tuple[LineUp, ...]
) -> None:
    """Validate every cell's knobs and line-up."""
    try:
        cells = experiment.cells()
    except ConfigError as error:
        if error.key in experiment.flagged:
            raise ConfigError(f"--set {error}", error.key) from None
        section = "grid" if error.key in experiment.grid else "knobs"
        raise file.wrong(f"[{section}] {error}", section, error.key) from None
    for cell in cells:
        try:
            _check_line_up(game, cell)
        except (ConfigError, PolicyError) as error:
            message = f"policies of cell {cell.label}: {error}"
            if cell.policies in flagged_line_ups:
                raise ConfigError(message) from None
            raise file.wrong(message, "policies", "table") from None


def _check_line_up(game: Game, cell: Cell) -> None:
    rows, _ = game.weight_rows()
    policies = [parse_policy(text) for text in cell.policies]
    for policy in policies:
        policy.row(rows)
    if len(policies) > 1:
        policy_table(policies, game.build(cell.knobs).seats, rows)
