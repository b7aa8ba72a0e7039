"""A position as a player is given it: a copy of its own, so that nothing it does to it reaches the game that is played.

The state is copied as deep as a player could change it, boards and lists too. The game itself is one object for all, since
compiled code hangs on it: it is looked at afterwards, and put right. (A player runs in the same Python: one that rewrites the
classes of the rules is beyond this.)
"""

import copy
from typing import Any

from kibitz.board import Board64
from kibitz.position import Position
from kibitz.rules import Game

ATOMS = frozenset({int, bool, str, float, bytes, type(None)})
KEPT = ("_legal", "_over")  # what a position has asked its rules once
_NOTHING = object()


class Loan:
    """A position lent to a player; `take_back` says what has become of it."""

    def __init__(self, mine: Position) -> None:
        self._mine, self._game = mine, Untouched(mine.game)
        self.position = Position(mine.game, _state_of(mine), mine.moves, mine.to_move)
        kept = vars(mine)
        vars(self.position).update({name: kept[name] for name in KEPT if name in kept})
        self._state, self._lent = self.position.state, dict(vars(self.position))
        self._can_tell = self._state is not mine.state and _same(self._state, mine.state)

    def take_back(self) -> str:
        """What the player has changed, in a word or two; "" where it has only looked. The game is as it was afterwards."""
        if name := self._game.restore():
            return f"the game's {name}"
        now = object.__getattribute__(self.position, "__dict__")
        changed = next((name for name, value in self._lent.items() if now.get(name, _NOTHING) is not value), None)
        if changed is None and self._can_tell and not _same(self._state, self._mine.state):
            changed = "state"
        return "" if changed is None else f"the position's {changed.removeprefix('_')}"


class Untouched:
    """The fields of a game as they are now; `restore` puts them back."""

    def __init__(self, game: Game) -> None:
        self._game = game
        names = getattr(type(game), "__dataclass_fields__", ())
        self._fields = {name: getattr(game, name, _NOTHING) for name in names}

    def restore(self) -> str:
        """The name of a field that somebody has changed; "" for none."""
        changed = ""
        for name, value in self._fields.items():
            if getattr(self._game, name, _NOTHING) is not value:
                changed = name
                if value is _NOTHING:
                    object.__delattr__(self._game, name)
                else:
                    object.__setattr__(self._game, name, value)
        return changed


def _state_of(position: Position) -> Any:
    """The state of a position, made anew where anybody could change it; by the rules, where it cannot be copied."""
    try:
        return _copied(position.state)
    except Exception:
        return Position.after(position.game, position.moves).state


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is Board64:
        return Board64(value.bits)
    if isinstance(value, tuple) and not hasattr(value, "__dict__"):
        return value if ATOMS.issuperset(map(type, value)) else tuple.__new__(kind, map(_copied, value))
    return copy.deepcopy(value)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal; True where nobody can tell, for the one that counts has not been lent."""
    try:
        equal = one == other
        return bool(equal.all() if hasattr(equal, "all") else equal)  # arrays are compared number by number
    except Exception:
        is_pair = isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)
        return all(map(_same, one, other)) if is_pair else True
