"""Checkers as in England and America: English draughts, on the 32 dark squares of an 8x8 board.

`dark_squares.py` shows the squares, their bits, and the four ways 0 to 3 from one to the next.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.rules import Game
from kibitz.core.scene import Piece
from kibitz.errors import GameError
from kibitz.games.parts import dark_squares
from kibitz.games.parts.dark_squares import BOARD, BOTTOM, TOP, moved, number
from kibitz.games.parts.draughts_fen import Pieces, read_fen, write_fen

FIRST_JUMP = 4 * 64  # the moves below are steps
KINDS = Piece("B", 0, "stone"), Piece("W", 1, "stone"), Piece("BK", 0, "crown"), Piece("WK", 1, "crown")
DASH, TAKES = -1, -2  # words of the grid
LABELS = ("",) * 8, dark_squares.ROWS
MUST_JUMP = "Black must jump.", "White must jump."
MOST_QUIET = 200


class State(NamedTuple):
    """The pieces on the board, and the side to move."""

    mine: Board64  # men and kings of the side to move
    theirs: Board64  # those of the other side
    kings: Board64  # the kings of both
    turn: int  # 0 when Black, who began, is to move; 1 when White is
    quiet: int  # plies since a man has moved or a piece was captured


@dataclass(frozen=True)
class Checkers(Game):
    """Step diagonally forward, or jump over a piece of the other side to the empty square beyond it: it is captured.

    You must jump if you can, with any piece, and go on jumping while that piece can. A man that reaches the last row becomes a
    king, and its move ends; kings step and jump backward too. A side that cannot move loses. After 80 plies without a man's
    move or a capture the game is drawn, the 40-move rule; repetition alone does not draw. Black begins. Parameters: `quiet` is
    the number of these plies; `fen` is a position to begin with, such as B:W30:BK22,K21.
    """

    quiet: int = 80
    fen: str = field(default="", metadata={"setup": True})

    grid = layout.grid(
        8,
        dark=True,
        names="1",
        look="wood",
        labels=(("",) * 8, dark_squares.ROWS),
        kinds=KINDS,
        words=("-", "x"),
        notes=MUST_JUMP,
    )

    def __post_init__(self) -> None:
        if not 1 <= self.quiet <= MOST_QUIET:
            raise GameError(f"a draw after {self.quiet} quiet plies does not fit: quiet is 1 to {MOST_QUIET}")
        if self.fen:
            read_fen(self.fen)

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # most games have it for the whole class
        """Where Black begins, turns alternate as usual, and this is not needed."""
        return frozenset({"to_move"} if self.first.turn == 0 else ())

    def start(self) -> State:
        return self.first

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        """A step is the place where it ends, plus 64 times its way. A jump is the place where it ends, plus 64 times the ways
        of its leaps: digits to the base 4 after a leading 1. No piece can leap more than nine times, so all are below 2**25.
        """
        jumpers = self.jumpers(state)
        for place in jumpers.squares():
            for jump in self.jumps(state, square(place)):  # noqa: UP028  # Numba has no `yield from`
                yield jump
        if not jumpers:
            for way in range(4):
                for place in self.steps(state, way).squares():
                    yield place + 64 * way

    def play(self, state: State, move: int) -> State:
        end, captured, ways = square(move % 64), Board64(), move // 64
        begin = end
        if move < FIRST_JUMP:
            begin = moved(end, 3 - ways)
        else:
            while ways > 1:  # back to where it began
                over = moved(begin, 3 - ways % 4)
                begin, captured, ways = moved(over, 3 - ways % 4), captured | over, ways // 4
        was_king = bool(begin & state.kings)
        kings = state.kings - begin - captured
        if was_king or end & (TOP | BOTTOM):
            kings |= end
        quiet = state.quiet + 1 if was_king and not captured else 0
        return State(state.theirs - captured, state.mine - begin | end, kings, 1 - state.turn, quiet)

    def is_over(self, state: State) -> bool:
        return state.quiet >= self.quiet or not self.can_move(state)

    def result(self, state: State) -> int:
        """For the side to move: -1 if it cannot move, even when the quiet plies are used up; else 0, a draw."""
        return 0 if self.can_move(state) else -1

    @cached_property
    def first(self) -> State:
        """The state in which the game begins."""
        if not self.fen:
            return State(dark_squares.ABOVE, dark_squares.BELOW, Board64(), 0, 0)
        black, white, kings, turn = read_fen(self.fen)
        return State(*((black, white) if turn == 0 else (white, black)), kings, turn, 0)

    def fen_of(self, state: State) -> str:
        """The state as PDN writes positions."""
        sides = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
        return write_fen(Pieces(*sides, state.kings, state.turn))

    def can_move(self, state: State) -> bool:
        """Whether the side to move can step or jump."""
        for way in range(4):
            if self.steps(state, way):
                return True
        return bool(self.jumpers(state))

    def steps(self, state: State, way: int) -> Board64:
        """The empty squares to which pieces of the side to move can step this way."""
        return moved(self.movers(state, way), way) & self.empty(state)

    def jumpers(self, state: State) -> Board64:
        """The pieces of the side to move that can jump."""
        found = Board64()
        for way in range(4):
            over = moved(self.empty(state), 3 - way) & state.theirs
            found |= moved(over, 3 - way) & self.movers(state, way)
        return found

    def jumps(self, state: State, start: Board64) -> Iterable[int]:
        """All jumps of one piece to their ends: leap on while there is a way; then go back a leap, and try the next way."""
        king, empty = bool(start & state.kings), self.empty(state) | start
        here, theirs, ways, way, ahead = start, state.theirs, 1, 0, True
        while ways > 1 or way < 4:
            over = moved(here, way) & theirs
            beyond = moved(over, way) & empty
            if way == 4:
                if ahead:
                    yield here.lowest() + 64 * ways
                ahead, way, ways = False, ways % 4, ways // 4
                over = moved(here, 3 - way)
                here, theirs, way = moved(over, 3 - way), theirs | over, way + 1
            elif beyond and (king or self.is_forward(state, way)):
                ahead, here, theirs, ways, way = True, beyond, theirs - over, 4 * ways + way, 0
            else:
                way += 1

    def movers(self, state: State, way: int) -> Board64:
        """The pieces of the side to move that may go this way: all of them forward, kings backward too."""
        return state.mine if self.is_forward(state, way) else state.mine & state.kings

    def is_forward(self, state: State, way: int) -> bool:
        """Whether men of the side to move go this way."""
        return way // 2 == state.turn

    def empty(self, state: State) -> Board64:
        """The squares where nothing stands."""
        return BOARD - state.mine - state.theirs

    def spells(self, state: State, move: int) -> Iterable[int]:
        """A step as `11-15`, a jump with all squares that it touches, `22x15x6`."""
        here, ways = self.beginning(move), move // 64
        yield number(here.lowest())
        if move < FIRST_JUMP:
            yield DASH
            yield number(move % 64)
        else:
            leap = 1
            while 4 * leap <= ways:
                leap *= 4
            while leap > 1:
                leap //= 4
                way = ways // leap % 4
                here = moved(moved(here, way), way)
                yield TAKES
                yield number(here.lowest())

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """A move is made where it ends, with the piece from where it begins."""
        return number(self.beginning(move).lowest()), number(move % 64)

    def beginning(self, move: int) -> Board64:
        """The square where a move begins."""
        begin, ways = square(move % 64), move // 64
        if move < FIRST_JUMP:
            return moved(begin, 3 - ways)
        while ways > 1:
            begin, ways = moved(moved(begin, 3 - ways % 4), 3 - ways % 4), ways // 4
        return begin

    def stands(self, state: State, place: int) -> int:
        """Black's men and White's are the kinds 1 and 2, kings 3 and 4."""
        here = square(place + place // 8)
        if not (state.mine | state.theirs) & here:
            return 0
        owner = state.turn if state.mine & here else 1 - state.turn
        return 1 + owner + (2 if state.kings & here else 0)

    def show(self, state: State) -> str:
        """The pieces, and the numbers of the other squares."""
        marks = {place: KINDS[kind - 1].text for place in range(32) if (kind := self.stands(state, place))}
        return dark_squares.text(marks)

    def noted(self, state: State) -> int:
        """Where a piece can jump no other may move."""
        return 1 + state.turn if self.jumpers(state) and not self.is_over(state) else 0

    def player_names(self) -> tuple[str, str]:
        return "Black", "White"
