"""`balance check` as a build runs it: exit codes, tables, files."""

import json
import os
import subprocess
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import BIN, study
from tests.cli.test_errors import assert_refused

SMALL = {
    "experiment": 'name = "small"\ngame = "bloc_by_bloc"\nseed = 7\ngames = 600',
    "grid": "heavy_reinforcements = [1, 4]\nplayers = [2]",
    "policies": 'table = [["heuristic"]]',
}
DEFAULT = "configs/baselines/small.json"


@pytest.fixture(scope="module")
def project(balance, tmp_path_factory):
    """Make a folder with a study whose figures are accepted."""
    folder = tmp_path_factory.mktemp("project")
    study(folder, **SMALL)
    margins = ("--margin", "win_rate=0.15", "--fingerprint", 200)
    done = balance("check", "small.toml", "--update", *margins, "--jobs", 1, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{DEFAULT}\n"
    return folder


@pytest.fixture
def check(balance, project):
    return lambda *words: balance("check", "small.toml", "--jobs", 1, *words, cwd=project)


def test_0_the_same_games(check):
    done = check()
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("pass, same games") == 2
    assert done.stdout.splitlines()[-1] == "same games as accepted in all 2 cells"


def test_0_other_games_with_the_same_balance(check):
    done = check("--set", "squad_supply=29")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("rules changed, balance unmoved: ")


def test_1_a_rule_that_moves_the_win_rate(check):
    done = check("--set", "morale_start=1", "--margin", "win_rate=0.01", "-n", 6000)
    assert done.returncode == 1, done.stdout + done.stderr
    heading, *rows, _, last = done.stdout.splitlines()
    assert heading.split()[:3] == ["settings", "policy", "metric"]
    bad = [row for row in rows if row.endswith("REGRESSION")]
    assert bad
    for row in bad:
        assert row.startswith("heavy_reinforcements ")
        for word in ("win rate", " % ", " -", " to -", "±1 points"):
            assert word in row
    assert "win rate" in last
    assert "% now" in last


def test_2_a_misspelt_metric(check):
    assert_refused(check("--metric", "win_rte"), "'win_rte'", "'win_rate'")
    assert_refused(check("--margin", "night=1"), "'night'", "'nights'")
    assert_refused(check("--margin", "win_rate=3"), "more than 0", "0.03 for 3 points")
    assert_refused(check("--fingerprint", "10"), "--update")


def test_2_a_misspelt_key_of_the_baseline(check, project, tmp_path):
    text = (project / DEFAULT).read_text()
    path = tmp_path / "odd.json"
    path.write_text(text.replace("margins", "margns"))
    assert_refused(check("--baseline", path), str(path), "'margns'", "'margins'")
    path.write_text(text.replace('"win_rate": {', '"win_rat": {'))
    assert_refused(check("--baseline", path), str(path), "'win_rat'", "'win_rate'")


def test_4_too_few_games_to_tell(check):
    done = check("--set", "morale_start=1", "-n", 60)
    assert done.returncode == 4, done.stdout + done.stderr
    assert "undecided" in done.stdout
    assert "too few games for a margin of 0.15" in done.stderr


def test_5_no_baseline(balance, project, tmp_path):
    done = balance("check", project / "small.toml", cwd=tmp_path)
    assert done.returncode == 5
    assert DEFAULT in done.stderr
    assert "--update" in done.stderr
    assert done.stdout == ""


def test_5_nothing_compared(check):
    done = check("--players", 3)
    assert done.returncode == 5
    assert done.stdout.startswith("nothing compared")


def test_3_an_internal_error(environment, project, tmp_path):
    code = (
        "import analysis.check, cli.main\n"
        "def broken(*_, **__): raise RuntimeError('out of cardboard')\n"
        "analysis.check.check = broken\n"
        "cli.main.main()"
    )
    done = subprocess.run(
        [BIN / "python", "-c", code, "check", "small.toml"],
        cwd=project, env={**environment, "XDG_STATE_HOME": str(tmp_path)}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "out of cardboard" in done.stderr


def test_130_ctrl_c(environment, project):
    code = (
        "import analysis.check, cli.main\n"
        "def stopped(*_, **__): raise KeyboardInterrupt\n"
        "analysis.check.check = stopped\n"
        "cli.main.main()"
    )
    done = subprocess.run(
        [BIN / "python", "-c", code, "check", "small.toml"],
        cwd=project, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 130
    assert "interrupted" in done.stderr


def test_json_junit_and_the_summary_page_tell_the_same(environment, project, tmp_path):
    page = tmp_path / "summary.md"
    page.write_text("before\n")
    words = ["--set", "squad_supply=29", "--junit", "xml/check.xml", "--json", "--jobs", "1"]
    done = subprocess.run(
        [BIN / "balance", "check", "small.toml", *words],
        cwd=project, env={**environment, "GITHUB_STEP_SUMMARY": os.fspath(page)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["verdict"], told["exit_code"], told["stage"]) == ("unmoved", 0, 2)
    assert [row["verdict"] for row in told["checks"]] == ["pass", "pass"]
    suite = ElementTree.parse(project / "xml" / "check.xml").getroot()[0]
    assert [case.get("name") for case in suite] == [row["label"] for row in told["checks"]]
    text = page.read_text()
    assert text.startswith("before\n### Balance of small\n")
    assert told["headline"] in text
