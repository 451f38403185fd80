"""Numbers and lists of the box: each changes something, in a test named after it."""

import pytest

from tests.games.bloc_by_bloc.view import LOOT, OPS


def after_start(scene):
    """Let every faction take a starting district and stop before the first turn."""
    scene.stops = (1,)
    while scene.phase == "START":
        scene.do(min(scene.legal()))
    return scene


@pytest.mark.rule("BB-18")
def test_players(deal):
    assert [len(deal(players=n).factions) for n in (1, 2, 3, 4)] == [2, 2, 3, 4]


@pytest.mark.rule("BB-17")
def test_heavy_reinforcements(deal):
    assert deal(heavy_reinforcements=6).ops_left.count("Heavy Reinforcements") == 6


@pytest.mark.rule("BB-17")
def test_ops_counts(deal):
    counts = [0] * 13
    counts[OPS.index("District Patrols")] = 3
    assert deal(ops_counts=counts, heavy_reinforcements=0).ops_left == ["District Patrols"] * 3


@pytest.mark.rule("BB-24")
def test_ops_morale(arrange):
    scene = arrange(ops_morale=[0] * 12 + [2])
    scene.card("Strategic Rotation")
    assert scene.morale == 4
    scene.morale = 0
    scene.card("Light Reinforcements")
    assert scene.morale == 0


@pytest.mark.rule("BB-23")
def test_morale_cards(arrange):
    scene = arrange(morale_cards=[0, 0, 5, 0, 0])
    scene.begin_turn("Workers")
    assert scene.outcome()["ops_cards_drawn"] == 5


@pytest.mark.rule("BB-84")
def test_morale_countdown(arrange):
    scene = arrange(morale_countdown=[1, 1, 5, 1, 1])
    scene.sunrise(5)
    assert scene.countdown == 1


@pytest.mark.rule("BB-16")
def test_morale_start(deal):
    assert deal(morale_start=3).morale == 3


@pytest.mark.rule("BB-16")
def test_countdown_start(deal):
    assert deal(countdown_start=7).countdown == 7


@pytest.mark.rule("BB-78")
@pytest.mark.parametrize(("cap", "countdown"), [(10, 10), (11, 11)])
def test_countdown_cap(arrange, cap, countdown):
    scene = arrange(countdown_cap=cap)
    scene.countdown = 10
    scene.put_blocs("Workers", D20=8)
    scene.sunrise(2)
    assert scene.countdown == countdown


@pytest.mark.rule("BB-78")
def test_a_countdown_that_starts_above_its_cap_is_not_cut(arrange):
    scene = arrange(countdown_cap=10)
    scene.countdown = 12
    scene.put_blocs("Workers", D20=8)
    scene.sunrise(2)
    assert scene.liberated == {"D20"}
    assert scene.countdown == 12


@pytest.mark.rule("BB-78")
def test_public_countdown_bonus(arrange):
    scene = arrange(public_countdown_bonus=3)
    scene.put_blocs("Workers", D20=8)
    scene.sunrise(2)
    assert scene.countdown == 9


@pytest.mark.rule("BB-21")
def test_start_blocs(deal):
    scene = after_start(deal(players=3, start_blocs=[6, 5, 4]))
    assert [scene.in_city(faction) for faction in scene.factions] == [5, 5, 5]


@pytest.mark.rule("BB-16")
def test_start_squads(deal):
    assert deal(start_squads=6).squads == {"D12": 6, "D13": 6, "D14": 6, "D15": 6}


@pytest.mark.rule("BB-16")
def test_start_vans(deal):
    assert deal(start_vans=0).vans == {}


@pytest.mark.rule("BB-35")
def test_squad_supply(deal):
    # A short supply serves the State districts by rising ID.
    assert deal(squad_supply=12, start_squads=5).squads == {"D12": 5, "D13": 5, "D14": 2}


@pytest.mark.rule("BB-35")
def test_van_supply(deal):
    assert deal(van_supply=2).vans == {"D12": 0, "D13": 0}


@pytest.mark.rule("BB-93")
def test_bloc_supply(arrange):
    scene = arrange(bloc_supply=6)
    scene.put_blocs("Workers", D5=5)
    scene.found("Workers", "Hall", "D5")
    scene.turn("Workers", 1)
    assert scene.legal("USE") == set()


@pytest.mark.rule("BB-93")
def test_barricade_supply(arrange):
    scene = arrange(barricade_supply=1)
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1, 1)
    scene.do("BARRICADE 22")
    assert scene.legal("BARRICADE") == set()


@pytest.mark.rule("BB-45")
def test_barricade_cap(arrange):
    scene = arrange(barricade_cap=1, setup_barricades=0)
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1, 1)
    scene.do("BARRICADE 22")
    assert "BARRICADE 22" not in scene.legal()


@pytest.mark.rule("BB-30", "BB-72")
def test_barricade_block(arrange):
    scene = arrange(barricade_block=2)
    scene.put_squads(D10=5)
    scene.put_barricades({18: 2, 26: 2})
    scene.card("Students districts")
    assert scene.squads == {"D10": 5}
    scene.put_vans("D12")
    scene.reaction(0)
    scene.sunrise(1)
    assert scene.vans == {"D12": 0}


@pytest.mark.rule("BB-22")
def test_setup_barricades(deal):
    for n in (1, 3):
        scene = after_start(deal(setup_barricades=n, layout="beginner"))
        assert set(scene.barricades.values()) == {n}


