"""`kibitz.grid`: a board in rows and columns, declared once; names, texts and pictures of a game come from it.

The squares of a state's boards are numbered row by row from 0. A move is the number of the square where something is put, or
the game tells its `from_to`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from functools import cached_property, lru_cache
from typing import Any, Literal, get_args

from kibitz.core.board import Board
from kibitz.core.laws import short_repr
from kibitz.core.parameters import near_names
from kibitz.core.scene import Action, Cell, Form, Look, Piece, Scene, Shape
from kibitz.errors import GameError

LETTERS = {"a1": "abcdefghijklmnopqrstuvwxyz", "A1": "ABCDEFGHJKLMNOPQRSTUVWXYZ"}  # boards of Go have no I
CROSSES, STONES = ("X", "O"), ("B", "W")  # the texts of the first and of the second player's pieces
PASS = "pass"
NOBODY = "#"  # a square that is taken, by nobody
ROW_HEIGHT = 0.87  # of six-sided cells, in cell widths
EDGE_SIGN = 0.3  # the size of the small signs at the edges
Naming = Literal["a1", "A1", "1,1", "1"]
Names = Naming | Callable[[int, int], str]
Numbering = Literal["down", "up"]
Turning = Literal["", "mirrored", "rotated"]


@dataclass(frozen=True)
class BoardLayout:
    """A board as `grid` declares it; `width` and `height` may be the names of parameters until `sized` looks them up."""

    width: int | str
    height: int | str
    names: Names = "a1"
    rows: Numbering = "down"
    shape: Shape = "square"
    dark: bool = False
    look: Look = "plain"
    form: Form = "letter"
    marks: tuple[str, ...] = CROSSES
    owners: tuple[str, ...] = ()
    nobody: str = ""
    turned: Turning = ""
    sides: bool = False
    beyond: str = PASS

    def sized(self, game: Any) -> "BoardLayout":
        """The layout with the numbers of a game for its width and height. GameError where these are none."""
        return _sized(self, *(_side(game, side) if isinstance(side, str) else side for side in (self.width, self.height)))

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (row, column) of each square, in the order of their numbers; row 0 is at the top."""
        width, height = int(self.width), int(self.height)
        downwards = range(height) if self.rows == "down" else reversed(range(height))
        return tuple(
            (row, column)
            for row in downwards
            for column in range(width)
            if not self.dark or (row + column) % 2 == (height - 1) % 2  # the lower left one is dark
        )

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The name of each square."""
        return tuple(self._name(number, row, column) for number, (row, column) in enumerate(self.places))

    def seen(self, place: int, turn: int) -> int:
        """The square that is `place` on a board which is turned for the second player, as the first one sees it."""
        return place if not self.turned or turn == 0 else self._turned_places[place]

    @cached_property
    def _turned_places(self) -> tuple[int, ...]:
        """For each square the one in whose place it lies when the board is turned."""
        numbers = {at: number for number, at in enumerate(self.places)}
        height, width = int(self.height), int(self.width)
        return tuple(
            numbers[height - 1 - row, column if self.turned == "mirrored" else width - 1 - column]
            for row, column in self.places
        )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The squares of the picture."""
        at = {
            place: Cell(name, *self._at(*place), self.shape) for name, place in zip(self.cell_names, self.places, strict=True)
        }
        return tuple(at[place] for place in sorted(at))

    @cached_property
    def edges(self) -> dict[Cell, int]:
        """Small signs at the edges: the first player joins above with below, the second left with right."""
        width, height = int(self.width), int(self.height)
        places = {(row, column): 0 for row in (-1, height) for column in range(width)}
        places |= {(row, column): 1 for column in (-1, width) for row in range(height)}
        return {
            Cell(f"{row},{column}", *self._at(row, column), "round", EDGE_SIGN): side for (row, column), side in places.items()
        }

    @cached_property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels at the edges: along the columns, and along the rows from above."""
        if self.shape == "hex" or self.dark or callable(self.names) or self.names == "1":
            return (), ()
        width, height = ([str(number + 1) for number in range(int(side))] for side in (self.width, self.height))
        columns = LETTERS[self.names][: int(self.width)] if self.names in LETTERS else width
        return tuple(columns), tuple(height if self.rows == "down" else height[::-1])

    def _at(self, row: int, column: int) -> tuple[float, float]:
        """Where a cell lies: rows of six-sided ones are shifted by half a cell."""
        return (column + row / 2, row * ROW_HEIGHT) if self.shape == "hex" else (column, row)

    def _name(self, number: int, row: int, column: int) -> str:
        if callable(self.names):
            return self.names(row, column)
        if self.names == "1":
            return str(number + 1)
        counted = row + 1 if self.rows == "down" else int(self.height) - row
        return f"{LETTERS[self.names][column]}{counted}" if self.names in LETTERS else f"{counted},{column + 1}"


def grid(
    width: int | str,
    height: int | str | None = None,
    *,
    names: Names = "a1",
    rows: Numbering = "down",
    shape: Shape = "square",
    dark: bool = False,
    look: Look = "plain",
    form: Form = "letter",
    marks: str | Iterable[str] = "",
    owners: Iterable[str] = (),
    nobody: str = "",
    turned: Turning = "",
    sides: bool = False,
    beyond: str = PASS,
) -> BoardLayout:
    """A board of `width` by `height` squares, for `grid = kibitz.grid(...)` in the class of a game.

    Numbers, or the names of the game's parameters: `grid("size")` is a square board. Then the game needs neither `move_name`
    nor `show` nor `scene`; each may be written all the same, and is taken.

    `names`: "a1", "A1" (as in Go, without I), "1,1" (the row first), "1" (numbered), or a function of the row and the column,
    both from 0 at the top.
    `rows`: whether squares are numbered from the top "down" or from the bottom "up", as in chess. `shape`: "hex" cells lie in
    rows each half a cell further to the right. `dark`: only the dark squares are used and counted; the lower left one is dark.
    `look`, `form`: how the board and the pieces are drawn (see Scene and Piece).

    What stands there: `owners` are the fields of the state with the pieces of each player, first player first; where the first
    of them is `mine`, they are those of the side to move and of those that follow it. Left out, they are `mine` and `theirs`,
    or else `first` and `second`, if the state has them. The side to move comes from `to_move`, or `turn` in the state, or
    else the count of pieces, where none is ever taken off. `nobody`: a field of squares taken by neither player.
    `marks`: the texts of pieces; left out, X and O, or B and W of stones. A game with other pieces defines
    `stands(state, square)`.

    `turned`: the board is "mirrored" (top to bottom) or "rotated" for the second player, so that the side to move sees it from
    below (a board of dark squares alone can only be rotated). `sides`: signs at the edges say that the first player joins
    above with below, the second left with right. `beyond`: the name of the move whose number comes after the last square.

    GameError for a board that is none.
    """
    for argument, value, kind in (
        ("look", look, Look),
        ("form", form, Form),
        ("shape", shape, Shape),
        ("rows", rows, Numbering),
        ("turned", turned, Turning),
        ("names", "a1" if callable(names) else names, Naming),
    ):
        _refuse_unknown(argument, value, get_args(kind))
    high, fields = width if height is None else height, tuple(owners)
    texts = tuple(marks) or (STONES if form in ("stone", "crown") else CROSSES)
    return BoardLayout(width, high, names, rows, shape, dark, look, form, texts, fields, nobody, turned, sides, beyond)


# A state on the board.


@dataclass(frozen=True)
class OnGrid:
    """A state, the side to move (None: count the pieces), and the game's own `from_to` and `stands`, if it has them.

    `is_chance`: dice or cards decide, and their outcomes are not squares.
    """

    state: Any
    side: int | None
    is_chance: bool = False
    from_to: Callable[[int], tuple[int, int] | None] | None = None
    stands: Callable[[int], Piece | int | str | None] | None = None

    def steps(self, layout: BoardLayout, move: int) -> tuple[int, int] | None:
        """Where a move begins and ends, as the first player sees it: the same square where something is put down there."""
        count, turn = len(layout.places), self.turn(layout) if layout.turned else 0
        if self.is_chance:
            return None
        steps = self.from_to(move) if self.from_to is not None else (move, move) if 0 <= move < count else None
        if steps is None:
            return None
        if not (isinstance(steps, tuple) and len(steps) == 2 and all(isinstance(place, int) for place in steps)):
            pair = "a pair of squares, where the move begins and where it ends, or None"
            raise GameError(f"`from_to` gave {short_repr(steps)} for {move}: it must give {pair}")
        if not all(0 <= place < count for place in steps):
            raise GameError(f"`from_to` gave {steps} for {move}: the squares of this grid are 0 to {count - 1}")
        return layout.seen(steps[0], turn), layout.seen(steps[1], turn)

    def turn(self, layout: BoardLayout) -> int:
        """The side to move. GameError for a board that is turned where nothing says whose turn it is."""
        if self.side is not None:
            return self.side
        if layout.turned:
            raise GameError("a grid that is turned needs to know whose turn it is: `turn` in the state, or to_move(state)")
        boards = [self._board(name) for name in layout.owners or owners_of(self.state)]
        return sum(map(len, boards)) % len(boards) if boards else 0

    def pieces(self, layout: BoardLayout) -> dict[int, Piece]:
        """The piece on each square, from the first player's side."""
        if self.stands is not None:
            pieces = {place: _piece(layout, self.stands(place)) for place in range(len(layout.places))}
            return {layout.seen(place, self.turn(layout)): piece for place, piece in pieces.items() if piece is not None}
        owners = layout.owners or owners_of(self.state)
        side = self.turn(layout)
        boards = [self._board(name, len(layout.places)) for name in owners]
        if len(owners) > len(layout.marks):
            raise GameError(f"the grid has {len(layout.marks)} `marks` for {len(owners)} players: give a text for each of them")
        if owners and owners[0] == "mine":
            boards = [boards[(player - side) % len(boards)] for player in range(len(boards))]
        rows = [(Piece(layout.marks[owner], owner, layout.form), board) for owner, board in enumerate(boards)]
        rows += [(Piece(NOBODY), self._board(layout.nobody, len(layout.places)))] if layout.nobody else []
        return {layout.seen(place, side): piece for piece, board in rows for place in board.squares()}

    def _board(self, name: str, count: int | None = None) -> Board:
        """The board in a field of the state. GameError where there is none, or one with pieces beyond `count` squares."""
        board = getattr(self.state, name, None)
        if not isinstance(board, Board):
            fields = getattr(self.state, "_fields", ())
            if name not in fields:
                raise GameError(f"the grid takes its pieces from {name!r}, no field of the state; {near_names(name, fields)}")
            raise GameError(
                f"the grid takes its pieces from {name!r}, which holds {short_repr(board)}: make it a Board64, or define "
                "stands(state, square)"
            )
        beyond = next((place for place in board.squares() if count is not None and place >= count), None)
        if beyond is not None:
            raise GameError(f"{name!r} holds the square {beyond}, but the squares of this grid are 0 to {(count or 0) - 1}")
        return board


