"""Writes the shapes of an SVG picture, in pixels; xml.etree does the quoting."""

import math
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from xml.etree import ElementTree as ET

from kibitz.drawing.paint import clean
from kibitz.scene import Shape

LETTER = 0.62  # the width of a letter in font sizes, on the wide side
NARROW, BROAD = " .,:;|!'`()[]/ijlrtfI", "mMwWQO@%&+=<>\u2264\u2265\u221e\u2026"
WIDTHS = {**dict.fromkeys(NARROW, 0.4), **dict.fromkeys(BROAD, 1.0)}
CAPITAL, OTHER, WIDE = 0.78, 0.65, 1.3  # of letters not listed; wide are the East's, and small pictures
RISE = 0.36  # half the height of a capital: with dominant-baseline instead, librsvg 2.54 sets all text too high


class Pen:
    """A picture, or a group in one, that grows shape by shape; each shape names its classes in the style sheet."""

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
        """A pen for shapes that belong together; `data` stands in the group's data-... attributes."""
        return Pen(self._add("g", kind, **{f"data-{name}": clean(text) for name, text in data.items()}))

    def small(self, x: float, y: float, scale: float, kind: str = "") -> "Pen":
        """A pen for a picture in the picture: its top left is at (x, y), its pixels are `scale` wide."""
        put = {"transform": f"translate({_number(x)} {_number(y)}) scale({scale:.4g})"}
        return Pen(ET.SubElement(self.root, "g", {"class": kind, **put} if kind else put))

    def define(self, name: str) -> "Pen":
        """A pen for shapes that are drawn once and shown wherever `use` names them; no style there knows what is around."""
        return Pen(ET.SubElement(ET.SubElement(self.root, "defs"), "g", {"id": name, "class": "kb"}))

    def use(self, name: str) -> None:
        """Draws the shapes that were defined by this name."""
        ET.SubElement(self.root, "use", href=f"#{name}")

    def words(self, tag: str, text: str) -> None:
        """An element that holds nothing but text: title, desc, style."""
        ET.SubElement(self.root, tag).text = clean(text)

    def outline(self, kind: str, shape: Shape, x: float, y: float, side: float) -> None:
        """A square, circle or hexagon (points up and down) of width `side` round its middle (x, y)."""
        if shape == "round":
            self._add("circle", kind, cx=_number(x), cy=_number(y), r=_number(side / 2))
        elif shape == "hex":
            turns = [number * math.pi / 3 for number in range(6)]
            reach = side / math.sqrt(3)
            self.polygon(kind, *((x + reach * math.sin(turn), y - reach * math.cos(turn)) for turn in turns))
        else:
            self.box(kind, x - side / 2, y - side / 2, side, side)

    def box(self, kind: str, x: float, y: float, width: float, height: float, corner: float = 4) -> None:
        """A rectangle from its top left, its corners rounded so far."""
        size = {"width": _number(width), "height": _number(height), "rx": _number(corner)}
        self._add("rect", kind, x=_number(x), y=_number(y), **size)

    def triangle(self, kind: str, x: float, y: float, side: float, up: bool) -> None:
        """A triangle in the square of width `side` round (x, y)."""
        tip, base = (y - side / 2, y + side / 2) if up else (y + side / 2, y - side / 2)
        self.polygon(kind, (x, tip), (x + side / 2, base), (x - side / 2, base))

    def polygon(self, kind: str, *corners: tuple[float, float]) -> None:
        """A polygon: straight lines from corner to corner, and back to the first."""
        self._add("polygon", kind, points=" ".join(f"{_number(across)},{_number(down)}" for across, down in corners))

    def lines(self, kind: str, *lines: tuple[tuple[float, float], ...]) -> None:
        """Several lines, each from point to point, in one shape; a line of one point is a dot where line ends are round."""
        shape = ("L".join(f"{_number(x)} {_number(y)}" for x, y in line) + "h0" * (len(line) == 1) for line in lines)
        self._add("path", kind, d="".join(f"M{line}" for line in shape))

    def line(self, kind: str, *points: tuple[float, float]) -> None:
        """A line from point to point."""
        self.lines(kind, points)

    def text(self, kind: str, x: float, y: float, size: float, text: str, room: float = math.inf) -> None:
        """Text round its middle (x, y), or from (x, y) if its class says so; made smaller until it fits into `room`."""
        text = clean(text)
        size = min(size, room / (LETTER * max(1, len(text))))
        self._add("text", kind, x=_number(x), y=_number(y + RISE * size), **{"font-size": _number(size)}).text = text

    def done(self) -> str:
        """The picture as it is written into a file or a page."""
        return ET.tostring(self.root, encoding="unicode")

    def _add(self, tag: str, kind: str, **attributes: str) -> ET.Element:
        return ET.SubElement(self.root, tag, {"class": kind, **attributes})


def width_of(text: str, size: float) -> float:
    """The width of a line of text, in pixels, on the wide side whatever the font."""
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


def spread(numbers: Iterable[float]) -> tuple[float, float]:
    """The least and the greatest."""
    values = list(numbers)
    return min(values), max(values)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
