"""Names of the weights of the policies, and the rows of numbers the kernels read."""

import tomllib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import configs

# A name is the group and the key of the policy file; its value is the place in a row.
(
    TOWER_LAYER, TOWER_PARTIAL, TOWER_LOOSE_LAYER, TOWER_HOLE, TOWER_BUMP, TOWER_CUBE,
    TOWER_ABOVE_BOX, TOWER_FINISH_IN_ONE, TOWER_TILEABLE, TOWER_TILED_CELLS, TOWER_PERFECT,
    PLAY_OPPONENT, PLAY_SWAP_LANDING, PLAY_COST_DICE_CARD, PLAY_COST_TELEPORT_CARD,
    PLAY_COST_CUBE_CARD, PLAY_DEFEND_LOSS, PLAY_DEFEND_ATTACKER_GAIN, PLAY_DEFEND_TELEPORT_GAIN,
    PLAY_GIFT_OF_PERFECT_CUBE, PLAY_BUILDING_ONLY, EVALUATE_SCALE,
) = range(22)

NAMES = tuple(name.lower() for name, place in list(vars().items()) if isinstance(place, int))
FILE = configs.POLICIES / "bloqs.toml"
POLICIES = ("greedy", "heuristic")


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
