"""The plan of the table: what each Conditions card would cost, who goes for which (BB-60, BB-77).

A district's price is the sum of blocs and police on the cheapest chain of districts that leads to
it from a Public or liberated one. The plan depends on the cells of its key alone and is kept on
the desk until one of them changes.
"""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc import weights as w
from sim.games.bloc_by_bloc.desk import (
    CAME_FROM, CARD_OF, CARD_PRICE, CHEAPEST, FAR, FREED, FRONTIER, GROUPS, IMPORTANCE, KEY_BOARD,
    KEY_CARDS, KEY_CITY, KEY_DIFFICULTY, KEY_OCCUPATIONS, KEY_RULES, KEY_SEATS, KEY_WEIGHTS,
    OFFERS, OFFER_CARD, OFFER_COUNT, OFFER_PRICE, OFFER_TARGETS, PICK, POLICE_AT, PRICE,
    RULE_CELLS, SPENT, TARGETS, USED, WANTED, count_bits, mask_at,
)
from sim.games.bloc_by_bloc.occupy import may_occupy
from sim.games.bloc_by_bloc.police import is_group
from sim.games.bloc_by_bloc.reach import districts, neighbours_of
from sim.games.bloc_by_bloc.rules import OWN_TYPE
from sim.games.bloc_by_bloc.sizes import CONDITIONS, PUBLIC, SQUARES, TOKENS
from sim.games.bloc_by_bloc.state import (
    ADJACENT, BASE_DIFFICULTY, CONDITIONS_UP, FACTION_OF, LIBERATED, OCC_AT, OF_TYPE, POS_OF_ID,
    SQUADS, VAN_AT, blocs_needed,
)

WEIGHT_COUNT = len(w.NAMES)

CITY_CELLS = OF_TYPE + PUBLIC + 1 - POS_OF_ID
# Dearer than any set of cards, far cheaper than the impossible.
NO_CARD_PRICE = 1e6


@jit
def differing(cells, start, n, desk, at):
    """Count the cells of a range that differ from their copy on the desk."""
    total = 0
    for i in range(n):
        total += cells[start + i] != desk[at + i]
    return total


@jit
def copy_to(cells, start, n, desk, at):
    """Copy a range of cells onto the desk."""
    for i in range(n):
        desk[at + i] = cells[start + i]


@jit
def plan_is_current(rules, state, weights, desk):
    """Whether everything the plan was made of is unchanged."""
    changed = differing(state, LIBERATED, 3 * SQUARES, desk, KEY_BOARD)
    changed += differing(state, OCC_AT, SQUARES, desk, KEY_OCCUPATIONS)
    changed += differing(state, CONDITIONS_UP, 1, desk, KEY_CARDS)
    if changed:
        return False
    changed += differing(state, BASE_DIFFICULTY, SQUARES, desk, KEY_DIFFICULTY)
    changed += differing(state, POS_OF_ID, CITY_CELLS, desk, KEY_CITY)
    changed += differing(weights, 0, WEIGHT_COUNT, desk, KEY_WEIGHTS)
    changed += differing(rules.table, R.NEED, RULE_CELLS, desk, KEY_RULES)
    return changed == 0 and desk[KEY_SEATS] == rules.seats


@jit
def store_key(rules, state, weights, desk):
    """Keep a copy of everything the plan is made of."""
    copy_to(state, LIBERATED, 3 * SQUARES, desk, KEY_BOARD)
    copy_to(state, OCC_AT, SQUARES, desk, KEY_OCCUPATIONS)
    copy_to(state, CONDITIONS_UP, 1, desk, KEY_CARDS)
    copy_to(state, BASE_DIFFICULTY, SQUARES, desk, KEY_DIFFICULTY)
    copy_to(state, POS_OF_ID, CITY_CELLS, desk, KEY_CITY)
    copy_to(weights, 0, WEIGHT_COUNT, desk, KEY_WEIGHTS)
    copy_to(rules.table, R.NEED, RULE_CELLS, desk, KEY_RULES)
    desk[KEY_SEATS] = rules.seats


@jit
def survey_board(rules, state, weights, desk):
    """Note police, groups, freed districts and those that may be liberated next."""
    freed, groups = 0, 0
    for pos in range(SQUARES):
        desk[POLICE_AT + pos] = state[SQUADS + pos]
        if state[VAN_AT + pos]:
            desk[POLICE_AT + pos] += weights[w.POLICE_VAN]
        freed |= state[LIBERATED + pos] << pos
        groups |= is_group(state, pos) << pos
    frontier = districts(state)
    if rules.table[R.NEEDS_NEIGHBOUR]:
        frontier &= state[OF_TYPE + PUBLIC] | neighbours_of(state, freed, 0)
    desk[FREED] = freed
    desk[GROUPS] = groups
    desk[FRONTIER] = frontier & ~freed


