"""A player of the user's own: a function that is asked for a move; whatever it does wrong is told in one sentence."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.errors import PlayerFailed, RulesError
from kibitz.players._answers import NoAnswer, read_answer
from kibitz.players._blame import is_of_rules
from kibitz.players._faults import told
from kibitz.players._orders import Listening
from kibitz.position import Position
from kibitz.registry import line_in
from kibitz.rules import Game
from kibitz.thought import Thought


class Own:
    """Plays what a function of a user's file answers, and says in one sentence what is wrong with an answer."""

    def __init__(self, name: str, path: Path, answer: Callable[[Position], Any], admits: Any, line: str) -> None:
        """`line`: where in the file the function begins; `admits`: what to ask whether it can play a game, or None."""
        self.name = name
        self._path, self._answer, self._admits, self._line = path, answer, admits, line

    def admit(self, game: Game) -> None:
        """Asks the user's class, if it has such a method. Raises PlayerFailed for whatever that raises."""
        if self._admits is not None:
            with Listening() as listening:
                try:
                    self._admits(game)
                except BaseException as problem:
                    listening.obey()
                    raise self._failed(problem, "does not play this game") from problem

    def think(self, position: Position) -> Thought:
        """The answer, as a thought; of a move alone the value is a guess of 0 that means nothing.

        Raises PlayerFailed for whatever the function raises and for an answer that is none; RulesError where the rules are to
        blame.
        """
        began = time.perf_counter()
        with Listening() as listening:
            try:
                answer = self._answer(position)
                return read_answer(answer, position, time.perf_counter() - began)
            except NoAnswer as problem:
                raise PlayerFailed(f"{self.name}{self._line} {problem}") from problem
            except BaseException as problem:
                listening.obey()
                if isinstance(problem, RulesError) and is_of_rules(problem, position):
                    raise
                raise self._failed(problem, "failed") from problem

    def _failed(self, problem: BaseException, what: str) -> PlayerFailed:
        return PlayerFailed(f"{self.name}{line_in(self._path, problem)} {what}: {told(problem)}")
