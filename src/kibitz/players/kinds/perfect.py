"""The player that looks to the end: the strong search, in principle without a horizon, or a strong solution from its file."""

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.core.parameters import Setting
from kibitz.core.rules import Game, can_be_proved, why_not_proved
from kibitz.core.thought import Limit, Stopped, Thought
from kibitz.errors import PlayerError
from kibitz.players import Player
from kibitz.players.engine import SETTINGS, Engine
from kibitz.players.settings import read_settings
from kibitz.position import Position
from kibitz.solutions.file import TableFile
from kibitz.solutions.solution import SOLUTION, Solution

PATIENCE = 60.0  # seconds a move: enough to solve the small games, and better than never an answer in the large ones
FILE = Setting(str, "the path of a strong solution, such as file=tic_tac_toe.solution")


class Perfect(Engine):
    """Proves its moves if the time allows, and the game is not too long; else it plays what the search finds."""

    def admit(self, game: Game) -> None:
        """Raises PlayerError for a game in which no move can be proved."""
        if not can_be_proved(game):
            raise PlayerError(f"perfect cannot play {type(game).__name__}, a game {why_not_proved(game)}: take computer")


def make(spec: str, seed: int | None) -> Player:
    """`perfect`, `perfect:time=600,threads=4,table=1GB`, or `perfect:file=PATH`, which needs no search.

    A value that is not "exact" says that the time was too short for a proof, or the game too long.
    """
    given = read_settings(spec, {**{name: SETTINGS[name] for name in ("time", "threads", "table")}, "file": FILE})
    if "file" in given:
        return _from_file(spec, given)
    limit = Limit(time=given.get("time", PATIENCE), table=given.get("table", Limit().table))
    return Perfect(spec, "deepening", limit, given.get("threads", 1), dice=random.Random(seed), exact=True)


def _from_file(spec: str, given: Mapping[str, Any]) -> Player:
    if not given["file"]:
        raise PlayerError(f"file= in {spec} does not fit: file is {FILE.description}")
    for name in given:
        if name != "file":
            raise PlayerError(f"file and {name} in {spec} do not go together, for a file needs no search: leave one out")
    return SolutionPlayer(spec, given["file"])


# A strong solution as a player: `perfect:file=tic_tac_toe.solution`.


class SolutionPlayer:
    """Plays what the file holds: the best value, among equals the quickest win and the latest loss."""

    def __init__(self, name: str, path: str) -> None:
        """Raises SolutionError, one sentence, when the file is not there or not whole."""
        self.name = name
        self._path = Path(path)
        TableFile(self._path, SOLUTION)
        self._solution: Solution | None = None

    def admit(self, game: Game) -> None:
        """Raises SolutionError when the file is of another game."""
        self._of(game)

    def think(self, position: Position) -> Thought:
        """The best move with its value, and the values of all others; SolutionError when the file is of another game."""
        began = time.perf_counter()
        solution = self._of(position.game)
        moves = solution.best(position)
        best, value = moves[0].move, moves[0].value
        line = (best, *solution.line(position.play(best).state))
        stopped: Stopped = "solved" if value.kind == "exact" else "depth"
        return Thought(best, value, line, moves, len(line), len(moves) + 1, time.perf_counter() - began, stopped=stopped)

    def _of(self, game: Game) -> Solution:
        if self._solution is None or self._solution.game != game:
            self._solution = Solution(self._path, game)
        return self._solution
