"""Writes the shapes of an SVG picture, in pixels; xml.etree does the quoting."""

import math
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from kibitz.drawing.paint import clean
from kibitz.scene import Shape

LETTER = 0.62  # the width of a letter in font sizes, on the wide side
RISE = 0.36  # half the height of a capital: with dominant-baseline instead, librsvg 2.54 sets all text too high


class Pen:
    """A picture of `width` by `height` pixels that grows shape by shape; each shape names its classes in the style sheet."""

    def __init__(self, width: float, height: float) -> None:
        size = {"width": _number(width), "height": _number(height)}
        box = f"0 0 {size['width']} {size['height']}"
        self.root = ET.Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "kb", "role": "img", "viewBox": box, **size}
        )

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
            corners = (f"{_number(x + reach * math.sin(turn))},{_number(y - reach * math.cos(turn))}" for turn in turns)
            self._add("polygon", kind, points=" ".join(corners))
        else:
            self.box(kind, x - side / 2, y - side / 2, side, side)

    def box(self, kind: str, x: float, y: float, width: float, height: float) -> None:
        """A rectangle with softened corners from its top left."""
        self._add("rect", kind, x=_number(x), y=_number(y), width=_number(width), height=_number(height), rx="4")

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


def spread(numbers: Iterable[float]) -> tuple[float, float]:
    """The least and the greatest."""
    listed = list(numbers)
    return min(listed), max(listed)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
