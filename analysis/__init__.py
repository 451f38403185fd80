"""Statistics of simulated games: frames in, frames out, no estimate without its interval."""

from analysis.simulate import simulate

__all__ = ["simulate"]
