"""Swap parts with the players met on a circle."""

from __future__ import annotations

from tests.naive.script import Script

from .building import BY_SWAP, BY_SWAP_PARTNER, SWAP_GIVEN, SWAP_TAKEN, build
from .cards import defended, settle
from .ids import decode, encode, encode_all
from .table import Table, ask

Pair = tuple[int, int]  # given, taken


def swap_with_all(table: Table, met: list[int]) -> Script[bool]:
    """Swap with each player met, in the order of choice (BQ-60); tell if anything happened.

    A defence and a refusal count as something (BQ-23).
    """
    still_open, happened = list(met), False
    while still_open:
        partners = [seat for seat in still_open if legal_pairs(table, seat)]
        if not partners:
            note_impossible(table, still_open)
            break
        partner = yield from choose_partner(table, partners, still_open)
        happened = True
        if partner is None:
            break
        yield from swap_with(table, partner)
        still_open.remove(partner)
    return happened


def note_impossible(table: Table, partners: list[int]) -> None:
    """Count the partners with whom no swap is possible, and where both have parts."""
    for partner in partners:
        both = table.parts(table.turn_player) and table.parts(partner)
        table.tally.count("swap_impossible")
        table.tally.count("no_removable", bool(both))


def choose_partner(
    table: Table, partners: list[int], still_open: list[int]
) -> Script[int | None]:
    """Ask with whom to swap next; None ends the swaps of this landing (BQ-62)."""
    legal = encode_all("PLAYER", partners)
    if not table.knobs["swap_mandatory"]:
        legal.append(encode("PASS"))
    choice = yield from ask(
        table, "PARTNER", table.turn_player, legal,
        open_mask=sum(1 << seat for seat in still_open), protected_mask=0,
    )
    verb, partner = decode(choice)
    return None if verb == "PASS" else partner


def legal_pairs(table: Table, partner: int, protected: int = 0) -> list[Pair]:
    """List the parts to give and to take that both can be taken and built (BQ-61)."""
    me = table.turn_player
    mine = [(part, table.tower(me, without=part)) for part in table.removable(me)]
    theirs = [
        (part, table.tower(partner, without=part))
        for part in table.removable(partner) if not protected >> part & 1
    ]
    return [
        (give, take)
        for give, own_rest in mine
        for take, their_rest in theirs
        if table.placeable(table.kind(take), own_rest)
        and table.placeable(table.kind(give), their_rest)
    ]


def swap_with(table: Table, partner: int) -> Script[None]:
    """Name two parts and exchange them unless the partner defends (BQ-61, BQ-96)."""
    me, protected = table.turn_player, 0
    pairs = legal_pairs(table, partner)
    while pairs:
        shown = {"partner": partner, "protected_mask": protected}
        gives = encode_all("PART", (give for give, _ in pairs))
        give = decode((yield from ask(table, "GIVE", me, gives, **shown)))[1]
        shown["give"] = give
        takes = encode_all("PART", (take for one, take in pairs if one == give))
        take = decode((yield from ask(table, "TAKE", me, takes, **shown)))[1]
        stopped = yield from defended(table, partner, "swap", **shown, take=take)
        if not stopped:
            yield from exchange(table, partner, give, take)
            return
        if table.knobs["defence_effect"] == "cancel":
            return
        protected |= 1 << take
        pairs = legal_pairs(table, partner, protected)


def exchange(table: Table, partner: int, give: int, take: int) -> Script[None]:
    """Take both parts off, then build the taken one, then the given one (BQ-63, BQ-99)."""
    me = table.turn_player
    before = {seat: table.full(seat) for seat in (me, partner)}
    table.remove(give)
    table.remove(take)
    table.tally.add("swaps_made", me)
    table.tally.add("swaps_suffered", partner)
    table.tally.robbed.add(partner)
    if table.knobs["card_accounting"] == "stepwise":
        for seat in (me, partner):
            after = table.full(seat)
            settle(table, seat, before[seat], after)
            before[seat] = after
    yield from build(table, me, take, SWAP_TAKEN, BY_SWAP, before[me])
    yield from build(table, partner, give, SWAP_GIVEN, BY_SWAP_PARTNER, before[partner])
