"""Each rule of each game with the code and the tests that name it; `make rules` prints it."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
GAMES = TOP / "sim" / "games"
TESTS = TOP / "tests"

STATED = re.compile(r"^\s*(?:- \*\*|#+ )([A-Z]{2,3}-\d+)", re.MULTILINE)
NAMED = re.compile(r"\b([A-Z]{2,3})-(\d+)(?:\.\.(\d+))?")


def game_folders() -> list[Path]:
    """List the folders of the games."""
    return sorted(path.parent for path in GAMES.glob("*/__init__.py"))


def stated_rules(folder: Path) -> list[str]:
    """List the ids of a game's RULES.md in their order; one that stands twice is listed twice."""
    return STATED.findall((folder / "RULES.md").read_text(encoding="utf-8"))


def rules_in(text: str) -> Iterator[str]:
    """Yield the ids that a text names; BB-3..5 names three."""
    for prefix, first, last in NAMED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{prefix}-{number}"


def code_of_rules(folder: Path) -> dict[str, set[str]]:
    """Map each id to the files of a game that name it."""
    found = defaultdict(set)
    for path in sorted(folder.glob("*.py")):
        for rule in rules_in(path.read_text(encoding="utf-8")):
            found[rule].add(path.name)
    return found


def marked_tests() -> dict[str, set[str]]:
    """Map each id to the tests that carry `pytest.mark.rule(id)`."""
    found = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                for rule in _marked(node):
                    found[rule].add(f"{path.relative_to(TESTS)}::{node.name}")
    return found


def _marked(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        for call in ast.walk(decorator):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr == "rule"
            ):
                yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant))


def main() -> None:
    """Print rule, code and tests, one line each."""
    tests = marked_tests()
    for folder in game_folders():
        print(folder.name)
        code = code_of_rules(folder)
        for rule in stated_rules(folder):
            files = ", ".join(sorted(code[rule])) or "-"
            named = ", ".join(sorted(tests[rule])) or "NO TEST"
            print(f"  {rule:7} {files:40} {named}")


if __name__ == "__main__":
    main()
