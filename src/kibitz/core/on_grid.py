"""A state on the `grid` of its game: the pieces on its squares, the names of moves, its text and its picture."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from kibitz.core.board import Board
from kibitz.core.laws import short_repr
from kibitz.core.layout import BoardLayout
from kibitz.core.parameters import near_names
from kibitz.core.scene import Action, Piece, Scene
from kibitz.errors import GameError

NOBODY = "#"  # a square that is taken, by nobody
COUNT = "{}"  # in the text of a kind of piece: the number that `counts` gives
NUMBER = 1 << 20  # in what `spells` gives: from here on the number itself


@dataclass(frozen=True)
class OnGrid:
    """A state, the side to move (None: count the pieces), and the game's own words on it, if it has them.

    `is_chance`: dice or cards decide, and their outcomes are not squares.
    """

    state: Any
    side: int | None
    is_chance: bool = False
    from_to: Callable[[int], tuple[int, int] | None] | None = None
    stands: Callable[[int], Piece | int | str | None] | None = None
    counts: Callable[[int], int] = lambda place: 0
    spells: Callable[[int], Iterable[int]] | None = None

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
            pieces = {place: self._piece(layout, place, self.stands(place)) for place in range(len(layout.places))}
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

    def spelled(self, layout: BoardLayout, move: int) -> str:
        """The name of a move as the game spells it: squares, words and numbers, one after the other."""
        assert self.spells is not None
        turn = self.turn(layout) if layout.turned else 0
        return "".join(_written(layout, part, turn) for part in self.spells(move))

    def _piece(self, layout: BoardLayout, place: int, answer: Any) -> Piece | None:
        """The piece that the game's answer for a square means."""
        if answer is None or isinstance(answer, Piece):
            return answer
        if isinstance(answer, str):
            return Piece(answer)
        kinds = layout.kinds
        if isinstance(kinds, tuple) and kinds and isinstance(answer, int) and 0 <= answer <= len(kinds):
            kind = kinds[answer - 1] if answer else None
            if kind is None or COUNT not in kind.text:
                return kind
            return replace(kind, text=kind.text.replace(COUNT, str(self.counts(place))))
        if not layout.kinds and isinstance(answer, int) and 0 <= answer < len(layout.marks):
            return Piece(layout.marks[answer], int(answer), layout.form)
        wanted = f"the number of one of its {len(layout.kinds)} kinds, or 0" if layout.kinds else "the number of a player"
        raise GameError(f"`stands` gave {answer!r}: it must give a Piece, {wanted}, a text, or None")

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
    if here.spells is not None:
        return here.spelled(layout, move)
    steps, names = here.steps(layout, move), layout.cell_names
    if steps is None:
        return layout.beyond if move == len(layout.places) and not here.is_chance else str(move)
    begin, end = steps
    return names[end] if begin == end else f"{names[begin]}-{names[end]}"


def show_grid(layout: BoardLayout, here: OnGrid) -> str:
    """The board as text: what stands on each square, dots for the empty ones."""
    if layout.own_cells:
        return _show_cells(layout, here)
    texts = {layout.places[place]: piece.text for place, piece in here.pieces(layout).items()}
    empty = dict.fromkeys(layout.places, ".")
    wide, width, height = max((len(text) for text in texts.values()), default=1), int(layout.width), int(layout.height)
    lines = [
        " ".join(f"{texts.get((row, column), empty.get((row, column), '')):>{wide}}" for column in range(width))
        for row in range(height)
    ]
    shift = 1 if layout.shape == "hex" else 0
    return "\n".join(" " * shift * row + line + " " * shift * (height - 1 - row) for row, line in enumerate(lines))


def _show_cells(layout: BoardLayout, here: OnGrid) -> str:
    """Cells that lie anywhere, as text: those of one height side by side."""
    pieces, rows = here.pieces(layout), dict[float, list[tuple[float, str]]]()
    for place, cell in enumerate(layout.cells):
        rows.setdefault(round(cell.y, 3), []).append((cell.x, pieces[place].text if place in pieces else "."))
    wide = max(len(text) for row in rows.values() for _, text in row)
    lines = [" ".join(f"{text:>{wide}}" for _, text in sorted(row)) for _, row in sorted(rows.items())]
    return "\n".join(line.ljust(max(map(len, lines))) for line in lines)


def draw_grid(
    layout: BoardLayout, here: OnGrid, moves: Iterable[tuple[int, str]], marked: Iterable[int], note: int = 0
) -> Scene:
    """The picture of a state with its legal moves, which have names.

    `marked`: squares to stress, as the state counts them; `note`: the number of a note of the layout, or 0.
    """
    names, actions = layout.cell_names, []
    for move, name in moves:
        steps = here.steps(layout, move)
        begin, end = (None, None) if steps is None else (names[steps[0]], names[steps[1]])
        actions.append(Action(move, name, end, None if begin == end else begin))
    cells, (columns, rows) = layout.cells, layout.labels
    pieces = {cell.name: Piece(layout.marks[side], side, "side") for cell, side in layout.edges.items()} if layout.sides else {}
    pieces |= {names[place]: piece for place, piece in here.pieces(layout).items()}
    cells = (*cells, *layout.edges) if layout.sides else cells
    stressed = tuple(names[layout.seen(place, here.turn(layout))] for place in marked)
    text, joins = layout.notes[note - 1] if note else "", cast("tuple[tuple[str, str], ...]", layout.joins)
    return Scene(cells, pieces, tuple(actions), stressed, columns, rows, layout.look, joins or (), text)


def _written(layout: BoardLayout, part: int, turn: int) -> str:
    """A part of a name: a square, a word or a number."""
    if part >= NUMBER:
        return str(part - NUMBER)
    if 0 <= part < len(layout.places):
        return layout.cell_names[layout.seen(part, turn)]
    if -len(layout.words) <= part < 0:
        return layout.words[-1 - part]
    return f"?{part}"  # of a move that is not legal, whose name some readers ask for


def owners_of(state: Any) -> tuple[str, ...]:
    """The fields with the pieces of both sides, where `owners` is left out; none where the state has no such fields."""
    fields = getattr(state, "_fields", ())
    return next((pair for pair in (("mine", "theirs"), ("first", "second")) if set(pair) <= set(fields)), ())
