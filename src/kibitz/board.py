"""A set of up to 64 squares with one meaning in plain Python and in compiled code.

    mine | theirs    either one            square in board     is it there?
    mine & theirs    both                  len(board)          how many squares
    mine ^ theirs    one, not both         bool(board)         any at all?
    mine - theirs    without               board.squares()     their numbers, lowest first
    ~board           all the others        board.lowest()      the lowest number
    board << 8       every square moved 8 up; what leaves the 64 squares is gone; so is everything after a shift of 64

A `Board64` never mixes with an int: `board | square(5)`, not `board | 32`. Where there are more than 64 squares, take two
boards, or a tuple of ints.
"""

from collections.abc import Iterator

FULL = (1 << 64) - 1


class Board64:
    """Squares 0 to 63 as the bits of one word; immutable and hashable."""

    __slots__ = ("bits",)
    bits: int

    def __init__(self, bits: int = 0) -> None:
        """The board whose square n is there when bit n of `bits` is set; of an int below 0, as a machine of 64 bits holds it.

        Raises ValueError for an int that needs more than 64 bits: compiled code has no such int, and would go on without them.
        """
        _put(self, bits if type(bits) is int and 0 <= bits <= FULL else _word(bits))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Board64 never changes: build a new one with |, - or ^")

    def __reduce__(self) -> tuple[type["Board64"], tuple[int]]:
        return Board64, (self.bits,)

    def __and__(self, other: "Board64") -> "Board64":
        return Board64(self.bits & other.bits) if isinstance(other, Board64) else NotImplemented

    def __or__(self, other: "Board64") -> "Board64":
        return Board64(self.bits | other.bits) if isinstance(other, Board64) else NotImplemented

    def __xor__(self, other: "Board64") -> "Board64":
        return Board64(self.bits ^ other.bits) if isinstance(other, Board64) else NotImplemented

    def __sub__(self, other: "Board64") -> "Board64":
        return Board64(self.bits & ~other.bits) if isinstance(other, Board64) else NotImplemented

    def __invert__(self) -> "Board64":
        return Board64(self.bits ^ FULL)

    def __lshift__(self, steps: int) -> "Board64":
        return Board64(self.bits << steps & FULL if steps < 64 else 0)

    def __rshift__(self, steps: int) -> "Board64":
        return Board64(self.bits >> steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board64) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, number: int) -> bool:
        return 0 <= number < 64 and bool(self.bits >> number & 1)

    def __repr__(self) -> str:
        return f"Board64({self.bits:#x})"

    def lowest(self) -> int:
        """The lowest square's number; 64 when the board is empty."""
        return (self.bits & -self.bits).bit_length() - 1 if self.bits else 64

    def squares(self) -> Iterator[int]:
        """The numbers of the squares, lowest first."""
        bits = self.bits
        while bits:
            yield (bits & -bits).bit_length() - 1
            bits &= bits - 1


def _word(bits: int) -> int:
    """An int as a word of 64 bits; ValueError where it needs more."""
    bits = int(bits)
    if not -1 << 63 <= bits <= FULL:
        raise ValueError(
            f"a Board64 has the squares 0 to 63, and {f'square {bits.bit_length() - 1}' if bits > 0 else bits} is beyond them: "
            "take two boards, or a tuple of ints"
        )
    return bits & FULL


_put = Board64.__dict__["bits"].__set__  # what object.__setattr__ finds by name each time; boards are made by the hundred


def square(number: int) -> Board64:
    """The board with the one square `number` (0 to 63); the empty board for any other number."""
    return Board64(1 << number if 0 <= number < 64 else 0)


def enclosed(disc: Board64, through: Board64, ends: Board64, width: int, columns: Board64, rows: Board64) -> Board64:
    """The squares of `through` in unbroken rows between `disc` and one of `ends`, in all eight directions.

    On a board `width` columns wide, of at most 8 columns and rows; `columns` and `rows` are its inner ones, all but the first
    and the last.
    """
    found = 0
    for row, step in _rows(disc, through, width, columns, rows):
        if ends.bits & _moved(row, step):
            found |= row
    return Board64(found)


def behind(discs: Board64, through: Board64, width: int, columns: Board64, rows: Board64) -> Board64:
    """The squares right behind the unbroken rows of `through` that begin next to one of `discs`, in all eight directions."""
    found = 0
    for row, step in _rows(discs, through, width, columns, rows):
        found |= _moved(row, step)
    return Board64(found & FULL)


def _rows(discs: Board64, through: Board64, width: int, columns: Board64, rows: Board64) -> Iterator[tuple[int, int]]:
    """For each direction the squares of its unbroken rows, as bits, and the step it takes from square to square."""
    both = columns.bits & rows.bits
    for step, inner in ((1, columns.bits), (width - 1, both), (width, rows.bits), (width + 1, both)):
        inner &= through.bits
        for way in (step, -step):
            row = new = inner & _moved(discs.bits, way)
            for _ in range(5):
                new = inner & _moved(new, way)
                row |= new
            yield row, way


def _moved(bits: int, step: int) -> int:
    return bits << step if step > 0 else bits >> -step
