"""Applying an action, and running on from stage to stage up to the next decision."""

from sim.core.compile import jit
from sim.games.bloqs import actions as act
from sim.games.bloqs.build import choose_base, choose_level, put_part
from sim.games.bloqs.defence import await_answer, carry_out, defend
from sim.games.bloqs.discs import (
    build_type, carry_out_disc, choose_loot, choose_type, cube_or_card, name_loot, play_cube,
    take_cube,
)
from sim.games.bloqs.ending import end_turn
from sim.games.bloqs.sizes import (
    DEFEND, DIR, GIVE, GO_BEGIN, GO_CARRY_OUT, GO_CUBE, GO_DISC, GO_GIVE, GO_LAND,
    GO_LEVEL, GO_NAMED, GO_PLACE, GO_PUT, GO_SWAP, GO_TAKE, GO_THROW, GO_TYPE, GO_WAY,
    LEVEL, PARTNER, PLACE, START, STEAL, TYPE, WAIT,
)
from sim.games.bloqs.state import BASE_CHOSEN, DECISIONS, PHASE, offer_mask
from sim.games.bloqs.swap import (
    choose_give, choose_take, decline, give, meet, next_swap, take,
)
from sim.games.bloqs.turn import (
    begin_turn, choose_way, land, move, play_dice, play_teleport, throw,
)


@jit
def next_of_turn(rules, state, rng, go):
    """Carry out a stage of moving and building, and return the next one."""
    if go == GO_BEGIN:
        return begin_turn(rules, state)
    if go == GO_THROW:
        return throw(rules, state, rng)
    if go == GO_WAY:
        return choose_way(rules, state)
    if go == GO_LAND:
        return land(rules, state)
    if go == GO_DISC:
        return carry_out_disc(state)
    if go == GO_CUBE:
        return cube_or_card(rules, state)
    if go == GO_PLACE:
        return choose_base(rules, state)
    if go == GO_LEVEL:
        return choose_level(rules, state)
    if go == GO_PUT:
        return put_part(rules, state, rng)
    return WAIT if end_turn(rules, state) else GO_BEGIN


@jit
def next_of_dealings(rules, state, rng, go):
    """Carry out a stage of swapping, stealing and choosing parts, and return the next one."""
    if go == GO_SWAP:
        return next_swap(rules, state)
    if go == GO_GIVE:
        return choose_give(rules, state)
    if go == GO_TAKE:
        return choose_take(rules, state)
    if go == GO_NAMED:
        return await_answer(state)
    if go == GO_CARRY_OUT:
        return carry_out(rules, state, rng)
    if go == GO_TYPE:
        return choose_type(rules, state, rng)
    return choose_loot(rules, state, rng)


@jit
def run_on(rules, state, rng, go):
    """Run from a stage to the next decision."""
    while go != WAIT:
        if go < GO_SWAP:
            go = next_of_turn(rules, state, rng, go)
        else:
            go = next_of_dealings(rules, state, rng, go)


@jit
def start(state, action):
    """Throw, or play a card instead (BQ-91, BQ-92)."""
    if action == act.ROLL:
        return GO_THROW
    if action < act.TELEPORT:
        return play_dice(state, action - act.DICE + 1)
    return play_teleport(state, action - act.TELEPORT)


@jit
def place_or_move(rules, state, action, phase):
    """Carry out a choice of moving and building, and return the next stage."""
    if phase == PLACE:
        state[BASE_CHOSEN] = action - act.PLACE
        return GO_LEVEL
    if phase == LEVEL:
        offer_mask(state, 1 << (action - act.LEVEL))
        return GO_PUT
    if phase == DIR:
        return move(rules, state, 1 if action == act.CW else -1)
    if phase == START:
        return start(state, action)
    if phase == TYPE:
        return build_type(rules, state, action - act.TYPE)
    return play_cube(state) if action == act.CUBE else take_cube(rules, state)


@jit
def deal_with(rules, state, action, phase):
    """Carry out a choice about other players' parts, and return the next stage."""
    if phase == STEAL:
        return name_loot(state, action - act.PART)
    if phase == PARTNER:
        return decline(state) if action == act.PASS else meet(state, action - act.PLAYER)
    if phase == GIVE:
        return give(state, action - act.PART)
    if phase == DEFEND:
        return defend(rules, state) if action == act.DEFEND else GO_CARRY_OUT
    return take(state, action - act.PART)


@jit
def advance(rules, state, action, rng):
    """Apply a legal action and run on to the next decision."""
    state[DECISIONS] += 1
    phase = state[PHASE]
    if phase < STEAL:
        go = place_or_move(rules, state, action, phase)
    else:
        go = deal_with(rules, state, action, phase)
    run_on(rules, state, rng, go)
