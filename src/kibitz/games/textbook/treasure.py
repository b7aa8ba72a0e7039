"""Two walkers, some coins, and a chest that is too heavy for one: a game in which both win most by working together.

Squares of the board of 5x3, row by row; on other boards likewise. A begins on 5 and B on 9, the chest stands on 7, and
coins lie in the corners:

     0  1  2  3  4
     5  6  7  8  9
    10 11 12 13 14

Moves: 0 up, 1 left, 2 right, 3 down, 4 wait.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError
from kibitz.games.parts import grid

UP, LEFT, RIGHT, DOWN, WAIT = range(5)
WALKERS = "AB"
# What may stand on a square, as kinds of the grid.
COIN, CLOSED, OPEN, WALKER, ON_CHEST, BOTH, FOUND = 1, 2, 3, 4, 6, 8, 9
KINDS = (
    *(Piece("o", None, "stone"), Piece("$", None, "cube"), Piece("_", None, "cube")),
    *(Piece("A", 0, "disc"), Piece("B", 1, "disc"), Piece("A$", 0, "disc"), Piece("B$", 1, "disc")),
    *(Piece("AB", None, "disc"), Piece("A:{}", 0, "cube"), Piece("B:{}", 1, "cube")),
)
MAX_TURNS = MAX_GOLD = 1000


class State(NamedTuple):
    """The walkers' squares, the coins left, the finds, and the number of moves made by both together."""

    here: int  # the square of the walker to move
    there: int  # the square of the other one
    coins: Board64  # where coins still lie
    mine: int  # coins the walker to move has found
    theirs: int  # coins the other one has found
    open: bool  # whether the chest is open
    moves_made: int  # by both


@dataclass(frozen=True)
class Treasure(Game):
    """Walk a step or wait: you take the coin on the square you step on, but the chest opens only when both stand on its square.

    It holds gold for each of them. A coin is worth 1, and the walkers may share a square. When both have used up their turns,
    each keeps what they found: more for one need not be less for the other. Made for kibitz. Parameters: `width` is the number
    of columns, `height` of rows, both odd; `turns` is the number of turns of each; and `gold` is each one's share of the chest.
    """

    move_limit = WAIT + 1

    width: int = 5
    height: int = 3
    turns: int = 4
    gold: int = 10

    grid = layout.board("places", labels="edge_labels", words=("up", "left", "right", "down", "wait"), kinds=KINDS, look="felt")

    def __post_init__(self) -> None:
        odd = self.width % 2 and self.height % 2
        if not odd or self.width < 3 or self.height < 3 or self.width * self.height > 64:
            bounds = "both are odd and at least 3, and width times height is at most 64"
            raise GameError(f"a {self.width}x{self.height} board does not fit: {bounds}")
        if not 1 <= self.turns <= MAX_TURNS or not 0 <= self.gold <= MAX_GOLD:
            raise GameError(
                f"{self.turns} turns for {self.gold} gold do not fit: turns is 1 to {MAX_TURNS}, and gold 0 to {MAX_GOLD}"
            )

    def start(self) -> State:
        left = self.height // 2 * self.width
        return State(left, left + self.width - 1, self.corners(), 0, 0, False, 0)

    def to_move(self, state: State) -> int:
        return state.moves_made % 2

    def moves(self, state: State) -> Iterable[int]:
        """A step to the next field, or None."""
        column = state.here % self.width
        if state.here >= self.width:
            yield UP
        if column > 0:
            yield LEFT
        if column < self.width - 1:
            yield RIGHT
        if state.here < self.width * (self.height - 1):
            yield DOWN
        yield WAIT

    def play(self, state: State, move: int) -> State:
        here = self.step(state.here, move)
        found = 1 if here in state.coins else 0
        opened = state.open or (here == self.chest() and state.there == here)
        coins, moves_made = state.coins - square(here), state.moves_made + 1
        return State(state.there, here, coins, state.theirs, state.mine + found, opened, moves_made)

    def is_over(self, state: State) -> bool:
        return state.moves_made == 2 * self.turns

    def payoffs(self, state: State) -> Iterable[int]:
        return self.so_far(state)

    def payoff_limits(self) -> tuple[int, int]:
        """No payoff is negative; there are four coins, and twice the gold."""
        return 0, 2 * self.gold + 4

    def step(self, place: int, move: int) -> int:
        """The square that a move leads to."""
        if move == UP:
            return place - self.width
        if move == DOWN:
            return place + self.width
        if move == WAIT:
            return place
        return place - 1 if move == LEFT else place + 1

    def chest(self) -> int:
        """The square of the chest: the middle."""
        return self.width * self.height // 2

    def corners(self) -> Board64:
        """Where the coins lie at the start."""
        last = self.width * self.height - 1
        return square(0) | square(self.width - 1) | square(last - self.width + 1) | square(last)

    def player_names(self) -> tuple[str, ...]:
        return tuple(WALKERS)

    def spells(self, state: State, move: int) -> Iterable[int]:
        """Where the walker goes."""
        yield -1 - move

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """The square that the walker steps on."""
        place = self.step(state.here, move)
        return place, place

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The squares, and below them what each has found."""
        found = Cell("A", 0, self.height), Cell("B", self.width - 1, self.height)
        return *grid.cells(self.width, self.height, grid.row_column), *found

    @cached_property
    def edge_labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Numbers of the squares; the row of what was found has none."""
        return grid.numbers(self.width), (*grid.numbers(self.height), "")

    def stands(self, state: State, place: int) -> int:
        """Coins, the chest, and the walkers, who may stand together or on the chest; and what each has found."""
        squares = self.width * self.height
        if place >= squares:
            return FOUND + place - squares
        is_chest = place == self.chest()
        if place == state.here and place == state.there:
            return BOTH
        if place == state.here or place == state.there:
            walker = self.to_move(state) if place == state.here else 1 - self.to_move(state)
            return (ON_CHEST if is_chest and not state.open else WALKER) + walker
        if is_chest:
            return OPEN if state.open else CLOSED
        return COIN if state.coins & square(place) else 0

    def text_at(self, state: State, place: int) -> str:
        """The content of a square as text; "" for nothing."""
        kind = self.stands(state, place)
        return KINDS[kind - 1].text.replace("{}", str(self.counts(state, place))) if kind else ""

    def counts(self, state: State, place: int) -> int:
        """The finds of a walker."""
        first, second = self.so_far(state)
        return first if place == self.width * self.height else second

    def marked(self, state: State) -> Iterable[int]:
        """The chest, once it is open."""
        if state.open:
            yield self.chest()

    def show(self, state: State) -> str:
        """The walkers A and B, coins o and the chest $, and below what each has found."""
        squares = [self.text_at(state, place) for place in range(self.width * self.height)]
        rows = [
            " ".join(f"{text or '.':<2}" for text in squares[row * self.width :][: self.width]) for row in range(self.height)
        ]
        found = [self.text_at(state, len(squares) + player).ljust(len(rows[0])) for player in range(2)]
        return "\n".join(rows + found)

    def so_far(self, state: State) -> tuple[int, int]:
        """The finds of A, and of B."""
        gold = self.gold if state.open else 0
        if self.to_move(state) == 0:
            return state.mine + gold, state.theirs + gold
        return state.theirs + gold, state.mine + gold
