"""A player of the user's own: a function that is asked for a move, and what is wrong with its answers."""

import operator
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.errors import MoveError, PlayerError, RulesError
from kibitz.laws import shown
from kibitz.notation import read_move
from kibitz.players._faults import illegal, told
from kibitz.position import Position
from kibitz.registry import line_in
from kibitz.rules import Game
from kibitz.thought import Thought, Value


class Own:
    """Plays what a function of a user's file answers, and says in one sentence what is wrong with an answer."""

    def __init__(self, name: str, path: Path, answer: Callable[[Position], Any], admits: Any, line: str) -> None:
        """`line`: where in the file the function begins; `admits`: what to ask whether it can play a game, or None."""
        self.name = name
        self._path, self._answer, self._admits, self._line = path, answer, admits, line

    def admit(self, game: Game) -> None:
        """Asks the user's class, if it has such a method."""
        if self._admits is not None:
            try:
                self._admits(game)
            except (Exception, SystemExit) as problem:
                raise self._failed(problem, "does not play this game") from problem

    def think(self, position: Position) -> Thought:
        """The answer, as a thought; that of a move alone is not `informed`. Raises PlayerError."""
        began = time.perf_counter()
        try:
            answer = self._answer(position)
        except RulesError:
            raise  # the rules have broken their contract, whoever asked them
        except (Exception, SystemExit) as problem:
            raise self._failed(problem, "failed") from problem
        if not isinstance(answer, Thought):
            move = self._move(answer, position)
            answer = Thought(move, Value("estimate", 0), (move,), seconds=time.perf_counter() - began, informed=False)
        if answer.best is None or answer.best not in position.legal():
            raise PlayerError(illegal(f"{self.name}{self._line}", answer.best, position))
        return answer

    def _move(self, answer: Any, position: Position) -> int:
        """The move that an answer names."""
        if isinstance(answer, str):
            try:
                return read_move(position.game, position.state, answer)
            except MoveError as problem:
                raise PlayerError(f"{self.name}{self._line} gave {answer!r}: {problem}") from problem
        try:
            if isinstance(answer, bool):
                raise TypeError
            return operator.index(answer)
        except TypeError:
            raise PlayerError(
                f"{self.name}{self._line} gave {shown(answer)}, which is no move: return a move, its name, or a Thought"
            ) from None

    def _failed(self, problem: BaseException, what: str) -> PlayerError:
        return PlayerError(f"{self.name}{line_in(self._path, problem)} {what}: {told(problem)}")
