"""The forms of pieces, each drawn round (x, y) on a cell that is `side` pixels wide."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from kibitz.core.scene import Form, Piece, Shape
from kibitz.drawing.chessmen import CHESSMEN
from kibitz.drawing.looks import OWNERS
from kibitz.drawing.pen import Pen, number_text, width_of

Draw = Callable[[Pen, Piece, Shape, float, float, float], None]

BADGE = 0.31  # from the middle of a pit down to the number of its seeds, in its widths
HALVES = 2  # letters of a disc that two players share
PIPS: Mapping[str, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        "1": ((0, 0),),
        "2": ((1, -1), (-1, 1)),
        "3": ((1, -1), (0, 0), (-1, 1)),
        "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }
)
MAN = 1.1  # a chess piece, in widths of its square
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
    """A disc in its owner's colour with a cross, a ring or the text; nobody's two letters on half a disc each."""
    owned = piece.owner is not None
    if not owned and len(piece.text) == HALVES:
        _halves(pen, piece.text, x, y, side)
        return
    pen.outline(f"{_owned('kb-p', piece) if owned else 'kb-gold'} kb-disc", "round", x, y, side * 0.76)
    _shade(pen, x, y, side * 0.74)
    if not _signed(pen, f"{_owned('kb-i', piece) if owned else 'kb-ink'} kb-thin", piece.text, x, y, side * 0.3):
        pen.text(f"{_owned('kb-o', piece) if owned else 'kb-dark'} kb-on kb-piece", x, y, side * 0.4, piece.text, side * 0.6)


def side(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, wide: float) -> None:
    """Nothing: the cells next to it are coloured."""


def stone(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A disc without text."""
    pen.outline(f"{_owned('kb-s', piece) if piece.owner is not None else 'kb-gold'} kb-disc", "round", x, y, side * 0.78)
    _shade(pen, x, y, side * 0.76)


