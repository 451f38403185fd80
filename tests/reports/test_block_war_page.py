"""The report of a game between two players: who begins, duels, and the game's own chapters."""

import polars as pl
import pytest

from analysis import duels
from analysis.rates import win_rates
from analysis.store import open_run
from reports.games import block_war
from reports.games.block_war.causes import CAUSES
from reports.page import bounds, pct
from reports.study import Study
from sim.experiment import Overrides, find_experiment, load_experiment
from sim.games.block_war import GAME
from tests.reports.conftest import built
from tests.reports.test_page import MOST_BYTES, Reader

CHAPTERS = [
    "findings", "win-rate", "endings", "length", "first", "skill", "street", "useless", "cards",
    "depends", "cut-off", "provenance",
]  # fmt: skip
GAMES = 60


def page_of(name, shared, **overrides):
    experiment = load_experiment(find_experiment(name), Overrides(games=GAMES, **overrides))
    return built(experiment, shared)


@pytest.fixture(scope="module")
def page(shared):
    return page_of("block-war-first-player", shared)


@pytest.fixture(scope="module")
def run(page):
    return open_run(page.parent.parent)


@pytest.fixture(scope="module")
def reader(page):
    return Reader(page)


def test_chapters_come_in_order_on_one_offline_page(page, reader):
    assert reader.sections == CHAPTERS
    assert page.stat().st_size < MOST_BYTES
    assert all(address.startswith(("data:", "#")) for address in reader.addresses)
    assert all(len(image["alt"]) > 40 for image in reader.images)
    names = {path.stem for path in page.parent.glob("*.png")}
    assert {"endings", "length", "first", "policy-length", "street", "useless", "cards"} <= names


def test_rates_are_said_to_be_of_the_first_player(reader, run):
    assert "win rate of the first player" in reader.text
    assert "of games are won" not in reader.text
    assert "way to lose" not in reader.text
    rates = run.describe(win_rates(run.scan()))
    for row in rates.filter(~pl.col("policy").str.contains(",")).iter_rows(named=True):
        assert pct(row["win_rate"], 2) in reader.text
        assert bounds(row["low"], row["high"], 2) in reader.text


def test_each_duel_is_there_with_its_interval(reader, run):
    pairs = duels.rotations(run)
    assert len(pairs) == 9
    cells = [cell for pair in pairs for cell in pair]
    for row in duels.rotated(run.scan(*cells), pairs).iter_rows(named=True):
        assert row["deals"] == GAMES
        assert pct(row["share"], 2) in reader.text
        assert bounds(row["low"], row["high"], 2) in reader.text


def test_the_closest_duel_of_the_main_policy_is_a_finding(reader, run):
    study = Study(run, block_war.WORDS)
    assert study.main == "heuristic"
    assert study.ladder == ["heuristic", "heuristic(temperature=0.01)", "greedy", "random"]
    least = study.duels.filter(pl.col("policy") == "heuristic").sort("share").row(0, named=True)
    said = f"Heuristic wins {pct(least['share'])} of its games against {least['against']}"
    assert said in reader.text


def test_destroyed_gates_of_the_street_are_those_of_the_games(reader, run):
    games = run.scan(*run.cells.filter(pl.col("policy") == "heuristic")["cell"].to_list())
    for seat in range(2):
        for gate in range(5):
            share = games.select(pl.col(f"lost_col_{gate}_{seat}").mean()).collect().item()
            assert pct(share) in reader.text


def test_the_column_that_falls_first_is_counted_from_the_games(reader, run):
    for policy in ("heuristic", "heuristic(temperature=0.01)", "greedy", "random"):
        games = run.scan(*run.cells.filter(pl.col("policy") == policy)["cell"].to_list())
        fell = games.filter(pl.col("first_loss_turn") > 0).select("first_loss_col").collect()
        counts = fell["first_loss_col"].value_counts()
        assert counts["count"].sum() == fell.height
        for column, count in counts.iter_rows():
            assert 0 <= column < 5
            assert pct(count / fell.height) in reader.text
    assert "order and habit" in reader.text


def test_every_useless_gate_has_one_cause(run):
    """The causes of the chart add up to the gates that are useless at the end."""
    sums = [f"{cause}_{seat}" for cause in CAUSES for seat in range(2)]
    states = [
        f"{state}_{seat}" for state in ("destroyed", "foamed", "occupied") for seat in range(2)
    ]
    found = run.scan().select(
        causes=pl.sum_horizontal(pl.col(sums).cast(pl.Int64)),
        states=pl.sum_horizontal(pl.col(states).cast(pl.Int64)),
    )
    assert found.filter(pl.col("causes") != pl.col("states")).collect().is_empty()


def test_what_may_have_come_into_play_is_a_ruling_or_a_knob(run):
    known = {ruling.code for ruling in GAME.rulings} | set(GAME.knobs.model_fields)
    assert set(block_war.touched()) <= known
    columns = run.scan().select(**block_war.touched()).collect()
    assert all(kind == pl.Boolean for kind in columns.dtypes)


def test_a_study_of_many_settings_has_a_report(shared):
    reader = Reader(page_of("block-war-rulings", shared))
    assert reader.sections == CHAPTERS
    assert "until blocked, any in column, spend ap" in reader.text


def test_a_study_along_a_number_has_a_report(shared):
    page = page_of("block-war-head-start", shared, policies=(("greedy",),))
    reader = Reader(page)
    assert "no first turn combat" in reader.text
    assert "with 3 cards" in reader.text
    assert (page.parent / "win-rate.png").exists()
