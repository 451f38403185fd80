"""House rules, executable."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.games import GAMES
from tests.golden.record import golden_games
from tests.rules_table import TOP, game_folders, marked_tests, stated_rules

SHIPPED = [folder.name for folder in game_folders()]
PACKAGES = ("configs", "sim", "analysis", "reports", "cli", "benchmarks")
LINES_PER_FILE = 400
LINES_PER_KERNEL = 45

# What each part may import of this project; the most specific name counts. Parts may import
# themselves.
ARROWS = {
    "configs": (),
    "sim.core": ("configs",),
    "sim.games": ("configs", "sim.core"),
    "sim.agents": ("sim.core",),
    "sim.play": ("sim.core", "sim.agents"),
    "sim": ("configs", "sim"),
    "analysis": ("configs", "sim"),
    "reports": ("configs", "sim", "analysis"),
    "benchmarks": ("configs", "sim", "analysis"),
    "cli": ("configs", "sim", "analysis", "reports", "benchmarks"),
}
CHANGE_GROUPS = {"Rules", "Numbers that move", "Speed", "Reports", "Commands"}


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((TOP / package).rglob("*.py"))]


def module_name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inside(module: str, parent: str) -> bool:
    return module == parent or module.startswith(f"{parent}.")


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of this project that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in PACKAGES)


def game_of(module: str) -> str:
    """Name the game a module belongs to, "" outside the games and for their list."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["sim", "games"] and len(parts) > 2 else ""


def ids(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(TOP)) for path in paths]


@pytest.mark.parametrize("path", sources(), ids=ids(sources()))
def test_imports_follow_the_arrows(path):
    module = module_name(path)
    part = max((name for name in ARROWS if inside(module, name)), key=len)
    for other in imported(path):
        allowed = any(inside(other, name) for name in (part, *ARROWS[part]))
        assert allowed, f"{module} must not import {other}"
        if game_of(module):
            assert game_of(other) in ("", game_of(module)), f"{module} imports another game"
            assert other.split(".")[:3] != ["sim", "games", "GAMES"], f"{module} imports the list"


@pytest.mark.parametrize("path", sources(), ids=ids(sources()))
def test_files_are_short(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LINES_PER_FILE, f"{lines} lines; split it by what it knows"


@pytest.mark.parametrize("path", sources(), ids=ids(sources()))
def test_kernels_are_short(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        if any(isinstance(name, ast.Name) and name.id == "jit" for name in node.decorator_list):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= LINES_PER_KERNEL, f"{node.name} has {lines} lines"


def generic_sources() -> list[Path]:
    """List the files that must work for any game."""
    special = [TOP / part / "games" for part in ("sim", "configs", "reports", "benchmarks")]
    return [path for path in sources() if not any(path.is_relative_to(top) for top in special)]


@pytest.mark.parametrize("path", generic_sources(), ids=ids(generic_sources()))
def test_generic_code_names_no_game(path):
    text = path.read_text(encoding="utf-8")
    for name in SHIPPED:
        pattern = rf"\b{name.replace('_', '[ _-]')}"
        assert not re.search(pattern, text, re.IGNORECASE), f"names {name}"


def test_every_game_is_in_the_list():
    # Other tests may have put a toy game into the list by now.
    listed = [name for name, game in GAMES.items() if game.module.__name__.startswith("sim.")]
    assert sorted(listed) == SHIPPED
    assert all(name == game.name for name, game in GAMES.items())


@pytest.mark.parametrize("name", SHIPPED)
def test_columns_that_every_game_has(name):
    columns = {column.name: column for column in GAMES[name].columns}
    assert columns["result"].kind == "category"
    assert "truncated" in columns["result"].labels
    assert columns["decisions"].kind == "int"


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_rule_has_a_test(folder):
    rules = stated_rules(folder)
    assert len(rules) == len(set(rules)), "a rule id stands twice"
    tested = marked_tests()
    missing = [rule for rule in rules if rule not in tested]
    assert rules
    assert not missing, f"no test is marked with {', '.join(missing)}"


def test_marks_name_rules_that_exist():
    stated = {rule for folder in game_folders() for rule in stated_rules(folder)}
    prefixes = {rule.split("-")[0] for rule in stated}
    unknown = {
        rule: tests
        for rule, tests in marked_tests().items()
        if rule.split("-")[0] in prefixes and rule not in stated
    }
    assert not unknown


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_golden_games(name):
    recorded = set((TOP / "tests" / "golden").glob(f"{name}-*.txt"))
    assert recorded == {golden.path for golden in golden_games(GAMES[name])}


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_make_targets_that_exist(document):
    targets = set(
        re.findall(r"^([a-z-]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    text = (TOP / document).read_text(encoding="utf-8")
    for line in re.findall(r"(?:`|^ *)make ([a-z -]+?) *(?:`|#|$)", text, re.MULTILINE):
        assert set(line.split()) <= targets, f"make {line}"


def test_pins_agree():
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    pins = [*project["project"]["dependencies"], *(pin for extra in extras for pin in extra)]
    locked = (TOP / "constraints.txt").read_text(encoding="utf-8").lower().splitlines()
    assert {pin.lower() for pin in pins} <= set(locked)
    assert all("==" in line for line in locked if not line.startswith("#"))


def test_changelog_is_grouped():
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= CHANGE_GROUPS
