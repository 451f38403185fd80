"""Setting up: city, police, decks, factions, starting districts (BB-14..BB-22)."""

import pytest

from tests.games.bloc_by_bloc.scene import city
from tests.games.bloc_by_bloc.view import CONDITION_NAMES, FACTIONS

PILES = {
    "A": {3, 12, 13, 14, 15, 16, 17, 18, 19},
    "B": {2, 8, 9, 10, 11, 20, 21, 22},
    "C": {0, 1, 4, 5, 6, 7},
}
LETTERS = "ABCABACBACBCABCBACBACABCA"


def start_all(scene):
    """Let every faction take the first of its districts on offer."""
    while scene.phase == "START":
        scene.do(min(scene.legal(), key=lambda name: int(name.split("D")[-1])))


@pytest.mark.rule("BB-14")
def test_a_random_city_lays_each_pile_on_its_letters(deal):
    seen = set()
    for seed in range(5):
        scene = deal(seed=seed)
        tiles = scene.cells["tile"].tolist()
        assert sorted(tiles) == [0, 0, *range(23)]
        for letter, members in PILES.items():
            assert {t for t, square in zip(tiles, LETTERS, strict=True) if square == letter} == (
                members
            )
        turns = zip(tiles, scene.cells["rotation"].tolist(), strict=True)
        for tile, turn in turns:
            three_way = tile in (1, 4, 5, 6, 7, 12)
            assert turn in (range(2) if tile == 0 else range(4) if three_way else (-1,))
        seen.add(tuple(tiles))
    assert len(seen) == 5


@pytest.mark.rule("BB-14")
def test_the_beginner_city_is_always_the_same(deal):
    one, other = deal(layout="beginner", seed=1), deal(layout="beginner", seed=2)
    assert one.cells["tile"].tolist() == other.cells["tile"].tolist()
    assert one.cells["rotation"].tolist() == other.cells["rotation"].tolist()


@pytest.mark.rule("BB-15")
def test_all_35_liberation_cards_may_lie_under_the_city_and_none_comes_twice(arrange):
    scene = arrange()
    assert scene.liberation_left == list(range(35))
    scene.put_blocs("Workers", D20=8)
    scene.next_liberation(28)
    scene.sunrise(2)
    assert 28 not in scene.liberation_left
    assert len(scene.liberation_left) == 34


@pytest.mark.rule("BB-16")
def test_countdown_morale_and_police_at_the_start(deal):
    scene = deal()
    assert (scene.countdown, scene.morale, scene.night) == (10, 0, 1)
    assert scene.squads == {"D12": 3, "D13": 3, "D14": 3, "D15": 3}
    assert scene.vans == {"D12": 0, "D13": 0, "D14": 0, "D15": 0}
    assert int(scene.cells["squads_out"][0]) == 30 - 18


@pytest.mark.rule("BB-17")
@pytest.mark.parametrize(("heavy", "cards"), [(1, 15), (2, 16), (3, 17), (4, 18)])
def test_heavy_reinforcements_set_the_size_of_the_police_ops_deck(deal, heavy, cards):
    scene = deal(heavy_reinforcements=heavy)
    assert len(scene.ops_left) == cards
    assert scene.ops_left.count("Heavy Reinforcements") == heavy


@pytest.mark.rule("BB-17")
def test_45_loot_cards_and_6_reaction_cards(deal):
    scene = deal()
    assert len(scene.loot_left) == 45
    # One of the six is on top.
    assert int(scene.cells["reaction_left"][0]).bit_count() == 5


