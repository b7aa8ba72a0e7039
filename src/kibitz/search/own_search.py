"""The door for an anytime search: a generator of answers, in plain Python or with compiled parts.

A module with `SEARCH = Search(is_anytime=True)` and a function `answers(task)` is such a search: playouts, proof numbers, best
first, or anything else without depths. kibitz starts it in a thread of its own, enforces its limits, and takes its answers as
they come; the last one counts.
"""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.core.laws import short_repr
from kibitz.core.registry import line_in
from kibitz.core.rules import CHANCE, Game, legal, says
from kibitz.core.thought import Stopped as Why
from kibitz.core.thought import Value
from kibitz.errors import KibitzError, SearchError
from kibitz.kernel import Machine
from kibitz.kernel.ahead import Kernel
from kibitz.position import Position
from kibitz.runtime.user_code import describe_error
from kibitz.search.descriptor import title_of
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.request import SearchRequest, game_of
from kibitz.search.drivers.vector_search import check_turn, seen_value
from kibitz.search.parts.task import Answer, SearchTask
from kibitz.search.parts.team import SearchStopped


class OwnSearch(Thinking):
    """A `Thinking` of a search that answers by itself."""

    _team: SearchTask

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: ModuleType) -> None:
        check_turn(game, state, says(game_of(game), "payoffs"))
        self._title = title_of(module)
        if request.limit.depth is not None:
            raise SearchError(f"{self._title} knows no depth: limit its time, or its nodes")
        super().__init__(game, state, request, module)

    def _kernels(self) -> list[Kernel]:
        """The functions that the module names in KERNELS; what else it has compiled takes of its time."""
        return list(getattr(self._module, "KERNELS", ()))

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        wanted = self.request
        self._team = SearchTask(
            machine, self.game, self.state, self.turn, limit=wanted.limit, seed=wanted.seed, all_moves=wanted.all_moves
        )

    def _search(self) -> Why:
        answers: Iterator[Answer] = self._module.answers(self._team)
        known = None
        try:
            for known in answers:
                self._check(known)
                self._tell(best=known.best, value=known.value, line=known.line, moves=known.moves)
                if self._team._ended:
                    raise SearchStopped
        except SearchStopped:
            return self._why or "nodes"
        except KibitzError:
            raise
        except Exception as wrong:
            where = line_in(Path(self._module.__file__ or ""), wrong)
            raise SearchError(f"{self._title}{where} failed: {describe_error(wrong)}") from wrong
        if known is None:
            raise SearchError(f"{self._title} has ended without an answer: let it yield one at least")
        return "solved" if known.value.kind == "exact" else self._why or "nodes"

    def _check(self, answer: Any) -> None:
        """Raises SearchError for an answer that does not fit this position."""
        if not isinstance(answer, Answer) or not isinstance(answer.value, Value):
            raise SearchError(f"{self._title} has answered {short_repr(answer)}: let it yield Answer(best, Value(...))")
        moves = set(legal(self.game, self.state))
        if self.turn == CHANCE:
            moves.add(None)  # type: ignore[arg-type]  # nobody chooses
        named = [answer.best, *answer.line[:1], *(one.move for one in answer.moves)]
        wrong = [move for move in named if move not in moves]
        if wrong:
            raise SearchError(f"{self._title} has named the move {short_repr(wrong[0])}, which is not legal here")
        if self._is_shared and answer.value.payoffs is None:
            raise SearchError(f"{self._title} gives one number for {self.game.players} players: it needs Value(payoffs=...)")

    @property
    def _is_shared(self) -> bool:
        """Whether a value has a number for each player."""
        return not says(self.game, "result")

    def _ending(self, machine: Machine) -> Value:
        return seen_value(self.game, self.state, self.turn, "exact", machine.rules.pay, self._is_shared)

    def _glance(self, machine: Machine) -> Value:
        return seen_value(self.game, self.state, self.turn, "estimate", machine.rules.guess, self._is_shared)
