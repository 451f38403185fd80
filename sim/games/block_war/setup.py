"""Setting up a game: decks, the first Street, hands, the first open gates (BW-1..BW-12)."""

from sim.core.bits import count_bits
from sim.core.compile import jit
from sim.core.raw import row
from sim.core.rng import DEAL
from sim.games.block_war import book as R
from sim.games.block_war.cards import draw_card
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.sizes import (
    AIM_NONE, GATE_CLOSED, GATE_OPEN, KINDS, NOBODY, OPEN, ROTATE, RUNNING,
)
from sim.games.block_war.state import (
    ACTIVE, AIM, DEAL_FACING_0, DECIDER, DECK_SIZE, END_CAUSE, FACES, FIRST_LOSER,
    FIRST_LOSS_COL, GATES_OPENED,
    JD_DECK, JD_DECK_SIZE, LAST_LEADER, NAMED_DREDD, NAMED_GIANT, PERP_DECK, PHASE, ROTATED,
    SLOTS, SLOT_KIND, STATE_CELLS, UNIT, WINNER, set_gate, turn_judge,
)
from sim.games.block_war.street import fill_street
from sim.games.block_war.turn import begin_turn


@jit
def clear_state(state):
    """Empty the table: all gates closed, nothing on them (BW-5)."""
    for cell in range(STATE_CELLS):
        state[cell] = 0
    for spot in range(PLAYERS * GATES):
        state[UNIT + spot] = -1
    for column in range(GATES):
        state[SLOT_KIND + column] = -1
    for player in range(PLAYERS):
        state[AIM + player] = AIM_NONE
        for column in range(GATES):
            set_gate(state, player, column, GATE_CLOSED)
    state[WINNER] = RUNNING
    state[END_CAUSE] = -1
    state[FIRST_LOSS_COL] = -1
    state[FIRST_LOSER] = NOBODY
    state[LAST_LEADER] = NOBODY
    state[NAMED_DREDD] = NOBODY
    state[NAMED_GIANT] = NOBODY


@jit
def lay_decks(rules, state):
    """Lay out both decks by kind (BW-6)."""
    for kind in range(KINDS):
        state[JD_DECK + kind] = rules.table[R.JD_MIX + kind]
        state[PERP_DECK + kind] = rules.table[R.PERP_MIX + kind]
        state[JD_DECK_SIZE] += rules.table[R.JD_MIX + kind]
        state[DECK_SIZE] += rules.table[R.PERP_MIX + kind]


@jit
def faced_too_often(rules, state):
    """Player that more judges face than may at the start, -1 for nobody (BW-9)."""
    for player in range(PLAYERS):
        facing = state[FACES] if player else state[SLOTS] & ~state[FACES]
        if count_bits(facing) > rules.table[R.MAX_FACING]:
            return player
    return -1


@jit
def deal_hands(rules, state, rng):
    """Deal the first hands (BW-10)."""
    for player in range(PLAYERS):
        for _ in range(rules.table[R.HAND_DEALT + player]):
            draw_card(state, player, row(rng, DEAL))


@jit
def open_or_begin(rules, state):
    """Let the next player open gates; when both have, the first turn begins (BW-11, BW-12)."""
    opener = rules.table[R.OPENER]
    if state[GATES_OPENED] == rules.table[R.OPEN_GATES]:
        state[GATES_OPENED] = 0
        # Opening no gates at all ends both players' part at once.
        if state[ACTIVE] != opener or rules.table[R.OPEN_GATES] == 0:
            begin_turn(rules, state, 0)
            return
        state[ACTIVE] = 1 - opener
    state[PHASE] = OPEN
    state[DECIDER] = state[ACTIVE]


@jit
def turn_or_deal(rules, state, rng):
    """Let an over-faced player turn a judge; then deal, and go on to the gates (BW-9..BW-11)."""
    player = faced_too_often(rules, state)
    if player >= 0:
        state[PHASE] = ROTATE
        state[DECIDER] = player
        return
    deal_hands(rules, state, rng)
    open_or_begin(rules, state)


@jit
def deal(rules, state, rng):
    """Deal a fresh game up to its first decision."""
    clear_state(state)
    lay_decks(rules, state)
    state[ACTIVE] = rules.table[R.OPENER]
    fill_street(rules, state, row(rng, DEAL), True)
    state[DEAL_FACING_0] = count_bits(state[SLOTS] & ~state[FACES])
    turn_or_deal(rules, state, rng)


@jit
def rotate(rules, state, column, rng):
    """Turn a judge away from the player it faces (BW-9)."""
    turn_judge(state, column)
    state[ROTATED] += 1
    turn_or_deal(rules, state, rng)


@jit
def open_first(rules, state, column):
    """Open one of the first gates (BW-11)."""
    set_gate(state, state[ACTIVE], column, GATE_OPEN)
    state[GATES_OPENED] += 1
    open_or_begin(rules, state)