@pytest.mark.rule("BB-47")
def test_loot_tokens(arrange):
    scene = arrange(loot_tokens=0)
    scene.put_blocs("Workers", D2=1)
    scene.turn("Workers", 6)
    assert scene.legal("BURN") == set()


@pytest.mark.rule("BB-37")
def test_dice_thresholds(arrange):
    scene = arrange(dice_thresholds=[1, 2])
    scene.put_blocs("Workers", D5=1)
    scene.begin_turn("Workers")
    assert len(scene.dice) == 5


@pytest.mark.rule("BB-37")
def test_dice_base(arrange):
    scene = arrange(dice_base=1)
    scene.begin_turn("Workers")
    assert len(scene.dice) == 1


@pytest.mark.rule("BB-11")
def test_difficulty_shift(arrange):
    scene = arrange(difficulty_shift=-2)
    assert [scene.difficulty(name) for name in ("D16", "D20", "D3")] == [4, 2, 1]


@pytest.mark.rule("BB-11")
def test_liberated_change(arrange):
    scene = arrange(liberated_change=-3)
    scene.liberate("D16", "D20")
    assert [scene.difficulty(name) for name in ("D16", "D20")] == [3, 4]


@pytest.mark.rule("BB-77")
def test_liberation_multiplier(arrange):
    for blocs, freed in ((8, set()), (9, {"D20"})):
        # 2.2 times 4, rounded up.
        scene = arrange(liberation_multiplier=2.2)
        scene.put_blocs("Workers", D20=blocs)
        scene.sunrise(2)
        assert scene.liberated == freed


@pytest.mark.rule("BB-77")
def test_liberation_needs_neighbour(arrange):
    scene = arrange(liberation_needs_neighbour=False)
    scene.put_blocs("Workers", D10=9)
    scene.put_blocs("Students", D10=1)
    scene.sunrise(2)
    assert scene.liberated == {"D10"}


@pytest.mark.rule("BB-54")
def test_van_hits(arrange):
    scene = arrange(van_hits=1)
    scene.put_blocs("Workers", D3=1)
    scene.put_vans("D3")
    scene.turn("Workers", 3)
    scene.do("VAN D3")
    assert scene.vans == {}


@pytest.mark.rule("BB-54")
def test_kick_squads(arrange):
    scene = arrange(kick_squads=4)
    scene.put_blocs("Workers", D3=1)
    scene.put_squads(D3=5)
    scene.turn("Workers", 3)
    scene.do("KICK D3", "SIDE N")
    assert scene.squads == {"D3": 1, "D22": 4}


@pytest.mark.rule("BB-34")
def test_rotation_limit(arrange):
    scene = arrange(rotation_limit=3)
    scene.put_squads(D22=8)
    scene.card("Strategic Rotation")
    assert scene.squads == {"D22": 3}


@pytest.mark.rule("BB-81")
@pytest.mark.parametrize(("slope", "shown"), [(0.0, 8), (0.5, 5), (1.0, 4), (2.0, 3)])
def test_meeting_cost_slope(arrange, slope, shown):
    scene = arrange(meeting_cost_slope=slope)
    scene.send_to_meeting("Workers", 7)
    scene.sunrise(3)
    assert len(scene.conditions_up) == shown


@pytest.mark.rule("BB-19")
def test_conditions_face_up_start(deal):
    assert len(after_start(deal(conditions_face_up_start=4)).conditions_up) == 4


@pytest.mark.rule("BB-17")
def test_loot_copies(deal):
    copies = [0] * len(LOOT)
    copies[LOOT.index("Camera")] = 2
    assert deal(loot_copies=copies).loot_left == ["Camera", "Camera"]


@pytest.mark.rule("BB-53")
def test_mac_keep(arrange):
    scene = arrange(mac_keep=1)
    scene.found("Students", "Center", "D16")
    scene.mark("graffiti", D1=2)
    scene.loot_deck("Food", "Camera")
    scene.turn("Students", 1)
    scene.do("USE D16", "CARD Camera")
    assert scene.hand("Students") == ["Camera"]
    assert scene.phase == "ACT"


@pytest.mark.rule("BB-53")
def test_mac_enabled(arrange):
    scene = arrange(mac_enabled=False)
    scene.found("Students", "Center", "D16")
    scene.found("Students", "Hall", "D9")
    scene.mark("graffiti", D1=2)
    scene.turn("Students", 1)
    assert scene.legal("USE") == {"D9"}


@pytest.mark.rule("BB-53")
def test_hall_enabled(arrange):
    scene = arrange(hall_enabled=False)
    scene.found("Students", "Center", "D16")
    scene.found("Students", "Hall", "D9")
    scene.mark("graffiti", D1=2)
    scene.turn("Students", 1)
    assert scene.legal("USE") == {"D16"}


@pytest.mark.rule("BB-79")
def test_liberation_effects(arrange):
    scene = arrange(liberation_effects=[(("CALM", 1), ("FORM", 2))] * 35)
    scene.put_blocs("Workers", D20=7)
    scene.put_blocs("Students", D20=1)
    scene.sunrise(2)
    scene.do("B", "A")
    assert scene.blocs("D20") == {"Workers": 9, "Students": 1}
    assert scene.morale == 0
