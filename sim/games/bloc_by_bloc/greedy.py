"""The greedy policy: a short list of rules without a plan, first come, first played."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import actions as act
from sim.games.bloc_by_bloc.desk import FAR, FRONTIER, GAP, mask_at
from sim.games.bloc_by_bloc.occupy import KIND_COUNT, has_supply
from sim.games.bloc_by_bloc.situation import reach_from
from sim.games.bloc_by_bloc.sizes import CENTER_KIND, HALL_KIND, MOVE_COUNT, MOVE_DEST, SQUARES
from sim.games.bloc_by_bloc.state import POLICE, SOURCE, SQUADS, VAN_AT, difficulty

# Scores of the rules, first to last; END and all else follow.
BY_ATTACK, BY_BUILD, BY_USE, BY_MOVE, BY_BURN, BY_END = 6.0, 5.0, 4.0, 3.0, 2.0, 1.0
# Small enough that no order within a rule reaches the next rule.
RANK_STEP = 0.01


@jit
def site_price(state, pos, desk):
    """Blocs that lack and squads in the way of liberating a district next; FAR if it cannot be."""
    if not (mask_at(desk, FRONTIER) >> pos) & 1 or state[VAN_AT + pos]:
        return FAR
    return desk[GAP + pos] + state[SQUADS + pos]


@jit
def march_goal(state, pos, desk):
    """District a stack marches to: the nearest to liberation, if nearer than its own, or -1."""
    best, price = -1, site_price(state, pos, desk)
    if (state[POLICE] >> pos) & 1:
        return best
    goals = reach_from(desk, pos) & ~(1 << pos)
    while goals:
        goal = lowest_bit(goals)
        goals &= goals - 1
        if site_price(state, goal, desk) < price:
            best, price = goal, site_price(state, goal, desk)
    return best


@jit
def build_rank(kind):
    """Order of the kinds to build: Hall, Center, Start."""
    if kind == HALL_KIND:
        return 0
    return 1 if kind == CENTER_KIND else 2


@jit
def attack_rank(rules, state, action):
    """Order of the attacks: vans first, then the lowest difficulty; -1 for any other id."""
    pos = (action - act.DEFEAT) % SQUARES
    if act.VAN <= action < act.USE:
        return difficulty(state, pos)
    if act.DEFEAT <= action < act.KICK:
        return SQUARES + difficulty(state, pos)
    return -1


@jit
def march_rank(state, action, desk):
    """Order of the marches by the price of their goal; -1 for any other id."""
    if not act.MOVE <= action < act.BARRICADE:
        return -1
    goal = march_goal(state, action - act.MOVE, desk)
    return -1 if goal < 0 else int(site_price(state, goal, desk))


@jit
def rule_and_rank(rules, state, seat, action, desk):
    """The rule that an id belongs to, by its score, and its order among the ids of that rule."""
    rank = attack_rank(rules, state, action)
    if rank >= 0:
        return BY_ATTACK, rank
    if act.BUILD <= action < act.SWAP and has_supply(state, seat):
        return BY_BUILD, build_rank((action - act.BUILD) % KIND_COUNT)
    if act.USE <= action < act.PLAY:
        return BY_USE, 0
    rank = march_rank(state, action, desk)
    if rank >= 0:
        return BY_MOVE, rank
    if act.BURN <= action < act.GRAFFITI:
        return BY_BURN, 0
    return (BY_END if action == act.END else 0.0), 0


@jit
def score_greedy(rules, state, seat, actions, n, desk, out):
    """Score the ids of a turn: by their rule, then by their order within it."""
    for i in range(n):
        score, rank = rule_and_rank(rules, state, seat, actions[i], desk)
        out[i] = score - RANK_STEP * rank


@jit
def answer_greedily(state, phase, actions, n, desk, out):
    """Score the ids of a sub-decision: all blocs, towards the goal, else the first id that acts."""
    goal = -1
    if phase == MOVE_DEST:
        goal = march_goal(state, state[SOURCE], desk)
    for i in range(n):
        out[i] = -i
        if phase == MOVE_COUNT:
            out[i] = i
        elif actions[i] == act.END:
            out[i] = -n
        elif goal >= 0 and actions[i] == act.DISTRICT + goal:
            out[i] = 1.0
