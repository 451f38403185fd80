"""Bloqs a second time: towers as plain sets of cells, written for reading, not for speed."""

from .game import Game

__all__ = ["Game"]
