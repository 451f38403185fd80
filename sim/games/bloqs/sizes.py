"""Sizes that the whole game shares: pure constants, no rule numbers."""

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
# Room in the placement tables: placements that touch the ground, and their supporting sets.
BASES_TOP = 384
SUPPORTS_TOP = 2048
SIDES = 4

SUPPORT_RULES = ("stable", "full", "any")
PATH_RULES = ("five_way", "top_only")
NOWHERE = -1
