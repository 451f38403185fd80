"""The outcome columns of Bloc by Bloc: names, kinds and meanings, in row order."""

from sim.core.game import Column

SEATS = 4
ACTION_KINDS = (
    "move", "meeting", "barricade", "burn", "graffiti", "build", "swap", "defeat", "kick", "van",
    "hall", "center",
)
RESULTS = ("win", "lose_time", "lose_destroyed", "truncated")
LOOT_KINDS = 15
LIBERATION_CARDS = 35
DISTRICTS = 22
MORALE_CARDS = (8, 9, 10, 11)


def _column(name: str, about: str, kind: str = "int", labels: tuple[str, ...] = ()) -> Column:
    return Column(name, kind, about, labels)


def _per_seat(stem: str, about: str) -> list[Column]:
    return [_column(f"{stem}_{seat}", f"{about}, seat {seat}") for seat in range(SEATS)]


COLUMNS: tuple[Column, ...] = (
    _column("factions", "factions in play"),
    _column("city_routes", "routes of the city"),
    _column("city_connected", "every district can be reached from every other by routes", "bool"),
    _column("city_double_routes", "pairs of districts joined by two routes"),
    _column("city_public_distance", "mean distance of the difficulty-6 districts to a Public one"
            " (9 where there is no path)", "float"),
    _column("faction_mask", "factions in play, one bit each"),
    *_per_seat("seat_faction", "faction type"),
    _column("first_seat", "first faction of night 1"),
    *_per_seat("start_id", "Police ID of the starting district"),
    _column("result", "how the game ended", "category", RESULTS),
    _column("winners_mask", "winning seats, one bit each"),
    _column("destroyed_mask", "seats without a bloc at the end, one bit each"),
    _column("destroyed_night", "night in which a faction was destroyed"),
    _column("nights", "nights begun"),
    _column("decisions", "decisions asked for, forced ones apart"),
    _column("countdown_end", "countdown at the end"),
    _column("matched_end", "factions with their token on a Conditions card at the end"),
    *[_column(f"tokens_night_{n}", f"first night with at least {n} tokens at the win check")
      for n in range(1, SEATS + 1)],
    _column("liberated_count", "districts liberated"),
    _column("liberated_mask", "liberated districts, bit = Police ID"),
    _column("first_liberation_night", "night of the first liberation"),
    _column("public_liberated", "Public districts liberated"),
    _column("morale_mean", "police morale, mean of one sample a night", "float"),
    _column("morale_max", "highest police morale"),
    _column("morale_end", "police morale at the end"),
    *[_column(f"morale_up_by_card_{code}", f"morale levels raised by Police Ops card {code}")
      for code in MORALE_CARDS],
    *[_column(f"morale_down_{why}", f"morale levels lowered by {about}")
      for why, about in (("build", "builds"), ("liberation", "liberations"), ("van", "vans"),
                         ("other", "Camera and CALM"))],
    _column("ops_cards_drawn", "Police Ops cards drawn"),
    _column("heavy_drawn", "Heavy Reinforcements drawn"),
    _column("squads_end", "squads in the city at the end"),
    _column("vans_defeated", "vans defeated"),
    _column("van_kills", "blocs lost to vans, Medic Kits not deducted"),
    _column("squad_kills", "blocs lost to squads, Medic Kits not deducted"),
    _column("evictions", "occupations evicted by police"),
    _column("blocs_formed_start", "blocs formed at Faction Starts"),
    _column("blocs_formed_hall", "blocs formed at Assembly Halls"),
    _column("blocs_formed_card", "blocs formed by cards"),
    _column("blocs_lost", "blocs lost to the police for good"),
    *[_column(f"actions_{kind}", f"{kind} actions") for kind in ACTION_KINDS],
    _column("dice_rolled", "dice rolled, rerolls apart"),
    _column("dice_unspent", "dice left when turns ended"),
    _column("dice_combined", "payments of two or more dice"),
    _column("conditions_shown", "Conditions cards face up at the end"),
    _column("conditions_shown_mask", "those cards, one bit each"),
    _column("conditions_completed_mask", "cards that hold a token at the end"),
    *_per_seat("condition_of_seat", "card under the token"),
    _column("low_clock", "a night began with countdown <= 3 and at most half the tokens placed",
            "bool"),
    _column("meetings_held", "Sunrises with a bloc at the meeting"),
    _column("meetings_success", "meetings that turned at least one card"),
    *[_column(f"loot_played_{kind}", f"Loot cards of kind {kind} played")
      for kind in range(LOOT_KINDS)],
    _column("loot_drawn", "Loot cards taken into a hand"),
    *[_column(f"liberation_{letter}_{card}", f"factions that chose {letter.upper()} on card {card}")
      for letter in "ab" for card in range(LIBERATION_CARDS)],
    *[_column(f"ability_uses_{faction}", f"uses of the ability of faction type {faction}")
      for faction in range(SEATS)],
    *[_column(f"kills_in_{tile}", f"blocs lost to the police in district {tile}")
      for tile in range(1, DISTRICTS + 1)],
    _column("lockdown_nights", "nights played under metro lockdown"),
)
PLACE = {column.name: i for i, column in enumerate(COLUMNS)}
