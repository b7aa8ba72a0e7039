"""Boards on which stones stand before the first move: laid down by moves, or as a position that Othello begins with."""

import dataclasses
import re

from kibitz.errors import FormatError, MoveError
from kibitz.formats.replay import Replay
from kibitz.games.othello import Othello
from kibitz.games.parts.obf import write_obf
from kibitz.notation import PASS

EXCHANGED = "ColoursExchanged"  # the tag of a position whose side to move, Black here, is White in the file
BLACK, WHITE = "Xx*Bb@", "Oo0Ww"
Discs = dict[str, int]  # the seat that each disc or stone belongs to, 0 for Black, by the name of its square


def lay_stones(replay: Replay, stones: Discs, mover: int | None) -> None:
    """Plays the moves that put these stones on an empty board; they are the opening of the game.

    Where the sides have not as many, they pass if they may. `mover` is the seat to move then; None: the other side than the one
    that has stones, or else the first. FormatError where no such moves are allowed.
    """
    first, second = ([name for name, seat in stones.items() if seat == one] for one in (0, 1))
    if mover is None:
        mover = int(bool(first) and not second)
    plies = list[str]()
    for turn in range(max(len(first), len(second))):
        plies += [side[turn] if turn < len(side) else PASS for side in (first, second)]
    if plies and plies[-1] == PASS:
        plies.pop()
    if len(plies) % 2 != mover:
        plies.append(PASS)
    try:
        for name in plies:
            replay.play(name)
    except MoveError as problem:
        raise FormatError(f"its stones cannot be laid down before the first move: {problem}") from None
    scene = replay.game.scene(replay.position.state)
    if scene is None or any(name not in scene.pieces or scene.pieces[name].owner != seat for name, seat in stones.items()):
        raise FormatError("its stones cannot be laid down before the first move, for some would be captured")
    replay.opening = len(plies)


def othello_from(game: Othello, discs: Discs, mover: int) -> Othello:
    """Othello that begins with these discs; the side to move is Black there. KibitzError where it cannot begin so."""
    owners = {name: seat ^ mover for name, seat in discs.items()}
    usual = dataclasses.replace(game, obf="")
    squares = usual.grid.sized(usual).cell_names
    first, second = ({place for place, name in enumerate(squares) if owners.get(name) == seat} for seat in (0, 1))
    if [first, second] == [{*discs.squares()} for discs in usual.sides(usual.start())]:
        return usual
    return dataclasses.replace(game, obf=write_obf(first, second, game.size, 0))


def board_of(text: str, size: int) -> tuple[Discs, int]:
    """The discs of a board written sign by sign, and the seat that the last sign says is to move. FormatError."""
    if len(text) != size * size + 1 or not re.fullmatch(rf"[-.{re.escape(BLACK + WHITE)}]+", text) or text[-1] in "-.":
        raise FormatError(f"{text[:70]!r} is no board of {size}x{size} squares and who is to move")
    if size > 8:
        raise FormatError(f"an Othello board of size {size} does not fit: size is 4, 6 or 8")
    discs = {
        f"{'abcdefgh'[place % size]}{place // size + 1}": int(sign in WHITE)
        for place, sign in enumerate(text[:-1])
        if sign not in "-."
    }
    return discs, int(text[-1] in WHITE)
