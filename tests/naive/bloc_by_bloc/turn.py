"""Play one faction's turn: Police Ops, forming and rolling, actions."""

from __future__ import annotations

from .actions import (
    attack,
    attack_ids,
    barricade,
    barricade_routes,
    burn,
    graffiti,
    lootable,
)
from .components import LOOT_KINDS
from .conditions import free_completed
from .ids import DECK, END, decode, encode, encode_all
from .loot import ask_for_card, exchange_ids, give, play, playable
from .movement import can_move, move
from .occupations import form_at_start, occupation_actions, occupy, usable, use
from .payment import ATTACKS, payable, price, spend_die
from .police import police_ops
from .table import Script, Table, ask


def turn(table: Table, f: int) -> Script[None]:
    """Play the three steps of a turn."""
    table.begin_turn_marks()
    table.active = f
    police_ops(table)
    form_at_start(table, f)
    table.dice = table.roll(dice_to_roll(table, f))
    table.tally.dice_rolled += len(table.dice)
    yield from act(table, f)
    table.tally.dice_unspent += len(table.dice)
    table.dice = []
    table.active = None


def dice_to_roll(table: Table, f: int) -> int:
    """Return the number of dice for the blocs in the city (BB-37)."""
    blocs = table.in_city(f)
    more = sum(1 for threshold in table.knobs["dice_thresholds"] if blocs >= threshold)
    return table.knobs["dice_base"] + more


def act(table: Table, f: int) -> Script[None]:
    """Take actions until the faction stops or nothing else is possible (BB-38)."""
    while True:
        choice = yield from ask(table, "ACT", f, act_ids(table, f))
        if choice == END:
            return
        yield from carry_out(table, f, *decode(choice))


def act_ids(table: Table, f: int) -> list[int]:
    """List everything the active faction can start."""
    ids = [END]
    if table.dice:
        ids += die_ids(table, f)
    ids += encode_all("PLAY", [kind for kind in LOOT_KINDS if playable(table, f, kind)])
    ids += exchange_ids(table, f)
    if table.knobs["token_mode"] == "manual" and not table.token_moved:
        ids += encode_all("TOKEN", free_completed(table, f))
    return ids


def die_ids(table: Table, f: int) -> list[int]:
    """List the actions that need at least one die (BB-39 to BB-41)."""
    ids = encode_all("BARRICADE", barricade_routes(table, f))
    for p in table.with_blocs(f):
        if can_move(table, f, p, meeting=True):
            ids.append(encode("MOVE", p))
        if table.police(p):
            ids += attack_ids(table, f, p)
            continue
        if lootable(table, p) and payable(table, f, price(table, f, "BURN", p)):
            ids += [encode("BURN", p), encode("GRAFFITI", p)]
        ids += occupation_actions(table, f, p)
    ids += encode_all("USE", [p for p in table.occupations(f) if usable(table, f, p)])
    return ids


def carry_out(table: Table, f: int, verb: str, argument: int) -> Script[None]:
    """Carry out what the faction has chosen."""
    match verb:
        case "MOVE":
            spend_die(table)
            place = yield from move(table, f, argument, meeting=True)
            table.tally.actions["meeting" if place == DECK else "move"] += 1
        case "BARRICADE":
            spend_die(table)
            yield from barricade(table, f, argument)
        case "BURN":
            yield from burn(table, f, argument)
        case "GRAFFITI":
            yield from graffiti(table, f, argument)
        case "BUILD" | "SWAP":
            yield from occupy(table, f, verb, *divmod(argument, 3))
        case "USE":
            spend_die(table)
            yield from use(table, f, argument)
        case "PLAY":
            yield from play(table, f, argument)
        case "GIVE":
            yield from give(table, f, argument)
        case "ASK":
            yield from ask_for_card(table, f, argument)
        case "TOKEN":
            table.token[f] = argument
            table.token_moved = True
        case _ if verb in ATTACKS:
            yield from attack(table, f, verb, argument)
        case _:
            raise AssertionError(f"{verb} is no action")
