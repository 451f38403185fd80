"""The course of a turn: AP, combat, refill, the end (BW-14, BW-40, BW-58, BW-96..BW-104)."""

from sim.core.bits import count_bits, lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.combat import in_sights, run_columns
from sim.games.block_war.sizes import (
    ACT, END_CAP, END_DESTROYED, END_POINTS, END_STALEMATE, END_TIE, END_USELESS, NOBODY, OVER,
    ROW, TIE_ACTIVE_LOSES, TIE_DRAW,
)
from sim.games.block_war.state import (
    ACTIVE, AIMER, AP, AP_UNUSED, BOINGS, COLUMN, COMBATS, DECIDER, DECK_SIZE, DISCARD_SIZE,
    EMPTY_OPEN_SUM, END_CAUSE, EVENTFUL, EXPOSED_SUM, FACED_SUM, FACES, FIRED, GASES, HELDS,
    HIEXES, JD_ARMS, JD_FALLEN, KILL_POINTS, LAST_LEADER, LEAD_CHANGES, MARK_GATE, MARK_SLOT,
    MAX_LEAD, OCCS, OPENS, OPEN_SUM, PERP_DRY_TURNS, PHASE, SLOT_HIEX, STALL,
    TURN, WINNER, destroyed, discard, present, set_gas, usable,
)
from sim.games.block_war.street import refill, remove_furthest


@jit
def useless(state, player):
    """Number of a player's useless gates (BW-97)."""
    return GATES - count_bits(usable(state, player))


@jit
def victory_points(rules, state, player):
    """Victory points of a player (BW-100)."""
    gates = count_bits(destroyed(state, 1 - player))
    return rules.table[R.VP_GATE] * gates + state[KILL_POINTS + player]


@jit
def begin_turn(rules, state, player):
    """Give a player the turn, with fresh AP (BW-12, BW-15)."""
    state[TURN] += 1
    state[ACTIVE] = player
    state[DECIDER] = player
    state[PHASE] = ACT
    state[AP] = rules.table[R.AP + player]
    if state[TURN] == 1:
        state[AP] = rules.table[R.AP_FIRST]


@jit
def stop_game(state, winner, cause):
    """End the game."""
    state[WINNER] = winner
    state[END_CAUSE] = cause
    state[PHASE] = OVER
    state[DECIDER] = -1


@jit
def tally_exposure(rules, state):
    """Tally open, empty and threatened gates at the start of a combat."""
    judges = present(state)
    for player in range(PLAYERS):
        facing = judges & (state[FACES] if player else ~state[FACES])
        empty = state[OPENS + player] & ~state[HELDS + player]
        state[OPEN_SUM + player] += count_bits(state[OPENS + player] & ~state[OCCS + player])
        state[EMPTY_OPEN_SUM + player] += count_bits(empty)
        state[FACED_SUM + player] += count_bits(facing & state[JD_ARMS])
        if not empty:
            continue
        seen = 0
        facing &= state[JD_ARMS] & rules.table[R.IN_VIEW + empty]
        while facing:
            target = in_sights(rules, state, player, lowest_bit(facing))
            if target >= 0:
                seen |= 1 << target
            facing &= facing - 1
        state[EXPOSED_SUM + player] += count_bits(seen & empty)


@jit
def clear_markers(rules, state):
    """Remove Hi-Explosive, Boing, gas and what the record remembers of them (BW-58)."""
    if state[HIEXES]:
        discard(state, rules.table[R.HIEX_KIND], count_bits(state[HIEXES]))
    if state[BOINGS]:
        discard(state, rules.table[R.BOING_KIND], count_bits(state[BOINGS]))
    state[HIEXES] = 0
    state[BOINGS] = 0
    for cell in range(SLOT_HIEX, FIRED + PLAYERS * GATES):
        state[cell] = 0
    for cell in range(MARK_GATE, MARK_SLOT + GATES):
        state[cell] = 0
    for player in range(PLAYERS):
        while state[GASES + player]:
            set_gas(state, player, lowest_bit(state[GASES + player]), 0)


