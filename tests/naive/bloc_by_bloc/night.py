"""Tell the whole game in order: set-up, nights, Sunrise."""

from __future__ import annotations

from .conditions import set_tokens_by_hand, turn_up
from .ids import decode, encode_all
from .liberation import ceiling, liberate_districts
from .sunrise import resolve_reaction
from .table import Script, Table, ask
from .turn import turn


def whole_game(table: Table) -> Script[None]:
    """Play from the choice of starting districts until the game ends by GameOver."""
    yield from choose_starts(table)
    turn_up(table, table.knobs["conditions_face_up_start"])
    while True:
        note_low_clock(table)
        for f in table.turn_order():
            yield from turn(table, f)
            table.turn_index += 1
        yield from sunrise(table)


def choose_starts(table: Table) -> Script[None]:
    """Let every faction choose its starting district (BB-20 to BB-22)."""
    for f in table.turn_order():
        own = encode_all("DISTRICT", table.city.of_type(table.faction[f]))
        choice = yield from ask(table, "START", f, own)
        p = decode(choice)[1]
        table.circle[p] = (f, 0)
        table.blocs[f][p] = table.knobs["start_blocs"]
        table.tally.start_id[f] = table.city.tile[p]
        wall_off_vans(table, p)


def wall_off_vans(table: Table, p: int) -> None:
    """Barricade every route from a starting district to a van (BB-22)."""
    wanted = min(table.knobs["setup_barricades"], table.knobs["barricade_cap"])
    for route in table.city.routes_of[p]:
        if any(table.van[q] for q in table.city.route_end[route]):
            table.barricades[route] = min(wanted, table.barricades_in_supply())


def note_low_clock(table: Table) -> None:
    """Note a night that begins late with at most half of the tokens placed."""
    if table.countdown <= 3 and 2 * table.tokens_placed() <= len(table.seats):
        table.tally.low_clock = True


def sunrise(table: Table) -> Script[None]:
    """Play the five steps of Sunrise."""
    table.tally.lockdown_nights += not table.metro_open
    yield from resolve_reaction(table)
    yield from liberate_districts(table)
    yield from hold_meeting(table)
    if table.knobs["token_mode"] == "manual":
        yield from set_tokens_by_hand(table)
    check_win(table)
    advance_countdown(table)


def hold_meeting(table: Table) -> Script[None]:
    """Turn up the cards that the meeting pays for, then bring its blocs back (BB-81, BB-82)."""
    blocs = sum(table.deck_blocs.values())
    shown = len(table.conditions_up)
    table.tally.meetings_held += blocs > 0
    while table.conditions_left and blocs >= card_cost(table):
        blocs -= card_cost(table)
        turn_up(table)
    table.tally.meetings_success += len(table.conditions_up) > shown
    for f in table.turn_order():
        if table.deck_blocs[f]:
            places = table.occupations(f) or table.city.of_type(table.faction[f])
            choice = yield from ask(table, "RETURN", f, encode_all("DISTRICT", places))
            table.blocs[f][decode(choice)[1]] += table.deck_blocs[f]
            table.deck_blocs[f] = 0


def card_cost(table: Table) -> int:
    """Return how many blocs the next Conditions card costs (BB-81)."""
    return max(1, ceiling(table.knobs["meeting_cost_slope"] * len(table.conditions_up)))


def check_win(table: Table) -> None:
    """End the game if all tokens lie on cards, or if time has run out (BB-83)."""
    placed = table.tokens_placed()
    for n in range(placed):
        if table.tally.tokens_night[n] < 0:
            table.tally.tokens_night[n] = table.night
    if placed == len(table.seats):
        table.end("win", winners=(1 << len(table.seats)) - 1)
    if table.countdown <= 0:
        table.end("lose_time")


def advance_countdown(table: Table) -> None:
    """Advance the countdown by morale and begin the next night (BB-84)."""
    table.tally.sample_morale(table.morale, table.night)
    table.countdown -= table.knobs["morale_countdown"][table.morale]
    if table.countdown <= 0:
        table.end("lose_time")
    if table.night >= table.knobs["night_cap"]:
        table.end("truncated")
    table.night += 1
    table.first_seat = (table.first_seat + 1) % len(table.seats)
    table.turn_index = 0
