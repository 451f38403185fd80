"""Setting up a game: city, police, decks, factions, starting districts (BB-14..BB-22)."""

from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL, below, pick_bit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.city import build_city
from sim.games.bloc_by_bloc.columns import LIBERATION_CARDS, LOOT_KINDS, SEATS
from sim.games.bloc_by_bloc.conditions import reveal_condition
from sim.games.bloc_by_bloc.sizes import (
    CONDITIONS, HALF_DECK, OPS_CARDS, REACTIONS, RUNNING, SQUARES, START, STATE, S_START, S_TURN,
    TILES, TOKENS,
)
from sim.games.bloc_by_bloc.state import (
    ASKED_COUNT, BARRICADES, BARRICADES_OUT, CONDITIONS_LEFT, COUNTDOWN, CROWD, FACTION_OF,
    FIRST_SEAT, IN_CITY, LIBERATION_LEFT, LIB_POS, LOOT_DECK, MORALE, NIGHT, N_ROUTES, OCC_AT,
    OCC_POS, OPEN_ID, OPS_DECK, POS_OF_ID, REACTION_LEFT, REACTION_TOP, RESULT, ROUTE_END,
    SHOP_OPEN, SQUADS_OUT, STAGE, STATE_CELLS, TILE, TOKEN_ON, TYPE, T_DESTROYED_NIGHT, T_FIRST,
    T_FIRST_LIBERATION, T_MORALE_MAX, T_START_ID, T_TOKENS_NIGHT, VANS_OUT, VAN_AT, add_blocs,
    add_squads, ask, place_barricades, set_difficulty, set_occupation, set_van, turn_seat,
)

REACTION_STREAM = 3


@jit
def clear_state(state):
    """Empty the table; what is not in play is -1."""
    for cell in range(STATE_CELLS):
        state[cell] = 0
    for cell in range(SEATS):
        state[FACTION_OF + cell] = -1
        state[TOKEN_ON + cell] = -1
        state[T_START_ID + cell] = -1
        state[T_TOKENS_NIGHT + cell] = -1
    for cell in range(SEATS * TOKENS):
        state[OCC_POS + cell] = -1
    for cell in range(SQUARES):
        state[OCC_AT + cell] = -1
    state[RESULT] = RUNNING
    state[OPEN_ID] = -1
    state[LIB_POS] = -1
    state[T_FIRST_LIBERATION] = -1
    state[T_DESTROYED_NIGHT] = -1


@jit
def deploy_police(rules, state):
    """Fill the State districts with police, by rising ID while the supply lasts (BB-16)."""
    for tile in range(1, TILES):
        pos = state[POS_OF_ID + tile]
        if state[TYPE + pos] != STATE:
            continue
        left = rules.table[R.SQUAD_SUPPLY] - state[SQUADS_OUT]
        add_squads(state, pos, min(rules.table[R.START_SQUADS], left))
        if rules.table[R.START_VANS] > 0 and state[VANS_OUT] < rules.table[R.VAN_SUPPLY]:
            set_van(state, pos, 1)


@jit
def deal_factions(rules, state, rng):
    """Deal factions to seats and draw the first faction (BB-18, BB-20)."""
    for seat in range(SEATS):
        state[CROWD + seat] = seat
    left = SEATS
    for seat in range(rules.seats):
        k = below(row(rng, DEAL), left)
        state[FACTION_OF + seat] = state[CROWD + k]
        left -= 1
        state[CROWD + k] = state[CROWD + left]
    for seat in range(SEATS):
        state[CROWD + seat] = 0
    state[FIRST_SEAT] = below(row(rng, DEAL), rules.seats)
    state[T_FIRST] = state[FIRST_SEAT]


@jit
def is_seated(rules, state, faction):
    """Whether a faction type takes part."""
    for seat in range(rules.seats):
        if state[FACTION_OF + seat] == faction:
            return True
    return False


@jit
def lay_decks(rules, state, rng):
    """Fill all decks; only the top Reaction card is drawn ahead (BB-17, BB-19)."""
    for card in range(OPS_CARDS):
        state[OPS_DECK + card] = rules.table[R.OPS_COUNTS + card]
    for kind in range(LOOT_KINDS):
        state[LOOT_DECK + kind] = rules.table[R.LOOT_COPIES + kind]
    for card in range(LIBERATION_CARDS):
        state[LIBERATION_LEFT + card // HALF_DECK] |= 1 << (card % HALF_DECK)
    for card in range(CONDITIONS):
        district = rules.table[R.CONDITION_DISTRICT + card]
        kind = STATE
        if district >= 0:
            kind = rules.table[R.TILE_TYPE + district]
        if kind >= SEATS or is_seated(rules, state, kind):
            state[CONDITIONS_LEFT] |= 1 << card
    everything = (1 << REACTIONS) - 1
    state[REACTION_TOP] = pick_bit(row(rng, REACTION_STREAM), everything)
    state[REACTION_LEFT] = everything & ~(1 << state[REACTION_TOP])


@jit
def deal(rules, state, rng):
    """Deal a fresh game up to the choice of the first starting district."""
    clear_state(state)
    build_city(rules, state, CROWD, rng)
    for pos in range(SQUARES):
        state[CROWD + pos] = 0
        if state[TILE + pos] > 0:
            state[SHOP_OPEN + pos] = rules.table[R.TILE_SHOPS + state[TILE + pos]]
            set_difficulty(rules, state, pos)
    state[COUNTDOWN] = rules.table[R.COUNTDOWN_START]
    state[MORALE] = rules.table[R.MORALE_START]
    state[T_MORALE_MAX] = rules.table[R.MORALE_START]
    state[NIGHT] = 1
    deploy_police(rules, state)
    deal_factions(rules, state, rng)
    lay_decks(rules, state, rng)
    # Every faction has three districts, so the first choice is never forced.
    state[STAGE] = S_START
    run_start(rules, state, rng)


@jit
def run_start(rules, state, rng):
    """Ask the next faction for its starting district, or begin night 1 (BB-20)."""
    if state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        ask(state, START, seat)
        return
    for _ in range(rules.table[R.CONDITIONS_START]):
        reveal_condition(rules, state, rng)
    state[STAGE] = S_TURN


@jit
def barricade_room(rules, state, route):
    """Barricades that may still be placed on a route (BB-45, BB-93)."""
    room = rules.table[R.BARRICADE_CAP] - state[BARRICADES + route]
    return min(room, rules.table[R.BARRICADE_SUPPLY] - state[BARRICADES_OUT])


@jit
def choose_start(rules, state, seat, pos):
    """Place the Faction Start and the first blocs; bar the way of vans next door (BB-21, BB-22)."""
    set_occupation(state, seat, 0, pos)
    blocs = min(rules.table[R.START_BLOCS], rules.table[R.BLOC_SUPPLY])
    add_blocs(state, seat, pos, blocs)
    state[IN_CITY + seat] += blocs
    state[T_START_ID + seat] = state[TILE + pos]
    for route in range(state[N_ROUTES]):
        end, other = state[ROUTE_END + 2 * route], state[ROUTE_END + 2 * route + 1]
        if (end == pos and state[VAN_AT + other] > 0) or (other == pos and state[VAN_AT + end] > 0):
            room = barricade_room(rules, state, route)
            place_barricades(rules, state, route, min(rules.table[R.SETUP_BARRICADES], room))
