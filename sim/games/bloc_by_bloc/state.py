"""The flat state of Bloc by Bloc: names of its cells, phases, stages, small accessors."""

from sim.core.compile import jit
from sim.core.layout import Layout
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import (
    ACTION_KINDS, LIBERATION_CARDS, LOOT_KINDS, MORALE_CARDS, SEATS,
)
from sim.games.bloc_by_bloc.sizes import (
    DIE_FACES, HIGHWAY, MORALE_TOP, OPS_CARDS, OVER, ROUTES, RUN, SIDE_COUNT, SQUARES, TILES,
    TOKENS,
)

CELLS = Layout(
    # written by setup and never again
    tile=SQUARES, type=SQUARES, base_difficulty=SQUARES, rotation=SQUARES,
    neighbour=(SQUARES, SIDE_COUNT), route=(SQUARES, SIDE_COUNT), route_end=(ROUTES, 2),
    n_routes=1, pos_of_id=TILES, faction_of=SEATS, adjacent=SQUARES, of_type=HIGHWAY + 1,
    metro=1, connected=1, double_routes=1, routes_at=SQUARES,
    # play
    liberated=SQUARES, squads=SQUARES, van=SQUARES, blocs=(SEATS, SQUARES), deck_blocs=SEATS,
    aside=SEATS, occ_pos=(SEATS, TOKENS), occ_used=TOKENS, attacks_made=SQUARES, refused=1,
    transfers=1, token_moved=1, barricades=ROUTES, shop_open=SQUARES, graffiti=SQUARES,
    burned=SQUARES, loot_deck=LOOT_KINDS, loot_discard=LOOT_KINDS, hand=(SEATS, LOOT_KINDS),
    ops_deck=OPS_CARDS, ops_discard=OPS_CARDS, reaction_top=1, reaction_left=1, conditions_left=1,
    conditions_up=1, token=SEATS, liberation_left=2, countdown=1, morale=1, night=1, first_seat=1,
    turn_index=1, dice=DIE_FACES, phase=1, decider=1, result=1, winners=1,
    # the action in progress
    open_id=1, source=1, count=1, kind=1, need=1, paid=1, last_die=1, dice_paid=1, tools_paid=1,
    repeats=1, first_route=1, card=1, drawn=LOOT_KINDS,
    # where the engine goes on
    stage=1, cursor=1, asked=1, losses=1, lost=SEATS, chooser=1, after=1,
    path=SQUARES, path_length=1, ball=SQUARES, lib_pos=1, lib_card=1, choice=SEATS, effect_seat=1,
    # kept in step with the cells above; `check` recounts them
    occ_at=SQUARES, crowd=SQUARES, in_city=SEATS, squads_out=1, vans_out=1, barricades_out=1,
    tokens_out=1, police=1, presence=SEATS, hand_size=SEATS, difficulty=SQUARES, full_routes=1,
    # tallies: read by no rule and no policy
    t_decisions=1, t_first=1, t_start_id=SEATS, t_tokens_night=SEATS, t_first_liberation=1,
    t_morale_sum=1, t_morale_samples=1, t_morale_max=1, t_up=len(MORALE_CARDS), t_down=4,
    t_ops=1, t_heavy=1, t_vans=1, t_van_kills=1, t_squad_kills=1, t_saved=1, t_evictions=1,
    t_formed=3, t_actions=len(ACTION_KINDS), t_dice=3, t_meetings=2, t_played=LOOT_KINDS,
    t_loot=1, t_chosen=(2, LIBERATION_CARDS), t_ability=SEATS, t_lockdown=1, t_low_clock=1,
    t_destroyed_night=1, t_kills_in=TILES,
    # two legal ids at most: lets the engine see whether a decision is forced
    probe=2,
)

