"""open_spiel's Monte Carlo tree search, in C++ as its games are, as a player of matches.

It rolls out uniformly at random, once from each leaf, and proves what it can (`solve`); the rest is as in its own examples.

    kibitz match mcts:time=0.1 benchmarks/peers/open_spiel_mcts.py:Bot:seconds=0.1 --game connect_four --openings random:4
"""

import pyspiel

from kibitz import Game, Position
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello

NAMES: dict[Game, str] = {ConnectFour(): "connect_four", Othello(): "othello"}  # games whose moves have the same numbers there
EXPLORING, MOST, MEGABYTES = 2.0, 1_000_000_000, 500


class Bot:
    """A search from nothing for each move, as long as it is told by the clock."""

    def __init__(self, seed: int, seconds: float = 0.1) -> None:
        self.seed, self.seconds = seed % 2**31, seconds

    def admit(self, game: Game) -> None:
        """Boards of other sizes have other names there."""
        if game not in NAMES:
            raise ValueError(f"it plays {' and '.join(NAMES.values())}, as large as they usually are")

    def think(self, position: Position) -> int:
        """Its move."""
        game = pyspiel.load_game(NAMES[position.game])
        state = game.new_initial_state()
        for move in position.moves:
            state.apply_action(move)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(
            game, evaluator, EXPLORING, MOST, MEGABYTES, True, self.seed, False, max_wall_clock_time=self.seconds
        )
        return int(bot.step(state))
