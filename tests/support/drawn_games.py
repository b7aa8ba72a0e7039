"""A game that looks as it is told to, and what stands in its pictures."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from kibitz.core.rules import Game
from kibitz.core.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"


class Turn(NamedTuple):
    made: int


@dataclass(frozen=True)
class Drawn(Game):
    """A game that looks as it is told to."""

    looks: Scene | None = None
    text: str = "board"
    labels: tuple[str, ...] = ("a", "b")

    def start(self) -> Turn:
        return Turn(0)

    def moves(self, state: Turn) -> Iterable[int]:
        return range(len(self.labels))

    def play(self, state: Turn, move: int) -> Turn:
        return Turn(state.made + 1)

    def is_over(self, state: Turn) -> bool:
        return state.made > 0

    def result(self, state: Turn) -> int:
        return 0

    def move_name(self, state: Turn, move: int) -> str:
        return self.labels[move]

    def show(self, state: Turn) -> str:
        return self.text

    def scene(self, state: Turn) -> Scene | None:
        return self.looks


def parts(picture: str, kind: str) -> list[ET.Element]:
    """All shapes of a class."""
    return [element for element in ET.fromstring(picture).iter() if kind in element.get("class", "").split()]
