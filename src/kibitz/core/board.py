"""Sets of squares with one meaning in plain Python and in compiled code: `Board64`, `Board128`, `Board256` and `Board384`.

    mine | theirs    either one            square in board     is it there?
    mine & theirs    both                  len(board)          how many squares
    mine ^ theirs    one, not both         bool(board)         any at all?
    mine - theirs    without               board.squares()     their numbers, lowest first
    ~board           all the others        board.lowest()      the lowest number
    board << 8       every square moved 8 up; what leaves the board's squares is gone; so is everything after a long shift

A board has room for the squares 0 to 63 (127, 255, 383). It mixes neither with an int nor with a board of another size:
`board | square(5)`, not `board | 32`. Take the smallest that holds your squares: 8x8 fits into a `Board64`, 11x11 into a
`Board128`, 15x15 into a `Board256`, and 19x19 into a `Board384`. A game of many sizes declares the fields of its state `Board`:
they are then of the kind that `start` puts there; `square(5, self.kind)` is a square of the kind that the game names.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Self, TypeVar, overload

WORD = 64  # bits
FULL = (1 << WORD) - 1


class Board:
    """The common part of all boards: squares as the bits of one number; immutable and hashable."""

    __slots__ = ("bits",)
    bits: int
    capacity: ClassVar[int] = 0
    """How many squares it has room for."""
    full: ClassVar[int] = 0
    """The bits of all of them."""

    def __init__(self, bits: int = 0) -> None:
        """The board whose square n is there when bit n of `bits` is set; a Board64 of an int below 0, as a machine holds it.

        Raises ValueError for an int that needs more bits: compiled code has no such int, and would go on without them.
        """
        _put(self, bits if type(bits) is int and 0 <= bits <= self.full else self._fitting(bits))

    def _fitting(self, bits: int) -> int:
        bits = int(bits)
        if 0 <= bits <= self.full:
            return bits
        if self.capacity == WORD and -1 << WORD - 1 <= bits < 0:
            return bits & FULL
        kind, beyond = type(self).__name__, f"square {bits.bit_length() - 1}" if bits > 0 else str(bits)
        larger = next((one.__name__ for one in BOARDS if bits >= 0 and bits <= one.full), "")
        advice = f"take a {larger}" if larger else "take several boards, or a tuple of ints"
        raise ValueError(f"a {kind} has the squares 0 to {self.capacity - 1}, and {beyond} is beyond them: {advice}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} never changes: build a new one with |, - or ^")

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.bits,)

    def _no_board(self, other: object) -> Any:
        """The answer of an operator to something else: NotImplemented, or for an int a TypeError that says what to write."""
        kind = type(self).__name__
        if isinstance(other, int):
            raise TypeError(
                f"a {kind} goes together with a {kind} alone: write {kind}({other:#x}), or square(place) for one square"
            )
        return NotImplemented

    def __and__(self, other: Self) -> Self:
        return type(self)(self.bits & other.bits) if type(other) is type(self) else self._no_board(other)

    def __or__(self, other: Self) -> Self:
        return type(self)(self.bits | other.bits) if type(other) is type(self) else self._no_board(other)

    def __xor__(self, other: Self) -> Self:
        return type(self)(self.bits ^ other.bits) if type(other) is type(self) else self._no_board(other)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.bits & ~other.bits) if type(other) is type(self) else self._no_board(other)

    def __invert__(self) -> Self:
        return type(self)(self.bits ^ self.full)

    def __lshift__(self, steps: int) -> Self:
        return type(self)(self.bits << steps & self.full if steps < self.capacity else 0)

    def __rshift__(self, steps: int) -> Self:
        return type(self)(self.bits >> steps)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, number: int) -> bool:
        return 0 <= number < self.capacity and bool(self.bits >> number & 1)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.bits:#x})"

    def lowest(self) -> int:
        """The lowest square's number; the board's capacity when it is empty."""
        return (self.bits & -self.bits).bit_length() - 1 if self.bits else self.capacity

    def squares(self) -> Iterator[int]:
        """The numbers of the squares, lowest first."""
        bits = self.bits
        while bits:
            yield (bits & -bits).bit_length() - 1
            bits &= bits - 1


class Board64(Board):
    """A set of the squares 0 to 63."""

    __slots__ = ()
    capacity = 64
    full = FULL


class Board128(Board):
    """A set of the squares 0 to 127."""

    __slots__ = ()
    capacity = 128
    full = (1 << 128) - 1


class Board256(Board):
    """A set of the squares 0 to 255."""

    __slots__ = ()
    capacity = 256
    full = (1 << 256) - 1


class Board384(Board):
    """A set of the squares 0 to 383."""

    __slots__ = ()
    capacity = 384
    full = (1 << 384) - 1


BOARDS: tuple[type[Board], ...] = (Board64, Board128, Board256, Board384)
_put = Board.__dict__["bits"].__set__  # what object.__setattr__ finds by name each time; boards are made by the hundred
AnyBoard = TypeVar("AnyBoard", bound=Board)


@overload
def square(number: int) -> Board64: ...
@overload
def square(number: int, kind: type[AnyBoard]) -> AnyBoard: ...
def square(number: int, kind: type[Board] = Board64) -> Board:
    """The board of that kind with the one square `number`; the empty board for a number that it has no room for."""
    return kind(1 << number if 0 <= number < kind.capacity else 0)
