"""Tell which Conditions cards are completed and where the tokens lie."""

from __future__ import annotations

import networkx as nx

from .components import CONDITIONS
from .ids import END, decode, encode_all
from .table import Script, Table, ask

NO_CARD = len(CONDITIONS)


def completes(table: Table, f: int, code: int) -> bool:
    """Tell whether a faction completes a card (BB-60)."""
    card, city = CONDITIONS[code], table.city
    held = [p for p in table.occupations(f) if table.liberated[p]]
    if card.district is not None:
        return city.position.get(card.district) in held
    wanted = table.faction[f] if card.wild_type == "own_faction" else card.wild_type
    return sum(1 for p in held if city.type[p] == wanted) >= card.count


def completed_cards(table: Table, f: int) -> list[int]:
    """List the face-up cards a faction completes."""
    return [code for code in sorted(table.conditions_up) if completes(table, f, code)]


def free_completed(table: Table, f: int) -> list[int]:
    """List the completed cards without any token on them (BB-61)."""
    taken = set(table.token.values())
    return [code for code in completed_cards(table, f) if code not in taken]


def _matching_size(options: dict[int, list[int]]) -> int:
    """Return how many seats can get different cards at most."""
    graph = nx.Graph()
    top = [("seat", f) for f in options]
    graph.add_nodes_from(top)
    graph.add_edges_from((("seat", f), ("card", c)) for f, cards in options.items() for c in cards)
    return len(nx.bipartite.hopcroft_karp_matching(graph, top)) // 2


def best_matching(options: dict[int, list[int]]) -> dict[int, int]:
    """Return the largest matching of seats to cards, of several the smallest vector (BB-62)."""
    if not any(options.values()):
        return dict.fromkeys(options, -1)
    options = {f: list(cards) for f, cards in options.items()}
    size = _matching_size(options)
    chosen: dict[int, int] = {}
    placed = 0
    for f in sorted(options):
        rest = {g: cards for g, cards in options.items() if g > f}
        for card in [*sorted(options[f]), NO_CARD]:
            others = {g: [c for c in cards if c != card] for g, cards in rest.items()}
            now = placed + (card != NO_CARD)
            if now + _matching_size(others) == size:
                break
        chosen[f] = -1 if card == NO_CARD else card
        placed = now
        options = {f: [], **others}
    return chosen


def settle_tokens(table: Table) -> None:
    """Put the tokens right after a change of the board (BB-61, BB-62)."""
    if table.knobs["token_mode"] == "auto":
        table.token = best_matching({f: completed_cards(table, f) for f in table.seats})
        return
    for f, code in table.token.items():
        if code >= 0 and not completes(table, f, code):
            table.token[f] = -1


def turn_up(table: Table, cards: int = 1) -> None:
    """Turn Conditions cards face up and settle the tokens."""
    for _ in range(cards):
        table.turn_up_condition()
    settle_tokens(table)


def set_tokens_by_hand(table: Table) -> Script[None]:
    """Let every faction without a token on a card place it before the win check (BB-62)."""
    for f in table.turn_order():
        if table.token[f] < 0:
            cards = free_completed(table, f)
            choice = yield from ask(table, "TOKEN_SET", f, [END, *encode_all("TOKEN", cards)])
            if choice != END:
                table.token[f] = decode(choice)[1]
