"""Police Ops cards: groups on the move, reinforcements, rotation (BB-23..BB-35)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import pick_weighted
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import MORALE_CARDS
from sim.games.bloc_by_bloc.rules import (
    HEAVY, LIGHT, MOVE_BLOCS, MOVE_HIGHEST, MOVE_TYPE, ROTATION,
)
from sim.games.bloc_by_bloc.sizes import OPS_CARDS, SIDE_COUNT, SQUARES
from sim.games.bloc_by_bloc.state import (
    ADJACENT, BARRICADES, MORALE, NEIGHBOUR, OCC_AT, OF_TYPE, OPS_DECK, OPS_DISCARD, POLICE,
    PRESENCE, ROUTE, SQUADS, SQUADS_OUT, T_HEAVY, T_OPS, T_UP, VANS_OUT, VAN_AT, add_squads,
    change_morale, place_barricades, priority_high, rank, set_van, shift_squads,
)

OPS_STREAM = 2


@jit
def best_of(state, squares, high):
    """Square of highest (or lowest) ID among those of a non-empty mask."""
    best = lowest_bit(squares)
    squares &= squares - 1
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if (rank(state, pos) > rank(state, best)) == high:
            best = pos
    return best


@jit
def lightest_route(state, start, goal):
    """Route between two adjacent districts with the fewest barricades, lower number first."""
    best = -1
    for side in range(SIDE_COUNT):
        if state[NEIGHBOUR + start * SIDE_COUNT + side] != goal:
            continue
        route = state[ROUTE + start * SIDE_COUNT + side]
        if best < 0:
            best = route
            continue
        gain = state[BARRICADES + best] - state[BARRICADES + route]
        if gain > 0 or (gain == 0 and route < best):
            best = route
    return best


@jit
def targets_of(rules, state, card):
    """Districts that a movement card sends groups to, as a mask (BB-26)."""
    kind = rules.table[R.OPS_KIND + card]
    if kind == MOVE_TYPE:
        return state[OF_TYPE + rules.table[R.OPS_TARGET + card]]
    if kind == MOVE_HIGHEST:
        return (1 << SQUARES) - 1
    mask = 0
    if kind == MOVE_BLOCS:
        for seat in range(rules.seats):
            mask |= state[PRESENCE + seat]
        return mask
    for pos in range(SQUARES):
        mask |= (state[OCC_AT + pos] >= 0) << pos
    return mask


@jit
def groups_near(state, targets):
    """Districts whose squads move to one of `targets`, as a mask."""
    groups = 0
    squares = state[POLICE]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if state[ADJACENT + pos] & targets and is_group(state, pos):
            groups |= 1 << pos
    return groups


@jit
def is_group(state, pos):
    """Whether squads here move on orders: two or more, no occupation (BB-26, BB-27)."""
    return state[SQUADS + pos] > 1 and state[OCC_AT + pos] < 0


@jit
def pass_route(rules, state, route, movers):
    """Let movers meet the barricades of a route; return how many get through (BB-30)."""
    barricades = state[BARRICADES + route]
    stopped = min(movers, barricades)
    place_barricades(rules, state, route, -stopped)
    if barricades >= rules.table[R.BARRICADE_BLOCK]:
        return 0
    return movers - stopped


@jit
def send_group(rules, state, pos, targets, high):
    """Move one group towards its target; return the target and the squads underway, packed.

    The squads have left `pos` and not yet arrived. -1 where nobody moves.
    """
    goals = state[ADJACENT + pos] & targets
    if not is_group(state, pos) or goals == 0:
        return -1
    goal = best_of(state, goals, high)
    movers = state[SQUADS + pos] - 1
    arrived = pass_route(rules, state, lightest_route(state, pos, goal), movers)
    shift_squads(state, pos, -arrived)
    return goal * (1 << 8) + arrived


@jit
def comes_later(state, pos, other, high):
    """Whether a district's turn is behind that of another one, in ID order by the priority."""
    return (rank(state, other) < rank(state, pos)) == high


