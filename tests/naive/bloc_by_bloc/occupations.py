"""Build, swap, evict and use occupations."""

from __future__ import annotations

from .components import CENTER, HALL, KIND_OF_TOKEN, KINDS, START
from .conditions import settle_tokens
from .ids import END, decode, encode, encode_all
from .payment import pay, payable, price
from .table import Script, Table, ask


def may_hold(table: Table, f: int, p: int) -> bool:
    """Tell whether a faction may build in a district (BB-49; Commercial has no circle)."""
    return table.city.type[p] in (table.faction[f], "public", "state")


def kinds_at_hand(table: Table, f: int) -> list[int]:
    """List the kinds a faction can place: from supply, or any once all are out (BB-51)."""
    supply = table.tokens_in_supply(f)
    return sorted({KIND_OF_TOKEN[token] for token in supply}) if supply else list(KINDS)


def buildable(table: Table, f: int, p: int) -> list[int]:
    """List the kinds a faction can build in a district with an empty circle (BB-49)."""
    if not may_hold(table, f, p) or p in table.circle:
        return []
    return kinds_at_hand(table, f)


def swappable(table: Table, f: int, p: int) -> list[int]:
    """List the kinds a faction can swap into a district (BB-50)."""
    if p not in table.circle:
        return []
    owner = table.circle[p][0]
    if owner == f:
        return [kind for kind in kinds_at_hand(table, f) if kind != table.occupation_kind(p)]
    if table.city.type[p] in ("public", "state"):
        return kinds_at_hand(table, f)
    return []


def occupy(table: Table, f: int, verb: str, p: int, kind: int) -> Script[None]:
    """Carry out a Build or Swap action (BB-49 to BB-52)."""
    cost = price(table, f, verb, p)
    paid = yield from pay(table, f, cost)
    if table.is_faction(f, "workers") and paid.worth() < cost.difficulty:
        table.tally.ability[table.faction_index(f)] += 1
    relocation = not table.tokens_in_supply(f)
    if relocation:
        places = [q for q in table.occupations(f) if table.occupation_kind(q) == kind]
        source = yield from ask(table, "RELOCATE", f, encode_all("DISTRICT", places))
        token = table.circle.pop(decode(source)[1])[1]
    else:
        token = pick_token(table, f, kind)
    table.circle[p] = (f, token)  # what stood there is back with its owner
    if verb == "BUILD" and (not relocation or table.knobs["relocation_lowers_morale"]):
        table.lower_morale(1, "build")
    table.tally.actions[verb.lower()] += 1
    settle_tokens(table)


def pick_token(table: Table, f: int, kind: int) -> int:
    """Choose the token of a kind from supply: an unused one, then the lower number (BB-49)."""
    tokens = [t for t in table.tokens_in_supply(f) if KIND_OF_TOKEN[t] == kind]
    used = table.used if table.active == f else set()
    return min(tokens, key=lambda token: (token in used, token))


def build_free(table: Table, f: int, p: int) -> Script[None]:
    """Offer the Build of a Liberation card: from supply, without a die (BB-80)."""
    if not table.tokens_in_supply(f):
        return
    ids = [encode("BUILD", 3 * p + kind) for kind in buildable(table, f, p)]
    choice = yield from ask(table, "LIB_BUILD", f, [END, *ids])
    if choice != END:
        kind = decode(choice)[1] % 3
        table.circle[p] = (f, pick_token(table, f, kind))
        table.lower_morale(1, "build")
        settle_tokens(table)


def evict(table: Table, p: int) -> None:
    """Return an occupation evicted by police to its faction (BB-68)."""
    if p in table.circle:
        del table.circle[p]
        table.tally.evictions += 1
        settle_tokens(table)


def form_at_start(table: Table, f: int) -> None:
    """Form one bloc at the faction's Start if it is in the city (BB-36)."""
    for p in table.occupations(f):
        if table.occupation_kind(p) == START:
            table.form(f, p, 1, "start")


def graffiti_near(table: Table, p: int) -> int:
    """Count the graffiti in a district and next to it (BB-53)."""
    return sum(table.graffiti[q] for q in {p} | table.city.adjacent[p])


def usable(table: Table, f: int, p: int) -> bool:
    """Tell whether the own Hall or Center in a district can be used now (BB-53)."""
    owner, token = table.circle.get(p, (None, None))
    if owner != f or token in table.used or not table.dice:
        return False
    if KIND_OF_TOKEN[token] == HALL:
        return table.knobs["hall_enabled"] and table.supply(f) > 0
    if KIND_OF_TOKEN[token] == CENTER:
        cards = sum(table.loot_deck) + sum(table.loot_discard)
        return table.knobs["mac_enabled"] and graffiti_near(table, p) > 0 and cards > 0
    return False


def use(table: Table, f: int, p: int) -> Script[None]:
    """Use the ability of an own Hall or Center; its die is already spent (BB-53)."""
    table.used.add(table.circle[p][1])
    if table.occupation_kind(p) == HALL:
        table.form(f, p, 1, "hall")
        table.tally.actions["hall"] += 1
        return
    table.tally.actions["center"] += 1
    for _ in range(graffiti_near(table, p)):
        kind = table.draw_loot()
        if kind is not None:
            table.drawn[kind] += 1
    yield from keep(table, f)


def keep(table: Table, f: int) -> Script[None]:
    """Let the faction keep some of the drawn cards; discard the rest (BB-53)."""
    for _ in range(table.knobs["mac_keep"]):
        kinds = [kind for kind, cards in enumerate(table.drawn) if cards]
        choice = yield from ask(table, "KEEP", f, [END, *encode_all("CARD", kinds)])
        if choice == END:
            break
        kind = decode(choice)[1]
        table.drawn[kind] -= 1
        table.take_loot(f, kind)
    for kind, cards in enumerate(table.drawn):
        table.loot_discard[kind] += cards
        table.drawn[kind] = 0


def occupation_actions(table: Table, f: int, p: int) -> list[int]:
    """List the Build and Swap ids in a district with own free blocs."""
    ids = []
    for verb, kinds in (("BUILD", buildable(table, f, p)), ("SWAP", swappable(table, f, p))):
        if kinds and payable(table, f, price(table, f, verb, p)):
            ids += [encode(verb, 3 * p + kind) for kind in kinds]
    return ids
