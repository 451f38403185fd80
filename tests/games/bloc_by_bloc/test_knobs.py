"""Every knob and ruling switch changes something: one test for each, named after it."""

import numpy as np
import pytest

from sim.games.bloc_by_bloc import GAME
from sim.games.bloc_by_bloc.knobs import BlocKnobs
from tests.games.bloc_by_bloc.scene import LOOT, OPS

# Only one mode exists so far.
WITHOUT_EFFECT = {"mode"}
SPLIT = {
    # Two districts in the middle, each blocked towards the rest, make a city that falls apart.
    "tiles": [18, 21, 0, 15, 8, 13, 0, 22, 16, 1, 11, 0, 3, 9, 7, 2, 14, 19, 10, 12, 5, 4, 20, 6, 17],
    "rotation": [-1, -1, 0, -1, -1, -1, 0, -1, -1, 1, -1, 0, -1, -1, 1, -1, -1, -1, -1, 1, 0, 3, -1, 2, -1],
}


def after_start(scene):
    """Let every faction take a starting district and stop before the first turn."""
    scene.stops = (1,)
    while scene.phase == "START":
        scene.do(min(scene.legal()))
    return scene


def test_every_knob_has_its_test():
    tests = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(BlocKnobs.model_fields) - WITHOUT_EFFECT <= tests


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
@pytest.mark.parametrize(("slope", "shown"), [(0.0, 8), (0.5, 6), (1.0, 4), (2.0, 3)])
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


@pytest.mark.rule("BB-70", "BB-31")
def test_reaction_cards(arrange):
    cards = [{"destination": "state", "priority": "lowest", "metro": "lockdown"}] * 6
    scene = arrange(reaction_cards=cards, shelter="D17")
    scene.put_vans("D13")
    scene.put_blocs("Workers", D4=1)
    scene.put_squads(D2=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D4", "DISTRICT D2")
    scene.drive()
    # Card 0 is no longer one with the metro open and the highest first.
    assert scene.vans == {"D12": 0}


@pytest.mark.rule("BB-14")
def test_layout(deal):
    assert deal(layout="reference").name(0) == "D18"
    assert deal(layout="beginner").name(0) == "D12"
    assert deal(layout=SPLIT).name(20) == "D5"


@pytest.mark.rule("BB-52")
def test_workers(arrange):
    for ability, builds in ((True, True), (False, False)):
        scene = arrange(workers=ability)
        scene.put_blocs("Workers", D12=1)
        scene.turn("Workers", 1)
        assert bool(scene.legal("BUILD")) == builds


@pytest.mark.rule("BB-43")
def test_students(arrange):
    scene = arrange(students=False)
    scene.put_blocs("Students", D9=1)
    scene.put_squads(D9=1)
    scene.turn("Students", 1)
    assert scene.legal("MOVE") == {"D4"}


@pytest.mark.rule("BB-46")
def test_neighbors(arrange):
    scene = arrange(neighbors=False)
    scene.put_blocs("Neighbors", D10=1)
    scene.turn("Neighbors", 1, 1)
    scene.do("BARRICADE 24")
    assert scene.phase == "ACT"


@pytest.mark.rule("BB-56")
def test_prisoners(arrange):
    scene = arrange(prisoners=False)
    scene.put_blocs("Prisoners", D16=1)
    scene.put_squads(D16=1)
    scene.turn("Prisoners", 5)
    assert scene.legal("DEFEAT") == set()


@pytest.mark.rule("BB-56")
def test_prisoners_bonus(arrange):
    scene = arrange(prisoners_bonus=2)
    scene.put_blocs("Prisoners", D16=1)
    scene.put_squads(D16=1)
    scene.turn("Prisoners", 4)
    assert scene.legal("DEFEAT") == {"D16"}


@pytest.mark.rule("BB-56")
def test_prisoners_bonus_per_die(arrange):
    for dice, attacks in (((2, 2), set()), ((2, 3), {"D16"})):
        scene = arrange(prisoners_bonus_per_die=False)
        scene.put_blocs("Prisoners", D16=1)
        scene.put_squads(D16=1)
        scene.turn("Prisoners", *dice)
        assert scene.legal("DEFEAT") == attacks


@pytest.mark.rule("BB-47")
def test_state_public_shops(arrange):
    scene = arrange(state_public_shops=True)
    scene.put_blocs("Workers", D12=1, D20=1)
    scene.turn("Workers", 6)
    assert scene.legal("BURN") == {"D4", "D12", "D20"}


@pytest.mark.rule("BB-28")
def test_patrols_follow_priority(arrange):
    scene = arrange(patrols_follow_priority=True)
    scene.back("low")
    scene.put_squads(D9=3)
    scene.card("District Patrols")
    assert scene.squads == {"D9": 1, "D3": 2}


@pytest.mark.rule("BB-43")
def test_students_solo_strict(arrange):
    scene = arrange(students_solo_strict=True)
    scene.put_blocs("Students", D9=2, D10=1)
    scene.put_squads(D9=1, D10=1)
    scene.turn("Students", 1)
    assert scene.legal("MOVE") == {"D4", "D10"}


@pytest.mark.rule("BB-14")
def test_require_connected_city(deal):
    seeds = range(60)
    apart = [seed for seed in seeds if not deal(seed=seed).outcome()["city_connected"]]
    # A few random cities fall apart, and they are played.
    assert 0 < len(apart) < 15
    for seed in apart:
        assert deal(seed=seed, require_connected_city=True).outcome()["city_connected"]


@pytest.mark.rule("BB-44")
def test_meet_without_deck(arrange):
    scene = arrange(meet_without_deck=True)
    scene.conditions_deck()
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1)
    scene.do("MOVE D5", "DECK")
    assert scene.at_meeting("Workers") == 1
    scene.sunrise(3)
    assert len(scene.conditions_up) == 1


