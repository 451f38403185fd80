"""The numbers of the rules as one flat array: names and offsets.

One array instead of a field a number: kernels pass `rules` by value, and each field more is paid
for in every call and every compilation.
"""

from sim.core.layout import Layout
from sim.games.bloqs.sizes import BASES_TOP, SIDES, SUPPORTS_TOP, TYPES

BOOK = Layout(
    # placements that touch the ground, by type and ascending mask; all others are these, lifted
    first_base=TYPES + 1, base_type=BASES_TOP, base_height=BASES_TOP, base_mask=BASES_TOP,
    # smallest supporting sets, those of a base in one row
    first_support=BASES_TOP + 1, support=SUPPORTS_TOP,
    # cells passed on the way out at level 0, by direction; `sideways` is 0 under top_only
    side=(BASES_TOP, SIDES), up=BASES_TOP, sideways=1, layers=1,
)

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
