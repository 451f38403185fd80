"""What every slow twin is made of: a script that asks for decisions, and who answers them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Decision:
    """Hold one question: its phase, who answers, and the ids that answer it."""

    phase: str
    seat: int
    legal: list[int]


# A script of a game: it asks Decisions, is sent ids, and returns a T.
Script = Generator[Decision, int, T]
OVER = Decision("OVER", -1, [])


class GameOver(Exception):
    """Leave the script when the game has ended."""


class Scripted:
    """Play a script decision by decision."""

    def start(self, script: Script[None]) -> None:
        """Run a script to its first decision."""
        self._script = script
        self._decision = OVER
        self._advance(None)

    def _advance(self, choice: int | None) -> None:
        try:
            self._decision = self._script.send(choice)
        except GameOver:
            self._decision = OVER

    @property
    def phase(self) -> str:
        """Return the phase of the pending decision, "OVER" after the end."""
        return self._decision.phase

    @property
    def decider(self) -> int:
        """Return the seat that decides, -1 after the end."""
        return self._decision.seat

    def legal(self) -> list[int]:
        """Return the legal ids, ascending."""
        return list(self._decision.legal)

    def step(self, action: int) -> None:
        """Answer the pending decision and run on to the next one."""
        if action not in self._decision.legal:
            raise ValueError(
                f"id {action} is not legal in phase {self.phase}; legal are {self.legal()}"
            )
        self._advance(int(action))
