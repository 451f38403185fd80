"""Bloc by Bloc in words: names of pieces and places, actions, positions."""

import re

from sim.core.layout import State
from sim.games.bloc_by_bloc.actions import END, SIDES, decode
from sim.games.bloc_by_bloc.book import BOOK
from sim.games.bloc_by_bloc.columns import LOOT_KINDS
from sim.games.bloc_by_bloc.knobs import data
from sim.games.bloc_by_bloc.rules import EFFECTS, TYPES, BlocRules
from sim.games.bloc_by_bloc.sizes import ACT, CONDITIONS, LIB_CHOICE, PHASES, SQUARES, TOKENS
from sim.games.bloc_by_bloc.state import CELLS, kind_of_token, metro_open, priority_high

MORALE = [row["name"] for row in data("police")["morale"]]
OPS = [row["name"] for row in data("police")["ops"]]
LOOT = [row["name"] for row in data("loot")["loot"]]
CARDS = [row["name"] for row in data("liberation")["card"]]
CONDITION_NAMES = [row["name"] for row in data("factions")["condition"]]
FACTIONS = [row["name"] for row in data("factions")["faction"]]
OCCUPATIONS = ("Faction Start", "Assembly Hall", "Mutual Aid Center")
TILE_NAMES = {row["id"]: row["name"] for row in data("city")["tile"]}
REACTION = {"state": "a State district", "public": "a Public district",
            "highest": "the highest district"}
# Nouns that the effects of Liberation cards count.
_COUNTED = "Loot card|bloc|squad|barricade|Conditions card|card"
EFFECT_WORDS = data("liberation")["effects"]


