"""The policies' view of a position: a score for every legal id, and an estimate of the result."""

import numpy as np

from sim.core.compile import jit
from sim.games.block_war import actions as act, book as R
from sim.games.block_war import weights as w
from sim.games.block_war.preview import ROOT, forecast, keep, put_back, try_aim
from sim.games.block_war.sizes import ACT, AIM, KINDS, NOBODY, OVER, PAY, ROTATE
from sim.games.block_war.state import (
    ACTIVE, AIMER, AP, CLOSEDS, DECIDER, FACES, HAND_KINDS, PAY_DUE, PHASE, SLOTS, SLOT_KIND,
    WINNER,
)
from sim.games.block_war.step import carry_out, give_card
from sim.games.block_war.value import position_value


@jit
def misfit(rules, state, kind, weights):
    """How far a card is from what is still due for Riot Foam; of equals the cheaper is better."""
    worth = rules.table[R.PERP_AP + kind]
    return abs(worth - state[PAY_DUE]) + weights[w.PAY_CHEAP] * worth


@jit
def pay_for_foam(rules, state, weights):
    """While Riot Foam is being paid for, give the cards that fit best (BW-28)."""
    while state[PHASE] == PAY:
        best, best_misfit = -1, 0.0
        for kind in range(KINDS):
            if not (state[HAND_KINDS + state[ACTIVE]] >> kind) & 1:
                continue
            found = misfit(rules, state, kind, weights)
            if best < 0 or found < best_misfit:
                best, best_misfit = kind, found
        give_card(rules, state, best)


@jit
def opens_gate(state, action):
    """Whether an id opens an own gate."""
    if not act.TOGGLE <= action < act.MOVE:
        return False
    return (state[CLOSEDS + state[ACTIVE]] >> (action - act.TOGGLE)) & 1 == 1


@jit
def score_action(rules, state, action, weights, scratch):
    """Value of what this turn's combat leaves after an action, less its price."""
    me, ap = state[ACTIVE], state[AP]
    penalty = weights[w.ACT_OPEN_GATE] if opens_gate(state, action) else 0.0
    carry_out(rules, state, action)
    pay_for_foam(rules, state, weights)
    penalty += weights[w.ACT_PER_AP] * (ap - state[AP])
    value = forecast(rules, state, me, weights, scratch)
    put_back(state, scratch, ROOT)
    return value - penalty


@jit
def score_turn(rules, state, actions, n, weights, scratch, out):
    """Score the ids of the action step; a card bought is worth the same whatever it is."""
    keep(state, scratch, ROOT)
    idle = forecast(rules, state, state[ACTIVE], weights, scratch)
    put_back(state, scratch, ROOT)
    for i in range(n):
        if actions[i] == act.END:
            out[i] = idle
        elif actions[i] == act.BUY:
            out[i] = idle + weights[w.ACT_BUY]
        else:
            out[i] = score_action(rules, state, actions[i], weights, scratch)


@jit
def score_aims(rules, state, actions, n, weights, scratch, out):
    """Score the aims of a sniper by what the rest of the combat leaves."""
    keep(state, scratch, ROOT)
    me = state[AIMER]
    for i in range(n):
        out[i] = try_aim(rules, state, actions[i] - act.AIM, me, weights)
        put_back(state, scratch, ROOT)


@jit
def score_rotation(rules, state, column):
    """The harder a judge hits, the rather it turns to the opponent (BW-9)."""
    return float(rules.table[R.JD_FRONT_ATTACK + state[SLOT_KIND + column]])


@jit
def score_first_gate(rules, state, column, weights):
    """A first gate is best where no judge faces it (BW-11)."""
    faced = (state[FACES] >> column) & 1 == state[DECIDER]
    if not (state[SLOTS] >> column) & 1 or not faced:
        return weights[w.OPEN_SAFE]
    return -float(rules.table[R.JD_FRONT_ATTACK + state[SLOT_KIND + column]])


@jit
def score_actions(rules, state, actions, n, weights, scratch, out):
    """Write the value of each of the first n ids of `actions` into `out`; higher is better."""
    phase = state[PHASE]
    if phase == ACT:
        score_turn(rules, state, actions, n, weights, scratch, out)
        return
    if phase == AIM:
        score_aims(rules, state, actions, n, weights, scratch, out)
        return
    for i in range(n):
        if phase == PAY:
            out[i] = -misfit(rules, state, actions[i] - act.DISCARD, weights)
        elif phase == ROTATE:
            out[i] = score_rotation(rules, state, actions[i] - act.ROTATE)
        else:
            out[i] = score_first_gate(rules, state, actions[i] - act.OPEN, weights)


@jit
def result_share(rules, state, seat):
    """Share of a finished game: all, none, or the same for both without a winner."""
    if state[WINNER] == NOBODY:
        return 1.0 / rules.seats
    return 1.0 if state[WINNER] == seat else 0.0


@jit
def estimate(rules, state, seat, weights, scratch):
    """Estimate the chance that a seat wins, from the position now and after this turn's combat."""
    if state[PHASE] == OVER:
        return result_share(rules, state, seat)
    keep(state, scratch, ROOT)
    reach = weights[w.EVALUATE_REACH]
    now = position_value(rules, state, seat, seat, weights)
    ap = weights[w.EVALUATE_AP_LEFT] * state[AP]
    ahead = forecast(rules, state, seat, weights, scratch)
    put_back(state, scratch, ROOT)
    share = weights[w.EVALUATE_AHEAD]
    points = (1 - share) * now + share * min(reach, max(-reach, ahead))
    points += ap if state[ACTIVE] == seat else -ap
    return 1.0 / (1.0 + np.exp(-points / weights[w.EVALUATE_SCALE]))
