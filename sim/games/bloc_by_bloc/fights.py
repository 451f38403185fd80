"""The value of attacks, kicks and barricades."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    ATTACK_COST, CLEAR, DEFEND, FAR, FEASIBLE, GAP, GROUPS, IMPORTANCE, LIBERATE, NOTHING,
    OBJECTIVE, RESCUE, SITE, WORTH, has_bit,
)
from sim.games.bloc_by_bloc.objectives import own_hits
from sim.games.bloc_by_bloc.payment import attack_need
from sim.games.bloc_by_bloc.sizes import MOLOTOVS, SIDE_COUNT
from sim.games.bloc_by_bloc.state import (
    ATTACKS_MADE, BARRICADES, CROWD, MORALE, NEIGHBOUR, OCC_AT, ROUTE, ROUTE_END, SQUADS,
    TURN_INDEX, VAN_AT, blocs_at, difficulty, hand_of, turn_seat,
)


@jit
def fight_worth(pos, weights, desk):
    """Value of clearing the police of a district, by its objective."""
    kind, worth = desk[OBJECTIVE + pos], desk[WORTH + pos]
    if kind == NOTHING:
        return 0.0
    if kind == RESCUE:
        return weights[w.ATTACK_RESCUE_PART] * worth
    if kind == DEFEND or kind == CLEAR:
        return weights[w.ATTACK_DEFEND_PART] * worth
    if kind != LIBERATE:
        return weights[w.ATTACK_RETAKE_HALF] * worth
    if not has_bit(desk, FEASIBLE, pos):
        return weights[w.ATTACK_INFEASIBLE]
    done = weights[w.LIBERATE_DONE] if desk[GAP + pos] == 0 else 0.0
    return weights[w.ATTACK_FEASIBLE_HALF] * worth + done


@jit
def clash_risk(state, pos, weights):
    """What Sunrise would cost in a district if its squads stay."""
    risk = weights[w.ATTACK_RISK] if state[CROWD + pos] > 0 else 0.0
    if state[OCC_AT + pos] >= 0 and state[SQUADS + pos] > state[CROWD + pos]:
        risk += weights[w.ATTACK_RISK_OCCUPATION]
    return risk


@jit
def hits_needed(rules, state, pos):
    """Attacks that clear a district: its squads and what its van still takes."""
    van = state[VAN_AT + pos]
    return state[SQUADS + pos] + (rules.table[R.VAN_HITS] + 1 - van if van else 0)


@jit
def usable_hits(rules, state, turn, pos):
    """Attacks the faction can both pay and make with unused blocs in a district."""
    unused = state[blocs_at(turn.seat, pos)] - state[ATTACKS_MADE + pos]
    return min(unused, own_hits(rules, state, turn, pos, 0))


@jit
def attack_price(rules, state, turn, pos, weights, desk):
    """Price of the dice of one attack beyond the first; FAR if it cannot be paid."""
    cost = desk[ATTACK_COST + attack_need(rules, state, turn.seat, difficulty(state, pos))]
    return weights[w.ACT_DIE] * (cost - 1) if cost < FAR else FAR


@jit
def score_defeat(rules, state, turn, pos, weights, desk):
    """Score the defeat of a squad."""
    needed = max(1, hits_needed(rules, state, pos))
    risk = clash_risk(state, pos, weights)
    if state[VAN_AT + pos]:
        risk *= weights[w.ATTACK_RISK_VAN]
    strong = usable_hits(rules, state, turn, pos) >= needed
    share = weights[w.ATTACK_STRONG if strong else w.ATTACK_WEAK] / needed
    value = weights[w.ATTACK_BASE] + risk + fight_worth(pos, weights, desk) * share
    return value - attack_price(rules, state, turn, pos, weights, desk)


@jit
def helpers_at(rules, state, pos):
    """Later factions that have blocs in a district."""
    total = 0
    for place in range(state[TURN_INDEX] + 1, rules.seats):
        total += state[blocs_at(turn_seat(rules, state, place), pos)] > 0
    return total


@jit
def score_van(rules, state, turn, pos, weights, desk):
    """Score an attack on a van; no candidate unless the van can still fall tonight."""
    needed = rules.table[R.VAN_HITS] + 1 - state[VAN_AT + pos]
    hits = usable_hits(rules, state, turn, pos) + state[hand_of(turn.seat, MOLOTOVS)]
    if hits + helpers_at(rules, state, pos) < needed:
        return -1.0
    value = weights[w.ATTACK_VAN] * (1 + weights[w.ATTACK_VAN_MORALE] * state[MORALE])
    value += weights[w.ATTACK_VAN_BLOC] * state[CROWD + pos]
    if state[OCC_AT + pos] >= 0:
        value += weights[w.ATTACK_VAN_OCCUPATION]
    value += fight_worth(pos, weights, desk)
    value *= weights[w.ATTACK_VAN_SCALE] / needed
    return value - attack_price(rules, state, turn, pos, weights, desk)


@jit
def kick_side_value(state, pos, side, weights, desk):
    """What it costs the table that squads go out by a side."""
    goal = state[NEIGHBOUR + pos * SIDE_COUNT + side]
    route = state[ROUTE + pos * SIDE_COUNT + side]
    value = -weights[w.ATTACK_KICK_BARRICADE] * state[BARRICADES + route]
    if state[CROWD + goal] > 0:
        value -= weights[w.ATTACK_KICK_BLOCS]
    if state[OCC_AT + goal] >= 0:
        value -= weights[w.ATTACK_KICK_OCCUPATION]
    if goal == desk[SITE]:
        value -= weights[w.ATTACK_KICK_SITE]
    if desk[IMPORTANCE + goal] > 0:
        value -= weights[w.ATTACK_KICK_IMPORTANT]
    if state[SQUADS + goal] > 0:
        value -= weights[w.ATTACK_KICK_SQUADS]
    return value


@jit
def best_kick(state, pos, weights, desk):
    """Value of the best side to kick squads out of a district; -FAR without a route."""
    best = -FAR
    for side in range(SIDE_COUNT):
        if state[ROUTE + pos * SIDE_COUNT + side] >= 0:
            best = max(best, kick_side_value(state, pos, side, weights, desk))
    return best


@jit
def score_kick(rules, state, turn, pos, weights, desk):
    """Score a kick; no candidate against a single squad or where every side is bad."""
    side = best_kick(state, pos, weights, desk)
    if state[SQUADS + pos] < rules.table[R.KICK_SQUADS] or side < weights[w.ATTACK_KICK_FLOOR]:
        return -1.0
    needed = max(1, hits_needed(rules, state, pos))
    hits = usable_hits(rules, state, turn, pos)
    decisive = hits < needed <= rules.table[R.KICK_SQUADS] * hits
    share = weights[w.ATTACK_KICK_STRONG if decisive else w.ATTACK_KICK_WEAK] / needed
    value = weights[w.ATTACK_BASE] + side
    value += weights[w.ATTACK_KICK_RISK] * clash_risk(state, pos, weights)
    value += fight_worth(pos, weights, desk) * share
    return value - attack_price(rules, state, turn, pos, weights, desk)


@jit
def stopped_by(rules, barricades, movers):
    """Squads of a group that a number of barricades stops."""
    return movers if barricades >= rules.table[R.BARRICADE_BLOCK] else min(movers, barricades)


@jit
def more_stopped(rules, state, route, movers):
    """Squads of a group that one more barricade stops."""
    now = state[BARRICADES + route]
    return stopped_by(rules, now + 1, movers) - stopped_by(rules, now, movers)


@jit
def guard_value(rules, state, turn, route, inside, outside, weights, desk):
    """Value of one more barricade against the group beyond one end of a route."""
    crowd, occupied = state[CROWD + inside], state[OCC_AT + inside] >= 0
    if not has_bit(desk, GROUPS, outside):
        return 0.0
    if crowd == 0 and not occupied and desk[IMPORTANCE + inside] == 0:
        return 0.0
    movers = state[SQUADS + outside] - 1
    gain = float(more_stopped(rules, state, route, movers))
    open_still = state[BARRICADES + route] + 1 < rules.table[R.BARRICADE_BLOCK]
    if open_still and movers > weights[w.BARRICADE_CROWDED_MOVERS]:
        gain *= weights[w.BARRICADE_CROWDED]
    cards = rules.table[R.MORALE_CARDS + state[MORALE]]
    chance = weights[w.BARRICADE_CHANCE] * cards * max(weights[w.BARRICADE_CHANCE_LAST], turn.later)
    stake = weights[w.BARRICADE_WITH_BLOCS if crowd > 0 else w.BARRICADE_WITHOUT_BLOCS]
    stake += weights[w.BARRICADE_BLOC] * crowd
    if occupied:
        stake += weights[w.BARRICADE_OCCUPATION]
    value = weights[w.BARRICADE_SCALE] * gain * min(weights[w.BARRICADE_CHANCE_CAP], chance) * stake
    if has_bit(desk, FEASIBLE, inside) and turn.later > 0:
        value *= weights[w.BARRICADE_SITE]
    return value


@jit
def score_barricade(rules, state, turn, route, weights, desk):
    """Score a barricade by the better of its two sides."""
    one, other = state[ROUTE_END + 2 * route], state[ROUTE_END + 2 * route + 1]
    return max(
        guard_value(rules, state, turn, route, one, other, weights, desk),
        guard_value(rules, state, turn, route, other, one, weights, desk),
    )