def name_of_square(layout: BoardLayout, move: int) -> str:
    """The name of a move that puts something on a square of a board which is never turned; else it is a pass, or a number."""
    names = layout.cell_names
    if 0 <= move < len(names):
        return names[move]
    return layout.beyond if move == len(names) else str(move)


def name_on_grid(layout: BoardLayout, here: OnGrid, move: int) -> str:
    """`e4` for a move that places something there, `e2-e4` for a step; a move off the board is a pass, or a number."""
    steps, names = here.steps(layout, move), layout.cell_names
    if steps is None:
        return layout.beyond if move == len(layout.places) and not here.is_chance else str(move)
    begin, end = steps
    return names[end] if begin == end else f"{names[begin]}-{names[end]}"


def show_grid(layout: BoardLayout, here: OnGrid) -> str:
    """The board as text: what stands on each square, dots for the empty ones."""
    texts = {layout.places[place]: piece.text for place, piece in here.pieces(layout).items()}
    empty = dict.fromkeys(layout.places, ".")
    wide, width, height = max((len(text) for text in texts.values()), default=1), int(layout.width), int(layout.height)
    lines = [
        " ".join(f"{texts.get((row, column), empty.get((row, column), '')):>{wide}}" for column in range(width))
        for row in range(height)
    ]
    shift = 1 if layout.shape == "hex" else 0
    return "\n".join(" " * shift * row + line + " " * shift * (height - 1 - row) for row, line in enumerate(lines))


