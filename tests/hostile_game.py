"""A game whose words are markup."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.rules import Game


class Turn(NamedTuple):
    made: int


@dataclass(frozen=True)
class Hostile(Game):
    """A game whose words are markup."""

    compiles = False

    def start(self) -> Turn:
        return Turn(0)

    def moves(self, state: Turn) -> Iterable[int]:
        return range(2)

    def play(self, state: Turn, move: int) -> Turn:
        return Turn(state.made + 1 + move)

    def is_over(self, state: Turn) -> bool:
        return state.made > 1

    def result(self, state: Turn) -> int:
        return state.made - 2

    def move_name(self, state: Turn, move: int) -> str:
        return ("<!--<script>", "</script><img src=x onerror=alert(2)>\ud800")[move]

    def show(self, state: Turn) -> str:
        return "</script><script>alert(1)</script>"

    def player_names(self) -> tuple[str, ...]:
        return "<b>A</b>", "$title"
