"""EinStein wuerfelt nicht!, a race of numbered cubes across a board of 5x5 squares.

Squares as the side to move sees them: its own corner is 0, and it races to 24. Square s is 24 - s for the other side.

     0  1  2  3  4
     5  6  7  8  9
    10 11 12 13 14
    15 16 17 18 19
    20 21 22 23 24

A move is three times a cube (0 to 5) and 0 for a step towards the corner, 1 to the right, 2 down. Where the die decides,
the move is what it shows, 1 to 6.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.data import changed
from kibitz.core.on_grid import NUMBER
from kibitz.core.rules import CHANCE, Game
from kibitz.core.scene import Piece
from kibitz.errors import GameError

SIDE, CUBES = 5, 6
CORNER = SIDE * SIDE - 1
GONE = CORNER + 1  # the square of a cube that is off the board
HOMES = (0, 1, 2, 5, 6, 10)  # where the cubes stand at the start
SIGNS = "XO"
KINDS = tuple(Piece(f"{sign}{cube + 1}", player, "cube") for player, sign in enumerate(SIGNS) for cube in range(CUBES))


class State(NamedTuple):
    """The cubes, the die, and the side to move."""

    mine: tuple[int, ...]  # where the cubes 1 to 6 of the side to move are, as it sees them
    theirs: tuple[int, ...]  # the same for the other side, as that one sees them
    die: int  # what it shows; 0 before it is rolled
    turn: int  # 0 when the first player moves or rolls, 1 when the second does


@dataclass(frozen=True)
class Einstein(Game):
    """Roll the die and move the cube of that number one step; the first cube in the opposite corner wins.

    A step goes towards that corner: along the row, along the column or between the two. If the cube is gone, move the next
    higher or the next lower one that is left, as you like. A cube on the square you step on leaves the board, even one of your
    own. A side without cubes loses. Invented by Ingo Althoefer (2004). Parameters: `first` and `second` are the numbers of the
    players' cubes, from the corner row by row: three, two, and one.
    """

    move_limit = 3 * CUBES

    first: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    second: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    grid = layout.grid(SIDE, look="checkered", turned="rotated", kinds=KINDS, goals=((CORNER,), (0,)))

    def __post_init__(self) -> None:
        for cubes in (self.first, self.second):
            if sorted(cubes) != list(range(1, CUBES + 1)):
                written = "-".join(map(str, cubes))
                raise GameError(f"the cubes {written} do not fit: write the numbers 1 to 6 in any order, such as 1-2-3-4-5-6")

    def start(self) -> State:
        return State(self.homes(self.first), self.homes(self.second), 0, 0)

    def homes(self, cubes: tuple[int, ...]) -> tuple[int, ...]:
        """Where the cubes 1 to 6 stand at the start."""
        return tuple(home for _, home in sorted(zip(cubes, HOMES, strict=True)))

    def to_move(self, state: State) -> int:
        return CHANCE if state.die == 0 and not self.is_over(state) else state.turn

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        for face in range(1, CUBES + 1):
            yield face, 1.0

    def moves(self, state: State) -> Iterable[int]:
        lower, higher = self.nearest(state.mine, state.die - 1)
        for cube in range(max(lower, 0), min(higher, CUBES - 1) + 1):
            place = state.mine[cube]
            if place != GONE:
                right, down = place % SIDE < SIDE - 1, place < CORNER - SIDE + 1
                if right and down:
                    yield 3 * cube
                if right:
                    yield 3 * cube + 1
                if down:
                    yield 3 * cube + 2

    def nearest(self, cubes: tuple[int, ...], wanted: int) -> tuple[int, int]:
        """The cube the die names, twice; or, if it is gone, the next lower and the next higher one (-1 and 6 if there is
        none).
        """
        lower, higher = wanted, wanted
        while lower >= 0 and cubes[lower] == GONE:
            lower -= 1
        while higher < CUBES and cubes[higher] == GONE:
            higher += 1
        return lower, higher

    def play(self, state: State, move: int) -> State:
        if state.die == 0:
            return State(state.mine, state.theirs, move, state.turn)
        cube, place = move // 3, self.step(state, move)
        mine = changed(self.without(state.mine, place), cube, place)
        return State(self.without(state.theirs, CORNER - place), mine, 0, 1 - state.turn)

    def step(self, state: State, move: int) -> int:
        """The square a cube steps on."""
        place = state.mine[move // 3]
        if move % 3 == 0:
            return place + SIDE + 1
        return place + 1 if move % 3 == 1 else place + SIDE

    def without(self, cubes: tuple[int, ...], place: int) -> tuple[int, ...]:
        """The cubes after the one on this square, if there is one, has left the board."""
        for cube in range(CUBES):
            if cubes[cube] == place:
                return changed(cubes, cube, GONE)
        return cubes

    def is_over(self, state: State) -> bool:
        return self.arrived(state.theirs) or self.left(state.mine) == 0

    def result(self, state: State) -> int:
        """The other side has just won."""
        return -1

    def arrived(self, cubes: tuple[int, ...]) -> bool:
        """Whether one of these cubes stands in the opposite corner."""
        for place in cubes:
            if place == CORNER:
                return True
        return False

    def left(self, cubes: tuple[int, ...]) -> int:
        """How many of these cubes are still on the board."""
        count = 0
        for place in cubes:
            if place != GONE:
                count += 1
        return count

    def show(self, state: State) -> str:
        """The board, and below it what the die shows."""
        rows = super().show(state).replace(" .", "..")  # a square is as wide as a cube
        return f"{rows}\n" + f"die {state.die or '-'}".ljust(rows.index("\n"))

    def player_names(self) -> tuple[str, ...]:
        """The letters that the players' cubes begin with."""
        return tuple(SIGNS)

    def spells(self, state: State, move: int) -> Iterable[int]:
        """The number of the cube and the square it steps on, `2b3`; or what the die shows."""
        if state.die == 0:
            yield NUMBER + move
        else:
            yield NUMBER + move // 3 + 1
            yield self.step(state, move)

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """From the square of its cube to the square that it steps on."""
        return state.mine[move // 3], self.step(state, move)

    def stands(self, state: State, place: int) -> int:
        """The cubes of the first player are the kinds 1 to 6, the second's 7 to 12; `place` as the side to move sees it."""
        for cube in range(6):
            if state.mine[cube] == place:
                return cube + 1 + 6 * state.turn
            if state.theirs[cube] == CORNER - place:
                return cube + 7 - 6 * state.turn
        return 0
