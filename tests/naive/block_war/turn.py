"""Play the turns: action points, actions, combat, refill, the limits."""

from __future__ import annotations

from .combat import combat
from .components import COLUMNS
from .ending import end_if_fallen, note_lead
from .ids import decode, encode, encode_all
from .plays import play, play_ids
from .setup import set_up
from .street import refill
from .table import OPEN, Gate, Script, Table, ask


def whole_game(table: Table) -> Script[None]:
    """Play from the first deal to the end; the end is raised as GameOver."""
    yield from set_up(table)
    begin_turn(table, 0)  # BW-12
    yield from play_on(table)


def play_on(table: Table) -> Script[None]:
    """Play from an action step on: each turn's other parts follow it (BW-14)."""
    while True:
        yield from act(table)
        yield from finish_turn(table)
        begin_turn(table, 1 - table.active)


def begin_turn(table: Table, player: int) -> None:
    """Give a player the turn, with fresh AP (BW-15)."""
    table.turn += 1
    table.active = player
    table.ap = action_points(table)


def finish_turn(table: Table) -> Script[None]:
    """Hold the combat, test the end, refill the Street (BW-14)."""
    held = table.turn > 1 or table.knobs["first_turn_combat"]  # BW-40
    if held:
        yield from combat(table)
        note_lead(table)
        end_if_fallen(table)
    refill(table, held)
    end_of_turn(table)


def action_points(table: Table) -> int:
    """Return the AP of the turn that begins (BW-15)."""
    name = "ap_first_turn" if table.turn == 1 else f"ap_p{table.active}"
    return table.knobs[name]


def end_of_turn(table: Table) -> None:
    """Count the turn and stop a game without end (BW-103, BW-104)."""
    if table.perp_cards_left() == 0:
        table.tally.count("perp_dry_turns")
    table.stall = 0 if table.eventful else table.stall + 1
    table.eventful = False
    if table.turn >= table.knobs["max_turns"]:
        table.end(-1, 5)
    if 0 < table.knobs["stall_turns"] <= table.stall:
        table.end(-1, 4)


def act(table: Table) -> Script[None]:
    """Take actions until the active player ends the step (BW-16)."""
    while True:
        choice = yield from ask(table, "ACT", table.active, act_ids(table))
        verb, argument = decode(choice)
        if verb == "END":
            table.tally.add("ap_unused", table.active, table.ap)
            return
        yield from carry_out(table, verb, argument)


def carry_out(table: Table, verb: str, argument: int) -> Script[None]:
    """Carry out what the active player has chosen."""
    match verb:
        case "BUY":
            buy(table)
        case "TOGGLE":
            toggle(table, argument)
        case "MOVE":
            move(table, *divmod(argument, 5))
        case "PLAY":
            play(table, *divmod(argument, 5))
        case "UNFOAM":
            yield from unfoam(table, argument)
        case "EVICT":
            evict(table, argument)
        case _:
            raise AssertionError(f"{verb} is no action")


def pay(table: Table, ap: int, purpose: str) -> None:
    """Pay AP for an action."""
    table.ap -= ap
    table.tally.add(f"ap_{purpose}", table.active, ap)


# Legal actions


def act_ids(table: Table) -> list[int]:
    """List everything the active player can do."""
    ids = [*buy_ids(table), *toggle_ids(table), *move_ids(table), *play_ids(table),
           *evict_ids(table)]
    clearing = unfoam_ids(table)
    if may_end(table, ids, clearing):
        ids.append(encode("END"))
    return ids + clearing


def may_end(table: Table, others: list[int], clearing: list[int]) -> bool:
    """Tell whether END is legal (BW-16, BW-17)."""
    k, gates = table.knobs, table.gates[table.active]
    too_few = sum(gate.open for gate in gates) < k["min_open_gates"]
    if too_few and table.ap >= k["cost_toggle"] and any(gate.closed for gate in gates):
        return False
    if k["allow_early_end"]:
        return True
    if k["foam_removal"] == "spend_ap" and clearing:
        return False
    return not others


def buy_ids(table: Table) -> list[int]:
    """List BUY if a card can be paid and drawn (BW-18)."""
    possible = table.ap >= table.knobs["cost_buy"] and table.perp_cards_left() > 0
    return [encode("BUY")] if possible else []


