"""`kibitz.grid` and `kibitz.board`: a board declared once as data; names, texts and pictures of a game come from it.

The squares of a grid are numbered row by row from 0, the cells of another board in the order of the list that the game gives. A
move is the number of the square where something is put, or the game says its `from_to`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields
from functools import cached_property, lru_cache
from typing import Any, Literal, cast, get_args

from kibitz.core.arguments import checked
from kibitz.core.parameters import near_names
from kibitz.core.scene import Cell, Form, Look, Piece, Shape
from kibitz.errors import GameError

LETTERS = {"a1": "abcdefghijklmnopqrstuvwxyz", "A1": "ABCDEFGHJKLMNOPQRSTUVWXYZ"}  # boards of Go have no I
CROSSES, STONES = ("X", "O"), ("B", "W")  # the texts of the first and of the second player's pieces
PASS = "pass"
ROW_HEIGHT = 0.87  # of six-sided cells, in cell widths
EDGE_SIGN = 0.3  # the size of the small signs at the edges
Naming = Literal["a1", "A1", "1,1", "1"]
Names = Naming | Callable[[int, int], str]
Numbering = Literal["down", "up"]
Turning = Literal["", "mirrored", "rotated"]
Labels = tuple[tuple[str, ...], tuple[str, ...]]  # along the columns, and along the rows from above


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
    kinds: tuple[Piece, ...] | str = ()
    words: tuple[str, ...] | str = ()
    notes: tuple[str, ...] = ()
    edge_labels: Labels | str | None = None
    own_cells: tuple[Cell, ...] | str = ()
    joins: tuple[tuple[str, str], ...] | str = ()
    goals: tuple[tuple[int, ...], ...] = ()

    def sized(self, game: Any) -> "BoardLayout":
        """The layout with what the game says where this names a parameter or a property. GameError where that is none."""
        named = (self.width, self.height, self.own_cells, self.joins, self.edge_labels, self.kinds, self.words)
        return _sized(self, *(_parameter(game, one) if isinstance(one, str) and one else one for one in named))

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (row, column) of each square, in the order of their numbers; row 0 is at the top."""
        if self.own_cells:
            return tuple((0, number) for number in range(len(self.own_cells)))
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
        if self.own_cells:
            return tuple(cell.name for cell in self.own_cells if isinstance(cell, Cell))
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
        if self.own_cells:
            return tuple(cell for cell in self.own_cells if isinstance(cell, Cell))
        goals = {place: side for side, places in enumerate(self.goals) for place in places}
        at = {
            place: Cell(name, *self._at(*place), self.shape, goal=goals.get(number))
            for number, (name, place) in enumerate(zip(self.cell_names, self.places, strict=True))
        }
        return tuple(at[place] for place in sorted(at))

    @cached_property
    def edges(self) -> dict[Cell, int]:
        """Small signs at the edges: the first player joins above with below, the second left with right."""
        width, height = int(self.width), int(self.height)
        places = {(row, column): 0 for row in (-1, height) for column in range(width)}
        places |= {(row, column): 1 for column in (-1, width) for row in range(height)}
        return {
            Cell(f"{row},{column}", *self._at(row, column), "side", EDGE_SIGN): side for (row, column), side in places.items()
        }

    @cached_property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels at the edges: along the columns, and along the rows from above."""
        if self.edge_labels is not None:
            return cast("Labels", self.edge_labels)
        if self.dark or callable(self.names) or self.names == "1":
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


@checked()
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
    kinds: Iterable[Piece] | str = (),
    words: Iterable[str] | str = (),
    notes: Iterable[str] = (),
    labels: Labels | str | None = None,
    goals: Iterable[Iterable[int]] = (),
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
    `marks`: the texts of pieces; left out, X and O, or B and W of stones.

    A game with other pieces names them in `kinds` and defines `stands(state, square)`, the number of the piece there from 1,
    or 0. A "{}" in the text of a kind stands for a number, `counts(state, square)`. `words`: what the names of moves are made
    of beside squares and numbers, where the game defines `spells(state, move)`. `notes`: sentences for the player to move,
    where it defines `noted(state)`, the number of the sentence from 1, or 0. `labels`: those at the edges, along the columns
    and along the rows from above. Each of `kinds`, `words` and `labels` may be the name of a property that has them.

    `turned`: the board is "mirrored" (top to bottom) or "rotated" for the second player, so that the side to move sees it from
    below (a board of dark squares alone can only be rotated). `sides`: the edges are coloured, for the first player joins
    above with below, the second left with right. `goals`: the squares that each player wants to reach, first player first, as
    the first player counts them. `beyond`: the name of the move whose number comes after the last square.

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
    high = width if height is None else height
    texts = tuple(marks) or (STONES if form in ("stone", "crown") else CROSSES)
    usual = BoardLayout(width, high, names, rows, shape, dark, look, form, texts, tuple(owners), nobody, turned, sides, beyond)
    usual = replace(usual, notes=tuple(notes), edge_labels=labels, goals=tuple(map(tuple, goals)))
    return replace(usual, kinds=_as_tuple(kinds), words=_as_tuple(words))


@checked()
def board(
    cells: str,
    *,
    look: Look = "plain",
    form: Form = "letter",
    marks: str | Iterable[str] = "",
    owners: Iterable[str] = (),
    nobody: str = "",
    beyond: str = PASS,
    kinds: Iterable[Piece] | str = (),
    words: Iterable[str] | str = (),
    notes: Iterable[str] = (),
    labels: Labels | str | None = ((), ()),
    joins: str = "",
) -> BoardLayout:
    """A board of cells that lie anywhere, for `grid = kibitz.board(...)` in the class of a game.

    `cells`: the name of a property of the game, a tuple of `kibitz.Cell`; these are numbered from 0. `joins`: that of a
    property with the lines between them, pairs of their names, for the look "points". Everything else is as in `kibitz.grid`:
    counters, hands, throws of dice and the like are cells beside the board.
    """
    usual = grid(1, 1, look=look, form=form, marks=marks, owners=owners, nobody=nobody, beyond=beyond, kinds=kinds, words=words)
    return replace(usual, own_cells=cells, joins=joins, edge_labels=labels, notes=tuple(notes))


def _as_tuple(given: Iterable[Any] | str) -> Any:
    """A tuple; a text is the name of a property that has one."""
    return given if isinstance(given, str) else tuple(given)


def _parameter(game: Any, name: str) -> Any:
    """The value that a game has under this name."""
    if hasattr(game, name):
        return getattr(game, name)
    title, fields = type(game).__name__, [field.name for field in dataclass_fields(game)]
    if name.isidentifier():
        raise GameError(f"the grid says {name!r}, and {title} has no parameter {name!r}; {near_names(name, fields)}")
    raise GameError(
        f"the grid says {name!r}, which does not name a parameter: give {title} a property that computes it, and "
        "write the name of that"
    )


def _refuse_unknown(argument: str, value: Any, known: tuple[str, ...]) -> None:
    if value in known:
        return
    near = near_names(str(value), [name for name in known if name], " ", most=1).rstrip("?").strip()
    there = ", ".join(repr(name) for name in known if name)
    raise GameError(f"the grid has {argument}={value!r}{f' ({near}?)' if near else ''}, and there are {there}")


@lru_cache(256)
def _sized(layout: BoardLayout, width: Any, height: Any, *named: Any) -> BoardLayout:
    cells, joins, labels, kinds, words = named
    for side in (width, height):
        if isinstance(side, bool) or not isinstance(side, int) or side < 1:
            raise GameError(f"a grid of {width} by {height} is none: write whole numbers, or the names of parameters")
    if layout.dark and layout.turned and (layout.turned == "mirrored" or (width - height) % 2):
        raise GameError(f"the dark squares of {width} by {height} are light ones when the board is {layout.turned}")
    if layout.names in LETTERS and width > (most := len(LETTERS[layout.names])):
        raise GameError(f"a grid of {width} columns has no letters for them: at most {most}, or names='1,1'")
    if cells and not all(isinstance(cell, Cell) for cell in cells):
        raise GameError("the cells of a board are a tuple of kibitz.Cell")
    return replace(
        layout, width=width, height=height, own_cells=cells, joins=joins, edge_labels=labels, kinds=kinds, words=words
    )
