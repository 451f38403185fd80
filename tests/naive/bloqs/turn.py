"""Play the turns: throw or play a card, move, land."""

from __future__ import annotations

from tests.naive.script import Script

from .cards import defended, spend
from .components import BESIDE, BUILD, STEAL, TELEPORT, dice_card
from .discs import carry_out
from .ending import end_turn
from .ids import decode, encode, encode_all
from .setup import set_up
from .swap import swap_with_all
from .table import Table, ask


def whole_game(table: Table) -> Script[None]:
    """Play from the setup to the end; the end is raised as GameOver."""
    set_up(table)
    yield from play_on(table, turn(table))


def play_on(table: Table, rest_of_turn: Script[None]) -> Script[None]:
    """Finish a turn, then play one after the other, clockwise (BQ-5)."""
    while True:
        yield from rest_of_turn
        end_turn(table)
        table.turn_player = (table.turn_player + 1) % len(table.seats)
        rest_of_turn = turn(table)


def begin(table: Table) -> None:
    """Begin a turn: nothing was played or moved in it."""
    table.moved_by_card = table.cube_card_played = False
    table.tally.count("turns")
    table.tally.moved, table.tally.robbed = False, set()


def turn(table: Table) -> Script[None]:
    """Play one turn: a card or a throw, then a move and what it leads to."""
    begin(table)
    me, verb, argument = table.turn_player, "ROLL", 0
    if table.with_cards:
        verb, argument = decode((yield from ask(table, "START", me, start_ids(table))))
    if verb == "TELEPORT":
        stopped = yield from teleport_stopped(table, argument)
        if not stopped:
            table.pos[me], table.pos[argument] = table.pos[argument], table.pos[me]
            yield from land(table)
            return
        if table.knobs["teleport_blocked"] == "turn_over":
            return
    if verb == "DICE":
        value = argument + 1
        spend(table, me, dice_card(value), "dice")
        table.moved_by_card = True
    else:
        value = 1 + table.luck.dice.below(table.knobs["die_faces"])
    yield from move(table, value)
    yield from land(table)


def start_ids(table: Table) -> list[int]:
    """List the ways to begin a turn with cards (BQ-91, BQ-92, BQ-94)."""
    ids = [encode("ROLL")]
    if table.knobs["own_cards_per_turn"] == 0:
        return ids
    hand = table.hand[table.turn_player]
    ids += [encode("DICE", value - 1) for value in range(1, 7) if hand[dice_card(value)]]
    if hand[TELEPORT]:
        ids += encode_all("TELEPORT", teleport_targets(table))
    return ids


def teleport_targets(table: Table) -> list[int]:
    """List the players whose circle can be teleported to (BQ-92)."""
    here = table.pos[table.turn_player]
    if here >= BESIDE:
        return []
    there = {seat: table.pos[seat] for seat in table.others(table.turn_player)}
    return [seat for seat, circle in there.items() if circle < BESIDE and circle != here]


def teleport_stopped(table: Table, target: int) -> Script[bool]:
    """Play a teleportation card and let the target answer it (BQ-92, BQ-96)."""
    spend(table, table.turn_player, TELEPORT, "teleport")
    table.moved_by_card = True
    return (yield from defended(
        table, target, "teleport", tele_target=target, protected_mask=0
    ))


def move(table: Table, value: int) -> Script[None]:
    """Move the counter, in the direction of choice if there is one (BQ-10 to BQ-13)."""
    me, direction = table.turn_player, "CW"
    if table.with_direction:
        legal = [encode("CW"), encode("CCW")]
        direction = decode((yield from ask(table, "DIR", me, legal, roll=value)))[0]
    circle = table.pos[me]
    if circle >= BESIDE:
        entry = table.knobs["entries"][circle - BESIDE]
        circle = entry + value - 1 if direction == "CW" else entry - value
    else:
        circle += value if direction == "CW" else -value
    table.pos[me] = circle % table.circles


def land(table: Table) -> Script[None]:
    """Turn the disc up and do what it and the players met ask for (BQ-14, BQ-20 to BQ-23)."""
    me = table.turn_player
    circle = table.pos[me]
    table.up[circle] = True
    disc = table.disc[circle]
    met = [seat for seat in table.others(me) if table.pos[seat] == circle]
    name = {STEAL: "steal", BUILD: "build"}.get(disc, "cube")
    table.tally.count(f"landings_{name}_{'met' if met else 'alone'}")
    happened = False
    if met:
        happened = yield from swap_with_all(table, met)
    kept = table.knobs["swap_impossible"] == "perform_disc" and not happened
    if not met or disc in (STEAL, BUILD) or kept:
        yield from carry_out(table, disc, alone=not met)
