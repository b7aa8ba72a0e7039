"""A strong solution as a player: `perfect:file=tic_tac_toe.solution`."""

import time
from pathlib import Path

from kibitz.position import Position
from kibitz.rules import Game
from kibitz.solution import Solution, SolutionFile
from kibitz.thought import Thought


class Solved:
    """Plays what the file holds: the best value, among equals the quickest win and the latest loss."""

    def __init__(self, name: str, path: str) -> None:
        """Raises SolutionError, one sentence, when the file is not there or not whole."""
        self.name = name
        self._path = Path(path)
        SolutionFile(self._path)
        self._solution: Solution | None = None

    def admit(self, game: Game) -> None:
        """Raises SolutionError when the file is of another game."""
        self._of(game)

    def think(self, position: Position) -> Thought:
        """The best move with its value, and those of all the others; SolutionError when the file is of another game."""
        began = time.perf_counter()
        solution = self._of(position.game)
        moves = solution.best(position)
        line, seconds = solution.line(position.state), time.perf_counter() - began
        return Thought(moves[0].move, moves[0].value, line, moves, len(line), len(moves) + 1, seconds, stopped="solved")

    def _of(self, game: Game) -> Solution:
        if self._solution is None or self._solution.game != game:
            self._solution = Solution(self._path, game)
        return self._solution