def territory(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A small square, as a stone is coloured: an empty point that belongs to its owner."""
    pen.outline(f"{_owned('kb-s', piece) if piece.owner is not None else 'kb-gold'} kb-disc", "square", x, y, side * 0.3, 2)


def _halves(pen: Pen, text: str, x: float, y: float, side: float) -> None:
    """The left half of a disc in the first player's colour, the right one in the second's, with a letter on each."""
    reach = side * 0.38
    top, low, bend = (number_text(number) for number in (y - reach, y + reach, reach))
    for owner in range(HALVES):
        pen.path(f"kb-p{owner} kb-disc", f"M{number_text(x)} {top}A{bend} {bend} 0 0 {owner} {number_text(x)} {low}Z")
    _shade(pen, x, y, side * 0.74)
    for owner, letter in enumerate(text):
        pen.text(f"kb-o{owner} kb-on kb-piece", x + (2 * owner - 1) * side * 0.17, y, side * 0.34, letter, side * 0.3)


def _shade(pen: Pen, x: float, y: float, wide: float) -> None:
    """Light on the upper left of a disc, and shade on its lower right: two crescents."""
    reach, corner = wide / 2, wide / 2 * math.sqrt(0.5)
    begin, end = f"{number_text(x + corner)} {number_text(y - corner)}", f"{number_text(x - corner)} {number_text(y + corner)}"
    outer, inner = (f"A{number_text(radius)} {number_text(radius)}" for radius in (reach, 1.3 * reach))
    pen.path("kb-shine", f"M{begin}{outer} 0 0 0 {end}{inner} 0 0 1 {begin}")
    pen.path("kb-dim", f"M{begin}{outer} 0 0 1 {end}{inner} 0 0 0 {begin}")


def crown(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A stone with a crown."""
    stone(pen, piece, shape, x, y, side)
    pen.polygon("kb-crown", *((x + across * side * 0.42, y + down * side * 0.42) for across, down in CROWN))


def mark(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A thick cross, ring or hook; any other text as a letter."""
    colour = _owned("kb-l", piece) if piece.owner is not None else "kb-ink"
    if not _signed(pen, f"{colour} kb-thick", piece.text, x, y, side * 0.5):
        letter(pen, piece, shape, x, y, side)


def cube(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """The number in the text, or the text, on a cube: filled, or outlined for every second player."""
    number = "".join(sign for sign in piece.text if sign.isdigit()) or piece.text
    box, text = _filled(piece) or ("kb-gold", "kb-dark")
    wide = side * (0.64 if piece.owner is not None and piece.owner % 2 else 0.7)
    pen.box(box, x - wide / 2, y - wide / 2, wide, wide, side * 0.13)
    pen.text(f"{text} kb-piece", x, y, side * 0.44, number, side * 0.46)


def die(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A die that lies with the text, 1 to 6, in pips; with any other it falls, tilted. Outlined for every second player."""
    turn = 0.0 if piece.text in PIPS else 0.35
    across, down = math.cos(turn), math.sin(turn)
    reach = side * 0.34

    def at(right: float, below: float) -> tuple[float, float]:
        return x + reach * (right * across - below * down), y + reach * (right * down + below * across)

    box, pip = _filled(piece) or ("kb-ink kb-paper", "kb-none")
    pen.polygon(box, at(-1, -1), at(1, -1), at(1, 1), at(-1, 1))
    for right, below in PIPS.get(piece.text, PIPS["5"]):
        pen.outline(pip, "round", *at(right / 2, below / 2), side * 0.13)


def gauge(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A ring filled as far as the number is a share of the whole, and the number; any other text as a letter."""
    part, slash, whole = piece.text.partition("/")
    if not (slash and part.isdecimal() and whole.isdecimal() and int(whole)):
        letter(pen, piece, shape, x, y, side)
        return
    reach, share = side * 0.4, min(1.0, int(part) / int(whole))
    pen.outline("kb-track", "round", x, y, 2 * reach)
    if share == 1.0:
        pen.outline(f"{_owned('kb-l', piece)} kb-arc", "round", x, y, 2 * reach)
    elif share:
        end = 2 * math.pi * share
        tip = f"{number_text(x + reach * math.sin(end))} {number_text(y - reach * math.cos(end))}"
        arc = f"A{number_text(reach)} {number_text(reach)} 0 {int(share > 0.5)} 1 {tip}"
        pen.path(f"{_owned('kb-l', piece)} kb-arc", f"M{number_text(x)} {number_text(y - reach)}{arc}")
    pen.text(f"{_owned('kb-p', piece)} kb-piece", x, y - side * 0.03, side * 0.34, part, side * 0.56)
    pen.text("kb-label", x, y + side * 0.2, side * 0.12, f"of {whole}", side * 0.5)


def bar(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A thick line: upright for "|", else level; dashed for every second player."""
    across, down = (0.0, side) if piece.text == "|" else (side, 0.0)
    colour = _owned("kb-l", piece) if piece.owner is not None else "kb-ink"
    colour += " kb-dashed" if piece.owner is not None and piece.owner % 2 else ""
    pen.line(f"{colour} kb-bar", (x - across, y - down), (x + across, y + down))


def fill(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A square of colour, as wide as two cells but for the lines around it; with the text if it is somebody's."""
    half = side * 0.88
    pen.box(
        f"{_owned('kb-p', piece) if piece.owner is not None else 'kb-gold'} kb-fill", x - half, y - half, 2 * half, 2 * half
    )
    if piece.owner is not None:
        pen.text(f"{_owned('kb-p', piece)} kb-piece", x, y, side * 0.62, piece.text, side)


def seeds(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A heap of seeds with its number below, in its owner's colour."""
    count = int(piece.text) if piece.text.isdecimal() else 0
    reach = side * 0.06
    turns = [(reach * math.sqrt(number + 0.5), number * TURN) for number in range(min(count, SEEDS))]
    if turns:
        heap = (((x + far * math.cos(turn), y - side * 0.16 + far * math.sin(turn)),) for far, turn in turns)
        pen.lines("kb-seeds", *heap)
    size = side * 0.27
    wide, high = max(width_of(piece.text, size), size) + size * 0.5, size * 1.24
    pen.box(_owned("kb-p", piece), x - wide / 2, y + side * BADGE - high / 2, wide, high, high / 2)
    pen.text("kb-on kb-piece", x, y + side * BADGE, size, piece.text, side * 0.6)


def chessman(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """The chess piece of this letter, the first player's white; any other text as a letter."""
    man = CHESSMEN.get(piece.text.upper())
    if man is None:
        letter(pen, piece, shape, x, y, side)
        return
    wide = side * MAN
    inner = pen.small(x - wide / 2, y - wide / 2, wide / 100, "kb-black" if piece.owner == 1 else "kb-white")
    for across, down, radius in man.balls:
        inner.outline("kb-man", "round", across, down, 2 * radius)
    inner.path("kb-man", man.body)
    inner.path("kb-fold", man.lines)
    for across, down, radius in man.eyes:
        inner.outline("kb-eye", "round", across, down, 2 * radius)


FORMS: Mapping[Form, Draw] = MappingProxyType(
    {
        "letter": letter,
        "disc": disc,
        "stone": stone,
        "crown": crown,
        "mark": mark,
        "cube": cube,
        "die": die,
        "gauge": gauge,
        "bar": bar,
        "fill": fill,
        "seeds": seeds,
        "chessman": chessman,
        "territory": territory,
        "side": side,
    }
)


def _signed(pen: Pen, kind: str, text: str, x: float, y: float, side: float) -> bool:
    """Draw X, O or V with a pen; False for any other text."""
    half = side / 2
    if text == "X":
        pen.lines(f"{kind} kb-sign", ((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half)))
    elif text == "O":
        pen.outline(f"{kind} kb-sign", "round", x, y, side * 1.12)
    elif text == "V":
        pen.line(f"{kind} kb-sign", (x - half, y - half), (x, y + half), (x + half, y - half))
    return text in ("X", "O", "V")


def _filled(piece: Piece) -> tuple[str, str] | None:
    """The classes of a body and of what is on it: filled, or outlined for every second player; None for nobody's."""
    if piece.owner is None:
        return None
    if piece.owner % 2:
        return f"{_owned('kb-l', piece)} kb-paper", _owned("kb-p", piece)
    return _owned("kb-p", piece), "kb-on"


def _owned(kind: str, piece: Piece) -> str:
    return "kb-none" if piece.owner is None else f"{kind}{piece.owner % OWNERS}"
