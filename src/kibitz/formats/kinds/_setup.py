"""Boards on which stones stand before the first move: laid down by moves, or as a position that Othello begins with."""

import dataclasses
import re
from itertools import zip_longest

from kibitz.errors import FormatError, MoveError
from kibitz.formats.kinds._points import Points
from kibitz.formats.replay import Replay
from kibitz.games.go import Go
from kibitz.games.hex import Hex
from kibitz.games.othello import Othello
from kibitz.games.parts.obf import write_obf
from kibitz.games.parts.stones import Stones, write_stones

EXCHANGED = "ColoursExchanged"  # the tag of a position whose side to move, Black here, is White in the file
BLACK, WHITE = "Xx*Bb@", "Oo0Ww"
Discs = dict[str, int]  # the seat that each disc or stone belongs to, 0 for Black, by the name of its square


def lay_stones(replay: Replay, stones: Discs, mover: int) -> None:
    """Plays the moves of Gomoku that put these stones on an empty board, and leave no trace there: they are the opening.

    FormatError where sides that take turns cannot have put them there.
    """
    first, second = ([name for name, seat in stones.items() if seat == one] for one in (0, 1))
    if len(first) - len(second) != mover:
        sides, next_one = f"{len(first)} black and {len(second)} white", ("Black", "White")[mover]
        raise FormatError(f"its stones, {sides}, cannot have been laid in turn, with {next_one} to move")
    try:
        for name in (name for names in zip_longest(first, second) for name in names if name is not None):
            replay.play(name)
    except MoveError as problem:
        raise FormatError(f"its stones cannot be laid down before the first move: {problem}") from None
    replay.opening = len(stones)


def stones_from(game: Go | Hex, stones: Discs, mover: int, points: Points) -> Go | Hex:
    """Go or Hex that begins with these stones, and with this side to move. GameError for stones that cannot stand so."""
    places: tuple[set[int], set[int]] = (set(), set())
    for name, seat in stones.items():
        column, row = points.to_pair(name, game.size)
        places[seat].add(row * game.size + column)
    if not stones and mover == 0:
        return dataclasses.replace(game, stones="")
    return dataclasses.replace(game, stones=write_stones(Stones(frozenset(places[0]), frozenset(places[1]), mover), game.size))


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
        raise FormatError(f"{text[:70]!r} is not a board of {size}x{size} squares with the side to move")
    if size > 8:
        raise FormatError(f"an Othello board of size {size} does not fit: size is 4, 6 or 8")
    discs = {
        f"{'abcdefgh'[place % size]}{place // size + 1}": int(sign in WHITE)
        for place, sign in enumerate(text[:-1])
        if sign not in "-."
    }
    return discs, int(text[-1] in WHITE)
