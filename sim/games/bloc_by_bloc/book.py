"""The numbers of the rules as one flat array: names and offsets.

One array instead of a field a number: kernels pass `rules` by value, and each field more is paid
for in every call and every compilation.
"""

from sim.core.layout import Layout
from sim.games.bloc_by_bloc.columns import DISTRICTS, LIBERATION_CARDS, LOOT_KINDS
from sim.games.bloc_by_bloc.sizes import (
    CONDITIONS, HIGHWAY, MAX_NEED, MORALE_TOP, OPS_CARDS, REACTIONS, SQUARES, TILES,
)

LEVELS, PILES, THRESHOLDS, CHOICES = MORALE_TOP + 1, 3, 2, 2

BOOK = Layout(
    # BB-17, BB-23..BB-26: Police Ops cards by code, morale track by level
    ops_counts=OPS_CARDS,
    ops_kind=OPS_CARDS,
    ops_target=OPS_CARDS,
    ops_morale=OPS_CARDS,
    morale_cards=LEVELS,
    morale_steps=LEVELS,
    morale_start=1,
    countdown_start=1,
    countdown_cap=1,
    public_bonus=1,
    # BB-16, BB-21, BB-22, BB-35, BB-93: pieces
    start_blocs=1,
    start_squads=1,
    start_vans=1,
    squad_supply=1,
    van_supply=1,
    bloc_supply=1,
    barricade_supply=1,
    barricade_cap=1,
    barricade_block=1,
    setup_barricades=1,
    loot_tokens=1,
    dice_thresholds=THRESHOLDS,
    dice_base=1,
    # BB-2, BB-3, BB-11, BB-14: tiles by Police ID (0 a highway), piles, a fixed city
    tile_type=TILES,
    tile_difficulty=TILES,
    tile_metro=TILES,
    tile_three_way=TILES,
    tile_shops=TILES,
    pile_squares=(PILES, SQUARES),
    pile_tiles=(PILES, SQUARES),
    pile_size=PILES,
    fixed_city=1,
    fixed_tiles=SQUARES,
    fixed_rotation=SQUARES,
    liberated_change=HIGHWAY + 1,
    # BB-77, BB-81: blocs needed by difficulty, cost of a card by cards face up
    need=MAX_NEED,
    needs_neighbour=1,
    meeting_cost=DISTRICTS,
    van_hits=1,
    kick_squads=1,
    rotation_limit=1,
    # BB-19, BB-60: Conditions cards by code
    conditions_start=1,
    condition_district=CONDITIONS,
    condition_type=CONDITIONS,
    condition_count=CONDITIONS,
    # Loot, Liberation and Reaction cards by code
    loot_copies=LOOT_KINDS,
    loot_amount=LOOT_KINDS,
    mac_keep=1,
    mac_enabled=1,
    hall_enabled=1,
    effect_kind=(LIBERATION_CARDS, CHOICES),
    effect_amount=(LIBERATION_CARDS, CHOICES),
    reaction_destination=REACTIONS,
    reaction_high=REACTIONS,
    reaction_lockdown=REACTIONS,
    # faction abilities and rulings
    workers=1,
    students=1,
    neighbors=1,
    prisoners=1,
    prisoners_bonus=1,
    bonus_per_die=1,
    patrols_follow_priority=1,
    students_solo_strict=1,
    require_connected=1,
    meet_without_deck=1,
    relocation_lowers_morale=1,
    liberation_known=1,
    sequential=1,
    payment_auto=1,
    token_manual=1,
    max_transfers=1,
    night_cap=1,
    decision_cap=1,
)