@jit
def police_price(state, pos, weights):
    """Price of the police in a district."""
    van = weights[w.PLAN_VAN] if state[VAN_AT + pos] else 0.0
    return weights[w.PLAN_SQUAD] * state[SQUADS + pos] + van


@jit
def entry_price(rules, state, pos, weights):
    """Price of taking one more district: its blocs and police, nothing once liberated."""
    if state[LIBERATED + pos]:
        return 0.0
    return blocs_needed(rules, state, pos) + police_price(state, pos, weights)


@jit
def cheapest_open(desk, squares):
    """Square of lowest price in a mask, the lower position first; -1 if none is reached."""
    best = -1
    while squares:
        pos = lowest_bit(squares)
        squares &= squares - 1
        if best < 0 or desk[PRICE + pos] < desk[PRICE + best]:
            best = pos
    if best >= 0 and desk[PRICE + best] >= FAR:
        return -1
    return best


@jit
def price_districts(rules, state, weights, desk):
    """Find the cheapest chain to every district from the Public and liberated ones (Dijkstra)."""
    starts = state[OF_TYPE + PUBLIC] | mask_at(desk, FREED)
    if not rules.table[R.NEEDS_NEIGHBOUR]:
        starts = districts(state)
    for pos in range(SQUARES):
        desk[CAME_FROM + pos] = -1
        desk[PRICE + pos] = FAR
        if (starts >> pos) & 1:
            desk[PRICE + pos] = entry_price(rules, state, pos, weights)
    todo = districts(state)
    here = cheapest_open(desk, todo)
    while here >= 0:
        todo &= ~(1 << here)
        around = state[ADJACENT + here] & todo
        while around:
            pos = lowest_bit(around)
            around &= around - 1
            price = desk[PRICE + here] + entry_price(rules, state, pos, weights)
            if price < desk[PRICE + pos]:
                desk[PRICE + pos] = price
                desk[CAME_FROM + pos] = here
        here = cheapest_open(desk, todo)


