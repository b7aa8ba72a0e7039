"""One int for a state and all that are symmetric to it: how a book tells positions apart."""

from typing import Any

from kibitz.registry import knowledge_of
from kibitz.rules import Game, says


class Keys:
    """The keys of one game's states: what its knowledge calls them, or else their fields written one after the other."""

    def __init__(self, game: Game) -> None:
        self._knowledge = knowledge_of(game)
        self._keyed, self._symmetric = says(self._knowledge, "key"), says(self._knowledge, "symmetries")

    def of(self, state: Any) -> int:
        """The smallest key among the state and those symmetric to it."""
        found = self._own(state)
        if self._symmetric and self._knowledge is not None:
            for other in self._knowledge.symmetries(state):
                found = min(found, self._own(other))
        return found

    def _own(self, state: Any) -> int:
        if self._keyed and self._knowledge is not None:
            return int(self._knowledge.key(state))
        return int.from_bytes(_written(state), "big")


def _written(field: Any) -> bytes:
    """A field as bytes that no other value of that field begins with: the length first, then the number."""
    if isinstance(field, tuple):
        return bytes([1]) + b"".join(map(_written, field))
    number = int(getattr(field, "bits", field))
    size = number.bit_length() // 8 + 1
    return bytes([size]) + number.to_bytes(size, "big", signed=True)
