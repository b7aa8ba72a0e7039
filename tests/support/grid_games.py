"""Games that no one has seen before, written as a newcomer would: rules, and one line for the board."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz import Board64, Cell, Game, Piece, board, grid, square


class Bar(NamedTuple):
    left: Board64


@dataclass(frozen=True)
class Chomp(Game):
    """Bite off a square and all to its right and below. Who has to take the first one has lost."""

    width: int = 4
    height: int = 3
    grid = grid("width", "height", nobody="left")

    def start(self) -> Bar:
        return Bar(Board64((1 << self.width * self.height) - 1))

    def moves(self, state: Bar) -> Any:
        return state.left.squares()

    def play(self, state: Bar, place: int) -> Bar:
        left = state.left
        for row in range(place // self.width, self.height):
            for column in range(place % self.width, self.width):
                left -= square(row * self.width + column)
        return Bar(left)

    def is_over(self, state: Bar) -> bool:
        return not state.left

    def result(self, state: Bar) -> int:
        return 1


class Told(Chomp):
    """The same without a board: text, and names of moves."""

    grid = None  # type: ignore[assignment]  # the class above has one

    def moves(self, state: Bar) -> Any:
        return sorted(state.left.squares(), reverse=True)  # small bites first

    def show(self, state: Bar) -> str:
        return f"{len(state.left)} squares"

    def move_name(self, state: Bar, move: int) -> str:
        return f"from-{move}"


class Row(NamedTuple):
    toads: Board64
    frogs: Board64
    turn: int


@dataclass(frozen=True)
class ToadsAndFrogs(Game):
    """Toads go right, frogs left: one step, or a jump over one of the others. Who cannot move has lost."""

    length: int = 7
    grid = grid("length", 1, owners=("toads", "frogs"), marks="TF", form="disc")

    def start(self) -> Row:
        return Row(square(0) | square(1), square(self.length - 1) | square(self.length - 2), 0)

    def moves(self, state: Row) -> Any:
        free = Board64((1 << self.length) - 1) - state.toads - state.frogs
        if state.turn == 0:
            steps = state.toads & free >> 1 | state.toads & state.frogs >> 1 & free >> 2
        else:
            steps = state.frogs & free << 1 | state.frogs & state.toads << 1 & free << 2
        return steps.squares()

    def from_to(self, state: Row, place: int) -> tuple[int, int]:
        way, free = 1 - 2 * state.turn, place + 1 - 2 * state.turn not in state.toads | state.frogs
        return place, place + way * (1 if free else 2)

    def play(self, state: Row, place: int) -> Row:
        way = 1 - 2 * state.turn
        end = place + way if place + way not in state.toads | state.frogs else place + 2 * way
        if state.turn == 0:
            return Row(state.toads - square(place) | square(end), state.frogs, 1)
        return Row(state.toads, state.frogs - square(place) | square(end), 0)

    def is_over(self, state: Row) -> bool:
        return not any(True for _ in self.moves(state))

    def result(self, state: Row) -> int:
        return -1


class Sent(NamedTuple):
    mine: Board64
    theirs: Board64
    block: int  # where the side to move must play; 2: anywhere


@dataclass(frozen=True)
class Blocks(Game):
    """Two blocks of two squares: your square says in which block the other side plays. Who cannot move has lost."""

    places = Cell("a", 0, 0), Cell("b", 1, 0), Cell("c", 3, 1), Cell("d", 4, 1)
    grid = board("places", look="blocks", form="mark")

    def start(self) -> Sent:
        return Sent(Board64(), Board64(), 2)

    def moves(self, state: Sent) -> Any:
        free = Board64(15) - state.mine - state.theirs
        return (free & Board64((3, 12, 15)[state.block])).squares()

    def play(self, state: Sent, place: int) -> Sent:
        return Sent(state.theirs, state.mine | square(place), place % 2)

    def is_over(self, state: Sent) -> bool:
        return not any(True for _ in self.moves(state))

    def result(self, state: Sent) -> int:
        return -1


class Heights(NamedTuple):
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Towers(Game):
    """Put a stone on a tower lower than three, or pass once there are six; who fills the board has won."""

    compiles = False
    grid = grid(3, 2, names=lambda row, column: f"{'NS'[row]}{column + 1}", rows="up", look="wood", form="cube")

    def start(self) -> Heights:
        return Heights((2, 3, 2, 3, 3, 1))

    def moves(self, state: Heights) -> Any:
        return [*(place for place, height in enumerate(state.cells) if height < 3), 6]

    def play(self, state: Heights, place: int) -> Heights:
        return (
            Heights(tuple(height + (at == place) for at, height in enumerate(state.cells))) if place < 6 else Heights((3,) * 6)
        )

    def is_over(self, state: Heights) -> bool:
        return set(state.cells) == {3}

    def result(self, state: Heights) -> int:
        return -1

    def stands(self, state: Heights, place: int) -> Piece | int | str | None:
        return (None, "1", Piece("2", 0, "cube"), 1)[state.cells[place]]

    def marked(self, state: Heights) -> list[int]:
        return [place for place, height in enumerate(state.cells) if height == 3]


class Men(NamedTuple):
    mine: Board64
    theirs: Board64
    turn: int


@dataclass(frozen=True)
class Draughts(Game):
    """Men step on the dark squares of a 4x4 board, turned round after each move. Who arrives, or moves last, has won."""

    grid = grid(4, 4, dark=True, names="1", turned="rotated", form="stone")

    def start(self) -> Men:
        return Men(square(6) | square(7), square(0) | square(1), 0)

    def moves(self, state: Men) -> Any:
        return [place for place in state.mine.squares() if place > 1 and place - 2 not in state.mine]

    def from_to(self, state: Men, place: int) -> tuple[int, int]:
        return place, place - 2

    def play(self, state: Men, place: int) -> Men:
        mine = state.mine - square(place) | square(place - 2)
        return Men(self.round(state.theirs - square(place - 2)), self.round(mine), 1 - state.turn)

    def is_over(self, state: Men) -> bool:
        return bool(state.theirs & Board64(0b11000000)) or not self.moves(state)

    def result(self, state: Men) -> int:
        return -1

    def round(self, men: Board64) -> Board64:
        found = Board64()
        for place in men.squares():
            found |= square(7 - place)
        return found
