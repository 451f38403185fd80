"""The slow twin of Judge Dredd: Block War, written from the rules alone."""

from .game import Game

__all__ = ["Game"]