@jit
def target_price(state, seat, pos, weights, desk):
    """Price of an own occupation in this district once liberated; FAR where impossible."""
    if not may_occupy(state, seat, pos):
        return FAR
    price = desk[PRICE + pos]
    if state[LIBERATED + pos]:
        price += police_price(state, pos, weights)
    holder = state[OCC_AT + pos]
    if holder < 0:
        return price + weights[w.PLAN_EMPTY]
    return price + weights[w.PLAN_OWN if holder // TOKENS == seat else w.PLAN_FOREIGN]


@jit
def card_offer(rules, state, seat, card, weights, desk):
    """Price of a Conditions card for a faction, and the districts it would use, as a mask."""
    district = rules.table[R.CONDITION_DISTRICT + card]
    if district >= 0:
        pos = state[POS_OF_ID + district]
        return target_price(state, seat, pos, weights, desk), 1 << pos
    kind = rules.table[R.CONDITION_TYPE + card]
    if kind == OWN_TYPE:
        kind = state[FACTION_OF + seat]
    total, chosen = 0.0, 0
    for _ in range(rules.table[R.CONDITION_COUNT + card]):
        best, place = FAR, 0
        squares = state[OF_TYPE + kind] & ~chosen
        while squares:
            pos = lowest_bit(squares)
            squares &= squares - 1
            price = target_price(state, seat, pos, weights, desk)
            if price < best:
                best, place = price, 1 << pos
        total += best
        chosen |= place
    return total, chosen


@jit
def list_offers(rules, state, seat, weights, desk):
    """List a faction's cheapest cards, cheapest first, lower code first."""
    n = 0
    first = seat * OFFERS
    for card in range(CONDITIONS):
        if not (state[CONDITIONS_UP] >> card) & 1:
            continue
        price, squares = card_offer(rules, state, seat, card, weights, desk)
        if price >= FAR:
            continue
        place = n
        while place > 0 and price < desk[OFFER_PRICE + first + place - 1]:
            place -= 1
        if place == OFFERS:
            continue
        n = min(n + 1, OFFERS)
        for i in range(first + n - 1, first + place, -1):
            desk[OFFER_PRICE + i] = desk[OFFER_PRICE + i - 1]
            desk[OFFER_CARD + i] = desk[OFFER_CARD + i - 1]
            desk[OFFER_TARGETS + i] = desk[OFFER_TARGETS + i - 1]
        desk[OFFER_PRICE + first + place] = price
        desk[OFFER_CARD + first + place] = card
        desk[OFFER_TARGETS + first + place] = squares
    desk[OFFER_COUNT + seat] = n


@jit
def try_offer(weights, desk, seat, place):
    """Put a faction's card on top of the earlier factions' ones; return the card and the cost.

    FAR if the card is taken. The place after the last offer stands for no card.
    """
    if place == desk[OFFER_COUNT + seat]:
        desk[USED + seat + 1] = desk[USED + seat]
        desk[WANTED + seat + 1] = desk[WANTED + seat]
        return CONDITIONS, desk[SPENT + seat] + NO_CARD_PRICE
    at = seat * OFFERS + place
    card = int(desk[OFFER_CARD + at])
    used, wanted = mask_at(desk, USED + seat), mask_at(desk, WANTED + seat)
    if (used >> card) & 1:
        return card, FAR
    squares = mask_at(desk, OFFER_TARGETS + at)
    desk[USED + seat + 1] = used | 1 << card
    desk[WANTED + seat + 1] = wanted | squares
    shared = weights[w.PLAN_SHARED] * count_bits(wanted & squares)
    return card, desk[SPENT + seat] + desk[OFFER_PRICE + at] + shared


@jit
def bound_costs(rules, desk):
    """Note for every seat the least that it and all later ones can cost."""
    desk[CHEAPEST + rules.seats] = 0.0
    for back in range(rules.seats):
        seat = rules.seats - 1 - back
        least = desk[OFFER_PRICE + seat * OFFERS] if desk[OFFER_COUNT + seat] else NO_CARD_PRICE
        desk[CHEAPEST + seat] = desk[CHEAPEST + seat + 1] + least


@jit
def assign_cards(rules, weights, desk):
    """Give the factions distinct cards: fewest without one, then cheapest, then lowest codes.

    Depth-first over the seats; a branch ends where it cannot beat the best so far. The result is
    one digit of CONDITIONS + 1 per seat, the last seat the lowest.
    """
    desk[SPENT], desk[USED], desk[WANTED] = 0.0, 0, 0
    best_cost, best_code, code = FAR, 0, 0
    base = CONDITIONS + 1
    seat = 0
    desk[PICK] = -1
    while seat >= 0:
        desk[PICK + seat] += 1
        place = int(desk[PICK + seat])
        if place > desk[OFFER_COUNT + seat]:
            seat -= 1
            code //= base
            continue
        card, cost = try_offer(weights, desk, seat, place)
        if cost + desk[CHEAPEST + seat + 1] > best_cost:
            continue
        if seat < rules.seats - 1:
            seat += 1
            desk[SPENT + seat] = cost
            desk[PICK + seat] = -1
            code = code * base + card
        elif cost < best_cost or code * base + card < best_code:
            best_cost, best_code = cost, code * base + card
    return best_code


@jit
def note_targets(rules, desk, code):
    """Write each faction's card, its price and its districts."""
    for back in range(rules.seats):
        seat = rules.seats - 1 - back
        card = code % (CONDITIONS + 1)
        code //= CONDITIONS + 1
        desk[CARD_OF + seat] = -1
        desk[CARD_PRICE + seat] = FAR
        desk[TARGETS + seat] = 0
        for place in range(OFFERS):
            at = seat * OFFERS + place
            if place < desk[OFFER_COUNT + seat] and desk[OFFER_CARD + at] == card:
                desk[CARD_OF + seat] = card
                desk[CARD_PRICE + seat] = desk[OFFER_PRICE + at]
                desk[TARGETS + seat] = desk[OFFER_TARGETS + at]


@jit
def weigh_chains(rules, state, desk):
    """Count for every repressed district the chains to targets that lead through it."""
    for pos in range(SQUARES):
        desk[IMPORTANCE + pos] = 0
    for seat in range(rules.seats):
        squares = mask_at(desk, TARGETS + seat)
        while squares:
            pos = lowest_bit(squares)
            squares &= squares - 1
            while pos >= 0 and not state[LIBERATED + pos]:
                desk[IMPORTANCE + pos] += 1
                pos = int(desk[CAME_FROM + pos])


@jit
def make_plan(rules, state, weights, desk):
    """Bring the plan on the desk in step with the board."""
    if plan_is_current(rules, state, weights, desk):
        return
    store_key(rules, state, weights, desk)
    survey_board(rules, state, weights, desk)
    price_districts(rules, state, weights, desk)
    for seat in range(rules.seats):
        list_offers(rules, state, seat, weights, desk)
    bound_costs(rules, desk)
    note_targets(rules, desk, assign_cards(rules, weights, desk))
    weigh_chains(rules, state, desk)
