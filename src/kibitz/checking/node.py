"""A state as play reached it, with what the rules say about it; nothing is asked before it is needed, nor twice."""

from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import Any

from kibitz.checking.ask import RuleAnswer, ask
from kibitz.laws import MOST_MOVES, is_int
from kibitz.rules import CHANCE, Game, says


class CheckNode:
    """The state at the end of a line of moves from the start."""

    def __init__(self, game: Game, state: Any, line: tuple[int, ...] = ()) -> None:
        self.game, self.state, self.line = game, state, line
        self._after: dict[int, RuleAnswer] = {}

    @cached_property
    def over(self) -> RuleAnswer:
        """The answer of `is_over`."""
        return ask(self.game.is_over, self.state)

    @cached_property
    def mover(self) -> RuleAnswer:
        """The player to move, or CHANCE; where the rules leave `to_move` out, turns alternate."""
        if says(self.game, "to_move"):
            return ask(self.game.to_move, self.state)
        return RuleAnswer(len(self.line) % self.game.players)

    @cached_property
    def chance(self) -> bool:
        """Whether dice or cards decide here."""
        dice = says(self.game, "chances") and is_int(self.mover.value) and self.mover.value == CHANCE
        return dice and not self.over.error and not self.over.value

    @property
    def source(self) -> str:
        """The method that says what may happen next."""
        return "`chances`" if self.chance else "`moves`"

    @cached_property
    def options(self) -> RuleAnswer:
        """The list of what `moves` yields, or `chances` where it decides, up to the first that has no int or comes twice."""
        return ask(self._all_options)

    @cached_property
    def yielded(self) -> RuleAnswer:
        """The moves, or the outcomes without their weights."""
        if self.options.error or not self.chance:
            return self.options
        return RuleAnswer([_outcome(item) for item in self.options.value])

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The moves or outcomes that are possible, for a state whose rules answer; none when it is over."""
        return () if self.over.error or self.over.value or self.yielded.error else tuple(self.yielded.value)

    @cached_property
    def ending(self) -> RuleAnswer:
        """The answer of `result`, or of `payoffs` as a tuple where there is no `result`; for a state that is over."""
        return ask(self.game.result, self.state) if says(self.game, "result") else ask(self._row)

    def after(self, move: int) -> RuleAnswer:
        """The answer of `play` to a move."""
        if move not in self._after:
            self._after[move] = ask(self.game.play, self.state, move)
        return self._after[move]

    def child(self, move: int) -> "CheckNode":
        """The node that a move, which `play` answers, leads to."""
        return CheckNode(self.game, self.after(move).value, (*self.line, move))

    def name(self, move: Any) -> str:
        """The name of a move, or the bare number when the game does not say."""
        named = ask(self.game.move_name, self.state, move)
        return named.value if isinstance(named.value, str) and named.value else str(move)

    def board(self) -> str:
        """The state as text, or as Python writes it when the game cannot show it."""
        picture = ask(self.game.show, self.state)
        return picture.value if isinstance(picture.value, str) and picture.value else str(ask(repr, self.state).value)

    def _all_options(self) -> list[Any]:
        found: list[Any] = []
        seen: set[int] = set()
        for item in self.game.chances(self.state) if self.chance else self.game.moves(self.state):
            found.append(item)
            move = _outcome(item) if self.chance else item
            if not isinstance(move, int) or move in seen or len(found) > MOST_MOVES:
                break
            seen.add(move)
        return found

    def _row(self) -> Any:
        payoffs = self.game.payoffs(self.state)
        return tuple(islice(payoffs, self.game.players + 1)) if isinstance(payoffs, Iterable) else payoffs


def _outcome(item: Any) -> Any:
    """The outcome in a pair of it and its weight; what is no pair stays itself."""
    return item[0] if isinstance(item, tuple) and len(item) == 2 else item
