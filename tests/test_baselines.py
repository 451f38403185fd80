"""The shipped baselines: readable, about shipped studies, and true of the present sources."""

import pytest

import configs
from analysis.baseline import key_of, read_baseline
from analysis.check import check
from sim.experiment import find_experiment, get_game, load_experiment

SHIPPED = sorted(configs.BASELINES.glob("*.json"))


def loaded(path):
    study = load_experiment(find_experiment(path.stem))
    return study, read_baseline(path, get_game(study.game))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_baseline_has_every_cell_of_its_study(path):
    study, known = loaded(path)
    assert known.seed == study.seed
    assert {cell.key for cell in known.cells} == {key_of(cell) for cell in study.cells()}
    for cell in known.cells:
        assert set(cell.metrics) == set(cell.first_games) == set(known.margins)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_baseline_is_of_these_sources(path):
    study, known = loaded(path)
    found = check(study, known)
    assert found.verdict == "identical", "accept the new figures: balance check NAME --update"


def test_there_is_a_shipped_baseline():
    assert SHIPPED
