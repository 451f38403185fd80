"""What README.md says works, and what is installed is complete."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import PATIENCE
from tests.rules_table import TOP

README = (TOP / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_readme_commands_work_one_after_another(environment, tmp_path):
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith("balance ")]
    assert len(commands) >= 5
    done = subprocess.run(
        ["bash", "-e", "-c", "\n".join(commands)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (page,) = tmp_path.glob("runs/*/report/index.html")
    told = str(page.relative_to(tmp_path))
    lines = done.stdout.splitlines()
    assert f"report  {told}" in lines, "run --report"
    assert told in lines, "report"


def test_readme_study_is_valid(balance, tmp_path):
    (text,) = blocks("toml")
    (tmp_path / "morale.toml").write_text(text)
    done = balance("run", "morale.toml", "-n", 5, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "morale_start 2" in done.stdout


def test_the_workflow_runs_a_check_that_passes_on_accepted_figures(environment, tmp_path):
    (text,) = blocks("yaml")
    (line,) = re.findall(r"run: (balance check .+)", text)
    cheap = f"{line} --players 2 --policy random"
    done = subprocess.run(
        ["bash", "-e", "-c", cheap], cwd=tmp_path, env=environment, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same games as accepted in all 4 cells" in done.stdout
    (written,) = re.findall(r"path: (\S+\.xml)", text)
    assert (tmp_path / written).read_text().count("<testcase ") == 4


def test_make_report_runs_a_shipped_study(balance):
    recipe = re.search(r"balance (run \S+) --report", (TOP / "Makefile").read_text())
    done = balance(*recipe.group(1).split(), "--dry-run")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=TOP, check=True, capture_output=True,
    )  # fmt: skip
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_works_from_any_folder(wheel, environment, tmp_path):
    site = unpacked(wheel, tmp_path / "site")
    code = (
        "import cli.main, reports.build, sim.experiment as e\n"
        "print(e.load_experiment(e.find_experiment('heavy-reinforcements')).source)\n"
        "cli.main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "games"],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(site / "configs"))


def unpacked(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_wheel_holds_data_and_templates(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    kept = [
        path for package in ("configs", "sim", "reports") for path in (TOP / package).rglob("*")
    ]
    data = {
        str(path.relative_to(TOP))
        for path in kept
        if path.suffix in (".toml", ".json", ".md", ".j2", ".html", ".css", ".js")
    }
    assert data <= names
    assert not any(name.startswith("tests/") for name in names)
