"""The workspace of the policies: named ranges of one float64 array, the `desk`.

Bit masks lie on it as floats; 25 bits fit exactly.
"""

from typing import NamedTuple

from sim.core.compile import jit
from sim.core.layout import Layout
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import SEATS
from sim.games.bloc_by_bloc.sizes import DIE_FACES, MAX_NEED, SCRATCH_CELLS, SQUARES
from sim.games.bloc_by_bloc.state import COUNTDOWN, DICE, MORALE, TURN_INDEX
from sim.games.bloc_by_bloc.weights import NAMES

OFFERS = 5
SUMS = 25
MOST_BLOCS = 15
MOVES = 3 * SQUARES
MEETING = SQUARES
FAR = 1e9
# Blocs needed, neighbour rule, Conditions cards.
RULE_CELLS = R.LOOT_COPIES - R.NEED

DESK = Layout(
    # what the plan was made of
    key_weights=len(NAMES), key_difficulty=SQUARES, key_city=60, key_board=3 * SQUARES,
    key_occupations=SQUARES, key_cards=1, key_rules=RULE_CELLS, key_seats=1,
    # the plan
    police=SQUARES, price=SQUARES, came_from=SQUARES, importance=SQUARES, targets=SEATS,
    card_of=SEATS, card_price=SEATS, groups=1, freed=1, frontier=1,
    offer_price=(SEATS, OFFERS), offer_card=(SEATS, OFFERS), offer_targets=(SEATS, OFFERS),
    offers=SEATS, pick=SEATS, spent=SEATS + 1, used=SEATS + 1, wanted=SEATS + 1, cheapest=SEATS + 1,
    # what the present decision sees
    threat=SQUARES, gap=SQUARES, movable=SQUARES, region=SQUARES, region_reach=SQUARES,
    region_blocs=SQUARES, regions=1, alive=SEATS, kind=SQUARES, worth=SQUARES, deficit=SQUARES,
    feasible=1, site=1, objectives=1,
    pay=MAX_NEED + 1, pay_rest=MAX_NEED + 1, pay_attack=MAX_NEED + 1, sums=SUMS,
    kind_value=3, meet_value=1, meet_lack=1, shelter=1,
    path=SQUARES, first_clash=SQUARES,
    move_value=MOVES, move_count=MOVES, move_goal=MOVES, moves=1,
)
assert DESK.size <= SCRATCH_CELLS

POLICE_AT = DESK["police"]
PRICE = DESK["price"]
CAME_FROM = DESK["came_from"]
IMPORTANCE = DESK["importance"]
TARGETS = DESK["targets"]
CARD_OF = DESK["card_of"]
CARD_PRICE = DESK["card_price"]
GROUPS = DESK["groups"]
FREED = DESK["freed"]
FRONTIER = DESK["frontier"]
OFFER_PRICE = DESK["offer_price"]
OFFER_CARD = DESK["offer_card"]
OFFER_TARGETS = DESK["offer_targets"]
OFFER_COUNT = DESK["offers"]
PICK = DESK["pick"]
SPENT = DESK["spent"]
USED = DESK["used"]
WANTED = DESK["wanted"]
CHEAPEST = DESK["cheapest"]
THREAT = DESK["threat"]
GAP = DESK["gap"]
MOVABLE = DESK["movable"]
REGION = DESK["region"]
REGION_REACH = DESK["region_reach"]
REGION_BLOCS = DESK["region_blocs"]
REGION_COUNT = DESK["regions"]
ALIVE = DESK["alive"]
OBJECTIVE = DESK["kind"]
WORTH = DESK["worth"]
DEFICIT = DESK["deficit"]
FEASIBLE = DESK["feasible"]
SITE = DESK["site"]
OBJECTIVES = DESK["objectives"]
PAY_COST = DESK["pay"]
REST_COST = DESK["pay_rest"]
ATTACK_COST = DESK["pay_attack"]
SUM_AT = DESK["sums"]
KIND_VALUE = DESK["kind_value"]
MEET_VALUE = DESK["meet_value"]
MEET_LACK = DESK["meet_lack"]
SHELTER_VALUE = DESK["shelter"]
PATH = DESK["path"]
FIRST_CLASH = DESK["first_clash"]
MOVE_VALUE = DESK["move_value"]
MOVE_COUNT_AT = DESK["move_count"]
MOVE_GOAL = DESK["move_goal"]
MOVE_TOTAL = DESK["moves"]
KEY_WEIGHTS = DESK["key_weights"]
KEY_DIFFICULTY = DESK["key_difficulty"]
KEY_CITY = DESK["key_city"]
KEY_BOARD = DESK["key_board"]
KEY_OCCUPATIONS = DESK["key_occupations"]
KEY_CARDS = DESK["key_cards"]
KEY_RULES = DESK["key_rules"]
KEY_SEATS = DESK["key_seats"]

# Kinds of objectives: rescue a faction, retake or defend a target, clear another occupation.
NOTHING, LIBERATE, CLEAR, DEFEND, RETAKE, RESCUE = range(6)


class Turn(NamedTuple):
    """Who acts with what: seat, factions still to come, nights left, the dice.

    `lowest` is the face of the die that the next move costs, 0 where it is already paid.
    """

    seat: int
    later: int
    left: float
    dice: int
    lowest: int
    bonus: int


@jit
def mask_at(desk, cell):
    """Read a bit mask off the desk."""
    return int(desk[cell])


@jit
def has_bit(desk, cell, pos):
    """Whether a square is in a mask on the desk."""
    return (int(desk[cell]) >> pos) & 1


@jit
def count_bits(mask):
    """Number of set bits."""
    total = 0
    while mask:
        mask &= mask - 1
        total += 1
    return total


@jit
def nights_left(rules, state):
    """Nights left at the present police morale, at least 1."""
    return max(1.0, state[COUNTDOWN] / rules.table[R.MORALE_STEPS + state[MORALE]])


@jit
def later_seats(rules, state):
    """Number of factions that still have their turn tonight, the active one apart."""
    return max(0, rules.seats - 1 - state[TURN_INDEX])


@jit
def lowest_face(state):
    """Face of the lowest unspent die, 0 without any."""
    for face in range(1, DIE_FACES + 1):
        if state[DICE + face - 1] > 0:
            return face
    return 0
