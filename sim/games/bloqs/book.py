"""The numbers of the rules as one flat array: names and offsets.

One array instead of a field a number: kernels pass `rules` by value, and each field more is paid
for in every call and every compilation.
"""

from sim.core.layout import Layout
from sim.games.bloqs.sizes import (
    BASES_TOP, CARD_KINDS, DISC_KINDS, LAYER, LAYERS_TOP, PARTS_TOP, PLAYERS_TOP, SIDES,
    SUPPORTS_TOP, TYPES, WORDS_TOP,
)

BOOK = Layout(
    # placements that touch the ground, by type and ascending mask; all others are these, lifted
    first_base=TYPES + 1, base_type=BASES_TOP, base_height=BASES_TOP, base_mask=BASES_TOP,
    # smallest supporting sets, those of a base in one row
    first_support=BASES_TOP + 1, support=SUPPORTS_TOP,
    # cells passed on the way out at level 0, by direction; `sideways` is 0 under top_only
    side=(BASES_TOP, SIDES), up=BASES_TOP, sideways=1, layers=1,
    # the bases by their lowest cell, those of large parts first
    first_corner=LAYER + 1, corner_base=BASES_TOP,
    # bases in words of bits, those of a type in one row: the first word of each type, the first
    # base of each word, the bases no higher than so many layers, those held up by layers together
    first_word=TYPES + 1, word_base=WORDS_TOP, low=(WORDS_TOP, LAYERS_TOP + 1), mixed=WORDS_TOP,
    span=1,
    # parts by number, blocks by type
    copies=1, part_type=PARTS_TOP, blocks=TYPES, most_blocks=1,
    # the loop
    circles=1, disc_mix=DISC_KINDS, die_faces=1, entry=PLAYERS_TOP, colour=PLAYERS_TOP, on_loop=1,
    choose_way=1,
    # endings: the boxes as masks, 0 for one that ends nothing
    box=1, box_layers=1, perfect=1, double=1, any_layer=1, builder_only=1, end_on_middle=1,
    end_on_discs=1, max_turns=1,
    # discs and swaps
    random_part=1, random_victim=1, perform_disc=1, may_decline=1,
    # cards
    cards=1, hand_dealt=1, card_mix=CARD_KINDS, per_gain=1, per_loss=1, own_cards=1, hand_limit=1,
    protect=1, roll_if_blocked=1, stepwise=1,
)

# What follows the fields: sets of bases by what a layer holds, see `patterns.py`.
PATTERNS = BOOK.size
FIRST_BASE = BOOK["first_base"]
BASE_TYPE = BOOK["base_type"]
BASE_HEIGHT = BOOK["base_height"]
BASE_MASK = BOOK["base_mask"]
FIRST_SUPPORT = BOOK["first_support"]
SUPPORT = BOOK["support"]
SIDE = BOOK["side"]
UP = BOOK["up"]
SIDEWAYS = BOOK["sideways"]
HIGHEST = BOOK["layers"]
FIRST_CORNER = BOOK["first_corner"]
CORNER_BASE = BOOK["corner_base"]
FIRST_WORD = BOOK["first_word"]
WORD_BASE = BOOK["word_base"]
LOW = BOOK["low"]
MIXED = BOOK["mixed"]
SPAN = BOOK["span"]
COPIES = BOOK["copies"]
PART_TYPE = BOOK["part_type"]
BLOCKS = BOOK["blocks"]
MOST_BLOCKS = BOOK["most_blocks"]
CIRCLES = BOOK["circles"]
DISC_MIX = BOOK["disc_mix"]
DIE_FACES = BOOK["die_faces"]
ENTRY = BOOK["entry"]
COLOUR = BOOK["colour"]
ON_LOOP = BOOK["on_loop"]
CHOOSE_WAY = BOOK["choose_way"]
BOX = BOOK["box"]
BOX_LAYERS = BOOK["box_layers"]
PERFECT = BOOK["perfect"]
DOUBLE = BOOK["double"]
ANY_LAYER = BOOK["any_layer"]
BUILDER_ONLY = BOOK["builder_only"]
END_ON_MIDDLE = BOOK["end_on_middle"]
END_ON_DISCS = BOOK["end_on_discs"]
MAX_TURNS = BOOK["max_turns"]
RANDOM_PART = BOOK["random_part"]
RANDOM_VICTIM = BOOK["random_victim"]
PERFORM_DISC = BOOK["perform_disc"]
MAY_DECLINE = BOOK["may_decline"]
CARDS = BOOK["cards"]
HAND_DEALT = BOOK["hand_dealt"]
CARD_MIX = BOOK["card_mix"]
PER_GAIN = BOOK["per_gain"]
PER_LOSS = BOOK["per_loss"]
OWN_CARDS = BOOK["own_cards"]
HAND_LIMIT = BOOK["hand_limit"]
PROTECT = BOOK["protect"]
ROLL_IF_BLOCKED = BOOK["roll_if_blocked"]
STEPWISE = BOOK["stepwise"]
