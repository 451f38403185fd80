"""Sizes and codes that the whole game shares: pure constants, no rule numbers."""

# A cell (x, y, z) of a site is bit 9 z + 3 y + x.
WIDTH = 3
LAYER = WIDTH * WIDTH
FULL_LAYER = (1 << LAYER) - 1
LAYERS_TOP = 7
# All cells of a site, and all but its top layer: what may be shifted up by a layer.
SITE = (1 << LAYER * LAYERS_TOP) - 1
BELOW_TOP = SITE >> LAYER

TYPES = 8
PARTS_TOP = 48
PLAYERS_TOP = 4
CIRCLES_TOP = 40
CARDS_TOP = 96
# Room in the placement tables: placements that touch the ground, and their supporting sets.
BASES_TOP = 384
SUPPORTS_TOP = 2048
SIDES = 4
NOWHERE = -1

SUPPORT_RULES = ("stable", "full", "any")
PATH_RULES = ("five_way", "top_only")

# A counter beside the loop stands on 64 + the colour of its starting circle.
BESIDE = 64
# Kinds of disc: the types of part, then these.
STEAL_DISC, BUILD_DISC = TYPES, TYPES + 1
DISC_KINDS = TYPES + 2
NO_DISC = -1
# Kinds of card: dice by value, cube cards by type, then these.
DICE_VALUES = 6
CUBE_CARD = DICE_VALUES
TELEPORT_CARD = CUBE_CARD + TYPES
DEFENCE_CARD = TELEPORT_CARD + 1
CARD_KINDS = DEFENCE_CARD + 1
# Cards played this turn, as bits.
PLAYED_MOVE, PLAYED_CUBE = 1, 2

# Where a part is, besides the seat whose tower it stands in.
IN_MIDDLE, HELD, NOT_IN_GAME = -1, 4, 5
NO_PART = -1
NOBODY = -1

PHASES = ("START", "DIR", "CARD", "TYPE", "PLACE", "LEVEL", "STEAL", "PARTNER", "GIVE", "TAKE",
          "DEFEND", "OVER")
(START, DIR, CARD, TYPE, PLACE, LEVEL, STEAL, PARTNER, GIVE, TAKE, DEFEND,
 OVER) = range(len(PHASES))
# What a turn does next; WAIT is for a decision, or for nothing once the game is over.
(GO_BEGIN, GO_THROW, GO_WAY, GO_LAND, GO_DISC, GO_CUBE, GO_PLACE, GO_LEVEL, GO_PUT, GO_END, GO_SWAP,
 GO_GIVE, GO_TAKE, GO_NAMED, GO_CARRY_OUT, GO_TYPE, GO_STEAL, WAIT) = range(18)

# How a part came that is to be placed, and in finish_source how a cube became perfect.
(BY_DISC, BY_BUILD, BY_STEAL, BY_SWAP, BY_PARTNER, BY_REMOVAL, BY_CUBE_CARD) = range(7)
THREAT_STEAL, THREAT_SWAP, THREAT_TELEPORT = range(3)
RUNNING, END_PERFECT, END_DOUBLE, END_MIDDLE, END_DISCS, END_CAP = range(6)

# Options of a decision are kept as masks of so many bits.
OFFER_BITS = 63
OFFER_WORDS = 4
# The box of the perfect cube has at most so many layers, and each part of a tiling a cell or more.
BOX_LAYERS_TOP = 4
SEARCH_DEPTH = LAYER * BOX_LAYERS_TOP
# Bases of one type in words of OFFER_BITS, all types together.
WORDS_TOP = BASES_TOP // OFFER_BITS + TYPES
