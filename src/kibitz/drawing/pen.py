"""Draws SVG shapes in pixels, and the forms of pieces."""

import base64
import math
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from xml.etree import ElementTree as ET

from kibitz.core.scene import Form, Piece, Shape
from kibitz.drawing.chessmen import CHESSMEN
from kibitz.drawing.looks import OWNERS, sheet
from kibitz.drawing.text import clean

CORNER = 4.0  # the radius of the corners of boxes
LETTER = 0.62  # the width of a letter in font sizes, on the wide side
NARROW, BROAD = " .,:;|!'`()[]/ijlrtfI", "mMwWQO@%&+=<>\u2264\u2265\u221e\u2026"
WIDTHS = {**dict.fromkeys(NARROW, 0.4), **dict.fromkeys(BROAD, 1.0)}
CAPITAL, OTHER, WIDE = 0.78, 0.65, 1.3  # of letters not listed; wide are the East's, and small pictures
RISE = 0.36  # half the height of a capital: with dominant-baseline instead, librsvg 2.54 sets all text too high


class Pen:
    """A picture, or a group in one; shapes name their classes in the style sheet."""

    def __init__(self, root: ET.Element) -> None:
        self.root = root

    @classmethod
    def blank(cls, width: float, height: float) -> "Pen":
        """An empty picture of `width` by `height` pixels."""
        size = {"width": _number(width), "height": _number(height)}
        box = f"0 0 {size['width']} {size['height']}"
        return cls(
            ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "kb", "role": "img", "viewBox": box, **size})
        )

    def group(self, kind: str, **data: str) -> "Pen":
        """A pen for shapes that belong together; `data` becomes the group's data-... attributes."""
        return Pen(self._add("g", kind, **{f"data-{name}": clean(text) for name, text in data.items()}))

    def small(self, x: float, y: float, scale: float, kind: str = "") -> "Pen":
        """A pen for a picture within the picture: its top left at (x, y), its pixels `scale` wide."""
        put = {"transform": f"translate({_number(x)} {_number(y)}) scale({scale:.4g})"}
        return Pen(ET.SubElement(self.root, "g", {"class": kind, **put} if kind else put))

    def define(self, name: str) -> "Pen":
        """A pen for shapes drawn once and shown by `use`; their style knows nothing of the surroundings."""
        return Pen(ET.SubElement(ET.SubElement(self.root, "defs"), "g", {"id": name, "class": "kb"}))

    def use(self, name: str) -> None:
        """Draw the defined shapes of this name."""
        ET.SubElement(self.root, "use", href=f"#{name}")

    def words(self, tag: str, text: str) -> None:
        """An element with text only: title, desc, style."""
        ET.SubElement(self.root, tag).text = clean(text)

    def outline(self, kind: str, shape: Shape, x: float, y: float, side: float, corner: float = CORNER) -> None:
        """A square, circle or hexagon (points up and down) of width `side`, centred on (x, y)."""
        if shape == "round":
            self._add("circle", kind, cx=_number(x), cy=_number(y), r=_number(side / 2))
        elif shape == "hex":
            turns = [number * math.pi / 3 for number in range(6)]
            reach = side / math.sqrt(3)
            self.polygon(kind, *((x + reach * math.sin(turn), y - reach * math.cos(turn)) for turn in turns))
        else:
            self.box(kind, x - side / 2, y - side / 2, side, side, corner)

    def box(self, kind: str, x: float, y: float, width: float, height: float, corner: float = CORNER) -> None:
        """A rectangle from its top left, with rounded corners."""
        size = {"width": _number(width), "height": _number(height), "rx": _number(corner)}
        self._add("rect", kind, x=_number(x), y=_number(y), **size)

    def triangle(self, kind: str, x: float, y: float, side: float, up: bool) -> None:
        """A triangle in the square of width `side` around (x, y)."""
        tip, base = (y - side / 2, y + side / 2) if up else (y + side / 2, y - side / 2)
        self.polygon(kind, (x, tip), (x + side / 2, base), (x - side / 2, base))

    def polygon(self, kind: str, *corners: tuple[float, float]) -> None:
        """A polygon."""
        self._add("polygon", kind, points=" ".join(f"{_number(across)},{_number(down)}" for across, down in corners))

    def lines(self, kind: str, *lines: tuple[tuple[float, float], ...]) -> None:
        """Several lines in one shape; a line of one point is a dot where line ends are round."""
        shape = ("L".join(f"{_number(x)} {_number(y)}" for x, y in line) + "h0" * (len(line) == 1) for line in lines)
        self._add("path", kind, d="".join(f"M{line}" for line in shape))

    def line(self, kind: str, *points: tuple[float, float]) -> None:
        """A line from point to point."""
        self.lines(kind, points)

    def path(self, kind: str, commands: str) -> None:
        """A shape given as an SVG path."""
        self._add("path", kind, d=commands)

    def text(
        self,
        kind: str,
        x: float,
        y: float,
        size: float,
        text: str,
        room: float = math.inf,
        before: tuple[str, float] = ("", 0.0),
    ) -> None:
        """Text centred on (x, y), or starting there if its class says so; shrunk to fit `room`.

        `before`: a text in another size before it, and that size.
        """
        text, (first, other) = clean(text), before
        size = min(size, room / (LETTER * max(1, len(text))))
        written = self._add("text", kind, x=_number(x), y=_number(y + RISE * size), **{"font-size": _number(size)})
        if first:
            ET.SubElement(written, "tspan", {"font-size": _number(other)}).text = clean(first)
            written[0].tail = text
        else:
            written.text = text

    def done(self) -> str:
        """The picture as SVG text."""
        return ET.tostring(self.root, encoding="unicode")

    def _add(self, tag: str, kind: str, **attributes: str) -> ET.Element:
        return ET.SubElement(self.root, tag, {"class": kind, **attributes})


