"""The numbers of the rules as one flat array: names and offsets.

One array instead of a field a number: kernels pass `rules` by value, and each field more is paid
for in every call and every compilation.
"""

from sim.core.layout import Layout
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.knobs import AP_TOP
from sim.games.block_war.sizes import KINDS

BOOK = Layout(
    # BW-6: copies of each kind, and how many of the JD cards are units
    jd_mix=KINDS, perp_mix=KINDS, jd_units=1,
    # JD cards by kind; the points are what its killer scores (BW-100)
    jd_unit=KINDS, jd_effect=KINDS, jd_front_attack=KINDS, jd_front_defense=KINDS,
    jd_rear_attack=KINDS, jd_rear_defense=KINDS, jd_side=(PLAYERS, KINDS), jd_strongest=KINDS,
    jd_slide=KINDS, jd_named=KINDS, jd_points=KINDS, dredd_kind=1, giant_kind=1,
    # Perp cards by kind; reach is a mask of the columns before, same and after, by player
    perp_attack=KINDS, perp_defense=KINDS, perp_ap=KINDS, perp_play=KINDS,
    perp_reach=(PLAYERS, KINDS), perp_aims=KINDS, takes_backup=KINDS, takes_reinforce=KINDS,
    backup_kind=1, reinforce_kind=1, foam_kind=1, hiex_kind=1, boing_kind=1, turn_kind=1,
    flip_kind=1,
    # setup
    hand_dealt=PLAYERS, open_gates=1, max_facing=1, opener=1, deal_placed=1,
    # turn
    ap=PLAYERS, ap_first=1, cost_buy=1, cost_toggle=1, cost_step=1, early_end=1, min_open=1,
    # by AP left: the kinds that can be paid, as a mask
    affordable=AP_TOP + 1,
    # moves as masks by GATES * from + to: by AP left and mask of free gates those that can be
    # paid, by mask of units those that begin at one
    goals=(AP_TOP + 1, 1 << GATES), starts=1 << GATES,
    # combat
    first_combat=1, strict_one=1, until_blocked=1, any_reach=1, dredd_range=1, hits_foam=1,
    # by mask of open gates: the columns from which some judge may aim at one of them
    in_view=1 << GATES,
    # street
    remove_furthest=1, facing_odds=1,
    # foam and occupation
    foam_by_ap=1, foam_price=1, foam_opens=1, evict_price=1,
    # scoring
    vp_gate=1, vp_perp_unit=1, useless_to_lose=1, tie=1,
    # limits
    max_turns=1, stall_turns=1,
)

JD_MIX = BOOK["jd_mix"]
PERP_MIX = BOOK["perp_mix"]
JD_UNITS = BOOK["jd_units"]
JD_UNIT = BOOK["jd_unit"]
JD_EFFECT = BOOK["jd_effect"]
JD_FRONT_ATTACK = BOOK["jd_front_attack"]
JD_FRONT_DEFENSE = BOOK["jd_front_defense"]
JD_REAR_ATTACK = BOOK["jd_rear_attack"]
JD_REAR_DEFENSE = BOOK["jd_rear_defense"]
JD_SIDE = BOOK["jd_side"]
JD_STRONGEST = BOOK["jd_strongest"]
JD_SLIDE = BOOK["jd_slide"]
JD_NAMED = BOOK["jd_named"]
JD_POINTS = BOOK["jd_points"]
DREDD_KIND = BOOK["dredd_kind"]
GIANT_KIND = BOOK["giant_kind"]
PERP_ATTACK = BOOK["perp_attack"]
PERP_DEFENSE = BOOK["perp_defense"]
PERP_AP = BOOK["perp_ap"]
PERP_PLAY = BOOK["perp_play"]
PERP_REACH = BOOK["perp_reach"]
PERP_AIMS = BOOK["perp_aims"]
TAKES_BACKUP = BOOK["takes_backup"]
TAKES_REINFORCE = BOOK["takes_reinforce"]
BACKUP_KIND = BOOK["backup_kind"]
REINFORCE_KIND = BOOK["reinforce_kind"]
FOAM_KIND = BOOK["foam_kind"]
HIEX_KIND = BOOK["hiex_kind"]
BOING_KIND = BOOK["boing_kind"]
TURN_KIND = BOOK["turn_kind"]
FLIP_KIND = BOOK["flip_kind"]
HAND_DEALT = BOOK["hand_dealt"]
OPEN_GATES = BOOK["open_gates"]
MAX_FACING = BOOK["max_facing"]
OPENER = BOOK["opener"]
DEAL_PLACED = BOOK["deal_placed"]
AP = BOOK["ap"]
AP_FIRST = BOOK["ap_first"]
COST_BUY = BOOK["cost_buy"]
COST_TOGGLE = BOOK["cost_toggle"]
COST_STEP = BOOK["cost_step"]
EARLY_END = BOOK["early_end"]
MIN_OPEN = BOOK["min_open"]
AFFORDABLE = BOOK["affordable"]
GOALS = BOOK["goals"]
STARTS = BOOK["starts"]
FIRST_COMBAT = BOOK["first_combat"]
STRICT_ONE = BOOK["strict_one"]
UNTIL_BLOCKED = BOOK["until_blocked"]
ANY_REACH = BOOK["any_reach"]
DREDD_RANGE = BOOK["dredd_range"]
HITS_FOAM = BOOK["hits_foam"]
IN_VIEW = BOOK["in_view"]
REMOVE_FURTHEST = BOOK["remove_furthest"]
FACING_ODDS = BOOK["facing_odds"]
FOAM_BY_AP = BOOK["foam_by_ap"]
FOAM_PRICE = BOOK["foam_price"]
FOAM_OPENS = BOOK["foam_opens"]
EVICT_PRICE = BOOK["evict_price"]
VP_GATE = BOOK["vp_gate"]
VP_PERP_UNIT = BOOK["vp_perp_unit"]
USELESS_TO_LOSE = BOOK["useless_to_lose"]
TIE = BOOK["tie"]
MAX_TURNS = BOOK["max_turns"]
STALL_TURNS = BOOK["stall_turns"]
