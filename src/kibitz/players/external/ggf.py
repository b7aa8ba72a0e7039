"""Othello games in GGF, the Generic Game Format, as the NBoard protocol sends them: the board, and the moves after it.

(;GM[Othello]PB[one]PW[two]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)
"""

import re

from kibitz.core.board import Board64
from kibitz.errors import GameError, IllegalMove, MoveError
from kibitz.games.othello import Othello, State
from kibitz.position import Position

PASS = "pass"
SHORT_PASS = "PA"  # a pass as wide as a square
DISCS = "*O"  # of Black and of White
EMPTY = "-"
PROPERTY = re.compile(r"([A-Z]+)\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
MOVES = {"B": 0, "W": 1}


def read_ggf(game: Othello, text: str) -> Position:
    """The position at the end of a game record; the record may leave out a forced pass.

    Raises GameError for other text, or another board size; MoveError for an illegal move.
    """
    found = PROPERTY.findall(text)
    boards = [value for name, value in found if name == "BO"]
    if len(boards) != 1:
        raise GameError("this is not a game in GGF: it must hold one board, BO[8 ... *]")
    position = read_board(game, boards[0])
    for name, value in found:
        if name in MOVES:
            position = _play(position, MOVES[name], value.partition("/")[0].strip())
    return position


def read_board(game: Othello, text: str) -> Position:
    """The position that `8 ---...--- *` shows: the size, the squares row by row from a1, and the side to move."""
    size, _, rest = text.strip().partition(" ")
    squares = "".join(rest.split())
    count = game.size * game.size
    if size != str(game.size):
        raise GameError(f"the board of this game has the size {size[:8]!r}, and {game.size} is played")
    if len(squares) != count + 1 or set(squares[:-1]) - {*DISCS, EMPTY} or squares[-1] not in DISCS:
        raise GameError(f"a board in GGF is {count} of the signs * O -, and * or O for the side to move")
    black, white = (Board64(sum(1 << place for place, disc in enumerate(squares[:-1]) if disc == side)) for side in DISCS)
    turn = DISCS.index(squares[-1])
    state = State(black, white, 0) if turn == 0 else State(white, black, 1)
    return Position(game, state, (), turn) if state != game.start() else Position.after(game)


def write_ggf(position: Position, players: tuple[str, str] = ("", "")) -> str:
    """The game record of a position, from its start."""
    game = position.game
    assert isinstance(game, Othello)
    black, white = game.start().mine, game.start().theirs
    signs = (DISCS[0] if place in black else DISCS[1] if place in white else EMPTY for place in range(game.size**2))
    here, moves = Position.after(game), ""
    for move in position.moves:
        moves += f"{'BW'[here.to_move]}[{write_square(here, move)}]"
        here = here.play(move)
    names = "".join(f"{key}[{re.sub(r'[^ -Z^-~]', '?', name)}]" for key, name in zip(("PB", "PW"), players, strict=True))
    return f"(;GM[Othello]PC[kibitz]{names}RE[?]TI[0]TY[{game.size}]BO[{game.size} {''.join(signs)} {DISCS[0]}]{moves};)"


def write_square(position: Position, move: int) -> str:
    """A legal move in two characters: `F5`, or `PA` for the pass."""
    name = position.name(move)
    return SHORT_PASS if name == PASS else name.upper()


def read_square(position: Position, text: str) -> int:
    """The legal move that `F5`, `PA` or `PASS` names. Raises IllegalMove, one sentence, if it is not legal."""
    for move in position.legal():
        if text.upper() in (write_square(position, move), position.name(move).upper()):
            return move
    raise IllegalMove(f"{text[:8]!r} is not a legal move here")


def pass_if_forced(position: Position) -> Position:
    """The position after a pass, where that is the only legal move; else the same one."""
    legal = position.legal()
    return position.play(legal[0]) if len(legal) == 1 and position.name(legal[0]) == PASS else position


def _play(position: Position, player: int, text: str) -> Position:
    """The position after a player's move, and after the forced pass of the other one that the record leaves out."""
    if position.to_move != player:
        position = pass_if_forced(position)
    number = len(position.moves) + 1
    if position.to_move != player:
        raise IllegalMove(f"move {number} is made by the side that is not to move")
    try:
        return position.play(read_square(position, text))
    except MoveError as problem:
        raise type(problem)(f"move {number}: {problem}") from None
