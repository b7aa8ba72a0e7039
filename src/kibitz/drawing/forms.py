"""The forms of pieces, each drawn round (x, y) on a cell that is `side` pixels wide."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from kibitz.drawing.looks import OWNERS
from kibitz.drawing.pen import Pen, width_of
from kibitz.scene import Form, Piece, Shape

Draw = Callable[[Pen, Piece, Shape, float, float, float], None]

SEEDS = 20  # more of them are not drawn
TURN = math.pi * (3 - math.sqrt(5))  # from seed to seed, as in a sunflower
CROWN = ((-0.5, 0.36), (-0.5, -0.22), (-0.23, 0.04), (0, -0.4), (0.23, 0.04), (0.5, -0.22), (0.5, 0.36))


def letter(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A letter on a square; on a round or six-sided cell a disc in its owner's colour."""
    if shape == "square" or piece.owner is None:
        pen.text(
            f"{_owned('kb-p', piece)} kb-piece", x, y, side * (0.62 if shape == "square" else 0.42), piece.text, side * 0.8
        )
    else:
        pen.outline(_owned("kb-p", piece), "round", x, y, side * 0.76)
        pen.text("kb-on kb-piece", x, y, side * 0.42, piece.text, side * 0.6)


def disc(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A disc in its owner's colour, and on it a cross, a ring or the text."""
    owned = piece.owner is not None
    pen.outline(f"{_owned('kb-p', piece) if owned else 'kb-gold'} kb-disc", "round", x, y, side * 0.76)
    if not _signed(pen, f"{_owned('kb-i', piece) if owned else 'kb-ink'} kb-thin", piece.text, x, y, side * 0.3):
        pen.text(f"{_owned('kb-o', piece) if owned else 'kb-dark'} kb-on kb-piece", x, y, side * 0.4, piece.text, side * 0.6)


def stone(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A disc without text."""
    pen.outline(f"{_owned('kb-s', piece) if piece.owner is not None else 'kb-gold'} kb-disc", "round", x, y, side * 0.78)


def crown(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A stone with a crown."""
    stone(pen, piece, shape, x, y, side)
    pen.polygon("kb-crown", *((x + across * side * 0.42, y + down * side * 0.42) for across, down in CROWN))


def mark(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A cross, a ring or a hook of a thick pen; any other text as a letter."""
    colour = _owned("kb-l", piece) if piece.owner is not None else "kb-ink"
    if not _signed(pen, f"{colour} kb-thick", piece.text, x, y, side * 0.5):
        letter(pen, piece, shape, x, y, side)


def cube(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """The number of the text, or the text where it holds none, on a cube: filled, and for every second player outlined."""
    number = "".join(sign for sign in piece.text if sign.isdigit()) or piece.text
    if piece.owner is None:
        box, text = "kb-gold", "kb-dark"
    elif piece.owner % 2:
        box, text = f"{_owned('kb-l', piece)} kb-paper", _owned("kb-p", piece)
    else:
        box, text = _owned("kb-p", piece), "kb-on"
    wide = side * (0.64 if piece.owner is not None and piece.owner % 2 else 0.7)
    pen.box(box, x - wide / 2, y - wide / 2, wide, wide, side * 0.13)
    pen.text(f"{text} kb-piece", x, y, side * 0.44, number, side * 0.6)


def seeds(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A heap of seeds, and below it how many there are, in their owner's colour."""
    count = int(piece.text) if piece.text.isdecimal() else 0
    reach = side * 0.066
    turns = [(reach * math.sqrt(number + 0.5), number * TURN) for number in range(min(count, SEEDS))]
    if turns:
        heap = (((x + far * math.cos(turn), y - side * 0.04 + far * math.sin(turn)),) for far, turn in turns)
        pen.lines("kb-seeds", *heap)
    size = side * 0.27
    wide, high = max(width_of(piece.text, size), size) + size * 0.5, size * 1.24
    pen.box(_owned("kb-p", piece), x - wide / 2, y + side * 0.35 - high / 2, wide, high, high / 2)
    pen.text("kb-on kb-piece", x, y + side * 0.35, size, piece.text, side * 0.6)


FORMS: Mapping[Form, Draw] = MappingProxyType(
    {"letter": letter, "disc": disc, "stone": stone, "crown": crown, "mark": mark, "cube": cube, "seeds": seeds}
)


def _signed(pen: Pen, kind: str, text: str, x: float, y: float, side: float) -> bool:
    """Draws X, O and V with a pen; False for any other text."""
    half = side / 2
    if text == "X":
        pen.lines(f"{kind} kb-sign", ((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half)))
    elif text == "O":
        pen.outline(f"{kind} kb-sign", "round", x, y, side * 1.12)
    elif text == "V":
        pen.line(f"{kind} kb-sign", (x - half, y - half), (x, y + half), (x + half, y - half))
    return text in ("X", "O", "V")


def _owned(kind: str, piece: Piece) -> str:
    return "kb-none" if piece.owner is None else f"{kind}{piece.owner % OWNERS}"
