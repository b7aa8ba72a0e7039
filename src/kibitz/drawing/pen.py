"""Draws SVG shapes in pixels."""

import base64
import math
import unicodedata
from functools import lru_cache
from xml.etree import ElementTree as ET

from kibitz.core.scene import Shape
from kibitz.drawing.looks import sheet
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
        size = {"width": number_text(width), "height": number_text(height)}
        box = f"0 0 {size['width']} {size['height']}"
        return cls(
            ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "kb", "role": "img", "viewBox": box, **size})
        )

    def group(self, kind: str, **data: str) -> "Pen":
        """A pen for shapes that belong together; `data` becomes the group's data-... attributes."""
        return Pen(self._add("g", kind, **{f"data-{name}": clean(text) for name, text in data.items()}))

    def small(self, x: float, y: float, scale: float, kind: str = "") -> "Pen":
        """A pen for a picture within the picture: its top left at (x, y), its pixels `scale` wide."""
        put = {"transform": f"translate({number_text(x)} {number_text(y)}) scale({scale:.4g})"}
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
            self._add("circle", kind, cx=number_text(x), cy=number_text(y), r=number_text(side / 2))
        elif shape == "hex":
            turns = [number * math.pi / 3 for number in range(6)]
            reach = side / math.sqrt(3)
            self.polygon(kind, *((x + reach * math.sin(turn), y - reach * math.cos(turn)) for turn in turns))
        else:
            self.box(kind, x - side / 2, y - side / 2, side, side, corner)

    def box(self, kind: str, x: float, y: float, width: float, height: float, corner: float = CORNER) -> None:
        """A rectangle from its top left, with rounded corners."""
        size = {"width": number_text(width), "height": number_text(height), "rx": number_text(corner)}
        self._add("rect", kind, x=number_text(x), y=number_text(y), **size)

    def triangle(self, kind: str, x: float, y: float, side: float, up: bool) -> None:
        """A triangle in the square of width `side` around (x, y)."""
        tip, base = (y - side / 2, y + side / 2) if up else (y + side / 2, y - side / 2)
        self.polygon(kind, (x, tip), (x + side / 2, base), (x - side / 2, base))

    def polygon(self, kind: str, *corners: tuple[float, float]) -> None:
        """A polygon."""
        self._add("polygon", kind, points=" ".join(f"{number_text(across)},{number_text(down)}" for across, down in corners))

    def lines(self, kind: str, *lines: tuple[tuple[float, float], ...]) -> None:
        """Several lines in one shape; a line of one point is a dot where line ends are round."""
        shape = ("L".join(f"{number_text(x)} {number_text(y)}" for x, y in line) + "h0" * (len(line) == 1) for line in lines)
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
        written = self._add("text", kind, x=number_text(x), y=number_text(y + RISE * size), **{"font-size": number_text(size)})
        if first:
            ET.SubElement(written, "tspan", {"font-size": number_text(other)}).text = clean(first)
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


def number_text(value: float) -> str:
    """A number as a picture has it, with at most two decimals."""
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
