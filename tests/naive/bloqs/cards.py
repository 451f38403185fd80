"""Play, draw and lose cards."""

from __future__ import annotations

from tests.naive.script import Script

from .chance import pick, shuffle, spread
from .components import DEFENCE, KINDS_OF_CARD
from .ids import decode, encode
from .table import Table, ask

THREATS = ("steal", "swap", "teleport")


def spend(table: Table, seat: int, kind: int, name: str) -> None:
    """Play a card: it lies in the discard pile at once (BQ-90)."""
    to_discard(table, seat, kind)
    table.tally.add(f"{name}_played", seat)


def to_discard(table: Table, seat: int, kind: int) -> None:
    """Move a card from a hand to the discard pile."""
    table.hand[seat][kind] -= 1
    table.discard[kind] += 1


def defended(table: Table, seat: int, threat: str, **shown: int) -> Script[bool]:
    """Let a threatened player answer with a defence card, if there is one (BQ-95)."""
    if table.hand[seat][DEFENCE] == 0:
        return False
    table.tally.count(f"asked_{threat}")
    legal = [encode("PASS"), encode("DEFEND")]
    choice = yield from ask(
        table, "DEFEND", seat, legal, threat=THREATS.index(threat), **shown
    )
    if decode(choice)[0] == "PASS":
        return False
    spend(table, seat, DEFENCE, "defence")
    table.tally.count(f"defended_{threat}")
    return True


def settle(table: Table, seat: int, before: set[int], after: set[int]) -> None:
    """Let a player lose cards for layers that broke, then draw for new ones (BQ-97 to BQ-99)."""
    broken, filled = before - after, after - before
    table.tally.add("layers_broken", seat, len(broken))
    if table.with_cards:
        for _ in range(table.knobs["cards_per_layer_lost"] * len(broken)):
            lose(table, seat)
        for _ in range(table.knobs["cards_per_layer_gained"] * len(filled)):
            draw(table, seat)


def lose(table: Table, seat: int) -> None:
    """Discard a random card of a hand, if it holds one (BQ-98)."""
    if sum(table.hand[seat]):
        to_discard(table, seat, pick(table.hand[seat], table.luck.cards))
        table.tally.add("cards_lost", seat)


def draw(table: Table, seat: int) -> None:
    """Draw a card; an empty pile is made from the discards first (BQ-100)."""
    limit = table.knobs["hand_limit"]
    if 0 < limit <= sum(table.hand[seat]):
        table.tally.count("draws_lost")
        return
    if not table.deck:
        if sum(table.discard) == 0:
            table.tally.count("draws_lost")
            return
        table.deck = spread(table.discard)
        table.discard = [0] * KINDS_OF_CARD
        shuffle(table.deck, table.luck.cards)
        table.tally.count("reshuffles")
    table.hand[seat][table.deck.pop()] += 1
    table.tally.add("cards_gained", seat)
