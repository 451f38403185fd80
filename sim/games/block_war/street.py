"""The Street: drawing judges, DROP and SLIDE, JD action cards (BW-84..BW-95)."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import below, unit
from sim.games.block_war import book as R
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.sizes import (
    ABOUT_TURN, CURFEW, FACING_UNIT, GATE_CLOSED, GATE_OPEN, JD_LUCK, KINDS, ROW,
)
from sim.games.block_war.state import (
    CLOSEDS, FACES, FURTHEST_REMOVED, HELDS, JD_ACTED, JD_COLLECTED, JD_DECK,
    JD_DECK_SIZE, JD_DISCARD, JD_FALLEN, JD_REAR_ARMS, JD_RESHUFFLES, MARK_SLOT, OPENS, SLOTS,
    SLOT_BOING, SLOT_FACE, SLOT_HIEX, SLOT_KIND, STREET_SHORT, lift_judge, put_judge, set_gate,
)


@jit
def draw_kind(state, deck, size, stream):
    """Draw one of `size` cards of a deck by kind, without taking it."""
    left = below(stream, size)
    kind, total = 0, 0
    for other in range(KINDS - 1):
        total += state[deck + other]
        kind += int(left >= total)
    return kind


@jit
def shuffle_judges(state):
    """Make the JD discard pile the deck; facings are drawn with the cards (BW-90)."""
    for kind in range(KINDS):
        state[JD_DECK + kind] = state[JD_DISCARD + kind]
        state[JD_DECK_SIZE] += state[JD_DISCARD + kind]
        state[JD_DISCARD + kind] = 0
    state[JD_RESHUFFLES] += 1


@jit
def draw_judge(state, stream):
    """Take the next card of the JD deck."""
    if state[JD_DECK_SIZE] == 0:
        shuffle_judges(state)
    kind = draw_kind(state, JD_DECK, state[JD_DECK_SIZE], stream)
    state[JD_DECK + kind] -= 1
    state[JD_DECK_SIZE] -= 1
    return kind


@jit
def draw_facing(rules, stream):
    """Draw the player a judge faces (BW-7)."""
    return 0 if unit(stream) * FACING_UNIT < rules.table[R.FACING_ODDS] else 1


@jit
def judges_to_come(rules, state):
    """Number of JD units in deck and discard pile (BW-91)."""
    gone = state[JD_COLLECTED] + state[JD_COLLECTED + 1]
    return rules.table[R.JD_UNITS] - count_bits(state[SLOTS]) - gone


@jit
def slide(state, hole):
    """Move what lies before the hole one column on, facing and cards with it (BW-89)."""
    for column in range(hole, 0, -1):
        state[SLOT_KIND + column] = state[SLOT_KIND + column - 1]
        state[SLOT_FACE + column] = state[SLOT_FACE + column - 1]
        state[SLOT_HIEX + column] = state[SLOT_HIEX + column - 1]
        state[SLOT_BOING + column] = state[SLOT_BOING + column - 1]
        state[MARK_SLOT + column] = state[MARK_SLOT + column - 1]
    below_hole = (1 << hole) - 1
    for cell in range(SLOTS, JD_REAR_ARMS + 1):
        moved = (state[cell] & below_hole) << 1
        state[cell] = (state[cell] & ~(below_hole | 1 << hole)) | moved
    lift_judge(state, 0)


@jit
def enter_street(rules, state, kind, facing, may_slide):
    """Place a drawn judge by its DROP or SLIDE (BW-88, BW-89)."""
    column = lowest_bit(ROW & ~state[SLOTS])
    if may_slide and rules.table[R.JD_SLIDE + kind]:
        slide(state, column)
        column = 0
    put_judge(rules, state, column, kind, facing)


@jit
def about_turn(state):
    """Every judge in the Street turns round (BW-93)."""
    state[FACES] ^= state[SLOTS]
    for column in range(GATES):
        state[SLOT_FACE + column] = (state[FACES] >> column) & 1
        state[MARK_SLOT + column] = 0


@jit
def curfew(state):
    """Every open gate without a unit closes (BW-94)."""
    for player in range(PLAYERS):
        empty = state[OPENS + player] & ~state[HELDS + player]
        while empty:
            set_gate(state, player, lowest_bit(empty), GATE_CLOSED)
            empty &= empty - 1


@jit
def forced_entry(state):
    """Each player's closed gate with the lowest column opens (BW-95)."""
    for player in range(PLAYERS):
        if state[CLOSEDS + player]:
            set_gate(state, player, lowest_bit(state[CLOSEDS + player]), GATE_OPEN)


@jit
def act_out(rules, state, kind):
    """Let a drawn JD action card take effect (BW-92)."""
    effect = rules.table[R.JD_EFFECT + kind]
    state[JD_ACTED + effect] += 1
    if effect == ABOUT_TURN:
        about_turn(state)
    elif effect == CURFEW:
        curfew(state)
    else:
        forced_entry(state)


@jit
def fill_street(rules, state, stream, dealing):
    """Draw judges until no slot is empty; the first deal ignores action cards (BW-8, BW-87)."""
    may_slide = rules.table[R.DEAL_PLACED] if dealing else 1
    while state[SLOTS] != ROW:
        if judges_to_come(rules, state) == 0:
            state[STREET_SHORT] += 1
            return
        kind = draw_judge(state, stream)
        if rules.table[R.JD_UNIT + kind]:
            enter_street(rules, state, kind, draw_facing(rules, stream), may_slide)
        else:
            if not dealing:
                act_out(rules, state, kind)
            state[JD_DISCARD + kind] += 1


@jit
def remove_furthest(rules, state):
    """Discard the furthest judge after a combat that destroyed none (BW-86)."""
    if not rules.table[R.REMOVE_FURTHEST] or state[JD_FALLEN] > 0 or state[SLOTS] == 0:
        return
    column = GATES - 1
    while not (state[SLOTS] >> column) & 1:
        column -= 1
    state[JD_DISCARD + state[SLOT_KIND + column]] += 1
    lift_judge(state, column)
    state[FURTHEST_REMOVED] += 1


@jit
def refill(rules, state, rng):
    """Refill the Street (BW-84)."""
    fill_street(rules, state, row(rng, JD_LUCK), False)
