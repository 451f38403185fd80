"""Names of the weights of the policies, and the rows of numbers the kernels read."""

import tomllib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import configs

# A name is the group and the key of the policy file; its value is the place in a row.
(
    UNIT_ATTACK, UNIT_DEFENSE, UNIT_BASE, UNIT_BEHIND_FOAM, UNIT_BEHIND_OPEN, HAND_CARD,
    HAND_CARD_AP, HAND_HIDDEN, JUDGE_POINT, GATE_DESTROYED, GATE_FOAMED, GATE_OCCUPIED,
    GATE_ONE_LEFT, GATE_NONE_LEFT, END_WON, ACT_PER_AP, ACT_BUY, ACT_OPEN_GATE, PAY_CHEAP,
    OPEN_SAFE, EVALUATE_SCALE, EVALUATE_AHEAD, EVALUATE_AP_LEFT, EVALUATE_REACH,
) = range(24)

NAMES = tuple(name.lower() for name, place in list(vars().items()) if isinstance(place, int))
FILE = configs.POLICIES / "block_war.toml"
POLICIES = ("greedy", "heuristic", "turtle", "gunslinger")


def flat(groups: dict[str, Any]) -> dict[str, float]:
    """Join the names of groups and keys."""
    return {
        f"{group}_{key}": float(value)
        for group, row in groups.items()
        for key, value in row.items()
    }


def read_weights() -> dict[str, dict[str, float]]:
    """Read the policy file as {policy: {weight name: value}}.

    Raises ValueError naming the weights that the file lacks or that no kernel knows.
    """
    groups = tomllib.loads(FILE.read_text())
    changes = {policy: flat(groups.pop(policy, {})) for policy in POLICIES}
    common = flat(groups)
    odd = sorted(set(common) ^ set(NAMES))
    odd += sorted({name for row in changes.values() for name in row} - set(NAMES))
    if odd:
        raise ValueError(f"{FILE}: missing or unknown weights: {', '.join(odd)}")
    return {policy: common | row for policy, row in changes.items()}


def weight_rows() -> tuple[dict[str, int], NDArray[np.float64]]:
    """Give the row number of each scored policy, and the rows, shape (policies, weights)."""
    values = read_weights()
    rows = [[values[policy][name] for name in NAMES] for policy in POLICIES]
    return {policy: row for row, policy in enumerate(POLICIES)}, np.array(rows, dtype=np.float64)