def draw_grid(layout: BoardLayout, here: OnGrid, moves: Iterable[tuple[int, str]], marked: Iterable[int]) -> Scene:
    """The picture of a state with its legal moves, which have names; `marked`: squares to stress, as the state counts them."""
    names, actions = layout.cell_names, []
    for move, name in moves:
        steps = here.steps(layout, move)
        begin, end = (None, None) if steps is None else (names[steps[0]], names[steps[1]])
        actions.append(Action(move, name, end, None if begin == end else begin))
    cells, (columns, rows) = layout.cells, layout.labels
    pieces = {cell.name: Piece(layout.marks[side], side) for cell, side in layout.edges.items()} if layout.sides else {}
    pieces |= {names[place]: piece for place, piece in here.pieces(layout).items()}
    cells = (*cells, *layout.edges) if layout.sides else cells
    stressed = tuple(names[layout.seen(place, here.turn(layout))] for place in marked)
    return Scene(cells, pieces, tuple(actions), stressed, columns, rows, layout.look)


def _piece(layout: BoardLayout, answer: Any) -> Piece | None:
    if answer is None or isinstance(answer, Piece):
        return answer
    if isinstance(answer, str):
        return Piece(answer)
    if isinstance(answer, int) and 0 <= answer < len(layout.marks):
        return Piece(layout.marks[answer], int(answer), layout.form)
    raise GameError(f"`stands` gave {answer!r}: it must give a Piece, the number of a player, a text, or None")


