"""The only list of games."""

from sim.core import verbs
from sim.core.game import Game
from sim.games import bloc_by_bloc, block_war

GAMES: dict[str, Game] = {game.name: game for game in (bloc_by_bloc.GAME, block_war.GAME)}

for _game in GAMES.values():
    verbs.enrol(_game.rules_type, _game.module)
