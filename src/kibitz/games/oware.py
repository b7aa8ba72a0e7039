"""Oware in its best known form, abapa: sow, and capture twos and threes on the other side.

Each player's pits, as their owner sees them:

     0  1  2  3  4  5

Seeds go round through my pits, 0 to 5, and then through the other side's, 0 to 5; captured ones leave the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.data import changed
from kibitz.core.on_grid import NUMBER
from kibitz.core.rules import Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError

MOST_SEEDS = 99


class State(NamedTuple):
    """The seeds on the board and the side to move; captured seeds count at once and leave the state."""

    mine: tuple[int, ...]  # seeds in the pits of the side to move
    theirs: tuple[int, ...]  # the same for the other side
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class Oware(Game):
    """Take all seeds of one of your pits and sow them round the board, one in each pit but the one they came from.

    If the last one makes two or three in a pit of the other side, you capture these, and so on backwards, pit by pit, while
    there are two or three in it; a capture of all seeds of the other side does not count. If the other side is empty, you must
    feed it if you can. When the side to move has no move, or a position recurs, each side takes its own seeds. The result is
    the lead in seeds. Parameters: `pits` is the number of pits on each side, and `seeds` the number of seeds in each at the
    start.
    """

    recurrence = "draw"
    recurrence_count = 2

    pits: int = 6
    seeds: int = 4

    grid = layout.board("places", look="wood", kinds=(Piece("{}", 0, "seeds"), Piece("{}", 1, "seeds")))

    def __post_init__(self) -> None:
        if self.pits < 1 or self.seeds < 1 or 2 * self.pits * self.seeds > MOST_SEEDS:
            most = f"both are 1 or more, and the board holds at most {MOST_SEEDS} seeds"
            raise GameError(f"{self.pits} pits with {self.seeds} seeds each do not fit: {most}")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.pits

    def start(self) -> State:
        return State((self.seeds,) * self.pits, (self.seeds,) * self.pits, 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        must_feed = self.in_pits(state.theirs) == 0
        for pit in range(self.pits):
            if state.mine[pit] and (not must_feed or self.feeds(state, pit)):
                yield pit

    def play(self, state: State, pit: int) -> State:
        mine, theirs, last = self.sown(state, pit)
        for back in range(self.taken(theirs, last)):
            theirs = changed(theirs, last - back, 0)
        return State(theirs, mine, 1 - state.turn)

    def reward(self, state: State, pit: int) -> int:
        """The seeds that are captured."""
        _, theirs, last = self.sown(state, pit)
        captured = 0
        for back in range(self.taken(theirs, last)):
            captured += theirs[last - back]
        return captured

    def is_over(self, state: State) -> bool:
        for _ in self.moves(state):
            return False
        return True

    def result(self, state: State) -> int:
        """Each takes the seeds on its own side."""
        return self.in_pits(state.mine) - self.in_pits(state.theirs)

    def recurrence_result(self, state: State) -> int:
        return self.result(state)

    def irreversible(self, state: State, pit: int) -> bool:
        """Captured seeds never come back."""
        return self.reward(state, pit) > 0

    def best_result(self) -> int:
        """All seeds."""
        return 2 * self.pits * self.seeds

    def sown(self, state: State, pit: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Both sides when the seeds of a pit are sown, and in which of the other side's pits the last one fell; -1: in none."""
        mine, theirs, hand, place = changed(state.mine, pit, 0), state.theirs, state.mine[pit], pit
        while hand:
            place = (place + 1) % (2 * self.pits)
            if place == pit:
                continue
            hand -= 1
            if place < self.pits:
                mine = changed(mine, place, mine[place] + 1)
            else:
                theirs = changed(theirs, place - self.pits, theirs[place - self.pits] + 1)
        return mine, theirs, max(-1, place - self.pits)

    def taken(self, theirs: tuple[int, ...], last: int) -> int:
        """From how many pits seeds are captured, the last one sown and those before it; none where that would be all."""
        pits, left = 0, self.in_pits(theirs)
        while pits <= last and 2 <= theirs[last - pits] <= 3:
            left -= theirs[last - pits]
            pits += 1
        return pits if left else 0

    def feeds(self, state: State, pit: int) -> bool:
        """Whether seeds of this pit reach the other side."""
        return pit + state.mine[pit] >= self.pits

    def in_pits(self, side: tuple[int, ...]) -> int:
        """The seeds of one side."""
        seeds = 0
        for pit in range(self.pits):
            seeds += side[pit]
        return seeds

    def spells(self, state: State, pit: int) -> Iterable[int]:
        """The pit, from 1."""
        yield NUMBER + pit + 1

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The first player sits below, the second above; the cells are not a grid, for each side counts its own way."""
        high = [Cell(f"second:{pit + 1}", self.pits - 1 - pit, 0, "round") for pit in range(self.pits)]
        return *high, *(Cell(f"first:{pit + 1}", pit, 1.3, "round") for pit in range(self.pits))

    def from_to(self, state: State, pit: int) -> tuple[int, int]:
        """A pit of the side to move."""
        place = pit + (1 - state.turn) * self.pits
        return place, place

    def stands(self, state: State, place: int) -> int:
        """Seeds in every pit: of the first player, and of the second."""
        return 2 if place < self.pits else 1

    def counts(self, state: State, place: int) -> int:
        """The seeds in a pit."""
        pit = place % self.pits
        return state.mine[pit] if (place >= self.pits) == (state.turn == 0) else state.theirs[pit]

    def show(self, state: State) -> str:
        """The first player sits below, the second above; the pits' names stand at the edges."""
        first, second = self.sides(state)
        names = range(1, self.pits + 1)
        rows = [reversed(names), reversed(second), first, names]
        above, upper, lower, below = ("".join(f"{number:4}" for number in row) for row in rows)
        return "\n".join([above, upper, "    " * self.pits, lower, below])

    def sides(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seeds of the first player and of the second."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
