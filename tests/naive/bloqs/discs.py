"""Carry out discs: take a part, build any part, steal."""

from __future__ import annotations

from tests.naive.script import Script

from .building import (
    BY_BUILD,
    BY_CUBE_CARD,
    BY_DISC,
    BY_REMOVAL,
    BY_STEAL,
    FROM_MIDDLE,
    STOLEN,
    build,
)
from .cards import defended, settle, spend
from .chance import pick
from .components import BUILD, STEAL, TYPES, cube_card
from .ending import end_if_perfect
from .ids import decode, encode, encode_all
from .table import Table, ask
from .tower import top


def carry_out(table: Table, disc: int, alone: bool) -> Script[None]:
    """Carry out the disc landed on."""
    if disc == STEAL:
        yield from steal(table)
    elif disc == BUILD:
        if not buildable(table):
            table.tally.count("build_impossible")
            return
        yield from build_any(table, BY_BUILD)
    else:
        yield from cube_disc(table, disc, alone)


# Parts from the middle


def cube_disc(table: Table, kind: int, alone: bool) -> Script[None]:
    """Take the depicted part and build it, or play a cube card for it (BQ-30, BQ-93)."""
    me = table.turn_player
    if alone and may_play_cube_card(table, kind):
        legal = [encode("PASS"), encode("CUBE_CARD")]
        choice = yield from ask(table, "CARD", me, legal)
        if decode(choice)[0] == "CUBE_CARD":
            spend(table, me, cube_card(kind), "cube")
            table.cube_card_played = True
            yield from build_any(table, BY_CUBE_CARD)
            return
    if not table.middle(kind):
        table.tally.count("unavailable")  # BQ-31
        return
    if not table.placeable(kind, table.tower(me)):
        table.tally.count("unplaceable")  # BQ-33
        table.tally.count("cap_blocked", top(table.tower(me)) >= table.layers - 2)
        return
    yield from build_from_middle(table, kind, BY_DISC)


def may_play_cube_card(table: Table, kind: int) -> bool:
    """Tell whether the turn player may play a cube card of a type (BQ-93, BQ-94)."""
    played = table.moved_by_card + table.cube_card_played
    return (
        table.with_cards
        and table.hand[table.turn_player][cube_card(kind)] > 0
        and played < table.knobs["own_cards_per_turn"]
        and bool(buildable(table))
    )


def buildable(table: Table) -> list[int]:
    """List the types in the middle that the turn player can build (BQ-32, BQ-33)."""
    tower = table.tower(table.turn_player)
    return [
        kind for kind in range(TYPES) if table.middle(kind) and table.placeable(kind, tower)
    ]


def build_any(table: Table, source: int) -> Script[None]:
    """Build any part from the middle, chosen or drawn (BQ-32)."""
    kinds = buildable(table)
    if table.knobs["build_part"] == "random":
        supply = [n if kind in kinds else 0 for kind, n in enumerate(table.supply())]
        kind = pick(supply, table.luck.cards)
    else:
        choice = yield from ask(table, "TYPE", table.turn_player, encode_all("TYPE", kinds))
        kind = decode(choice)[1]
    yield from build_from_middle(table, kind, source)


def build_from_middle(table: Table, kind: int, source: int) -> Script[None]:
    """Take a part of a type from the middle and build it at once (BQ-30)."""
    part = table.take_from_middle(kind)
    yield from build(table, table.turn_player, part, FROM_MIDDLE, source)


# Steal


def steal(table: Table) -> Script[None]:
    """Steal a part from a rival unless its owner defends it (BQ-55, BQ-96)."""
    choices = stealable(table)
    if not choices:
        table.tally.count("steal_impossible")  # BQ-56
        return
    if table.knobs["steal_victim"] == "random":
        choices = of_random_victim(table, choices)
    protected = 0
    while choices:
        choice = yield from ask(
            table, "STEAL", table.turn_player, encode_all("PART", choices),
            protected_mask=protected,
        )
        part = decode(choice)[1]
        stopped = yield from defended(
            table, table.owner[part], "steal", take=part, protected_mask=protected
        )
        if not stopped:
            yield from carry_off(table, part)
            return
        if table.knobs["defence_effect"] == "cancel":
            return
        choices.remove(part)
        protected |= 1 << part


def stealable(table: Table) -> list[int]:
    """List the parts of rivals that can be taken and built (BQ-55)."""
    me = table.turn_player
    tower = table.tower(me)
    return [
        part
        for rival in table.others(me)
        for part in table.removable(rival)
        if table.placeable(table.kind(part), tower)
    ]


def of_random_victim(table: Table, choices: list[int]) -> list[int]:
    """Keep the parts of one rival drawn among those who have any of them."""
    victims = sorted({table.owner[part] for part in choices})
    victim = victims[table.luck.cards.below(len(victims))]
    return [part for part in choices if table.owner[part] == victim]


def carry_off(table: Table, part: int) -> Script[None]:
    """Take a part from its owner and build it; either may win by it (BQ-71, BQ-99)."""
    thief, victim = table.turn_player, table.owner[part]
    before = table.full(victim)
    table.remove(part)
    table.tally.add("steals_made", thief)
    table.tally.add("steals_suffered", victim)
    table.tally.robbed.add(victim)
    settle(table, victim, before, table.full(victim))
    yield from build(table, thief, part, STOLEN, BY_STEAL)
    if table.knobs["perfect_scope"] == "involved":
        end_if_perfect(table, victim, table.kind(part), BY_REMOVAL)