def can_be_toggled(gate: Gate) -> bool:
    """Tell whether the owner can open or close a gate (BW-19)."""
    return gate.closed or (gate.open and not gate.occupied)


def toggle_ids(table: Table) -> list[int]:
    """List the own gates that can be opened or closed (BW-19)."""
    if table.ap < table.knobs["cost_toggle"]:
        return []
    gates = table.gates[table.active]
    return encode_all("TOGGLE", [c for c in COLUMNS if can_be_toggled(gates[c])])


def move_price(table: Table, start: int, goal: int) -> int:
    """Return the AP of a move (BW-20)."""
    return abs(start - goal) * table.knobs["cost_move_step"]


def move_ids(table: Table) -> list[int]:
    """List the moves of own units on own gates (BW-20)."""
    gates = table.gates[table.active]
    return [
        encode("MOVE", 5 * start + goal)
        for start in COLUMNS
        for goal in COLUMNS
        if gates[start].own_unit is not None
        and gates[goal].can_receive
        and move_price(table, start, goal) <= table.ap
    ]


def evict_ids(table: Table) -> list[int]:
    """List the own gates that an enemy occupies, if the price can be paid (BW-29)."""
    if table.ap < table.knobs["evict_price"]:
        return []
    gates = table.gates[table.active]
    return encode_all("EVICT", [c for c in COLUMNS if gates[c].occupied])


def unfoam_ids(table: Table) -> list[int]:
    """List the own foamed gates, if clearing one can be paid (BW-28)."""
    by_hand = table.knobs["foam_removal"] == "discard_hand"
    means = table.hand_ap(table.active) if by_hand else table.ap
    if means < table.knobs["foam_price"]:
        return []
    gates = table.gates[table.active]
    return encode_all("UNFOAM", [c for c in COLUMNS if gates[c].foamed])


# Actions


def buy(table: Table) -> None:
    """Draw a Perp card (BW-18)."""
    pay(table, table.knobs["cost_buy"], "buy")
    table.tally.add("bought", table.active)
    table.draw_perp(table.active)
    table.eventful = True


def toggle(table: Table, column: int) -> None:
    """Open or close an own gate (BW-19)."""
    pay(table, table.knobs["cost_toggle"], "toggle")
    gate = table.gates[table.active][column]
    if gate.closed:
        gate.state = OPEN
        table.tally.add("opened", table.active)
    else:
        gate.close()
        table.tally.add("closed", table.active)


def move(table: Table, start: int, goal: int) -> None:
    """Move an own unit with all its upgrades (BW-20)."""
    pay(table, move_price(table, start, goal), "move")
    gates = table.gates[table.active]
    gates[goal].unit, gates[start].unit = gates[start].unit, None


def evict(table: Table, column: int) -> None:
    """Throw an occupier out; the gate stays open (BW-29)."""
    pay(table, table.knobs["evict_price"], "other")
    table.discard_unit(table.gates[table.active][column])
    table.tally.add("evicted", table.active)
    table.eventful = True


def unfoam(table: Table, column: int) -> Script[None]:
    """Clear an own gate of Riot Foam (BW-28)."""
    price = table.knobs["foam_price"]
    table.eventful = True
    if table.knobs["foam_removal"] == "spend_ap":
        pay(table, price, "other")
    else:
        yield from discard_for_foam(table, column, price)
    gate = table.gates[table.active][column]
    table.clear_foam(gate)
    if table.knobs["foam_removed_state"] == "closed":
        gate.close()
    table.tally.add("unfoamed", table.active)


def discard_for_foam(table: Table, column: int, price: int) -> Script[None]:
    """Discard hand cards until their printed AP reach the price (BW-28)."""
    player, hand = table.active, table.hand[table.active]
    table.pay_gate, table.pay_due = column, price
    while table.pay_due > 0:
        legal = encode_all("DISCARD", [kind for kind, copies in enumerate(hand) if copies])
        choice = yield from ask(table, "PAY", player, legal)
        card = table.perp[decode(choice)[1]]
        table.from_hand(player, card.kind)
        table.discard(card)
        table.tally.paid[player][card.kind] += 1
        table.pay_due -= card.ap
    table.pay_gate = table.pay_due = 0


