"""What is worth doing where tonight: one objective for each district at most."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    ALIVE, CLEAR, DEFEND, DEFICIT, FEASIBLE, FREED, FRONTIER, GAP, IMPORTANCE, LIBERATE, NOTHING,
    OBJECTIVE, OBJECTIVES, POLICE_AT, RESCUE, RETAKE, SITE, TARGETS, THREAT, WORTH, has_bit,
    mask_at,
)
from sim.games.bloc_by_bloc.payment import attack_need
from sim.games.bloc_by_bloc.purse import attacks_in_row
from sim.games.bloc_by_bloc.situation import reinforcements
from sim.games.bloc_by_bloc.sizes import PUBLIC, SQUARES, TOKENS
from sim.games.bloc_by_bloc.state import (
    BASE_DIFFICULTY, CROWD, MORALE, OCC_AT, OCC_POS, POLICE, PRESENCE, SQUADS, TYPE, VAN_AT,
    difficulty,
)


@jit
def own_hits(rules, state, turn, pos, left_out):
    """Attacks that the faction can pay in a district, one die of the face `left_out` apart."""
    need = attack_need(rules, state, turn.seat, difficulty(state, pos))
    return attacks_in_row(state, need, turn.bonus, left_out)


@jit
def set_objective(desk, pos, kind, worth):
    """Note an objective."""
    desk[OBJECTIVE + pos] = kind
    desk[WORTH + pos] = worth
    desk[OBJECTIVES] = mask_at(desk, OBJECTIVES) | 1 << pos


@jit
def liberation_worth(state, turn, pos, weights, desk):
    """Value of liberating a district."""
    important = min(weights[w.LIBERATE_IMPORTANT_CAP], desk[IMPORTANCE + pos])
    worth = weights[w.LIBERATE_BASE] + weights[w.LIBERATE_IMPORTANT] * important
    if state[TYPE + pos] == PUBLIC:
        worth += weights[w.LIBERATE_PUBLIC]
    threat = weights[w.LIBERATE_THREAT] * desk[THREAT + pos]
    if turn.later == 0:
        threat *= weights[w.LIBERATE_THREAT_LAST]
    return worth + weights[w.LIBERATE_MORALE] * state[MORALE] - threat


@jit
def is_feasible(rules, state, turn, pos, weights, desk):
    """Whether the factions that still move tonight can fill and clear a district."""
    if desk[GAP + pos] > reinforcements(rules, state, pos, desk):
        return False
    if desk[POLICE_AT + pos] == 0:
        return True
    hard = state[BASE_DIFFICULTY + pos] >= weights[w.LIBERATE_HARD]
    helped = weights[w.LIBERATE_LATER_HITS_HARD if hard else w.LIBERATE_LATER_HITS]
    hits = own_hits(rules, state, turn, pos, 0) + helped * turn.later
    return desk[POLICE_AT + pos] <= hits


@jit
def find_liberations(rules, state, turn, weights, desk):
    """Note the districts to liberate, which of them are feasible, and tonight's site."""
    squares = mask_at(desk, FRONTIER)
    feasible, site, best = 0, -1, 0.0
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        worth = liberation_worth(state, turn, pos, weights, desk)
        set_objective(desk, pos, LIBERATE, worth)
        value = worth - weights[w.LIBERATE_SITE_GAP] * desk[GAP + pos]
        value -= weights[w.LIBERATE_SITE_POLICE] * desk[POLICE_AT + pos]
        if is_feasible(rules, state, turn, pos, weights, desk):
            feasible |= 1 << pos
            value += weights[w.LIBERATE_SITE_FEASIBLE]
        unfinished = desk[GAP + pos] > 0 or desk[POLICE_AT + pos] > 0
        if unfinished and (site < 0 or value > best):
            site, best = pos, value
    desk[FEASIBLE] = feasible
    desk[SITE] = site


@jit
def find_targets(rules, state, weights, desk):
    """Note liberated targets that must be retaken or defended; the higher seat counts."""
    for seat in range(rules.seats):
        squares = mask_at(desk, TARGETS + seat) & mask_at(desk, FREED)
        while squares:
            pos = lowest_bit(squares)
            squares &= squares - 1
            holder = state[OCC_AT + pos]
            if holder < 0 or holder // TOKENS != seat:
                set_objective(desk, pos, RETAKE, weights[w.TARGET_RETAKE])
            elif desk[POLICE_AT + pos] > 0:
                set_objective(desk, pos, DEFEND, weights[w.TARGET_DEFEND])


@jit
def find_clashes(state, turn, weights, desk):
    """Note the own occupations that police threatens, where nothing else is at stake."""
    for token in range(TOKENS):
        pos = state[OCC_POS + turn.seat * TOKENS + token]
        if pos >= 0 and (state[POLICE] >> pos) & 1 and desk[OBJECTIVE + pos] < DEFEND:
            set_objective(desk, pos, CLEAR, weights[w.TARGET_OTHER])


@jit
def find_rescues(rules, state, weights, desk):
    """Note where a faction that Sunrise would destroy is saved with the fewest blocs."""
    for seat in range(rules.seats):
        if desk[ALIVE + seat] > 0:
            continue
        best, least = -1, 0
        squares = state[PRESENCE + seat]
        while squares:
            pos = lowest_bit(squares)
            squares &= squares - 1
            deficit = state[SQUADS + pos] + 1 - state[CROWD + pos]
            if state[VAN_AT + pos] == 0 and (best < 0 or deficit < least):
                best, least = pos, deficit
        if best >= 0:
            set_objective(desk, best, RESCUE, weights[w.TARGET_RESCUE])
            desk[DEFICIT + best] = least


@jit
def find_objectives(rules, state, turn, weights, desk):
    """Note the objectives of all districts: rescue over retake and defend over liberate."""
    for pos in range(SQUARES):
        desk[OBJECTIVE + pos] = NOTHING
    desk[OBJECTIVES] = 0
    find_liberations(rules, state, turn, weights, desk)
    find_targets(rules, state, weights, desk)
    find_clashes(state, turn, weights, desk)
    find_rescues(rules, state, weights, desk)


@jit
def site_is_short(desk):
    """Whether tonight's site is feasible and lacks blocs."""
    site = int(desk[SITE])
    return site >= 0 and has_bit(desk, FEASIBLE, site) == 1 and desk[GAP + site] > 0