STATE_CELLS = CELLS.size
TILE = CELLS["tile"]
TYPE = CELLS["type"]
BASE_DIFFICULTY = CELLS["base_difficulty"]
ROTATION = CELLS["rotation"]
NEIGHBOUR = CELLS["neighbour"]
ROUTE = CELLS["route"]
ROUTE_END = CELLS["route_end"]
N_ROUTES = CELLS["n_routes"]
POS_OF_ID = CELLS["pos_of_id"]
FACTION_OF = CELLS["faction_of"]
ADJACENT = CELLS["adjacent"]
OF_TYPE = CELLS["of_type"]
METRO = CELLS["metro"]
CONNECTED = CELLS["connected"]
DOUBLE_ROUTES = CELLS["double_routes"]
ROUTES_AT = CELLS["routes_at"]
LIBERATED = CELLS["liberated"]
SQUADS = CELLS["squads"]
VAN_AT = CELLS["van"]
BLOCS = CELLS["blocs"]
DECK_BLOCS = CELLS["deck_blocs"]
ASIDE = CELLS["aside"]
OCC_POS = CELLS["occ_pos"]
OCC_USED = CELLS["occ_used"]
ATTACKS_MADE = CELLS["attacks_made"]
REFUSED = CELLS["refused"]
TRANSFERS = CELLS["transfers"]
TOKEN_MOVED = CELLS["token_moved"]
BARRICADES = CELLS["barricades"]
SHOP_OPEN = CELLS["shop_open"]
GRAFFITI_AT = CELLS["graffiti"]
BURNED = CELLS["burned"]
LOOT_DECK = CELLS["loot_deck"]
LOOT_DISCARD = CELLS["loot_discard"]
HAND = CELLS["hand"]
OPS_DECK = CELLS["ops_deck"]
OPS_DISCARD = CELLS["ops_discard"]
REACTION_TOP = CELLS["reaction_top"]
REACTION_LEFT = CELLS["reaction_left"]
CONDITIONS_LEFT = CELLS["conditions_left"]
CONDITIONS_UP = CELLS["conditions_up"]
TOKEN_ON = CELLS["token"]
LIBERATION_LEFT = CELLS["liberation_left"]
COUNTDOWN = CELLS["countdown"]
MORALE = CELLS["morale"]
NIGHT = CELLS["night"]
FIRST_SEAT = CELLS["first_seat"]
TURN_INDEX = CELLS["turn_index"]
DICE = CELLS["dice"]
PHASE = CELLS["phase"]
DECIDER = CELLS["decider"]
RESULT = CELLS["result"]
WINNERS = CELLS["winners"]
OPEN_ID = CELLS["open_id"]
SOURCE = CELLS["source"]
COUNT_OF = CELLS["count"]
KIND = CELLS["kind"]
NEED = CELLS["need"]
PAID = CELLS["paid"]
LAST_DIE = CELLS["last_die"]
DICE_PAID = CELLS["dice_paid"]
TOOLS_PAID = CELLS["tools_paid"]
REPEATS = CELLS["repeats"]
FIRST_ROUTE = CELLS["first_route"]
CARD_IN_PLAY = CELLS["card"]
DRAWN = CELLS["drawn"]
STAGE = CELLS["stage"]
CURSOR = CELLS["cursor"]
ASKED_COUNT = CELLS["asked"]
LOSSES = CELLS["losses"]
LOST = CELLS["lost"]
CHOOSER = CELLS["chooser"]
AFTER = CELLS["after"]
PATH = CELLS["path"]
PATH_LENGTH = CELLS["path_length"]
BALL = CELLS["ball"]
LIB_POS = CELLS["lib_pos"]
LIB_CARD = CELLS["lib_card"]
CHOICE = CELLS["choice"]
EFFECT_SEAT = CELLS["effect_seat"]
OCC_AT = CELLS["occ_at"]
CROWD = CELLS["crowd"]
IN_CITY = CELLS["in_city"]
SQUADS_OUT = CELLS["squads_out"]
VANS_OUT = CELLS["vans_out"]
BARRICADES_OUT = CELLS["barricades_out"]
TOKENS_OUT = CELLS["tokens_out"]
POLICE = CELLS["police"]
PRESENCE = CELLS["presence"]
HAND_SIZE = CELLS["hand_size"]
DIFFICULTY = CELLS["difficulty"]
FULL_ROUTES = CELLS["full_routes"]
T_DECISIONS = CELLS["t_decisions"]
T_FIRST = CELLS["t_first"]
T_START_ID = CELLS["t_start_id"]
T_TOKENS_NIGHT = CELLS["t_tokens_night"]
T_FIRST_LIBERATION = CELLS["t_first_liberation"]
T_MORALE_SUM = CELLS["t_morale_sum"]
T_MORALE_SAMPLES = CELLS["t_morale_samples"]
T_MORALE_MAX = CELLS["t_morale_max"]
T_UP = CELLS["t_up"]
T_DOWN = CELLS["t_down"]
T_OPS = CELLS["t_ops"]
T_HEAVY = CELLS["t_heavy"]
T_VANS = CELLS["t_vans"]
T_VAN_KILLS = CELLS["t_van_kills"]
T_SQUAD_KILLS = CELLS["t_squad_kills"]
T_SAVED = CELLS["t_saved"]
T_EVICTIONS = CELLS["t_evictions"]
T_FORMED = CELLS["t_formed"]
T_ACTIONS = CELLS["t_actions"]
T_DICE = CELLS["t_dice"]
T_MEETINGS = CELLS["t_meetings"]
T_PLAYED = CELLS["t_played"]
T_LOOT = CELLS["t_loot"]
T_CHOSEN = CELLS["t_chosen"]
T_ABILITY = CELLS["t_ability"]
T_LOCKDOWN = CELLS["t_lockdown"]
T_LOW_CLOCK = CELLS["t_low_clock"]
T_DESTROYED_NIGHT = CELLS["t_destroyed_night"]
T_KILLS_IN = CELLS["t_kills_in"]
PROBE = CELLS["probe"]


