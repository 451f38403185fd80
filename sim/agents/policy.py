"""Policies as data: the text a user writes and the row of numbers a kernel reads.

`random`, `greedy`, `heuristic`, `heuristic(temperature=0.5)`, and what else a game has weights
for. Temperature is a knob of skill: 0 takes the best action, infinity is uniform play.
"""

import difflib
import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

KIND, TEMPERATURE, WEIGHTS = range(3)
ROW_CELLS = 3
RANDOM, SCORED = range(2)

_TEXT = re.compile(r"^\s*(\w+)\s*(?:\(\s*(.*?)\s*\))?\s*$")


class PolicyError(ValueError):
    """A policy text that cannot be read; the message says what would be right."""


@dataclass(frozen=True)
class Policy:
    """A parsed policy: its family and its skill knob."""

    name: str
    temperature: float = 0.0

    def __str__(self) -> str:
        """Write the policy as a user would."""
        return f"{self.name}(temperature={self.temperature:g})" if self.temperature else self.name

    def row(self, weight_rows: dict[str, int]) -> list[float]:
        """Return the kernel row; `weight_rows` maps a scored policy to its row of weights.

        Raises PolicyError with the nearest names when the game has no such policy.
        """
        if self.name == "random":
            return [RANDOM, 0.0, 0.0]
        if self.name not in weight_rows:
            known = ["random", *weight_rows]
            close = difflib.get_close_matches(self.name, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise PolicyError(f"unknown policy {self.name!r}: use one of {', '.join(known)}{hint}")
        return [SCORED, self.temperature, weight_rows[self.name]]


def parse_policy(text: str) -> Policy:
    """Read a policy text.

    Raises PolicyError naming the text, what is wrong with it and the forms that are right.
    """
    match = _TEXT.match(text)
    if not match:
        raise PolicyError(f"policy {text!r}: write NAME or NAME(temperature=NUMBER)")
    name, options = match.groups()
    if not options:
        return Policy(name)
    key, _, value = (part.strip() for part in options.partition("="))
    if name == "random" or key != "temperature":
        raise PolicyError(
            f"policy {text!r}: {key!r} is no option of {name!r}; "
            "random takes none, the others take temperature=NUMBER"
        )
    try:
        temperature = float(value)
    except ValueError:
        raise PolicyError(f"policy {text!r}: temperature must be a number, not {value!r}") from None
    if not temperature >= 0:
        raise PolicyError(f"policy {text!r}: temperature must be 0 or more, not {value!r}")
    return Policy(name, temperature)


def policy_table(
    policies: list[Policy], seats: int, weight_rows: dict[str, int]
) -> NDArray[np.float64]:
    """Build the (seats, ROW_CELLS) table of a line-up: one policy for all, or one per seat.

    Raises PolicyError when the number of policies is neither 1 nor the number of seats.
    """
    if len(policies) not in (1, seats):
        raise PolicyError(
            f"{len(policies)} policies for {seats} seats: give one for all seats or one per seat"
        )
    line_up = policies * seats if len(policies) == 1 else policies
    return np.array([policy.row(weight_rows) for policy in line_up], dtype=np.float64)
