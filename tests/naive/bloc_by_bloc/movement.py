"""Move blocs through streets, highways and the metro."""

from __future__ import annotations

from .ids import DECK, MOST_COUNT, decode, encode_all
from .table import Script, Table, ask


def next_stops(table: Table, p: int) -> set[int]:
    """Return the districts one step away by route or, while it is open, by metro (BB-42)."""
    stops = set(table.city.adjacent[p])
    if table.metro_open and p in table.city.stations:
        stops |= table.city.stations
    return stops


def reach(table: Table, origin: int, through_police: bool) -> set[int]:
    """Return the districts that blocs can move to; police stop them unless they may pass."""
    if table.police(origin) and not through_police:
        return set()
    seen, frontier = {origin}, [origin]
    while frontier:
        p = frontier.pop()
        if p != origin and table.police(p) and not through_police:
            continue  # BB-42: a path may end there, not go on
        new = next_stops(table, p) - seen
        seen |= new
        frontier.extend(new)
    return seen - {origin}


def slips_through(table: Table, f: int, p: int, count: int) -> bool:
    """Tell whether the Students' ability covers a move of so many blocs (BB-43)."""
    if count != 1 or not table.is_faction(f, "students"):
        return False
    return table.blocs[f][p] == 1 or not table.knobs["students_solo_strict"]


def destinations(
    table: Table, f: int, p: int, count: int, *, disguised: bool = False, meeting: bool = False
) -> list[int]:
    """List the ids of where so many blocs can go (BB-42, BB-44)."""
    free = disguised or slips_through(table, f, p, count)
    ids = encode_all("DISTRICT", sorted(reach(table, p, free)))
    if meeting and meeting_allowed(table) and not table.police(p):
        ids.append(DECK)
    return ids


def meeting_allowed(table: Table) -> bool:
    """Tell whether blocs may go to a meeting at all (BB-44)."""
    return bool(table.conditions_left) or table.knobs["meet_without_deck"]


def can_move(table: Table, f: int, p: int, **how: bool) -> bool:
    """Tell whether a faction has a bloc in a district that can go somewhere."""
    counts = range(1, table.blocs[f][p] + 1)
    return any(destinations(table, f, p, count, **how) for count in counts)


def move(table: Table, f: int, p: int, most: int = MOST_COUNT, **how: bool) -> Script[int]:
    """Ask how many blocs move and where to, and move them; return the id of the place."""
    counts = [
        count
        for count in range(1, min(most, MOST_COUNT, table.blocs[f][p]) + 1)
        if destinations(table, f, p, count, **how)
    ]
    choice = yield from ask(table, "MOVE_COUNT", f, encode_all("COUNT", counts))
    count = decode(choice)[1]
    places = destinations(table, f, p, count, **how)
    place = yield from ask(table, "MOVE_DEST", f, places)
    if place == DECK:
        table.blocs[f][p] -= count
        table.deck_blocs[f] += count
    else:
        transfer(table, f, p, decode(place)[1], count, disguised=how.get("disguised", False))
    return place


def transfer(table: Table, f: int, p: int, q: int, count: int, *, disguised: bool = False) -> None:
    """Put blocs from one district into another; note a use of the Students' ability (BB-43)."""
    if not disguised and slips_through(table, f, p, count) and q not in reach(table, p, False):
        table.tally.ability[table.faction_index(f)] += 1
    table.blocs[f][p] -= count
    table.blocs[f][q] += count
