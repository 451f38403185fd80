"""Every number of Bloc by Bloc that a designer may turn, with its default and its range."""

import tomllib
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

import configs
from sim.core.knobs import Knobs, knob

FOLDER = configs.GAMES / "bloc_by_bloc"


@cache
def data(name: str) -> dict[str, Any]:
    """Read one component file of the game, as `city` or `police`."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _list(file: str, table: str, field: str) -> list[Any]:
    return [row[field] for row in data(file)[table]]


class ReactionCard(BaseModel):
    """One Reaction card: where the van goes, the priority and metro status on its back."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    destination: Literal["state", "public", "highest"]
    priority: Literal["highest", "lowest"]
    metro: Literal["open", "lockdown"]


class CityLayout(BaseModel):
    """A fixed city: Police ID per square (0 a highway) and rotation per square."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    tiles: list[int]
    rotation: list[int]


# TOML has lists only, so these two tuples are read loosely.
Effect = Annotated[tuple[str, int], Field(strict=False)]
Choices = Annotated[tuple[Effect, Effect], Field(strict=False)]

REACTION_CARDS = [
    {key: card[key] for key in ("destination", "priority", "metro")}
    for card in data("police")["reaction"]
]
LIBERATION_CARDS = [(tuple(card["a"]), tuple(card["b"])) for card in data("liberation")["card"]]


class BlocKnobs(Knobs):
    """Settings of Bloc by Bloc: Uprising."""

    mode: Literal["coop"] = knob("coop", "mode of play", "BB-83")
    players: int = knob(4, "people at the table; 1 plays two factions", "BB-18", limits=(1, 4))
    heavy_reinforcements: int = knob(
        1, "Heavy Reinforcements cards: 1 easy .. 4 expert (0, 5, 6 leave the rules)", "BB-17",
        limits=(0, 6),
    )
    ops_counts: list[int] = knob(
        _list("police", "ops", "count"), "copies of Police Ops cards by code, Heavy apart",
        "BB-17", "public", per_item=(0, 4),
    )
    ops_morale: list[int] = knob(
        _list("police", "ops", "morale"), "morale raised by Police Ops cards by code", "BB-24",
        "public", per_item=(0, 2),
    )
    morale_cards: list[int] = knob(
        _list("police", "morale", "cards"), "Police Ops cards a turn by morale level", "BB-23",
        per_item=(0, 5),
    )
    morale_countdown: list[int] = knob(
        _list("police", "morale", "cards"), "countdown steps a night by morale level", "BB-84",
        per_item=(1, 5),
    )
    morale_start: int = knob(0, "police morale at the start", "BB-16", limits=(0, 4))
    countdown_start: int = knob(10, "nights on the countdown at the start", "BB-16", limits=(4, 20))
    countdown_cap: int = knob(10, "highest countdown (R-20)", "BB-78", "assumed", limits=(4, 30))
    public_countdown_bonus: int = knob(
        1, "countdown won by liberating a Public district", "BB-78", limits=(0, 3)
    )
    start_blocs: list[int] = knob(
        [3, 2, 1], "blocs at the start with 2, 3, 4 factions", "BB-21", per_item=(1, 6)
    )
    start_squads: int = knob(3, "squads in each State district", "BB-16", limits=(0, 6))
    start_vans: int = knob(1, "vans in each State district", "BB-16", limits=(0, 1))
    squad_supply: int = knob(30, "squads in the box", "BB-35", limits=(12, 60))
    van_supply: int = knob(4, "vans in the box", "BB-35", limits=(0, 8))
    bloc_supply: int = knob(10, "blocs of a faction", "BB-93", limits=(6, 14))
    barricade_supply: int = knob(40, "barricades in the box", "BB-93", limits=(0, 60))
    barricade_cap: int = knob(3, "most barricades on a route (R-07)", "BB-45", limits=(1, 5))
    barricade_block: int = knob(
        3, "barricades from which all squads and vans stop", "BB-30", limits=(1, 5)
    )
    setup_barricades: int = knob(
        3, "barricades between a start and a van next door", "BB-22", limits=(0, 5)
    )
    loot_tokens: int = knob(23, "burn / graffiti tokens", "BB-47", limits=(0, 40))
    dice_thresholds: list[int] = knob(
        [5, 9], "blocs in the city for one and for two more dice", "BB-37", per_item=(1, 10)
    )
    dice_base: int = knob(3, "dice rolled with few blocs", "BB-37", limits=(1, 5))
    difficulty_shift: int = knob(0, "added to every difficulty", "BB-11", limits=(-2, 2))
    liberated_change: int = knob(
        -1, "difficulty change by liberation, but Public, Commercial", "BB-11", "public",
        limits=(-3, 0),
    )
    liberation_multiplier: float = knob(
        2.0, "blocs needed per point of difficulty", "BB-77", limits=(1.0, 3.0)
    )
    liberation_needs_neighbour: bool = knob(
        True, "non-Public districts need a liberated neighbour", "BB-77"
    )
    van_hits: int = knob(3, "hits that defeat a van", "BB-54", limits=(1, 5))
    kick_squads: int = knob(2, "squads kicked out by one attack", "BB-54", limits=(1, 4))
    rotation_limit: int = knob(5, "squads that Strategic Rotation leaves", "BB-34", limits=(3, 8))
    meeting_cost_slope: float = knob(
        1.0, "blocs per face-up card that a new card costs", "BB-81", limits=(0.0, 2.0)
    )
    conditions_face_up_start: int = knob(
        1, "Conditions cards face up at the start", "BB-19", limits=(1, 4)
    )
    loot_copies: list[int] = knob(
        _list("loot", "loot", "copies"), "copies of Loot cards by code", "BB-17", "assumed",
        per_item=(0, 8),
    )
    mac_keep: int = knob(2, "cards kept from a Mutual Aid Center", "BB-53", limits=(1, 4))
    mac_enabled: bool = knob(True, "Mutual Aid Centers may be used", "BB-53")
    hall_enabled: bool = knob(True, "Assembly Halls may be used", "BB-53")
    liberation_effects: list[Choices] = knob(
        LIBERATION_CARDS, "choices A and B of the Liberation cards by code", "BB-79", "assumed"
    )
    reaction_cards: list[ReactionCard] = knob(
        [ReactionCard(**card) for card in REACTION_CARDS], "the Reaction cards (R-32)", "BB-70",
        "assumed",
    )
    layout: Literal["random", "beginner", "reference"] | CityLayout = knob(
        "random", "city: drawn anew, a named layout or an own one (R-24)", "BB-14"
    )
    workers: bool = knob(True, "Workers build and swap with any die", "BB-52")
    students: bool = knob(True, "a single Students bloc passes police", "BB-43")
    neighbors: bool = knob(True, "Neighbors place two barricades", "BB-46")
    prisoners: bool = knob(True, "Prisoners attack with better dice", "BB-56")
    prisoners_bonus: int = knob(1, "what a Prisoners attack die gains", "BB-56", limits=(0, 2))
    prisoners_bonus_per_die: bool = knob(
        True, "the bonus counts per die, not per action (R-15)", "BB-56", "assumed"
    )
    state_public_shops: bool = knob(
        False, "State and Public districts have a shopping centre (R-01)", "BB-47", "assumed"
    )
    patrols_follow_priority: bool = knob(
        False, "District Patrols follow the priority (R-04)", "BB-26", "assumed"
    )
    students_solo_strict: bool = knob(
        False, "only a faction's single bloc in a district is solo (R-10)", "BB-43", "assumed"
    )
    require_connected_city: bool = knob(
        False, "deal unconnected cities again (R-12)", "BB-14", "assumed"
    )
    meet_without_deck: bool = knob(
        False, "meetings allowed with no Conditions card left (R-17)", "BB-44", "assumed"
    )
    relocation_lowers_morale: bool = knob(
        True, "a Build by relocation lowers morale (R-13)", "BB-51", "assumed"
    )
    liberation_known: bool = knob(
        True, "players know what a Liberation choice brings (R-25)", "BB-79", "assumed"
    )
    squad_movement: Literal["simultaneous", "sequential"] = knob(
        "simultaneous", "groups move at once or one after another (R-03)", "BB-29", "assumed"
    )
    payment_mode: Literal["choose", "auto"] = knob(
        "choose", "players pick the dice they pay, or the cheapest are taken", "BB-40", "assumed"
    )
    token_mode: Literal["auto", "manual"] = knob(
        "auto", "Conditions tokens placed for the players or by them (R-16)", "BB-62", "assumed"
    )
    max_transfers: int = knob(6, "Loot cards handed over in a turn", "BB-58", "assumed", (0, 20))
    night_cap: int = knob(60, "nights after which a game counts as stuck", "BB-84", "assumed",
                          (20, 200))
    decision_cap: int = knob(20_000, "decisions after which a game counts as stuck", "BB-84",
                             "assumed", (1000, 30_000))

    @model_validator(mode="after")
    def _lists_fit(self) -> Self:
        """Check lengths and items of the list knobs, and what one knob demands of another."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            extra = field.json_schema_extra or {}
            span = extra.get("per_item") if isinstance(extra, dict) else None
            if not isinstance(value, list):
                continue
            if len(value) != len(field.default):
                raise ValueError(f"{name} needs {len(field.default)} items, not {len(value)}")
            if span:
                low, high = span
                bad = [item for item in value if not low <= item <= high]
                if bad:
                    raise ValueError(f"{name}: each item must be {low} to {high}, not {bad[0]}")
        if self.setup_barricades > self.barricade_cap:
            raise ValueError(
                f"setup_barricades ({self.setup_barricades}) must not exceed barricade_cap"
                f" ({self.barricade_cap})"
            )
        known = data("liberation")["effects"]
        for pair in self.liberation_effects:
            for effect, amount in pair:
                if effect not in known or amount < 0:
                    names = ", ".join(name for name in known if name != "source")
                    raise ValueError(
                        f"liberation_effects: {effect!r} {amount} is no effect; use {names}"
                    )
        if isinstance(self.layout, CityLayout):
            check_layout(self.layout.tiles, self.layout.rotation)
        return self

    @property
    def factions(self) -> int:
        """Number of factions in play: a single player runs two (BB-18)."""
        return max(2, self.players)


def check_layout(tiles: list[int], rotation: list[int]) -> None:
    """Refuse a layout that is no city: each district once, highways elsewhere, valid rotations.

    Raises ValueError naming the square.
    """
    rows = {row["id"]: row for row in data("city")["tile"]}
    if len(tiles) != 25 or len(rotation) != 25:
        raise ValueError("layout: tiles and rotation need 25 numbers each, row by row")
    wanted = sorted([*rows, 0, 0, 0])
    if sorted(tiles) != wanted:
        raise ValueError("layout: tiles must hold each of 1..22 once and 0 (highway) three times")
    for square, (tile, turn) in enumerate(zip(tiles, rotation, strict=True)):
        allowed = range(2) if tile == 0 else range(4) if rows[tile]["three_way"] else range(-1, 0)
        if turn not in allowed:
            raise ValueError(
                f"layout: square {square} (tile {tile}) has rotation {turn};"
                f" allowed: {', '.join(map(str, allowed))}"
            )