@pytest.mark.rule("BB-51")
def test_relocation_lowers_morale(arrange):
    scene = arrange(relocation_lowers_morale=False)
    scene.put_blocs("Workers", D19=1)
    scene.found("Workers", "Start", "D10")
    scene.found("Workers", "Hall", "D5", "D20")
    scene.found("Workers", "Center", "D21", "D22")
    scene.turn("Workers", 1)
    scene.do("BUILD D19 Start")
    assert scene.occupations["D19"] == ("Workers", "Start")
    assert scene.morale == 2


@pytest.mark.rule("BB-79")
def test_liberation_known(arrange):
    for known in (True, False):
        scene = arrange(liberation_known=known)
        scene.put_blocs("Workers", D20=8)
        scene.next_liberation(28)
        scene.sunrise(2)
        assert scene.phase == "LIB_CHOICE"
        assert (len(set(scores_of(scene))) == 2) == known


def scores_of(scene):
    """Heuristic scores of the legal actions."""
    actions = np.zeros(scene.rules.action_limit, np.int64)
    n = GAME.module.legal_actions(scene.rules, scene.state, actions)
    weights = np.array(next(iter(GAME.weight_rows([""]).values())) if False else weight_row())
    out = np.zeros(len(actions))
    desk = np.zeros(scene.rules.scratch_cells)
    GAME.module.action_scores(scene.rules, scene.state, actions, n, weights, desk, out)
    return out[:n].tolist()


@pytest.mark.rule("BB-29")
def test_squad_movement(arrange):
    for movement, squads in (
        ("simultaneous", {"D9": 1, "D16": 2}), ("sequential", {"D9": 1, "D16": 1, "D22": 1})
    ):
        scene = arrange(squad_movement=movement)
        scene.back("low")
        scene.put_squads(D9=2, D16=1)
        scene.card("District Patrols")
        assert scene.squads == squads


@pytest.mark.rule("BB-40")
def test_payment_mode(arrange):
    scene = arrange(payment_mode="auto", shelter="D17")
    scene.put_blocs("Prisoners", D4=1)
    scene.turn("Prisoners", 2, 2, 3, 6)
    scene.do("BUILD D4 Hall")
    # One die is cheaper than two.
    assert scene.dice == [2, 2, 3]


@pytest.mark.rule("BB-40", "BB-57")
def test_a_tool_is_cheaper_than_a_die_in_automatic_payment(arrange):
    scene = arrange(payment_mode="auto", shelter="D17")
    scene.put_blocs("Prisoners", D4=1)
    scene.hold("Prisoners", "Power Tools")
    scene.turn("Prisoners", 2, 2, 3)
    scene.do("BUILD D4 Hall")
    assert scene.dice == [2, 3]
    assert scene.hand("Prisoners") == []


@pytest.mark.rule("BB-62")
def test_token_mode(arrange):
    for mode, tokens in (("auto", {"Students": "Privatized University"}), ("manual", {})):
        scene = arrange(token_mode=mode)
        scene.liberate("D16")
        scene.put_blocs("Students", D16=1)
        scene.turn("Students", 5)
        scene.do("BUILD D16 Hall")
        assert scene.tokens == tokens


@pytest.mark.rule("BB-58")
def test_max_transfers(arrange):
    scene = arrange(max_transfers=1)
    scene.hold("Workers", "Food", "Food")
    scene.turn("Workers")
    scene.do("GIVE Students")
    assert scene.hand("Students") == ["Food"]
    assert scene.legal("GIVE") == scene.legal("ASK") == set()


@pytest.mark.rule("BB-84")
def test_night_cap(arrange):
    scene = arrange(night_cap=20)
    scene.night = 20
    scene.sunrise(5)
    assert scene.result == "truncated"


@pytest.mark.rule("BB-84")
def test_decision_cap(arrange):
    scene = arrange(decision_cap=1000)
    scene.cells["t_decisions"][0] = 999
    scene.put_blocs("Workers", D5=1)
    scene.turn("Workers", 1, 2)
    scene.step("BARRICADE 22")
    assert scene.result == "truncated"
    assert scene.returns() == [0, 0, 0, 0]