@jit
def blocs_at(seat, pos):
    """Cell that counts a seat's blocs on a square."""
    return BLOCS + seat * SQUARES + pos


@jit
def occ_of(seat, token):
    """Cell that holds the square of one occupation token, -1 in supply."""
    return OCC_POS + seat * TOKENS + token


@jit
def hand_of(seat, kind):
    """Cell that counts Loot cards of a kind in a seat's hand."""
    return HAND + seat * LOOT_KINDS + kind


@jit
def kind_of_token(token):
    """Kind of an occupation token: 0 Start, 1 Hall, 2 Center (tokens 0, 1-2, 3-4)."""
    return (token + 1) // 2


@jit
def active_seat(rules, state):
    """Seat whose turn it is."""
    return (state[FIRST_SEAT] + state[TURN_INDEX]) % rules.seats


@jit
def turn_seat(rules, state, place):
    """Seat that is `place` turns after the night's first faction."""
    return (state[FIRST_SEAT] + place) % rules.seats


@jit
def has_police(state, pos):
    """Whether a squad or van makes a clash of this square (BB-12)."""
    return (state[POLICE] >> pos) & 1


@jit
def set_difficulty(rules, state, pos):
    """Note the present difficulty of a district (BB-11)."""
    value = state[BASE_DIFFICULTY + pos]
    if state[LIBERATED + pos]:
        value = max(1, value + rules.table[R.LIBERATED_CHANGE + state[TYPE + pos]])
    state[DIFFICULTY + pos] = value


@jit
def difficulty(state, pos):
    """Present difficulty of a district (BB-11)."""
    return state[DIFFICULTY + pos]


@jit
def change_hand(state, seat, kind, n):
    """Add n Loot cards of a kind (or take -n) to a hand."""
    state[HAND + seat * LOOT_KINDS + kind] += n
    state[HAND_SIZE + seat] += n


@jit
def blocs_needed(rules, state, pos):
    """Blocs that liberate a repressed district (BB-77)."""
    return rules.table[R.NEED + state[BASE_DIFFICULTY + pos]]


@jit
def free_blocs(state, seat, pos):
    """A seat's blocs on a square that are not in a clash."""
    if (state[POLICE] >> pos) & 1:
        return 0
    return state[BLOCS + seat * SQUARES + pos]


@jit
def dice_left(state):
    """Number of unspent dice."""
    total = 0
    for face in range(DIE_FACES):
        total += state[DICE + face]
    return total


@jit
def priority_high(rules, state):
    """Whether ties go to the highest ID: the back of the top Reaction card (BB-10)."""
    return rules.table[R.REACTION_HIGH + state[REACTION_TOP]] == 1


