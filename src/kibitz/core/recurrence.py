"""The past of a state, carried along with it: rules know no history, yet repetitions are seen and points count.

A state with a past equals the same state without one. States that rules make (`play`, `_replace`) have none:
`kibitz.core.rules` adds it.
"""

import functools
from typing import Any

DRAW, LOSS, FORBIDDEN = "draw", "loss", "forbidden"
MEANINGS = ("", DRAW, LOSS, FORBIDDEN)


class Remembered:
    """The states of one class that have a past."""

    past: tuple[Any, ...] = ()
    """The positions since one that no position before it can come back to, this one being the last."""
    is_same_side: bool = False
    """Whether the side to move made the move that led here, too."""
    _score: int = 0  # no field of a NamedTuple begins so; states have scores of their own
    """What the moves so far have brought the side to move, less what they have brought the other side."""

    def __reduce__(self) -> tuple[Any, ...]:
        return with_past, (without_past(self), self.past, self.is_same_side, self._score)


@functools.cache
def _remembered(cls: Any) -> Any:
    return type(cls.__name__, (Remembered, cls), {"__module__": cls.__module__, "__qualname__": cls.__qualname__})


def with_past(state: Any, past: tuple[Any, ...], is_same_side: bool, score: int = 0) -> Any:
    """The same state, a NamedTuple, with this past."""
    cls: Any = type(state)
    carrier = tuple.__new__(_remembered(cls), state)
    carrier.past, carrier.is_same_side, carrier._score = past, is_same_side, score
    return carrier


def without_past(state: Any) -> Any:
    """The same state as its own class has it."""
    if not isinstance(state, Remembered):
        return state
    fields: Any = state
    return tuple.__new__(type(state).__mro__[2], fields)


def past_of(state: Any) -> tuple[Any, ...]:
    """The positions that could have come back, the present one being the last; none where no history is kept."""
    return state.past if isinstance(state, Remembered) else ()


def score_of(state: Any) -> int:
    """The lead of the side to move by the moves so far; 0 where no history is kept."""
    return state._score if isinstance(state, Remembered) else 0


def history_of(state: Any) -> tuple[Any, ...]:
    """All that a state remembers: two states are worth the same only if this is the same too. A state equals one without it."""
    return (state.past, state.is_same_side, state._score) if isinstance(state, Remembered) else ()


def times_seen(state: Any) -> int:
    """How often the present position was on the board, this time included; 0 where no history is kept."""
    past = past_of(state)
    return past.count(past[-1]) if past else 0
