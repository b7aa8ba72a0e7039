"""Go on boards of 2x2 to 19x19 points, by the rules of Tromp and Taylor (1995).

Points of the 4x4 board, row by row from A1; on other boards likewise (the letter I is left out):

    4   12 13 14 15
    3    8  9 10 11
    2    4  5  6  7
    1    0  1  2  3
         A  B  C  D      and 16 is the pass
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board, square
from kibitz.core.rows import STRAIGHT, around, connected
from kibitz.core.rules import Game
from kibitz.core.scene import Piece
from kibitz.errors import GameError
from kibitz.games.parts.grid import smallest_board
from kibitz.games.parts.stones import read_stones

SMALLEST, LARGEST = 2, 19
KINDS = Piece("B", 0, "stone"), Piece("W", 1, "stone"), Piece("b", 0, "territory"), Piece("w", 1, "territory")


class State(NamedTuple):
    """The stones on the board, and the side to move. A chain is stones of one side that touch; its liberties are the points
    around.
    """

    mine: Board  # stones of the side to move
    theirs: Board  # stones of the other side
    atari: Board  # stones of both in chains with one liberty: it follows from the stones, and saves a look at each of them
    passes: int  # how many passes in a row led here
    turn: int  # 0 when Black, who began, is to move; 1 when White is


@dataclass(frozen=True)
class Go(Game):
    """Put a stone on a free point, or pass; chains of the other side that have no free point beside them are taken off.

    Two passes end the game. Each side counts its stones, and the free points from which only its own stones are reached; White
    gets the komi more, and the result is the lead in points. No position of stones may come back (positional superko), and none
    of one's own may be taken off by one's own move, unless suicide is allowed. Black begins. Parameters: `size` is the
    number of points on a side; `komi` is a whole number, so games can be drawn; `suicide` is true or false; `stones` is a
    position to begin with: its rows from above, such as 3/1B1/WW1_b.
    """

    recurrence = "forbidden"
    recurrence_count = 2

    size: int = 9
    komi: int = 7
    suicide: bool = False
    stones: str = field(default="", metadata={"setup": True})
    grid = layout.grid("size", names="A1", rows="up", look="crossings", kinds=KINDS)

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise GameError(f"a Go board of size {self.size} does not fit: size is {SMALLEST} to {LARGEST}")
        if not 0 <= self.komi <= 361:
            raise GameError(f"a komi of {self.komi} does not fit: komi is 0 to 361")
        if self.stones:
            self.check_start()

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.size**2 + 1

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # most games have it for the whole class
        """Where Black begins, turns alternate as usual, and this is not needed."""
        return frozenset({"to_move"} if self.first.turn == 0 else ())

    def start(self) -> State:
        return self.first

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        for place in self.allowed(state).squares():  # noqa: UP028  # Numba has no `yield from`
            yield place
        yield self.size * self.size  # the pass

    def allowed(self, state: State) -> Board:
        """The free points where a stone keeps a liberty: one beside it, one of a chain that it joins, or by capturing."""
        free = self.board - state.mine - state.theirs
        if self.suicide:
            return free
        return free & self.near(free | state.mine - state.atari | state.theirs & state.atari)

    def play(self, state: State, place: int) -> State:
        if place == self.size * self.size:
            return State(state.theirs, state.mine, state.atari, state.passes + 1, 1 - state.turn)
        stone = square(place, self.kind)
        beside, mine, theirs, atari = self.near(stone), state.mine | stone, state.theirs, state.atari
        captured = self.groups(beside, theirs & atari)
        if captured:
            theirs -= captured
            atari -= captured
            atari -= self.groups(self.near(captured), mine & atari)
        free = self.board - mine - theirs
        if self.suicide and not self.near(self.groups(stone, mine)) & free:
            lost = self.groups(stone, mine)
            atari -= lost | self.groups(self.near(lost), theirs & atari)
            return State(theirs, mine - lost, atari, 0, 1 - state.turn)
        atari -= self.groups(beside, mine & atari)
        atari |= self.chain_in_atari(stone, mine, free)
        for neighbour in (beside & theirs).squares():
            atari |= self.chain_in_atari(square(neighbour, self.kind), theirs, free)
        return State(theirs, mine, atari, 0, 1 - state.turn)

    def chain_in_atari(self, stone: Board, stones: Board, free: Board) -> Board:
        """The chain of a stone if it has one liberty, else nothing."""
        chain, new, liberties = stone, stone, self.kind()
        while new:
            beside = self.near(new)
            liberties |= beside & free
            if len(liberties) > 1:
                return self.kind()
            new = beside & stones - chain
            chain |= new
        return chain

    def is_over(self, state: State) -> bool:
        return state.passes == 2

    def result(self, state: State) -> int:
        """The lead in points of the side to move, White's komi included."""
        lead = self.area(state.mine, state.theirs) - self.area(state.theirs, state.mine)
        return lead - self.komi if state.turn == 0 else lead + self.komi

    def best_result(self) -> int:
        """All points and the komi."""
        return self.size * self.size + self.komi

    def tally(self, state: State) -> Iterable[int]:
        """The points of Black and White at the end, White's with the komi; before that nobody knows them."""
        if not self.is_over(state):
            return ()
        black, white = self.sides(state)
        return self.area(black, white), self.area(white, black) + self.komi

    def stands(self, state: State, place: int) -> int:
        """The stones; and, once the game is over, the empty points from which only one side's stones are reached."""
        point = square(place, self.kind)
        black, white = self.sides(state)
        if (black | white) & point:
            return 1 if black & point else 2
        if not self.is_over(state):
            return 0
        reached = self.near(self.groups(point, self.board - black - white))
        if bool(reached & black) == bool(reached & white):
            return 0
        return 3 if reached & black else 4

    def area(self, stones: Board, others: Board) -> int:
        """The points of a side: its stones, and the empty points that reach only them."""
        free = self.board - stones - others
        return len(stones) + len(self.groups(self.near(stones), free) - self.groups(self.near(others), free))

    def recurrence_key(self, state: State) -> State:
        """The stones, for either side to move; a pass changes none, and is always allowed."""
        black, white = self.sides(state)
        return State(black, white, self.kind(), state.passes, 0)

    def near(self, points: Board) -> Board:
        """The points beside these."""
        return around(points, self.size, self.board, STRAIGHT)

    def groups(self, seeds: Board, points: Board) -> Board:
        """The groups of `points` in which there is a seed."""
        return connected(seeds, points, self.size, self.board, STRAIGHT)

    @cached_property
    def first(self) -> State:
        """The state in which the game begins."""
        if not self.stones:
            return State(self.kind(), self.kind(), self.kind(), 0, 0)
        read = read_stones(self.stones, self.size)
        black, white = (self.kind(sum(1 << self.turned(place) for place in side)) for side in (read.black, read.white))
        atari, free = self.kind(), self.board - black - white
        for side in (black, white):
            for place in side.squares():
                atari |= self.chain_in_atari(square(place, self.kind), side, free)
        return State(*((black, white) if read.turn == 0 else (white, black)), atari, 0, read.turn)

    def turned(self, place: int) -> int:
        """A point, row by row from above, as it is numbered here, from below."""
        row, column = divmod(place, self.size)
        return (self.size - 1 - row) * self.size + column

    def check_start(self) -> None:
        """Raises GameError, in one sentence, for a position that no move leads to."""
        state = self.first
        free = self.board - state.mine - state.theirs
        for stones in (state.mine, state.theirs):
            if stones - self.groups(self.near(free), stones):
                raise GameError(f"{self.stones[:70]!r} is not a position of Go: a chain has no liberty")

    @cached_property
    def kind(self) -> type[Board]:
        """The smallest kind of board that has room for all points."""
        return smallest_board(self.size * self.size)

    @cached_property
    def board(self) -> Board:
        """All points."""
        return self.kind((1 << self.size * self.size) - 1)

    def sides(self, state: State) -> tuple[Board, Board]:
        """The stones of Black and of White."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
