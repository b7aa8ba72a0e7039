"""Games whose pieces are not where pictures look for them, and whose sides do not take turns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from kibitz import Board64, Game, grid, square
from kibitz.core.scene import Scene
from kibitz.games.tic_tac_toe import State, TicTacToe


class Overlaps(TicTacToe):
    """Breaks `squares_hold_one_piece` after 1,1 1,1: marks are put upon marks."""

    def moves(self, state: State) -> Iterable[int]:
        return range(9)


class Keeps(TicTacToe):
    """Breaks `sides_change_places` after 1,1: the board is as the one who has moved sees it."""

    def play(self, state: State, place: int) -> State:
        return State(state.mine | square(place), state.theirs)


class Odd(TicTacToe):
    """Breaks `scene_can_be_drawn` at the start: the board looks like nothing that there is."""

    def scene(self, state: State) -> Scene:
        scene = super().scene(state)
        assert scene is not None
        return Scene(scene.cells, scene.pieces, scene.actions, look="line")  # type: ignore[arg-type]


class Misfit(TicTacToe):
    """Breaks `grid_fits_the_game` at the start: the grid names a parameter that there is not."""

    grid: ClassVar[Any] = grid("widht", "height", names="1,1")


class Pebbles(NamedTuple):
    black: Board64
    white: Board64
    turn: int


@dataclass(frozen=True)
class Line(Game):
    """Put a pebble on any of five squares; who puts the last one has won."""

    grid: ClassVar[Any] = grid(5, 1, owners=("black", "white"))

    def start(self) -> Pebbles:
        return Pebbles(Board64(), Board64(), 0)

    def moves(self, state: Pebbles) -> Iterable[int]:
        return [place for place in range(5) if place not in state.black | state.white]

    def play(self, state: Pebbles, place: int) -> Pebbles:
        if state.turn == 0:
            return Pebbles(state.black | square(place), state.white, 1)
        return Pebbles(state.black, state.white | square(place), 0)

    def is_over(self, state: Pebbles) -> bool:
        return len(state.black | state.white) == 5

    def result(self, state: Pebbles) -> int:
        return -1


class Unseen(Line):
    """Breaks `pieces_are_shown` at the start: nobody said whose pieces lie in which field."""

    grid: ClassVar[Any] = grid(5, 1)


class Blind(Unseen):
    """Breaks `pieces_are_shown` at the start: what stands on a square is never said."""

    def stands(self, state: Pebbles, place: int) -> None:
        return None


class Lasting(Line):
    """Breaks `turn_goes_round` at the start: the turn that the state tells is always the first player's."""

    def play(self, state: Pebbles, place: int) -> Pebbles:
        return super().play(state, place)._replace(turn=0)


class Again(Line):
    """Breaks `turn_goes_round` after e1: who takes the last square is told to move again, and nothing tells kibitz."""

    def play(self, state: Pebbles, place: int) -> Pebbles:
        after = super().play(state, place)
        return after._replace(turn=state.turn) if place == 4 else after


class Alike(NamedTuple):
    left: int
    noise: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


@dataclass(frozen=True)
class Same(Game):
    """Breaks `states_are_their_fields` at the start: states that differ are called equal."""

    def start(self) -> Alike:
        return Alike(6, 0)

    def moves(self, state: Alike) -> Iterable[int]:
        return range(1, min(2, state.left) + 1)

    def play(self, state: Alike, taken: int) -> Alike:
        return Alike(state.left - taken, taken)

    def is_over(self, state: Alike) -> bool:
        return state.left == 0

    def result(self, state: Alike) -> int:
        return -1


class Walk(NamedTuple):
    place: int
    made: int


@dataclass(frozen=True)
class Counted(Game):
    """Breaks `positions_can_come_back` at the start: the count of moves makes each position another."""

    recurrence: ClassVar[str] = "draw"

    def start(self) -> Walk:
        return Walk(0, 0)

    def moves(self, state: Walk) -> Iterable[int]:
        return range(2)

    def play(self, state: Walk, step: int) -> Walk:
        return Walk((state.place + 1 + step) % 5, state.made + 1)

    def is_over(self, state: Walk) -> bool:
        return state.made == 30

    def result(self, state: Walk) -> int:
        return 0


class CountsOne(TicTacToe):
    """Breaks `tally_counts_every_player` at the start: there are two players."""

    def tally(self, state: Any) -> tuple[int, ...]:
        return (len(state.mine),)


class OneHand(TicTacToe):
    """Breaks `hands_count_the_pieces_of_every_player` at the start: there are two players."""

    def in_hand(self, state: Any) -> tuple[int, ...]:
        return (9 - len(state.mine),)
