"""Golden games: one line per decision with a hash of the state after it; `make golden` records."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.core.game import Game
from sim.core.table import Table
from sim.games import GAMES
from sim.replay import play_by_policies

FOLDER = Path(__file__).parent
SEED = 2026


@dataclass(frozen=True)
class Golden:
    """One recorded game: who plays it, how many, and where it is kept."""

    game: Game
    players: int
    policy: str

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game.name}-{self.players}-{self.policy}.txt"

    def lines(self) -> Iterator[str]:
        """Play the game and yield its record."""
        table = Table(self.game, self.game.knobs(players=self.players), SEED)
        yield f"start {state_hash(table)}"
        for decision in play_by_policies(table, [self.policy]):
            place = f"{decision.number} seat {decision.seat}"
            yield f"{place}: {decision.action} {decision.text} -> {state_hash(table)}"
        yield from (f"{name} = {value}" for name, value in table.outcome().items())


def state_hash(table: Table) -> str:
    return hashlib.sha256(table.state.tobytes()).hexdigest()[:8]


def golden_games(game: Game) -> list[Golden]:
    """List a game's records: each number of players under the heuristic, the largest at random."""
    field = game.knobs.model_fields["players"]
    low = next(each.ge for each in field.metadata if hasattr(each, "ge"))
    high = next(each.le for each in field.metadata if hasattr(each, "le"))
    sensible = [Golden(game, players, "heuristic") for players in range(low, high + 1)]
    return [*sensible, Golden(game, high, "random")]


def main() -> None:
    """Record every golden game of every game."""
    for game in GAMES.values():
        for golden in golden_games(game):
            golden.path.write_text("\n".join(golden.lines()) + "\n", encoding="utf-8")
            print(golden.path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
