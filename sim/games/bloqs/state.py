"""The flat state of Bloqs: names of its cells, and small accessors."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.core.layout import Layout
from sim.games.bloqs import book as R
from sim.games.bloqs.sizes import (
    CARDS_TOP, CARD_KINDS, CIRCLES_TOP, HELD, IN_MIDDLE, LAYER, OFFER_WORDS, PARTS_TOP,
    PLAYERS_TOP, SEARCH_DEPTH, TYPES,
)

CELLS = Layout(
    # where the game stands; `actor` decides now, `turn_no` counts completed turns of all
    phase=1, turn_player=1, actor=1, start_player=1, turn_no=1, roll=1,
    # the part to be placed: how it came, which it is, the base chosen for it
    source=1, in_hand=1, base_chosen=1,
    # the steal or swap in progress; open_mask has the partners still to be met
    give=1, take=1, partner=1, open_mask=1, do_action=1, swap_happened=1,
    # what a defence card would stop; protected has the parts that cards have saved
    threat=1, tele_target=1, protected=1, cards_played=1,
    end_reason=1, winner_mask=1,
    pos=PLAYERS_TOP, disc=CIRCLES_TOP, up=CIRCLES_TOP,
    part_owner=PARTS_TOP, part_base=PARTS_TOP, part_z=PARTS_TOP,
    hand=(PLAYERS_TOP, CARD_KINDS), discard=CARD_KINDS, deck=CARDS_TOP, deck_n=1,
    # full layers of a site before the change that cards are settled for
    full_before=PLAYERS_TOP,
    # kept in step with the cells above; `check` recounts them
    supply=TYPES, tower=PLAYERS_TOP, owned=PLAYERS_TOP, part_cells=PARTS_TOP, middle_n=1, down_n=1,
    hand_n=PLAYERS_TOP,
    # the options of a decision about parts, as masks
    offer=OFFER_WORDS,
    # the record: read by no rule and no policy
    decisions=1, level_choices=1, moved=1, taken_from=1, threatened=PLAYERS_TOP,
    threat_turns=PLAYERS_TOP, first_threat_turn=1, threats_broken=PLAYERS_TOP, half_seen=1,
    leader_half=1, last_leader=1, lead_changes=1, finish_type=1, finish_source=1,
    steals_made=PLAYERS_TOP, steals_suffered=PLAYERS_TOP, swaps_made=PLAYERS_TOP,
    swaps_suffered=PLAYERS_TOP, layers_broken=PLAYERS_TOP, landings=6, unavailable=1,
    unplaceable=1, cap_blocked=1, build_impossible=1, steal_impossible=1, swap_impossible=1,
    no_removable=1, dead_turns=PLAYERS_TOP, cards_by=(4, PLAYERS_TOP), defended=3, asked=3,
    cards_gained=PLAYERS_TOP, cards_lost=PLAYERS_TOP, draws_lost=1, reshuffles=1, taken=TYPES,
    built=(TYPES, PLAYERS_TOP), alive=PLAYERS_TOP,
    # placements tried by a search, all 0 outside it
    search=SEARCH_DEPTH,
)

STATE_CELLS = CELLS.size
PHASE = CELLS["phase"]
TURN_PLAYER = CELLS["turn_player"]
ACTOR = CELLS["actor"]
START_PLAYER = CELLS["start_player"]
TURN_NO = CELLS["turn_no"]
ROLL = CELLS["roll"]
SOURCE = CELLS["source"]
IN_HAND = CELLS["in_hand"]
BASE_CHOSEN = CELLS["base_chosen"]
GIVE_PART = CELLS["give"]
TAKE_PART = CELLS["take"]
PARTNER_SEAT = CELLS["partner"]
OPEN_MASK = CELLS["open_mask"]
DO_ACTION = CELLS["do_action"]
SWAP_HAPPENED = CELLS["swap_happened"]
THREAT = CELLS["threat"]
TELE_TARGET = CELLS["tele_target"]
PROTECTED = CELLS["protected"]
CARDS_PLAYED = CELLS["cards_played"]
END_REASON = CELLS["end_reason"]
WINNER_MASK = CELLS["winner_mask"]
POS = CELLS["pos"]
DISC = CELLS["disc"]
UP = CELLS["up"]
PART_OWNER = CELLS["part_owner"]
PART_BASE = CELLS["part_base"]
PART_Z = CELLS["part_z"]
HAND = CELLS["hand"]
DISCARD = CELLS["discard"]
DECK = CELLS["deck"]
DECK_N = CELLS["deck_n"]
FULL_BEFORE = CELLS["full_before"]
SUPPLY = CELLS["supply"]
TOWER = CELLS["tower"]
OWNED = CELLS["owned"]
PART_CELLS = CELLS["part_cells"]
MIDDLE_N = CELLS["middle_n"]
DOWN_N = CELLS["down_n"]
HAND_N = CELLS["hand_n"]
OFFER = CELLS["offer"]
DECISIONS = CELLS["decisions"]
LEVEL_CHOICES = CELLS["level_choices"]
MOVED = CELLS["moved"]
TAKEN_FROM = CELLS["taken_from"]
THREATENED = CELLS["threatened"]
THREAT_TURNS = CELLS["threat_turns"]
FIRST_THREAT_TURN = CELLS["first_threat_turn"]
THREATS_BROKEN = CELLS["threats_broken"]
HALF_SEEN = CELLS["half_seen"]
LEADER_HALF = CELLS["leader_half"]
LAST_LEADER = CELLS["last_leader"]
LEAD_CHANGES = CELLS["lead_changes"]
FINISH_TYPE = CELLS["finish_type"]
FINISH_SOURCE = CELLS["finish_source"]
STEALS_MADE = CELLS["steals_made"]
STEALS_SUFFERED = CELLS["steals_suffered"]
SWAPS_MADE = CELLS["swaps_made"]
SWAPS_SUFFERED = CELLS["swaps_suffered"]
LAYERS_BROKEN = CELLS["layers_broken"]
LANDINGS = CELLS["landings"]
UNAVAILABLE = CELLS["unavailable"]
UNPLACEABLE = CELLS["unplaceable"]
CAP_BLOCKED = CELLS["cap_blocked"]
BUILD_IMPOSSIBLE = CELLS["build_impossible"]
STEAL_IMPOSSIBLE = CELLS["steal_impossible"]
SWAP_IMPOSSIBLE = CELLS["swap_impossible"]
NO_REMOVABLE = CELLS["no_removable"]
DEAD_TURNS = CELLS["dead_turns"]
CARDS_BY = CELLS["cards_by"]
DEFENDED = CELLS["defended"]
ASKED = CELLS["asked"]
CARDS_GAINED = CELLS["cards_gained"]
CARDS_LOST = CELLS["cards_lost"]
DRAWS_LOST = CELLS["draws_lost"]
RESHUFFLES = CELLS["reshuffles"]
TAKEN = CELLS["taken"]
BUILT = CELLS["built"]
ALIVE = CELLS["alive"]
SEARCH = CELLS["search"]


@jit
def held_at(player, kind):
    """Number of a kind of card in the hands."""
    return player * CARD_KINDS + kind


@jit
def part_type(rules, part):
    """Type of a part."""
    return rules.table[R.PART_TYPE + part]


@jit
def supply_outside(rules, state, player, kind):
    """Number of parts of a type that are not in a player's tower."""
    first, copies = kind * rules.table[R.COPIES], rules.table[R.COPIES]
    mine = (state[OWNED + player] >> first) & ((1 << copies) - 1)
    return copies - count_bits(mine)