@pytest.mark.rule("BB-18")
@pytest.mark.parametrize(("players", "factions"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_factions_at_the_table(deal, players, factions):
    scenes = [deal(players=players, seed=seed) for seed in range(8)]
    for scene in scenes:
        assert len(scene.factions) == len(set(scene.factions)) == factions
    assert len({scene.factions for scene in scenes}) > 1


@pytest.mark.rule("BB-18")
def test_turns_go_round_by_seat(scene):
    scene.first_faction = "Neighbors"
    scene.ops_deck("Strategic Rotation")
    scene.morale = 0
    scene.turn("Prisoners", 1)
    scene.step("END")
    assert scene.decider == "Workers"


@pytest.mark.rule("BB-19")
@pytest.mark.parametrize(("players", "cards"), [(4, 11), (3, 10), (2, 9)])
def test_the_conditions_deck_leaves_out_absent_factions(deal, players, cards):
    scene = deal(players=players)
    absent = set(FACTIONS) - set(scene.factions)
    own = dict(
        zip(("Students", "Neighbors", "Prisoners", "Workers"), CONDITION_NAMES[:4], strict=True)
    )
    # Nobody has seen a card yet while the starting districts are chosen.
    assert scene.conditions_up == []
    assert set(scene.conditions_left) == set(CONDITION_NAMES) - {own[name] for name in absent}
    start_all(scene)
    assert len(scene.conditions_up) == 1
    assert len(scene.conditions_left) == cards - 1


@pytest.mark.rule("BB-20")
def test_starting_districts_are_chosen_from_the_first_faction_on(deal):
    firsts = set()
    for seed in range(8):
        scene = deal(seed=seed)
        firsts.add(scene.first_seat)
        order = []
        while scene.phase == "START":
            order.append(scene.seat(scene.decider))
            scene.do(min(scene.legal()))
        assert order == [(scene.first_seat + place) % 4 for place in range(4)]
    assert len(firsts) > 1


@pytest.mark.rule("BB-21")
@pytest.mark.parametrize(("players", "blocs"), [(4, 1), (3, 2), (2, 3)])
def test_a_faction_starts_in_one_of_its_three_districts(deal, players, blocs):
    scene = deal(players=players)
    own = {
        "Workers": {"D5", "D10", "D19"},
        "Students": {"D6", "D9", "D16"},
        "Neighbors": {"D7", "D8", "D17"},
        "Prisoners": {"D4", "D11", "D18"},
    }
    chosen = {}
    while len(chosen) < len(scene.factions):
        faction = scene.decider
        assert scene.legal("DISTRICT") == own[faction]
        chosen[faction] = max(own[faction])
        scene.stops = (1,)
        scene.do(f"DISTRICT {chosen[faction]}")
    for faction, district in chosen.items():
        assert scene.occupations[district] == (faction, "Start")
        assert scene.blocs(district) == {faction: blocs}
        assert scene.in_city(faction) == blocs


@pytest.mark.rule("BB-22")
def test_a_start_next_to_vans_is_barricaded_against_them(deal):
    scene = deal(layout="reference")
    scene.stops = (1,)
    while scene.decider != "Prisoners":
        # Districts without a van next door.
        scene.do(
            {"Workers": "DISTRICT D10", "Students": "DISTRICT D9", "Neighbors": "DISTRICT D7"}[
                scene.decider
            ]
        )
    before = scene.barricades
    scene.do("DISTRICT D11")
    # D13 and D14 next door are State districts.
    new = {route: n for route, n in scene.barricades.items() if route not in before}
    assert new == {8: 3, 14: 3}


@pytest.mark.rule("BB-22")
def test_both_routes_to_the_same_van_are_barricaded(arrange):
    # D12 where D21 was: two routes join it to the new neighbour.
    tiles = "18 12 0 15 8 13 0 9 16 1 11 0 3 22 7 2 14 5 10 21 4 19 20 6 17"
    turns = "-1 0 0 -1 -1 -1 0 -1 -1 1 -1 0 -1 -1 1 -1 -1 0 -1 -1 1 -1 -1 2 -1"
    scene = arrange(dealt=True, layout=city(tiles, turns), players=4)
    scene.stops = (1,)
    double = scene.routes("D12", "D9")
    assert len(double) == 2
    while scene.decider != "Students":
        scene.do(min(scene.legal()))
    scene.do("DISTRICT D9")
    assert [scene.barricades[route] for route in double] == [3, 3]


@pytest.mark.rule("BB-16", "BB-17", "BB-19")
def test_an_expert_game_for_two_when_all_is_laid_out(deal):
    scene = deal(players=2, heavy_reinforcements=4)
    scene.stops = (1,)
    scene.do(min(scene.legal()))
    scene.do(min(scene.legal()))
    assert sum(scene.squads.values()) == 12
    assert len(scene.vans) == 4
    assert len(scene.ops_left) == 18
    assert (len(scene.conditions_left), len(scene.conditions_up)) == (8, 1)
    assert len(scene.loot_left) == 45
    assert scene.cells["liberated"].sum() == 0
