"""One cell of a study, and cells that differ from it in a knob."""

from typing import Any

from pydantic.fields import FieldInfo

from sim.experiment import Cell, Experiment, get_game
from sim.settings import ConfigError, knob_field, validated


def only_cell(study: Experiment, why: str) -> Cell:
    """Return the one cell of a study.

    Raises ConfigError that says how to choose when there are several.
    """
    cells = study.cells()
    if len(cells) == 1:
        return cells[0]
    several = [name for name, values in study.grid.items() if len(values) > 1]
    flags = [f"--set {name}=..." for name in several]
    if len(study.policies) > 1:
        flags.append("--policy ...")
    raise ConfigError(
        f"{why} one setting, the study has {len(cells)}: choose with {' '.join(flags)}"
    )


def limits(field: FieldInfo) -> tuple[float | None, float | None]:
    """Give the least and the greatest value a knob takes, None where there is no limit."""
    low = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    return low, high


def changed(study: Experiment, cell: Cell, number: int, games: int, **knobs: Any) -> Cell:
    """Copy a cell with other values of some knobs, as cell `number` with `games` games.

    Raises ConfigError for a knob or value that the game does not take.
    """
    game = get_game(study.game)
    for name in knobs:
        knob_field(game, name)
    settings = cell.knobs.model_dump(mode="json", exclude_unset=True) | knobs
    words = [f"{name} {value}" for name, value in knobs.items()]
    return Cell(
        id=number,
        settings={**cell.settings, **knobs},
        policies=cell.policies,
        knobs=validated(game.knobs, settings),
        label=", ".join(words) or cell.label,
        games=games,
    )
