"""A state as play reached it, with what the rules say about it; nothing is asked before it is needed, nor twice."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from kibitz.check.ask import Answer, ask
from kibitz.rules import Game, at_chance, says

MOST_MOVES = 100_000  # a state with more legal moves than this yields them without end


class Place:
    """The state at the end of a line of moves from the start."""

    def __init__(self, game: Game, state: Any, line: tuple[int, ...] = ()) -> None:
        self.game, self.state, self.line = game, state, line
        self._after: dict[int, Answer] = {}

    @cached_property
    def over(self) -> Answer:
        """What `is_over` says."""
        return ask(self.game.is_over, self.state)

    @cached_property
    def mover(self) -> Answer:
        """The player to move; where the rules leave `to_move` out, turns alternate."""
        if says(self.game, "to_move"):
            return ask(self.game.to_move, self.state)
        return Answer(len(self.line) % max(1, self.game.players))

    @cached_property
    def yielded(self) -> Answer:
        """The list of what `moves` yields, up to the first that is no int or comes twice."""
        return ask(self._all_moves)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves, for a state whose rules answer; none when it is over."""
        return () if self.over.error or self.over.value or self.yielded.error else tuple(self.yielded.value)

    @cached_property
    def ending(self) -> Answer:
        """What `result` says, or `payoffs` where the rules have no `result`; for a state that is over."""
        return ask(self.game.result if says(self.game, "result") else self.game.payoffs, self.state)

    def after(self, move: int) -> Answer:
        """What `play` makes of a move."""
        if move not in self._after:
            self._after[move] = ask(self.game.play, self.state, move)
        return self._after[move]

    def child(self, move: int) -> "Place":
        """The place that a move, which `play` answers, leads to."""
        return Place(self.game, self.after(move).value, (*self.line, move))

    def name(self, move: Any) -> str:
        """What the game calls a move, or the bare number when it does not say."""
        named = ask(self.game.move_name, self.state, move)
        return named.value if isinstance(named.value, str) and named.value else str(move)

    def board(self) -> str:
        """The state as text, or as Python writes it when the game cannot show it."""
        shown = ask(self.game.show, self.state)
        return shown.value if isinstance(shown.value, str) and shown.value else str(ask(repr, self.state).value)

    def _all_moves(self) -> list[Any]:
        found: list[Any] = []
        seen: set[int] = set()
        for move in _choices(self.game, self.state):
            found.append(move)
            if not isinstance(move, int) or move in seen or len(found) > MOST_MOVES:
                break
            seen.add(move)
        return found


def _choices(game: Game, state: Any) -> Iterable[Any]:
    """What may happen next, one after the other: rules that never end are stopped by the caller."""
    return (outcome for outcome, _ in game.chances(state)) if at_chance(game, state) else game.moves(state)
