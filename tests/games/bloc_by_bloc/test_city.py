"""The city: tiles, sides, streets, highways, the metro (BB-1..BB-8)."""

import pytest

from sim.games.bloc_by_bloc.sizes import (
    COMMERCIAL,
    HIGHWAY,
    NEIGHBORS,
    PRISONERS,
    PUBLIC,
    STATE,
    STUDENTS,
    WORKERS,
)
from tests.games.bloc_by_bloc.scene import city

CITY_R = "18 21 0 15 8 13 0 22 16 1 11 0 3 9 7 2 14 5 10 12 4 19 20 6 17"
CITY_R_TURNS = "-1 -1 0 -1 -1 -1 0 -1 -1 1 -1 0 -1 -1 1 -1 -1 0 -1 1 1 -1 -1 2 -1"


def turned(**turns):
    """City R with some tiles turned otherwise, by square."""
    usual = CITY_R_TURNS.split()
    for square, turn in turns.items():
        usual[int(square.removeprefix("square_"))] = str(turn)
    return city(CITY_R, " ".join(usual))


ADJACENT = {
    "D18": "D21 D13",
    "D21": "D18 D22",
    "D15": "D8 D16",
    "D8": "D15 D1",
    "D13": "D18 D11 D3",
    "D22": "D21 D16 D3",
    "D16": "D15 D22 D1 D9",
    "D1": "D8 D16 D7",
    "D11": "D13 D2 D14",
    "D3": "D13 D22 D9",
    "D9": "D16 D3 D7 D10",
    "D7": "D1 D9 D12",
    "D2": "D11 D14 D4",
    "D14": "D11 D2 D5 D19",
    "D5": "D14 D10 D20",
    "D10": "D9 D5 D12 D6",
    "D12": "D7 D10 D17",
    "D4": "D2",
    "D19": "D14 D20",
    "D20": "D5 D19 D6",
    "D6": "D10 D20 D17",
    "D17": "D12 D6",
}
NUMBERED = {
    0: "D18 D21",
    7: "D13 D3",
    8: "D13 D11",
    10: "D22 D3",
    11: "D16 D1",
    14: "D11 D14",
    16: "D3 D9",
    18: "D9 D10",
    22: "D14 D5",
    23: "D14 D19",
    24: "D5 D10",
    25: "D5 D20",
    26: "D10 D12",
    28: "D12 D17",
    30: "D20 D6",
    31: "D6 D17",
}


@pytest.mark.rule("BB-1")
def test_squares_run_row_by_row_and_sides_clockwise_from_the_north(scene):
    assert scene.cells["tile"].tolist() == [int(tile) for tile in CITY_R.split()]
    assert scene.pos("D3") == 2 * 5 + 2
    assert [scene.beyond("D9", side)[0] for side in "NESW"] == ["D16", "D7", "D10", "D3"]


@pytest.mark.rule("BB-2")
def test_22_districts_of_seven_types_and_3_highways(scene):
    of_type = {kind: set() for kind in range(HIGHWAY + 1)}
    for pos, tile in enumerate(scene.cells["tile"]):
        of_type[int(scene.cells["type"][pos])].add(int(tile))
    assert of_type == {
        WORKERS: {5, 10, 19},
        STUDENTS: {6, 9, 16},
        NEIGHBORS: {7, 8, 17},
        PRISONERS: {4, 11, 18},
        STATE: {12, 13, 14, 15},
        PUBLIC: {20, 21, 22},
        COMMERCIAL: {1, 2, 3},
        HIGHWAY: {0},
    }
    assert scene.cells["tile"].tolist().count(0) == 3


@pytest.mark.rule("BB-3")
def test_a_three_way_district_has_no_street_on_its_blocked_side(arrange):
    scene = arrange()
    # D5 and D3 lie side by side, D5 turns its blocked side north.
    assert scene.beyond("D5", "N") is None
    assert "D3" not in scene.neighbours("D5")
    west_blocked = arrange(layout=turned(square_17=3))
    assert west_blocked.neighbours("D5") == {"D3", "D10", "D20"}