@jit
def take_from_middle(rules, state, kind):
    """Take the part with the lowest number of a type from the middle and return it."""
    part = kind * rules.table[R.COPIES]
    while state[PART_OWNER + part] != IN_MIDDLE:
        part += 1
    state[PART_OWNER + part] = HELD
    state[SUPPLY + kind] -= 1
    state[MIDDLE_N] -= 1
    state[TAKEN + kind] += 1
    state[MOVED] = 1
    return part


@jit
def stand_part(rules, state, player, part, base, level):
    """Stand a part in a tower."""
    cells = rules.table[R.BASE_MASK + base] << (LAYER * level)
    state[PART_OWNER + part] = player
    state[PART_BASE + part] = base
    state[PART_Z + part] = level
    state[PART_CELLS + part] = cells
    state[OWNED + player] |= 1 << part
    state[TOWER + player] |= cells


@jit
def lift_part(state, part):
    """Lift a part from its tower and return whose it was."""
    player = state[PART_OWNER + part]
    state[OWNED + player] &= ~(1 << part)
    state[TOWER + player] &= ~state[PART_CELLS + part]
    state[PART_OWNER + part] = HELD
    state[PART_BASE + part] = -1
    state[PART_Z + part] = -1
    state[PART_CELLS + part] = 0
    state[MOVED] = 1
    return player


@jit
def offer_mask(state, mask):
    """Offer the options of one mask and return how many there are."""
    state[OFFER] = mask
    for word in range(1, OFFER_WORDS):
        state[OFFER + word] = 0
    return count_bits(mask)


@jit
def ask(state, phase, player):
    """Put a decision to a player."""
    state[PHASE] = phase
    state[ACTOR] = player
