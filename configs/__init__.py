"""Where the shipped configuration lies: game data, policies, experiments, baselines."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent
GAMES = ROOT / "games"
POLICIES = ROOT / "policies"
EXPERIMENTS = ROOT / "experiments"
BASELINES = ROOT / "baselines"