@jit
def move_squads(rules, state, card, arrivals):
    """Resolve a movement card (BB-26..BB-30); `arrivals` is a run of SQUARES zeroed cells."""
    order_high = priority_high(rules, state)
    high = order_high
    patrols = rules.table[R.OPS_KIND + card] == MOVE_HIGHEST
    if patrols and not rules.table[R.PATROLS_FOLLOW_PRIORITY]:
        high = True
    targets = targets_of(rules, state, card)
    reached = 0
    waiting = groups_near(state, targets)
    while waiting:
        pos = best_of(state, waiting, order_high)
        waiting &= ~(1 << pos)
        sent = send_group(rules, state, pos, targets, high)
        if sent < 0:
            continue
        goal, arrived = sent >> 8, sent & 0xFF
        if rules.table[R.SEQUENTIAL]:
            shift_squads(state, goal, arrived)
            if comes_later(state, pos, goal, order_high):
                waiting |= 1 << goal
        else:
            state[arrivals + goal] += arrived
            reached |= 1 << goal
    while reached:
        pos = lowest_bit(reached)
        reached &= reached - 1
        shift_squads(state, pos, state[arrivals + pos])
        state[arrivals + pos] = 0


@jit
def squares_with(state, field, value):
    """Squares whose cell of a field has a value, as a mask."""
    mask = 0
    for pos in range(SQUARES):
        mask |= (state[field + pos] == value) << pos
    return mask


@jit
def light_reinforcements(rules, state):
    """Every undamaged van brings a squad, in priority order while the supply lasts (BB-32)."""
    high = priority_high(rules, state)
    vans = squares_with(state, VAN_AT, 1)
    while vans and state[SQUADS_OUT] < rules.table[R.SQUAD_SUPPLY]:
        pos = best_of(state, vans, high)
        vans &= ~(1 << pos)
        add_squads(state, pos, 1)


@jit
def heavy_reinforcements(rules, state):
    """As light; then a new van where squads of the highest ID have none (BB-33)."""
    light_reinforcements(rules, state)
    if state[VANS_OUT] >= rules.table[R.VAN_SUPPLY]:
        return
    bare = squares_with(state, VAN_AT, 0) & state[POLICE]
    if bare:
        set_van(state, best_of(state, bare, True), 1)


@jit
def rotate_squads(rules, state):
    """Districts above the limit send the rest to the staging area (BB-34)."""
    for pos in range(SQUARES):
        surplus = state[SQUADS + pos] - rules.table[R.ROTATION_LIMIT]
        if surplus > 0:
            add_squads(state, pos, -surplus)


@jit
def resolve_ops(rules, state, card, arrivals):
    """Carry out one Police Ops card."""
    raised = change_morale(state, rules.table[R.OPS_MORALE + card])
    for i in range(len(MORALE_CARDS)):
        if MORALE_CARDS[i] == card:
            state[T_UP + i] += raised
    kind = rules.table[R.OPS_KIND + card]
    if kind == LIGHT:
        light_reinforcements(rules, state)
    elif kind == HEAVY:
        state[T_HEAVY] += 1
        heavy_reinforcements(rules, state)
    elif kind == ROTATION:
        rotate_squads(rules, state)
    else:
        move_squads(rules, state, card, arrivals)


@jit
def refill_ops(state):
    """Shuffle all cards into a new deck once the last one is resolved (BB-25)."""
    for card in range(OPS_CARDS):
        if state[OPS_DECK + card] > 0:
            return
    for card in range(OPS_CARDS):
        state[OPS_DECK + card] = state[OPS_DISCARD + card]
        state[OPS_DISCARD + card] = 0


@jit
def police_ops(rules, state, arrivals, rng):
    """Draw and resolve the cards of a turn; their number is fixed at its start (BB-23)."""
    for _ in range(rules.table[R.MORALE_CARDS + state[MORALE]]):
        card = pick_weighted(row(rng, OPS_STREAM), state, OPS_DECK, OPS_CARDS)
        if card < 0:
            return
        state[OPS_DECK + card] -= 1
        state[OPS_DISCARD + card] += 1
        state[T_OPS] += 1
        resolve_ops(rules, state, card, arrivals)
        refill_ops(state)