OPS_COUNTS = BOOK["ops_counts"]
OPS_KIND = BOOK["ops_kind"]
OPS_TARGET = BOOK["ops_target"]
OPS_MORALE = BOOK["ops_morale"]
MORALE_CARDS = BOOK["morale_cards"]
MORALE_STEPS = BOOK["morale_steps"]
MORALE_START = BOOK["morale_start"]
COUNTDOWN_START = BOOK["countdown_start"]
COUNTDOWN_CAP = BOOK["countdown_cap"]
PUBLIC_BONUS = BOOK["public_bonus"]
START_BLOCS = BOOK["start_blocs"]
START_SQUADS = BOOK["start_squads"]
START_VANS = BOOK["start_vans"]
SQUAD_SUPPLY = BOOK["squad_supply"]
VAN_SUPPLY = BOOK["van_supply"]
BLOC_SUPPLY = BOOK["bloc_supply"]
BARRICADE_SUPPLY = BOOK["barricade_supply"]
BARRICADE_CAP = BOOK["barricade_cap"]
BARRICADE_BLOCK = BOOK["barricade_block"]
SETUP_BARRICADES = BOOK["setup_barricades"]
LOOT_TOKENS = BOOK["loot_tokens"]
DICE_THRESHOLDS = BOOK["dice_thresholds"]
DICE_BASE = BOOK["dice_base"]
TILE_TYPE = BOOK["tile_type"]
TILE_DIFFICULTY = BOOK["tile_difficulty"]
TILE_METRO = BOOK["tile_metro"]
TILE_THREE_WAY = BOOK["tile_three_way"]
TILE_SHOPS = BOOK["tile_shops"]
PILE_SQUARES = BOOK["pile_squares"]
PILE_TILES = BOOK["pile_tiles"]
PILE_SIZE = BOOK["pile_size"]
FIXED_CITY = BOOK["fixed_city"]
FIXED_TILES = BOOK["fixed_tiles"]
FIXED_ROTATION = BOOK["fixed_rotation"]
LIBERATED_CHANGE = BOOK["liberated_change"]
NEED = BOOK["need"]
NEEDS_NEIGHBOUR = BOOK["needs_neighbour"]
MEETING_COST = BOOK["meeting_cost"]
VAN_HITS = BOOK["van_hits"]
KICK_SQUADS = BOOK["kick_squads"]
ROTATION_LIMIT = BOOK["rotation_limit"]
CONDITIONS_START = BOOK["conditions_start"]
CONDITION_DISTRICT = BOOK["condition_district"]
CONDITION_TYPE = BOOK["condition_type"]
CONDITION_COUNT = BOOK["condition_count"]
LOOT_COPIES = BOOK["loot_copies"]
LOOT_AMOUNT = BOOK["loot_amount"]
MAC_KEEP = BOOK["mac_keep"]
MAC_ENABLED = BOOK["mac_enabled"]
HALL_ENABLED = BOOK["hall_enabled"]
EFFECT_KIND = BOOK["effect_kind"]
EFFECT_AMOUNT = BOOK["effect_amount"]
REACTION_DESTINATION = BOOK["reaction_destination"]
REACTION_HIGH = BOOK["reaction_high"]
REACTION_LOCKDOWN = BOOK["reaction_lockdown"]
WORKERS = BOOK["workers"]
STUDENTS = BOOK["students"]
NEIGHBORS = BOOK["neighbors"]
PRISONERS = BOOK["prisoners"]
PRISONERS_BONUS = BOOK["prisoners_bonus"]
BONUS_PER_DIE = BOOK["bonus_per_die"]
PATROLS_FOLLOW_PRIORITY = BOOK["patrols_follow_priority"]
STUDENTS_SOLO_STRICT = BOOK["students_solo_strict"]
REQUIRE_CONNECTED = BOOK["require_connected"]
MEET_WITHOUT_DECK = BOOK["meet_without_deck"]
RELOCATION_LOWERS_MORALE = BOOK["relocation_lowers_morale"]
LIBERATION_KNOWN = BOOK["liberation_known"]
SEQUENTIAL = BOOK["sequential"]
PAYMENT_AUTO = BOOK["payment_auto"]
TOKEN_MANUAL = BOOK["token_manual"]
MAX_TRANSFERS = BOOK["max_transfers"]
NIGHT_CAP = BOOK["night_cap"]
DECISION_CAP = BOOK["decision_cap"]