@pytest.mark.rule("BB-3")
def test_the_six_districts_with_a_station_are_the_three_way_ones(scene):
    blocked = {
        scene.name(p)
        for p, turn in enumerate(scene.cells["rotation"])
        if turn >= 0 and scene.cells["tile"][p] > 0
    }
    stations = {scene.name(p) for p in range(25) if int(scene.cells["metro"][0]) >> p & 1}
    assert blocked == stations == {"D1", "D4", "D5", "D6", "D7", "D12"}


@pytest.mark.rule("BB-4")
def test_a_highway_joins_its_sides_in_two_pairs(arrange):
    straight = arrange()
    # North of D22 lies a highway between D21 (west), D15 (east) and the city's edge (north).
    assert straight.beyond("D22", "N")[0] == "D21"
    assert straight.beyond("D15", "W") is None
    other = arrange(layout=turned(square_2=1))
    assert other.beyond("D22", "N")[0] == "D15"
    assert other.beyond("D21", "E") is None


@pytest.mark.rule("BB-4")
def test_nobody_stops_on_a_highway(scene):
    scene.put_blocs("Workers", D13=1)
    scene.turn("Workers", 1, 1)
    scene.do("MOVE D13")
    assert len(scene.legal("DISTRICT")) == 21
    assert "D0" not in scene.legal("DISTRICT")


@pytest.mark.rule("BB-5", "BB-7")
def test_city_r_has_32_numbered_routes(scene):
    assert int(scene.cells["n_routes"][0]) == 32
    for route, ends in NUMBERED.items():
        assert scene.routes(*ends.split()) == [route]
    assert scene.outcome()["city_routes"] == 32


@pytest.mark.rule("BB-5", "BB-6")
def test_who_is_adjacent_to_whom_in_city_r(scene):
    assert {d: scene.neighbours(d) for d in ADJACENT} == {
        district: set(others.split()) for district, others in ADJACENT.items()
    }


@pytest.mark.rule("BB-5")
@pytest.mark.parametrize(
    ("district", "side"), [("D15", "W"), ("D3", "S"), ("D4", "E"), ("D17", "S")]
)
def test_edges_and_blocked_sides_are_dead_ends(scene, district, side):
    # D15 W ends at the edge behind a highway, D3 S at the blocked side of D5.
    assert scene.beyond(district, side) is None


@pytest.mark.rule("BB-5", "BB-4")
def test_a_chain_of_highways_is_one_route(scene):
    assert scene.beyond("D13", "E") == ("D3", 7)
    assert scene.beyond("D3", "W") == ("D13", 7)


@pytest.mark.rule("BB-6")
def test_two_routes_make_one_neighbour(arrange):
    scene = arrange(state_public_shops=True)
    assert scene.routes("D21", "D22") == [2, 3]
    assert scene.outcome()["city_double_routes"] == 1
    # A Center in D22 counts the graffiti of D21 once.
    scene.found("Workers", "Center", "D22")
    scene.mark("graffiti", D21=1)
    scene.turn("Workers", 1)
    scene.do("USE D22")
    assert int(scene.cells["drawn"].sum()) == 1


@pytest.mark.rule("BB-7")
def test_routes_are_numbered_by_lower_square_then_side(scene):
    assert scene.beyond("D21", "E") == ("D22", 2)
    assert scene.beyond("D21", "S") == ("D22", 3)
    firsts = [min(ends) for ends in scene.cells["route_end"][:32].tolist()]
    assert firsts == sorted(firsts)


@pytest.mark.rule("BB-8")
def test_the_metro_carries_blocs_but_makes_no_neighbours(arrange):
    scene = arrange(shelter="D17")
    scene.put_blocs("Prisoners", D4=3)
    scene.turn("Prisoners", 2, 5)
    scene.do("MOVE D4", "COUNT 3", "DISTRICT D9")
    assert scene.blocs("D9") == {"Prisoners": 3}
    assert scene.blocs("D4") == {}
    assert scene.dice == [5]


@pytest.mark.rule("BB-8", "BB-27")
def test_squads_never_ride_the_metro(arrange):
    scene = arrange(shelter="D17")
    scene.put_squads(D4=4)
    # D6 is a Students district with a station as well, but no street leads there.
    scene.card("Students districts")
    assert scene.squads == {"D4": 4}
