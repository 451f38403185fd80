"""Set the game up: discs, counters, who begins, the cards."""

from __future__ import annotations

from .chance import shuffle, spread
from .components import BESIDE, TYPES
from .table import Table


def set_up(table: Table) -> None:
    """Prepare the table up to the first turn (BQ-2 to BQ-6, BQ-90)."""
    k, deal = table.knobs, table.luck.deal
    discs = [k["discs_per_type"]] * TYPES + [k["steal_discs"], k["build_discs"]]
    table.disc = spread(discs)
    shuffle(table.disc, deal)
    table.up = [False] * len(table.disc)
    table.pos = [start_circle(table, k["colours"][seat]) for seat in table.seats]
    table.start_player = table.turn_player = deal.below(len(table.seats))
    if table.with_cards:
        table.deck = spread(k["card_counts"])
        shuffle(table.deck, deal)
        for seat in table.seats:
            for _ in range(k["starting_hand"]):
                table.hand[seat][table.deck.pop()] += 1


def start_circle(table: Table, colour: int) -> int:
    """Return where the counter of a colour begins (BQ-4)."""
    beside = table.knobs["start_circles"] == "off_loop"
    return BESIDE + colour if beside else table.knobs["entries"][colour]