@jit
def tally_lead(state):
    """Tally who is ahead in useless gates after a combat."""
    first, second = useless(state, 0), useless(state, 1)
    state[MAX_LEAD] = max(state[MAX_LEAD], second - first)
    state[MAX_LEAD + 1] = max(state[MAX_LEAD + 1], first - second)
    if first == second:
        return
    leader = int(second < first)
    if state[LAST_LEADER] != leader:
        if state[LAST_LEADER] != NOBODY:
            state[LEAD_CHANGES] += 1
        state[LAST_LEADER] = leader


@jit
def settle_points(rules, state):
    """Both have fallen: points decide, then the ruling on ties (BW-99, BW-101)."""
    first, second = victory_points(rules, state, 0), victory_points(rules, state, 1)
    if first != second:
        stop_game(state, int(second > first), END_POINTS)
    elif rules.table[R.TIE] == TIE_DRAW:
        stop_game(state, NOBODY, END_TIE)
    elif rules.table[R.TIE] == TIE_ACTIVE_LOSES:
        stop_game(state, 1 - state[ACTIVE], END_TIE)
    else:
        stop_game(state, state[ACTIVE], END_TIE)


@jit
def test_end(rules, state):
    """After a combat: end the game if a player has fallen (BW-96..BW-99)."""
    limit = rules.table[R.USELESS_TO_LOSE]
    first, second = useless(state, 0) >= limit, useless(state, 1) >= limit
    if first and second:
        settle_points(rules, state)
    elif first or second:
        loser = int(second)
        spoiled = ROW & ~usable(state, loser) & ~destroyed(state, loser)
        stop_game(state, 1 - loser, END_USELESS if spoiled else END_DESTROYED)


@jit
def close_turn(rules, state, rng):
    """Refill the Street, then stop the game by its limits or pass the turn (BW-84, BW-103)."""
    refill(rules, state, rng)
    state[PERP_DRY_TURNS] += int(state[DECK_SIZE] + state[DISCARD_SIZE] == 0)
    state[STALL] = 0 if state[EVENTFUL] else state[STALL] + 1
    state[EVENTFUL] = 0
    stall_turns = rules.table[R.STALL_TURNS]
    if state[TURN] >= rules.table[R.MAX_TURNS]:
        stop_game(state, NOBODY, END_CAP)
    elif stall_turns > 0 and state[STALL] >= stall_turns:
        stop_game(state, NOBODY, END_STALEMATE)
    else:
        begin_turn(rules, state, 1 - state[ACTIVE])


@jit
def begin_combat(rules, state):
    """Stand before the first column (BW-41)."""
    state[COMBATS] += 1
    state[COLUMN] = 0
    tally_exposure(rules, state)


@jit
def conclude_combat(rules, state):
    """All columns are resolved: clear the table and test the end (BW-58, BW-96)."""
    state[COLUMN] = 0
    state[AIMER] = 0
    clear_markers(rules, state)
    tally_lead(state)
    test_end(rules, state)


@jit
def finish_combat(rules, state, rng):
    """After a combat: remove the furthest judge if none fell, refill, pass the turn (BW-86)."""
    conclude_combat(rules, state)
    if state[PHASE] != OVER:
        remove_furthest(rules, state)
    state[JD_FALLEN] = 0
    if state[PHASE] != OVER:
        close_turn(rules, state, rng)


@jit
def go_on(rules, state, rng):
    """Run the combat on to its end or to the next aim."""
    if run_columns(rules, state):
        finish_combat(rules, state, rng)


@jit
def end_actions(rules, state, rng):
    """END: combat, except in the very first turn (BW-16, BW-40)."""
    state[AP_UNUSED + state[ACTIVE]] += state[AP]
    if state[TURN] == 1 and not rules.table[R.FIRST_COMBAT]:
        close_turn(rules, state, rng)
        return
    begin_combat(rules, state)
    go_on(rules, state, rng)