def width_of(text: str, size: float) -> float:
    """The width of a line of text in pixels, rather too wide, whatever the font."""
    return size * _letters(text)


@lru_cache(maxsize=4096)
def _letters(text: str) -> float:
    return sum(_letter(letter) for letter in clean(text))


def _letter(letter: str) -> float:
    if letter in WIDTHS:
        return WIDTHS[letter]
    if letter.isascii():
        return CAPITAL if letter.isupper() else OTHER
    return WIDE if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So" else CAPITAL


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def page(width: float, height: float, name: str, about: str, style: str = "") -> Pen:
    """An empty picture with its style sheet, a name, and a description for readers who cannot see it."""
    pen = Pen.blank(width, height)
    pen.words("title", name)
    pen.words("desc", about)
    pen.words("style", style or sheet())
    pen.box("kb-ground", 0, 0, width, height)
    return pen


def image(picture: str, attributes: str) -> str:
    """The picture as an HTML image: notebooks that are not trusted drop inline SVG."""
    return f'<img {attributes} src="data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}">'


# The forms of pieces, each drawn round (x, y) on a cell that is `side` pixels wide.

Draw = Callable[[Pen, Piece, Shape, float, float, float], None]

BADGE = 0.39  # from the middle of a pit down to the number of its seeds, in its widths
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
    """A disc in its owner's colour with a cross, a ring or the text."""
    owned = piece.owner is not None
    pen.outline(f"{_owned('kb-p', piece) if owned else 'kb-gold'} kb-disc", "round", x, y, side * 0.76)
    _shade(pen, x, y, side * 0.74)
    if not _signed(pen, f"{_owned('kb-i', piece) if owned else 'kb-ink'} kb-thin", piece.text, x, y, side * 0.3):
        pen.text(f"{_owned('kb-o', piece) if owned else 'kb-dark'} kb-on kb-piece", x, y, side * 0.4, piece.text, side * 0.6)


def stone(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A disc without text."""
    pen.outline(f"{_owned('kb-s', piece) if piece.owner is not None else 'kb-gold'} kb-disc", "round", x, y, side * 0.78)
    _shade(pen, x, y, side * 0.76)


def _shade(pen: Pen, x: float, y: float, wide: float) -> None:
    """Light on the upper left of a disc, and shade on its lower right: two crescents."""
    reach, corner = wide / 2, wide / 2 * math.sqrt(0.5)
    begin, end = f"{_number(x + corner)} {_number(y - corner)}", f"{_number(x - corner)} {_number(y + corner)}"
    outer, inner = (f"A{_number(radius)} {_number(radius)}" for radius in (reach, 1.3 * reach))
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
    if piece.owner is None:
        box, text = "kb-gold", "kb-dark"
    elif piece.owner % 2:
        box, text = f"{_owned('kb-l', piece)} kb-paper", _owned("kb-p", piece)
    else:
        box, text = _owned("kb-p", piece), "kb-on"
    wide = side * (0.64 if piece.owner is not None and piece.owner % 2 else 0.7)
    pen.box(box, x - wide / 2, y - wide / 2, wide, wide, side * 0.13)
    pen.text(f"{text} kb-piece", x, y, side * 0.44, number, side * 0.6)


def die(pen: Pen, piece: Piece, shape: Shape, x: float, y: float, side: float) -> None:
    """A die that falls: five pips on a square, tilted; outlined for every second player."""
    turn = 0.35
    across, down = math.cos(turn), math.sin(turn)
    reach = side * 0.34

    def at(right: float, below: float) -> tuple[float, float]:
        return x + reach * (right * across - below * down), y + reach * (right * down + below * across)

    outlined = piece.owner is not None and piece.owner % 2
    box, pip = (f"{_owned('kb-l', piece)} kb-paper", _owned("kb-p", piece)) if outlined else (_owned("kb-p", piece), "kb-on")
    pen.polygon(box, at(-1, -1), at(1, -1), at(1, 1), at(-1, 1))
    for right, below in ((-0.5, -0.5), (0.5, -0.5), (0, 0), (-0.5, 0.5), (0.5, 0.5)):
        pen.outline(pip, "round", *at(right, below), side * 0.11)


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
        tip = f"{_number(x + reach * math.sin(end))} {_number(y - reach * math.cos(end))}"
        arc = f"A{_number(reach)} {_number(reach)} 0 {int(share > 0.5)} 1 {tip}"
        pen.path(f"{_owned('kb-l', piece)} kb-arc", f"M{_number(x)} {_number(y - reach)}{arc}")
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
    reach = side * 0.078
    turns = [(reach * math.sqrt(number + 0.5), number * TURN) for number in range(min(count, SEEDS))]
    if turns:
        heap = (((x + far * math.cos(turn), y - side * 0.06 + far * math.sin(turn)),) for far, turn in turns)
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


def _owned(kind: str, piece: Piece) -> str:
    return "kb-none" if piece.owner is None else f"{kind}{piece.owner % OWNERS}"
