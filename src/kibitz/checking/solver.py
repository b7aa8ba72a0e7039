"""Plain minimax for small positions: the value that bounds, candidates and symmetries are held against."""

import time
from functools import cached_property
from typing import Any

from kibitz.checking.ask import ask
from kibitz.rules import Game, can_be_proved, says

Worth = tuple[int, int]
"""The result for the side to move, and the plies to the end of a win or loss played at its best (0 for a draw)."""


class _TooMuch(Exception):
    """The position is not small."""


class PlainSolver:
    """Values by looking at every line to its end; it remembers each state it has solved."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Any, Worth] = {}
        self._open: set[Any] = set()
        self._left, self._end = 0, 0.0

    @cached_property
    def can(self) -> bool:
        """Whether minimax is all there is to it: two players, what one wins the other loses, and nothing left to chance."""
        return self.game.players == 2 and can_be_proved(self.game)

    def worth(self, state: Any, nodes: int, seconds: float = 1.0) -> Worth | None:
        """The worth of the state for the side to move; None when it takes more states or time, or the rules fail."""
        if not self.can:
            return None
        self._left, self._end = nodes, time.thread_time() + seconds
        self._open.clear()
        return ask(self._solve, state).value  # type: ignore[no-any-return]  # a RuleAnswer holds anything

    def worth_of_move(self, state: Any, move: int, nodes: int) -> Worth | None:
        """The worth of a move for the side that makes it; None as for `worth`."""
        after = self.game.play(state, move)
        found = self.worth(after, nodes)
        return None if found is None else self._seen_before(state, after, found)

    def _solve(self, state: Any) -> Worth:
        if state in self._known:
            return self._known[state]
        if (
            self._left <= 0 or time.thread_time() > self._end or state in self._open
        ):  # a state inside its own tree has no value: play need not end
            raise _TooMuch
        self._left -= 1
        if self.game.is_over(state):
            found: Worth = self.game.result(state), 0
        else:
            self._open.add(state)
            afters = [self.game.play(state, move) for move in self.game.moves(state)]
            found = max((self._seen_before(state, after, self._solve(after)) for after in afters), key=worth_order)
            self._open.discard(state)
        self._known[state] = found
        return found

    def _seen_before(self, state: Any, after: Any, worth: Worth) -> Worth:
        """The worth of the state after a move, for the side that made it."""
        result, plies = worth
        if not says(self.game, "to_move") or self.game.to_move(state) != self.game.to_move(after):
            result = -result
        return result, plies + 1 if result else 0


def worth_order(worth: Worth) -> Worth:
    """Sorts: the better result first counts, then the quicker win and the later loss."""
    result, plies = worth
    return result, -plies if result > 0 else plies
