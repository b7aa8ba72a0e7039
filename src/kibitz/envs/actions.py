"""Moves as the actions of a learner: whole numbers below a fixed one, and a mask of the legal ones.

A move is an int up to 2**63 - 1, and a learner wants a small fixed number of actions. So

- where the rules name a `move_limit` of at most `LARGEST_SPACE`, a move is its own action. It means the same in every state,
and what a learner finds out about it in one state serves in others; - elsewhere an action is the index of a move among the
legal moves, and the mask has ones for as many. The same state always has the same actions; action 3 in one state and action 3
in another are unrelated.

Neither looks for moves by playing games: a table found so would lack rare moves.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import laws
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import EnvError, IllegalMove
from kibitz.position import Position

LARGEST_SPACE = 1 << 15  # of moves that are their own actions: the most for which a mask at each move costs nothing to speak of
NUMBERED = 1024  # actions where moves are numbered in order and nobody says how many there may be


class ActionNumbers:
    """The actions of one game: `size` of them."""

    def __init__(self, game: Game, actions: int | None = None) -> None:
        """`actions`: None for moves as their own actions where that can be; else how many, for moves numbered in order."""
        if actions is not None and (not laws.is_int(actions) or not 1 <= actions <= laws.MOST_MOVES):
            raise EnvError(f"actions={laws.short_repr(actions)} does not fit: write a whole number from 1 to {laws.MOST_MOVES}")
        if wrong := laws.beyond_limit((), game.move_limit):
            raise laws.broken(wrong)
        self._spec = spec_of(game)
        self.keeps_moves = actions is None and 0 < game.move_limit <= LARGEST_SPACE
        """Whether a move is its own action."""
        self.size = game.move_limit if self.keeps_moves else actions or NUMBERED

    def of(self, position: Position) -> Sequence[int]:
        """The actions of the legal moves, in the order of `position.legal()`; of a position where a player is to move."""
        legal = position.legal()
        if self.keeps_moves:
            if wrong := laws.beyond_limit(legal, self.size):
                raise laws.broken(wrong)
            return legal
        if len(legal) > self.size:
            wanted = f"{len(legal)} legal moves here and {self.size} actions: say actions={len(legal)} or more"
            raise EnvError(f"{self._spec} has {wanted}")
        return range(len(legal))

    def action(self, position: Position, move: int) -> int:
        """The action that stands for a legal move."""
        return self.of(position)[position.legal().index(move)]

    def move(self, position: Position, action: Any) -> int:
        """The legal move for which an action stands; IllegalMove when it stands for none here."""
        actions = self.of(position)
        if not hasattr(action, "__index__") or action not in actions:
            held = ", ".join(map(str, actions[:8])) + (", ..." if len(actions) > 8 else "")
            legal = f"its action mask allows {held}" if actions else "the game is over"
            raise IllegalMove(f"action {laws.short_repr(action)} is not legal in this state of {self._spec}: {legal}")
        return position.legal()[actions.index(int(action))]

    def mask(self, position: Position) -> NDArray[np.int8]:
        """1 for each action that is legal, 0 for all others; no ones where no player is to move."""
        mask = np.zeros(self.size, np.int8)
        if not position.is_over and not position.is_chance:
            mask[list(self.of(position))] = 1
        return mask
