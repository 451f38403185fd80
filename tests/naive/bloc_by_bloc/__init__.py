"""The slow twin of Bloc by Bloc: Uprising, written from the rules alone."""

from .game import Game

__all__ = ["Game"]
