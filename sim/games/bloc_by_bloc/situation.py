"""What the table looks like to the faction in turn: threats, gaps, reach, who is in danger."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.desk import (
    ALIVE, GAP, GROUPS, MOVABLE, REGION, REGION_BLOCS, REGION_COUNT, REGION_REACH, THREAT, Turn,
    later_seats, lowest_face, mask_at, nights_left,
)
from sim.games.bloc_by_bloc.payment import attack_bonus
from sim.games.bloc_by_bloc.reach import districts, expand, neighbours_of, stations
from sim.games.bloc_by_bloc.sizes import SIDE_COUNT, SQUARES, TOKENS
from sim.games.bloc_by_bloc.state import (
    BARRICADES, BASE_DIFFICULTY, CROWD, DECK_BLOCS, IN_CITY, NEIGHBOUR, OCC_POS, POLICE, PRESENCE,
    ROUTE, SQUADS, TURN_INDEX, VAN_AT, blocs_at, dice_left, turn_seat,
)


@jit
def read_turn(rules, state, seat, move_is_paid):
    """Describe the turn of the deciding faction."""
    dice = dice_left(state) + move_is_paid
    lowest = 0 if move_is_paid else lowest_face(state)
    bonus = attack_bonus(rules, state, seat)
    return Turn(seat, later_seats(rules, state), nights_left(rules, state), dice, lowest, bonus)


@jit
def movers_through(rules, state, route, movers):
    """Squads of a group that would get past the barricades of a route."""
    barricades = state[BARRICADES + route]
    if barricades >= rules.table[R.BARRICADE_BLOCK]:
        return 0
    return max(0, movers - barricades)


@jit
def measure_threats(rules, state, desk):
    """Count for every district the squads that one card could bring."""
    for pos in range(SQUARES):
        desk[THREAT + pos] = 0.0
    groups = mask_at(desk, GROUPS)
    while groups:
        pos = lowest_bit(groups)
        groups &= groups - 1
        for side in range(SIDE_COUNT):
            goal = state[NEIGHBOUR + pos * SIDE_COUNT + side]
            if goal >= 0:
                route = state[ROUTE + pos * SIDE_COUNT + side]
                desk[THREAT + goal] += movers_through(rules, state, route, state[SQUADS + pos] - 1)


@jit
def measure_crowds(rules, state, desk):
    """Count what every district lacks, and the blocs of those who may still move tonight."""
    for pos in range(SQUARES):
        need = rules.table[R.NEED + state[BASE_DIFFICULTY + pos]]
        desk[GAP + pos] = max(0, need - state[CROWD + pos])
        desk[MOVABLE + pos] = 0
    for place in range(state[TURN_INDEX], rules.seats):
        seat = turn_seat(rules, state, place)
        squares = state[PRESENCE + seat] & ~state[POLICE]
        while squares:
            pos = lowest_bit(squares)
            squares &= squares - 1
            desk[MOVABLE + pos] += state[blocs_at(seat, pos)]


@jit
def starts_safely(rules, state, seat):
    """Square where a faction forms a bloc at the start of its turn, -1 if none or in a clash."""
    pos = state[OCC_POS + seat * TOKENS]
    if pos < 0 or (state[POLICE] >> pos) & 1 or state[IN_CITY + seat] >= rules.table[R.BLOC_SUPPLY]:
        return -1
    return pos


@jit
def new_blocs_in(rules, state, squares):
    """Blocs that the later factions form tonight within a mask of districts."""
    total = 0
    for place in range(state[TURN_INDEX] + 1, rules.seats):
        pos = starts_safely(rules, state, turn_seat(rules, state, place))
        total += pos >= 0 and (squares >> pos) & 1
    return total


@jit
def map_regions(rules, state, desk):
    """Split the police-free districts into regions within which blocs move freely."""
    metro = stations(rules, state)
    free = districts(state) & ~state[POLICE]
    left, n = free, 0
    while left:
        region = expand(state, left & -left, free, metro)
        left &= ~region
        desk[REGION + n] = region
        desk[REGION_REACH + n] = region | neighbours_of(state, region, metro)
        blocs = 0.0
        squares = region
        while squares:
            blocs += desk[MOVABLE + lowest_bit(squares)]
            squares &= squares - 1
        desk[REGION_BLOCS + n] = blocs + new_blocs_in(rules, state, region)
        n += 1
    desk[REGION_COUNT] = n


@jit
def reach_from(desk, pos):
    """Districts where blocs of a police-free square may go, as a mask with the square."""
    for i in range(int(desk[REGION_COUNT])):
        if (mask_at(desk, REGION + i) >> pos) & 1:
            return mask_at(desk, REGION_REACH + i)
    return 0


@jit
def reinforcements(rules, state, pos, desk):
    """Blocs elsewhere that can still come to a district tonight."""
    total = 0.0
    for i in range(int(desk[REGION_COUNT])):
        if (mask_at(desk, REGION_REACH + i) >> pos) & 1:
            total += desk[REGION_BLOCS + i]
    if (state[POLICE] >> pos) & 1:
        return total + new_blocs_at(rules, state, pos)
    return total - desk[MOVABLE + pos]


@jit
def new_blocs_at(rules, state, pos):
    """Later factions whose Start stands in this district."""
    total = 0
    for place in range(state[TURN_INDEX] + 1, rules.seats):
        total += state[OCC_POS + turn_seat(rules, state, place) * TOKENS] == pos
    return total


@jit
def survivors(rules, state, seat):
    """Blocs of a faction that Sunrise cannot take if the police stays where it is."""
    total = state[DECK_BLOCS + seat]
    squares = state[PRESENCE + seat]
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if state[VAN_AT + pos] == 0:
            safe = min(state[blocs_at(seat, pos)], state[CROWD + pos] - state[SQUADS + pos])
            total += max(0, safe)
    return total


@jit
def count_survivors(rules, state, desk):
    """Write each faction's safe blocs, the one it forms later tonight included."""
    for place in range(rules.seats):
        seat = turn_seat(rules, state, place)
        coming = place > state[TURN_INDEX] and starts_safely(rules, state, seat) >= 0
        desk[ALIVE + seat] = survivors(rules, state, seat) + coming


@jit
def look_around(rules, state, desk):
    """Write everything about the board that the objectives are made of."""
    measure_threats(rules, state, desk)
    measure_crowds(rules, state, desk)
    map_regions(rules, state, desk)
    count_survivors(rules, state, desk)
