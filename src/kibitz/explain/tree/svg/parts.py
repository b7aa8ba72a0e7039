"""What the nodes of a drawn tree are made of: lines of text and simple figures, each with the box that it fills."""

from dataclasses import dataclass, replace
from typing import Literal

from kibitz.drawing.pen import Pen, width_of

Box = tuple[float, float, float, float]  # left, top, right, bottom
Shape = Literal["up", "down", "round", "box", "bars"]
BAR = 3.5  # between the two bars across an edge


@dataclass(frozen=True)
class Text:
    """One line round (x, y), or from there to the right."""

    kind: str
    x: float
    y: float
    size: float
    text: str
    left: bool = False

    @property
    def width(self) -> float:
        """How far it reaches at most."""
        return width_of(self.text, self.size)

    @property
    def box(self) -> Box:
        """The rectangle that the text fills."""
        left = self.x if self.left else self.x - self.width / 2
        return left, self.y - self.size * 0.55, left + self.width, self.y + self.size * 0.55

    def draw(self, pen: Pen) -> None:
        """Writes the text."""
        pen.text(f"{self.kind} kb-t-left" if self.left else self.kind, self.x, self.y, self.size, self.text)


@dataclass(frozen=True)
class Figure:
    """A triangle, a circle, a box, or the two short bars across an edge (of width 0 or height 0), round (x, y)."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    shape: Shape

    @property
    def box(self) -> Box:
        """The rectangle that the figure fills."""
        across, down = self.width / 2, self.height / 2
        return self.x - across, self.y - down, self.x + across, self.y + down

    def draw(self, pen: Pen) -> None:
        """Draws the figure."""
        left, top, right, bottom = self.box
        if self.shape == "box":
            pen.box(self.kind, left, top, self.width, self.height)
        elif self.shape == "round":
            pen.outline(self.kind, "round", self.x, self.y, self.width)
        elif self.shape == "bars":
            for shift in (-BAR / 2, BAR / 2):
                if self.width:
                    pen.line(self.kind, (left, self.y + shift), (right, self.y + shift))
                else:
                    pen.line(self.kind, (self.x + shift, top), (self.x + shift, bottom))
        else:
            pen.triangle(self.kind, self.x, self.y, self.width, self.shape == "up")


Part = Text | Figure


def moved(part: Part, x: float, y: float) -> Part:
    """A part moved by that much to the right and down."""
    return replace(part, x=part.x + x, y=part.y + y)
