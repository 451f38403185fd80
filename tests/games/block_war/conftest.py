"""Scenes for the worked cases; whatever a case did, the table must make sense at its end."""

from collections.abc import Callable, Iterator

import pytest

from tests.games.block_war.scene import Scene


@pytest.fixture
def arrange() -> Iterator[Callable[..., Scene]]:
    """Make scenes, each with its own settings, and check them all in the end."""
    scenes = []

    def make(**settings):
        scenes.append(Scene(**settings))
        return scenes[-1]

    yield make
    for scene in scenes:
        assert scene.faults() == []


@pytest.fixture
def scene(arrange: Callable[..., Scene]) -> Scene:
    """Make the common scene."""
    return arrange()


@pytest.fixture
def deal(arrange: Callable[..., Scene]) -> Callable[..., Scene]:
    """Deal games that are not arranged, up to their first decision."""
    return lambda **settings: arrange(dealt=True, **settings)
