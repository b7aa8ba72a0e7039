"""How a state becomes a number: its cells side by side, each in just the bits it needs, or one key for all symmetric states;
and how the rules of a game become a fingerprint: how a fixed set of games goes, move by move, with what the parameters hold.
"""

import dataclasses
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.registry import knowledge_of
from kibitz.rules import Game, says

WORD = 64


@dataclass(frozen=True)
class Layout:
    """Where each cell of a state (an int, a bool or a board, tuples taken apart) lies in a row of bits.

    A row is some words long, the first word highest. Its lowest `spare` bits are for a value; above them lie the cells, none of
    them across two words. What lies above the spare bits is the state's *key*.
    """

    spare: int
    widths: tuple[int, ...]

    @classmethod
    def of(cls, seen: Sequence[int], spare: int) -> "Layout":
        """For cells whose bits, of all states looked at, are `seen`."""
        return cls(spare, tuple(bits.bit_length() for bits in seen))

    @property
    def places(self) -> tuple[int, ...]:
        """The lowest bit of each cell, counted from the row's lowest."""
        at, found = self.spare, []
        for width in self.widths:
            if at % WORD + width > WORD:
                at += -at % WORD
            found.append(at)
            at += width
        return tuple(found)

    @property
    def bits(self) -> int:
        """The bits of a key."""
        return max((at + width for at, width in zip(self.places, self.widths, strict=True)), default=self.spare) - self.spare

    @property
    def words(self) -> int:
        """The words of a row."""
        return max(1, -(-(self.spare + self.bits) // WORD))

    def key(self, state: Any) -> int | None:
        """The number of a state; None when a cell needs more bits than it has here."""
        key = 0
        for cell, width, at in zip(cells_of(state), self.widths, self.places, strict=True):
            if cell >> width:
                return None
            key |= cell << at - self.spare
        return key


def cells_of(field: Any) -> Iterator[int]:
    """The cells of a state in order, each from 0 to 2**64 - 1."""
    if isinstance(field, tuple):
        for part in field:
            yield from cells_of(part)
    else:
        yield int(getattr(field, "bits", field)) & (1 << WORD) - 1


class SymmetricKeys:
    """One key for a state of a game and all that are symmetric to it, as its knowledge has them, or its fields in a row."""

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


# The rules of a game as a fingerprint.

GAMES, PLIES = 16, 250
Describe = Callable[[Any], Any]  # of a state, what a table knows it by
Choose = Callable[[list[int]], int]  # one of the legal moves


def rules_fingerprint(game: Game, describe: Describe = lambda state: tuple(cells_of(state))) -> str:
    """The same for the same rules, in every process and version of Python; another when one of the games goes another way.

    A table whose keys depend on more than the state, such as symmetries, describes states by its keys.
    """
    held: Any = game
    fields = [(field.name, getattr(game, field.name)) for field in dataclasses.fields(held)]
    digest = hashlib.sha256(type(game).__name__.encode())
    digest.update(repr([(name, value) for name, value in fields if not isinstance(value, str)]).encode())  # no names of files
    for seed in range(GAMES):
        for seen in play_at_random(game, describe, PLIES, _linear_congruence(seed)):
            digest.update(repr(seen).encode())
    return digest.hexdigest()[:32]


def play_at_random(game: Game, describe: Describe, plies: int, choose: Choose) -> Iterator[tuple[Any, ...]]:
    """A game, as each of its positions is seen: the state, whose turn it is, and the moves or the result."""
    state = game.start()
    for _ in range(plies):
        mover = int(game.to_move(state)) if says(game, "to_move") else None
        if game.is_over(state):
            yield describe(state), mover, int(game.result(state))
            return
        moves = [int(move) for move in game.moves(state)]
        yield describe(state), mover, moves
        if not moves:
            return
        state = game.play(state, choose(moves))


def _linear_congruence(dice: int) -> Choose:
    """Moves chosen by Knuth's MMIX generator, whose high bits are the random ones."""

    def choose(moves: list[int]) -> int:
        nonlocal dice
        dice = (dice * 6364136223846793005 + 1442695040888963407) % 2**64
        return moves[(dice >> 33) % len(moves)]

    return choose