@jit
def metro_open(rules, state):
    """Whether blocs may ride: the back of the top Reaction card (BB-31)."""
    return rules.table[R.REACTION_LOCKDOWN + state[REACTION_TOP]] == 0


@jit
def rank(state, pos):
    """Place of a district in the ID order: its ID, behind all others if liberated (BB-9)."""
    return state[TILE + pos] + state[LIBERATED + pos] * TILES


@jit
def set_police(state, pos):
    """Bring the police mask in step after squads or a van changed on a square."""
    if state[SQUADS + pos] > 0 or state[VAN_AT + pos] > 0:
        state[POLICE] |= 1 << pos
    else:
        state[POLICE] &= ~(1 << pos)


@jit
def add_squads(state, pos, n):
    """Add n squads (or take -n) on a square, supply included."""
    state[SQUADS + pos] += n
    state[SQUADS_OUT] += n
    set_police(state, pos)


@jit
def shift_squads(state, pos, n):
    """Add n squads (or take -n) on a square; they come from or go to another square."""
    state[SQUADS + pos] += n
    set_police(state, pos)


@jit
def set_van(state, pos, value):
    """Put 0 (none) or 1 + hits on a square."""
    state[VANS_OUT] += int(value > 0) - int(state[VAN_AT + pos] > 0)
    state[VAN_AT + pos] = value
    set_police(state, pos)


@jit
def add_blocs(state, seat, pos, n):
    """Add n blocs of a seat (or take -n) on a square; the count in the city is the caller's."""
    cell = BLOCS + seat * SQUARES + pos
    state[cell] += n
    state[CROWD + pos] += n
    if state[cell] > 0:
        state[PRESENCE + seat] |= 1 << pos
    else:
        state[PRESENCE + seat] &= ~(1 << pos)


@jit
def form_blocs(rules, state, seat, pos, n, why):
    """Form up to n blocs from supply on a square and return how many came."""
    n = min(n, rules.table[R.BLOC_SUPPLY] - state[IN_CITY + seat])
    if n > 0:
        add_blocs(state, seat, pos, n)
        state[IN_CITY + seat] += n
        state[T_FORMED + why] += n
    return n


@jit
def place_barricades(rules, state, route, n):
    """Add n barricades (or take -n) on a route."""
    state[BARRICADES + route] += n
    state[BARRICADES_OUT] += n
    if state[BARRICADES + route] >= rules.table[R.BARRICADE_CAP]:
        state[FULL_ROUTES] |= 1 << route
    else:
        state[FULL_ROUTES] &= ~(1 << route)


@jit
def routes_with_room(rules, state):
    """Mask of the routes that take another barricade; none once the supply is out (BB-45)."""
    if state[BARRICADES_OUT] >= rules.table[R.BARRICADE_SUPPLY]:
        return 0
    return ((1 << state[N_ROUTES]) - 1) & ~state[FULL_ROUTES]


@jit
def set_occupation(state, seat, token, pos):
    """Put a token on a square, or back into supply with pos = -1."""
    cell = occ_of(seat, token)
    if state[cell] >= 0:
        state[OCC_AT + state[cell]] = -1
    state[cell] = pos
    if pos >= 0:
        state[OCC_AT + pos] = seat * TOKENS + token


@jit
def change_morale(state, change):
    """Move police morale within Timid .. Deadly and return the levels really moved (BB-24)."""
    before = state[MORALE]
    state[MORALE] = min(MORALE_TOP, max(0, before + change))
    state[T_MORALE_MAX] = max(state[T_MORALE_MAX], state[MORALE])
    return state[MORALE] - before


@jit
def lower_morale(state, n, why):
    """Lower police morale by n and tally the cause."""
    state[T_DOWN + why] -= change_morale(state, -n)


@jit
def run_on(state):
    """No decision is pending: let the engine go on at its stage."""
    state[PHASE] = RUN
    state[DECIDER] = -1


@jit
def ask(state, phase, seat):
    """A decision is pending."""
    state[PHASE] = phase
    state[DECIDER] = seat


@jit
def end_game(state, result):
    """Stop the game with a result."""
    state[RESULT] = result
    state[PHASE] = OVER
    state[DECIDER] = -1
