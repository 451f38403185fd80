"""Where blocs can go: searches over squares as bit masks (BB-42, BB-43)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.sizes import DISGUISES, HIGHWAY, S_TURN, SQUARES, STUDENTS
from sim.games.bloc_by_bloc.state import (
    ADJACENT, BLOCS, CARD_IN_PLAY, FACTION_OF, METRO, OF_TYPE, OPEN_ID, POLICE, STAGE, has_police,
    metro_open,
)

EVERYWHERE = (1 << SQUARES) - 1


@jit
def expand(state, start, passable, metro):
    """Squares joined to `start` (a mask) by steps through `passable` ones.

    `metro` is the mask of stations that blocs may ride between, 0 for none. The result is
    limited to passable squares and the start.
    """
    reached = start
    frontier = start
    while frontier:
        around = 0
        if frontier & metro:
            around = metro
        while frontier:
            around |= state[ADJACENT + lowest_bit(frontier)]
            frontier &= frontier - 1
        frontier = around & passable & ~reached
        reached |= frontier
    return reached


@jit
def neighbours_of(state, squares, metro):
    """Squares one step from any of `squares`, those included where a step leads back."""
    around = metro if squares & metro else 0
    while squares:
        around |= state[ADJACENT + lowest_bit(squares)]
        squares &= squares - 1
    return around


@jit
def stations(rules, state):
    """Mask of metro stations in service."""
    return state[METRO] if metro_open(rules, state) else 0


@jit
def districts(state):
    """Mask of all districts."""
    return EVERYWHERE & ~state[OF_TYPE + HIGHWAY]


@jit
def reachable(rules, state, pos, through_police):
    """Districts where a move from `pos` may end, as a mask without `pos`."""
    metro = stations(rules, state)
    open_squares = districts(state)
    if not through_police:
        open_squares &= ~state[POLICE]
    inner = expand(state, 1 << pos, open_squares, metro)
    return (inner | neighbours_of(state, inner, metro)) & ~(1 << pos)


@jit
def can_leave(rules, state, pos):
    """Whether any district can be reached from a square."""
    if state[ADJACENT + pos]:
        return True
    metro = stations(rules, state)
    return (metro >> pos) & 1 == 1 and metro != 1 << pos


@jit
def moves_solo(rules, state, seat, pos, count):
    """Whether a bloc moved from here passes through police (BB-43, R-10)."""
    if not rules.table[R.STUDENTS] or state[FACTION_OF + seat] != STUDENTS or count != 1:
        return False
    return not rules.table[R.STUDENTS_SOLO_STRICT] or state[BLOCS + seat * SQUARES + pos] == 1


@jit
def movable_blocs(rules, state, seat, pos):
    """Most blocs that a Move may take from a square: the free ones, or 1 solo out of a clash."""
    blocs = state[BLOCS + seat * SQUARES + pos]
    if blocs == 0 or not has_police(state, pos):
        return blocs
    return 1 if moves_solo(rules, state, seat, pos, 1) else 0


@jit
def move_goals(rules, state, seat, pos, count):
    """Districts where a Move of `count` blocs from a square may end, as a mask."""
    return reachable(rules, state, pos, moves_solo(rules, state, seat, pos, count))


@jit
def in_disguise(state):
    """Whether the move in progress is that of a Disguises card."""
    return state[STAGE] == S_TURN and state[OPEN_ID] < 0 and state[CARD_IN_PLAY] == DISGUISES
