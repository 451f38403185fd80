"""Deal and refill the Street: DROP, SLIDE and the JD action cards."""

from __future__ import annotations

from .chance import JD
from .components import COLUMNS, PLAYERS, JudgeCard
from .table import OPEN, Judge, Table


def hole(table: Table) -> int | None:
    """Return the lowest empty column of the Street."""
    return next((c for c in COLUMNS if table.street[c] is None), None)


def unit_is_left(table: Table) -> bool:
    """Tell whether deck or discard pile holds a JD unit (BW-91)."""
    return any(
        table.jd_deck[card.kind] + table.jd_discard[card.kind] > 0
        for card in table.jd
        if card.klass == "unit"
    )


def draw_judge_card(table: Table, stream: int) -> tuple[JudgeCard, int]:
    """Draw a JD card and, of a unit, whom it faces (BW-7, BW-90)."""
    if sum(table.jd_deck) == 0:
        table.jd_deck, table.jd_discard = table.jd_discard, table.jd_deck
        table.tally.count("jd_reshuffles")
    card = table.jd[table.luck.card(table.jd_deck, stream)]
    if card.klass == "action":
        return card, 0
    return card, table.luck.facing(table.knobs["facing_p0_probability"], stream)


def fill(table: Table, stream: int, by_placement: bool, with_effects: bool) -> None:
    """Draw until all slots are filled (BW-8, BW-87)."""
    while hole(table) is not None:
        if not unit_is_left(table):
            table.tally.count("street_short")
            return
        card, face = draw_judge_card(table, stream)
        if card.klass == "unit":
            place(table, Judge(card, face), by_placement)
            continue
        if with_effects:
            take_effect(table, card)
        table.jd_discard[card.kind] += 1


def place(table: Table, judge: Judge, by_placement: bool) -> None:
    """Put a JD unit into the Street (BW-88, BW-89)."""
    empty = hole(table)
    assert empty is not None
    if by_placement and judge.card.placement == "SLIDE":
        # Only the cards before the first hole move; the new one takes the slot at the deck.
        table.street[0 : empty + 1] = [judge, *table.street[0:empty]]
    else:
        table.street[empty] = judge


def remove_furthest(table: Table) -> None:
    """Discard the JD card furthest from the deck (BW-86)."""
    occupied = [c for c in COLUMNS if table.street[c] is not None]
    if not occupied:
        return
    judge = table.street[occupied[-1]]
    assert judge is not None
    table.jd_discard[judge.card.kind] += 1
    table.street[occupied[-1]] = None
    table.tally.count("furthest_removed")


def refill(table: Table, combat_held: bool) -> None:
    """Refill the Street at the end of a turn (BW-84 to BW-91)."""
    idle = combat_held and table.judges_destroyed == 0
    if idle and table.knobs["remove_furthest_if_no_jd_destroyed"]:
        remove_furthest(table)
    table.judges_destroyed = 0
    fill(table, JD, by_placement=True, with_effects=True)


# JD action cards


def take_effect(table: Table, card: JudgeCard) -> None:
    """Carry out a JD action card on the position as it is (BW-92)."""
    effects = {"about_turn": about_turn, "curfew": curfew, "forced_entry": forced_entry}
    effects[card.effect](table)
    table.tally.count(f"jd_{card.effect}")


def about_turn(table: Table) -> None:
    """Turn every JD unit in the Street round (BW-93)."""
    for judge in table.street:
        if judge is not None:
            judge.turn_round()
            judge.distracted = False


def curfew(table: Table) -> None:
    """Close every open gate without a unit (BW-94)."""
    for player in PLAYERS:
        for gate in table.gates[player]:
            if gate.open and gate.unit is None:
                gate.close()


def forced_entry(table: Table) -> None:
    """Open each player's closed gate with the lowest column (BW-95)."""
    for player in PLAYERS:
        gate = next((gate for gate in table.gates[player] if gate.closed), None)
        if gate is not None:
            gate.state = OPEN
