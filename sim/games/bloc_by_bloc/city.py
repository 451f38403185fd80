"""The city: laying tiles, tracing routes over highways, adjacency as bit masks (BB-1..BB-8)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL, below
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.reach import expand
from sim.games.bloc_by_bloc.sizes import HIGHWAY, ROUTES, SIDE_COUNT, SQUARES
from sim.games.bloc_by_bloc.state import (
    ADJACENT, BASE_DIFFICULTY, CONNECTED, DOUBLE_ROUTES, METRO, NEIGHBOUR, N_ROUTES, OF_TYPE,
    POS_OF_ID, ROTATION, ROUTE, ROUTES_AT, ROUTE_END, TILE, TYPE,
)

SIZE = 5
NORTH, EAST, SOUTH, WEST = range(4)


@jit
def square_beside(pos, side):
    """Square next to a square on one side, -1 at the city's edge."""
    row, column = pos // SIZE, pos % SIZE
    if side == NORTH:
        return pos - SIZE if row > 0 else -1
    if side == EAST:
        return pos + 1 if column < SIZE - 1 else -1
    if side == SOUTH:
        return pos + SIZE if row < SIZE - 1 else -1
    return pos - 1 if column > 0 else -1


@jit
def opposite(side):
    """Side that faces a side."""
    return (side + SOUTH) % SIDE_COUNT


@jit
def highway_exit(orientation, side):
    """Side by which one leaves a highway entered by `side` (BB-4).

    Orientation 0 joins west with south and north with east, 1 west with north and south with east.
    """
    if orientation == 0:
        return side ^ 1
    return WEST - side


@jit
def is_open(rules, state, pos, side):
    """Whether a district has a street on a side (BB-3)."""
    return not (rules.table[R.TILE_THREE_WAY + state[TILE + pos]] and state[ROTATION + pos] == side)


@jit
def route_goal(rules, state, pos, side):
    """Follow the street that leaves a district by a side; return square * 4 + side of arrival.

    -1 for a blocked side, a dead end, or a way that leads back to the same district (BB-5).
    """
    if not is_open(rules, state, pos, side):
        return -1
    here, out = pos, side
    while True:
        here = square_beside(here, out)
        if here < 0:
            return -1
        entry = opposite(out)
        if state[TILE + here] != 0:
            break
        out = highway_exit(state[ROTATION + here], entry)
    if here == pos or not is_open(rules, state, here, entry):
        return -1
    return here * SIDE_COUNT + entry


@jit
def lay_tile(rules, state, pos, tile, rotation):
    """Put one tile on its square."""
    state[TILE + pos] = tile
    state[ROTATION + pos] = rotation
    state[TYPE + pos] = rules.table[R.TILE_TYPE + tile]
    state[BASE_DIFFICULTY + pos] = rules.table[R.TILE_DIFFICULTY + tile]
    if tile > 0:
        state[POS_OF_ID + tile] = pos


@jit
def deal_pile(rules, state, pile, bag, rng):
    """Lay a shuffled pile on its squares, each tile with a random rotation; `bag` is workspace."""
    left = rules.table[R.PILE_SIZE + pile]
    for i in range(left):
        state[bag + i] = rules.table[R.PILE_TILES + SQUARES * pile + i]
    for i in range(rules.table[R.PILE_SIZE + pile]):
        k = below(row(rng, DEAL), left)
        tile = state[bag + k]
        left -= 1
        state[bag + k] = state[bag + left]
        rotation = -1
        if tile == 0:
            rotation = below(row(rng, DEAL), 2)
        elif rules.table[R.TILE_THREE_WAY + tile]:
            rotation = below(row(rng, DEAL), SIDE_COUNT)
        lay_tile(rules, state, rules.table[R.PILE_SQUARES + SQUARES * pile + i], tile, rotation)


@jit
def trace_routes(rules, state):
    """Number the routes and note for every side where it leads (BB-5..BB-7)."""
    for cell in range(SQUARES * SIDE_COUNT):
        state[NEIGHBOUR + cell] = -1
        state[ROUTE + cell] = -1
    for cell in range(ROUTES * 2):
        state[ROUTE_END + cell] = -1
    routes = 0
    for pos in range(SQUARES):
        state[ADJACENT + pos] = 0
        state[ROUTES_AT + pos] = 0
    for pos in range(SQUARES):
        if state[TILE + pos] == 0:
            continue
        for side in range(SIDE_COUNT):
            start = pos * SIDE_COUNT + side
            if state[ROUTE + start] >= 0:
                continue
            goal = route_goal(rules, state, pos, side)
            if goal < 0:
                continue
            other = goal // SIDE_COUNT
            state[NEIGHBOUR + start] = other
            state[NEIGHBOUR + goal] = pos
            state[ROUTE + start] = routes
            state[ROUTE + goal] = routes
            state[ROUTE_END + routes * 2] = pos
            state[ROUTE_END + routes * 2 + 1] = other
            if (state[ADJACENT + pos] >> other) & 1:
                state[DOUBLE_ROUTES] += 1
            state[ADJACENT + pos] |= 1 << other
            state[ADJACENT + other] |= 1 << pos
            state[ROUTES_AT + pos] |= 1 << routes
            state[ROUTES_AT + other] |= 1 << routes
            routes += 1
    state[N_ROUTES] = routes


@jit
def mark_types(rules, state):
    """Note which squares hold which type, and which a metro station."""
    for kind in range(HIGHWAY + 1):
        state[OF_TYPE + kind] = 0
    state[METRO] = 0
    for pos in range(SQUARES):
        state[OF_TYPE + state[TYPE + pos]] |= 1 << pos
        if rules.table[R.TILE_METRO + state[TILE + pos]]:
            state[METRO] |= 1 << pos


@jit
def is_connected(state):
    """Whether routes alone join all districts."""
    districts = ((1 << SQUARES) - 1) & ~state[OF_TYPE + HIGHWAY]
    start = 1 << lowest_bit(districts)
    return expand(state, start, districts, 0) == districts


@jit
def build_city(rules, state, bag, rng):
    """Lay the whole city; `bag` is a run of SQUARES cells used as workspace (BB-14)."""
    while True:
        state[DOUBLE_ROUTES] = 0
        if rules.table[R.FIXED_CITY]:
            for pos in range(SQUARES):
                tile = rules.table[R.FIXED_TILES + pos]
                rotation = rules.table[R.FIXED_ROTATION + pos]
                lay_tile(rules, state, pos, tile, rotation)
        else:
            for pile in range(R.PILES):
                deal_pile(rules, state, pile, bag, rng)
        state[POS_OF_ID] = -1
        trace_routes(rules, state)
        mark_types(rules, state)
        state[CONNECTED] = is_connected(state)
        if state[CONNECTED] or rules.table[R.FIXED_CITY] or not rules.table[R.REQUIRE_CONNECTED]:
            return
