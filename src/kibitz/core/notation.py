"""Moves as people write them: one move, or a line of moves, read into the ints of the rules.

A move is written as the game names it, in upper or lower case. Where the game's scene is a grid of cells, `row,column` names
the move that is made in that cell, unless the game's own names look like that. Where a piece is picked up in one cell and put
down in another, both cells name the move: `e2e4`, `e2-e4`. Annotation marks after a move may be left out or added: `+`, `#`,
`!`, `?`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.core.recurrence import FORBIDDEN
from kibitz.core.rules import Game, is_forbidden, is_over, legal, name_move, offered_by_rules, play_move, start_of
from kibitz.core.scene import grid_of
from kibitz.errors import AmbiguousMove, IllegalMove, MoveError, NotAMove

ROW_COLUMN = re.compile(r"([0-9a-z]{1,3}),([0-9a-z]{1,3})", re.IGNORECASE | re.ASCII)
MOST_NAMES = 12  # so many legal moves fit into one sentence
PASS = "pass"
MARKS = "+#!?"  # annotators' marks after a move


def read_move(game: Game, state: Any, text: str) -> int:
    """The legal move that `text` names.

    Raises NotAMove when it names no move of this game, IllegalMove when it names one that is not allowed in `state`,
    AmbiguousMove when it may mean more than one.
    """
    name = _tidy(text)
    if is_over(game, state):
        raise IllegalMove(f"the game is over: {_quoted(name)} cannot be played any more")
    known = game.move_named(state, name) if hasattr(game, "move_named") else None
    if known is not None:
        return int(known)
    offered = {move: name_move(game, state, move) for move in offered_by_rules(game, state)}
    found = _by_name(offered, name)
    if len(found) == 1 and not is_forbidden(game, state, found[0]):
        return found[0]  # none but this one is tried
    named = offered if game.recurrence != FORBIDDEN else _named(game, state)
    found = _by_name(named, name) or _by_cell(game, state, named, name) or _by_two_cells(game, state, named, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousMove(
            f"{_quoted(name)} may mean {len(found)} moves; write one of {_join_names(named[move] for move in found)}"
        )
    if not name:
        raise NotAMove(f"no move was given; {_choice(named.values())}")
    if _is_known(game, state, name):
        raise IllegalMove(f"{_quoted(name)} is not allowed here; {_choice(named.values())}")
    raise NotAMove(f"{_quoted(name)} is not a move of this game; {_choice(named.values())}")


def read_moves(game: Game, text: str, state: Any = None) -> list[int]:
    """The line of moves that `text` names, played from `state` (None: from the start).

    Spaces and semicolons separate moves; commas too, where no move's name holds one; and nothing need stand between
    moves whose names have one width: `4 4 5`, `4,4,5`, `445`, `f5d6c3`. A pass that is the only legal move may be left
    out, as Othello players do. Raises the errors of `read_move`, with the number of the wrong move.
    """
    first = _first_names(game)
    state = start_of(game) if state is None else state
    moves: list[int] = []
    written, passed = 1, False
    for word in re.split(r"[\s;]+", _tidy(text)):
        rest = word.strip(",")
        while rest:
            piece = _first_of(game, state, rest, first)
            try:
                move = read_move(game, state, piece)
                rest, written, passed = rest[len(piece) :].lstrip(","), written + 1, False
            except MoveError as problem:
                left_out = None if passed else _forced_pass(game, state)
                if left_out is None:
                    problem = _of_word(game, state, rest, problem) if rest == word.strip(",") else problem
                    raise type(problem)(f"move {written}: {problem}") from None
                move, passed = left_out, True
            moves.append(move)
            state = play_move(game, state, move)
    return moves


def line_names(game: Game, state: Any, moves: Iterable[int]) -> tuple[str, ...]:
    """The names of the moves of a line that is played from `state`."""
    names = []
    for move in moves:
        names.append(name_move(game, state, move))
        state = play_move(game, state, move)
    return tuple(names)


def legal_sentence(game: Game, state: Any) -> str:
    """ "the legal moves are 1, 2 and 3", shortened when there are many; for a state that is not over."""
    return _choice(_named(game, state).values())


def _tidy(text: str) -> str:
    return re.sub(r"\s*,\s*", ",", text.strip())


def _named(game: Game, state: Any) -> dict[int, str]:
    return {move: name_move(game, state, move) for move in legal(game, state)}


def _by_name(named: dict[int, str], text: str) -> list[int]:
    """The moves of this name, or else those whose names differ only in case or in annotation marks."""
    same = [move for move, name in named.items() if name == text]
    bare = text.rstrip(MARKS).casefold()
    return (
        same
        or [move for move, name in named.items() if name.casefold() == text.casefold()]
        or [move for move, name in named.items() if bare and name.rstrip(MARKS).casefold() == bare]
    )


def _by_cell(game: Game, state: Any, named: dict[int, str], text: str) -> list[int]:
    """The moves made in the cell that `row,column` names."""
    place = ROW_COLUMN.fullmatch(text)
    scene = game.scene(state) if place and not any("," in name for name in named.values()) else None
    grid = grid_of(scene) if scene else None
    cell = grid.place(place[1], place[2]) if grid and place else None
    if scene is None or cell is None:
        return []
    return [action.move for action in scene.actions if action.cell == cell.name and action.move in named]


def _by_two_cells(game: Game, state: Any, named: dict[int, str], text: str) -> list[int]:
    """The moves made by picking a piece up in one cell and putting it down in another, both named."""
    scene = game.scene(state)
    if scene is None:
        return []
    wanted = text.casefold()
    return [
        action.move
        for action in scene.actions
        if action.move in named and action.source and action.cell and wanted in _two_cells(action.source, action.cell)
    ]


def _two_cells(source: str, cell: str) -> tuple[str, str]:
    return f"{source}{cell}".casefold(), f"{source}-{cell}".casefold()


def _is_known(game: Game, state: Any, text: str) -> bool:
    """Whether the text names something of this game: a first move, a cell, or a pass where it is not allowed."""
    if text.casefold() in {name.casefold() for name in _first_names(game)}:
        return True
    scene = game.scene(state)
    if scene is None:
        return False
    if text.casefold() in {PASS, *(cell.name.casefold() for cell in scene.cells)}:
        return True
    place, grid = ROW_COLUMN.fullmatch(text), grid_of(scene)
    return bool(grid and place and grid.place(place[1], place[2]))


def _first_of(game: Game, state: Any, text: str, first: Sequence[str]) -> str:
    """The piece of `text` (which holds no space) that names the first of its moves, or that has to be called wrong.

    `first`: the names of the moves that open the game.
    """
    if is_over(game, state):
        return text
    named = _named(game, state)
    if _by_name(named, text):
        return text
    piece = text
    if not any("," in name for name in (*named.values(), *first)):
        piece = text.partition(",")[0]
        if piece not in first and not _by_name(named, piece) and _by_cell(game, state, named, text):
            return text
    widths = {len(name) for name in first if name.casefold() != PASS}
    if _by_name(named, piece) or len(widths) != 1:
        return piece
    starts = [piece[: len(name)] for name in named.values() if piece[: len(name)].casefold() == name.casefold()]
    if not starts and piece[: len(PASS)].casefold() == PASS:
        return piece[: len(PASS)]
    return max(starts, key=len) if starts else piece[: widths.pop()]


def _of_word(game: Game, state: Any, word: str, problem: MoveError) -> MoveError:
    """The error for a word of which not even the first piece names a move: it names the whole word."""
    if isinstance(problem, NotAMove):
        try:
            read_move(game, state, word)
        except NotAMove as found:
            return found
        except MoveError:
            pass
    return problem


def _first_names(game: Game) -> tuple[str, ...]:
    """The names of the moves that open the game: they tell how this game's names look."""
    start = start_of(game)
    return () if is_over(game, start) else tuple(_named(game, start).values())


def _forced_pass(game: Game, state: Any) -> int | None:
    """The pass, if it is the only legal move."""
    moves = legal(game, state)
    return moves[0] if len(moves) == 1 and name_move(game, state, moves[0]).casefold() == PASS else None


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:21] + "...")


def _choice(names: Iterable[str]) -> str:
    choices = list(names)
    return f"the only legal move is {choices[0]}" if len(choices) == 1 else f"the legal moves are {_join_names(choices)}"


def _join_names(names: Iterable[str]) -> str:
    words: Sequence[str] = list(names)
    if len(words) > MOST_NAMES:
        return f"{' '.join(words[: MOST_NAMES - 2])} and {len(words) - MOST_NAMES + 2} more"
    return " ".join(words)
