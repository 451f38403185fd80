"""The chapters that only one game has, one package per game."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def game_module(game: str) -> ModuleType | None:
    """Import the chapters of a game, None where it has none."""
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) else None