def plural(n: int, noun: str) -> str:
    """Count a noun, as in `1 squad` and `2 squads`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def district(state: State, pos: int) -> str:
    """Name a district by its Police ID, as in `D16`."""
    return f"D{CELLS.view(state)['tile'][pos]}"


def full_district(state: State, pos: int) -> str:
    """Name a district by ID and tile name."""
    tile = int(CELLS.view(state)["tile"][pos])
    return f"D{tile} {TILE_NAMES[tile]}"


def faction(state: State, seat: int) -> str:
    """Name the faction of a seat."""
    return FACTIONS[CELLS.view(state)["faction_of"][seat]]


def describe_seat(rules: BlocRules, state: State, seat: int) -> str:
    """Name a seat by its faction."""
    return faction(state, seat)


def route(state: State, number: int) -> str:
    """Name a route by its two districts."""
    ends = CELLS.view(state)["route_end"][number]
    return f"{district(state, ends[0])}-{district(state, ends[1])}"


def back_of_reaction(rules: BlocRules, state: State) -> str:
    """Say what the back of the top Reaction card shows."""
    priority = "highest" if priority_high(rules, state) else "lowest"
    return f"priority {priority} ID, metro {'open' if metro_open(rules, state) else 'on lockdown'}"


def effect(rules: BlocRules, card: int, choice: int) -> str:
    """Say what a choice of a Liberation card brings."""
    book = BOOK.view(rules.table)
    amount = int(book["effect_amount"][card, choice])
    words = EFFECT_WORDS[EFFECTS[book["effect_kind"][card, choice]]]
    words = re.sub(r"\bn\b", str(amount), words)
    return re.sub(rf"(?<!to )\b1 ((?:more )?(?:{_COUNTED}))s\b", r"1 \1", words)


def describe_action(rules: BlocRules, state: State, action: int) -> str:
    """Say in words what an id means in this position."""
    name, number = decode(action)
    cells = CELLS.view(state)
    phase = int(cells["phase"][0])
    if name in ("BUILD", "SWAP"):
        verb = "build" if name == "BUILD" else "swap in"
        pos, kind = divmod(number, len(OCCUPATIONS))
        return f"{verb} {OCCUPATIONS[kind]} in {full_district(state, pos)}"
    if name == "USE":
        token = int(cells["occ_at"][number]) % TOKENS
        return f"use {OCCUPATIONS[kind_of_token(token)]} in {full_district(state, number)}"
    if name in ("A", "B"):
        choice = int(name == "B")
        if phase == LIB_CHOICE:
            return f"choose {name}: {effect(rules, int(cells['lib_card'][0]), choice)}"
        return f"choose {name}"
    if action == END:
        return "end the turn" if phase == ACT else "stop"
    return _plain_words(state, name, number)


def _plain_words(state: State, name: str, number: int) -> str:
    on_square = {
        "DISTRICT": "{}", "MOVE": "move from {}", "BURN": "burn a shopping centre in {}",
        "GRAFFITI": "spray a shopping centre in {}", "DEFEAT": "attack a squad in {}",
        "KICK": "kick squads out of {}", "VAN": "attack the van in {}",
    }
    if name in on_square:
        return on_square[name].format(full_district(state, number))
    if name == "BARRICADE":
        return f"barricade {route(state, number)}"
    if name in ("FACTION", "GIVE", "ASK"):
        who = faction(state, number)
        return {"FACTION": f"a bloc of the {who}", "GIVE": f"hand a Loot card to the {who}",
                "ASK": f"ask the {who} for a Loot card"}[name]
    words = {
        "YES": "yes", "NO": "no", "DIE": f"pay a die showing {number}", "TOOL": "pay Power Tools",
        "COUNT": plural(number, "bloc"), "DECK": "to the meeting",
        "SIDE": f"out by the side {SIDES[number % len(SIDES)]}", "CARD": LOOT[number % LOOT_KINDS],
        "PLAY": f"play {LOOT[number % LOOT_KINDS]}",
        "TOKEN": f"Conditions token to {CONDITION_NAMES[number % CONDITIONS]}",
    }
    return words[name]


def describe_state(rules: BlocRules, state: State) -> str:
    """Describe a position: clock, police, districts with anything on them, hands, Conditions."""
    cells = CELLS.view(state)
    lines = [
        f"Night {cells['night'][0]}, countdown {cells['countdown'][0]},"
        f" police morale {MORALE[cells['morale'][0]]}, {back_of_reaction(rules, state)}",
        _conditions_line(state),
        *_city_lines(rules, state),
        *(_seat_line(rules, state, seat) for seat in range(rules.seats)),
    ]
    if cells["decider"][0] >= 0:
        lines.append(
            f"To decide: {faction(state, cells['decider'][0])} ({PHASES[cells['phase'][0]]})"
        )
    return "\n".join(lines)


def _conditions_line(state: State) -> str:
    cells = CELLS.view(state)
    up = int(cells["conditions_up"][0])
    owners = {int(card): seat for seat, card in enumerate(cells["token"]) if card >= 0}
    shown = [
        f"{name} [{faction(state, owners[code])}]" if code in owners else name
        for code, name in enumerate(CONDITION_NAMES)
        if (up >> code) & 1
    ]
    return f"Conditions: {', '.join(shown) or 'none'}"


def _city_lines(rules: BlocRules, state: State) -> list[str]:
    return [line for pos in range(SQUARES) if (line := district_line(rules, state, pos))]


def district_line(rules: BlocRules, state: State, pos: int) -> str:
    """Describe what stands in a district; empty where nothing does."""
    cells = CELLS.view(state)
    parts = []
    if cells["squads"][pos]:
        parts.append(plural(int(cells["squads"][pos]), "squad"))
    if cells["van"][pos]:
        hits = int(cells["van"][pos]) - 1
        parts.append(f"van ({plural(hits, 'hit')})" if hits else "van")
    parts += [
        f"{faction(state, seat)} {cells['blocs'][seat, pos]}"
        for seat in range(rules.seats)
        if cells["blocs"][seat, pos]
    ]
    if cells["occ_at"][pos] >= 0:
        owner, token = divmod(int(cells["occ_at"][pos]), TOKENS)
        parts.append(f"{OCCUPATIONS[kind_of_token(token)]} of the {faction(state, owner)}")
    if cells["graffiti"][pos]:
        parts.append(f"{cells['graffiti'][pos]} graffiti")
    if not parts:
        return ""
    mark = ", liberated" if cells["liberated"][pos] else ""
    kind = TYPES[cells["type"][pos]].capitalize()
    return f"  {full_district(state, pos)} ({kind}{mark}): {', '.join(parts)}"


def _seat_line(rules: BlocRules, state: State, seat: int) -> str:
    cells = CELLS.view(state)
    hand = [f"{LOOT[k]} x{n}" if n > 1 else LOOT[k] for k, n in enumerate(cells["hand"][seat]) if n]
    meeting = int(cells["deck_blocs"][seat])
    at_meeting = f", {meeting} at the meeting" if meeting else ""
    return (
        f"  seat {seat} {faction(state, seat)}:"
        f" {plural(int(cells['in_city'][seat]), 'bloc')} in the city{at_meeting};"
        f" Loot: {', '.join(hand) or 'none'}"
    )