def owners_of(state: Any) -> tuple[str, ...]:
    """The fields with the pieces of both sides, where `owners` is left out; none where the state has no such fields."""
    fields = getattr(state, "_fields", ())
    return next((pair for pair in (("mine", "theirs"), ("first", "second")) if set(pair) <= set(fields)), ())


def _side(game: Any, name: str) -> Any:
    """The number that a game has under this name."""
    if hasattr(game, name):
        return getattr(game, name)
    title, fields = type(game).__name__, [field.name for field in dataclass_fields(game)]
    if name.isidentifier():
        raise GameError(f"the grid is {name!r} wide or high, and {title} has no parameter {name!r}; {near_names(name, fields)}")
    raise GameError(
        f"the grid is {name!r} wide or high, which does not name a parameter: give {title} a property that computes it, and "
        "write the name of that"
    )


def _refuse_unknown(argument: str, value: Any, known: tuple[str, ...]) -> None:
    if value in known:
        return
    near = near_names(str(value), [name for name in known if name], " ", most=1).rstrip("?").strip()
    there = ", ".join(repr(name) for name in known if name)
    raise GameError(f"the grid has {argument}={value!r}{f' ({near}?)' if near else ''}, and there are {there}")


@lru_cache(256)
def _sized(layout: BoardLayout, width: Any, height: Any) -> BoardLayout:
    for side in (width, height):
        if isinstance(side, bool) or not isinstance(side, int) or side < 1:
            raise GameError(f"a grid of {width} by {height} is none: write whole numbers, or the names of parameters")
    if layout.dark and layout.turned and (layout.turned == "mirrored" or (width - height) % 2):
        raise GameError(f"the dark squares of {width} by {height} are light ones when the board is {layout.turned}")
    if layout.names in LETTERS and width > (most := len(LETTERS[layout.names])):
        raise GameError(f"a grid of {width} columns has no letters for them: at most {most}, or names='1,1'")
    return replace(layout, width=width, height=height)
