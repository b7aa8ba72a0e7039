"""Kalah, the game of pits and seeds, with any number of either.

Each player's side, as its owner sees it; the last place is the store:

     0  1  2  3  4  5   (6)

Seeds go round through my places, 0 to the store, and then through the other side's pits, 0 to 5; pit i lies opposite
the other side's pit 5 - i.
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
APART, STORE, SPARE = 1.3, 1.3, 0.15  # the rows on a picture, the width of a store, and from it to the pits


class State(NamedTuple):
    """The seeds on the board, and whose turn it is."""

    mine: tuple[int, ...]  # seeds in the pits of the side to move, and last in its store
    theirs: tuple[int, ...]  # the same for the other side
    turn: int  # 0 when the first player is to move, 1 when the second is


@dataclass(frozen=True)
class Kalah(Game):
    """Take all seeds of one of your pits and sow them round the board, one in each place but the other side's store.

    If the last seed falls into your store, you move again; if it falls into an empty pit of yours, it goes into your store
    together with any seeds in the pit opposite. When one side's pits are empty the game is over, and each side keeps the seeds
    left on it. The result is the lead in seeds. Parameters: `pits` is the number of pits on each side, and `seeds` the number
    of seeds in each at the start; `empty_capture` is true if the last seed goes into the store even with nothing opposite.
    """

    pits: int = 6
    seeds: int = 4
    empty_capture: bool = False

    grid = layout.board("places", look="wood", kinds=(Piece("{}", 0, "seeds"), Piece("{}", 1, "seeds")))

    def __post_init__(self) -> None:
        if self.pits < 1 or self.seeds < 1 or 2 * self.pits * self.seeds > MOST_SEEDS:
            most = f"both are 1 or more, and the board holds at most {MOST_SEEDS} seeds"
            raise GameError(f"{self.pits} pits with {self.seeds} seeds each do not fit: {most}")

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return self.pits

    def start(self) -> State:
        side = (self.seeds,) * self.pits + (0,)
        return State(side, side, 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        for pit in range(self.pits):
            if state.mine[pit]:
                yield pit

    def play(self, state: State, pit: int) -> State:
        mine, theirs, hand, place = state.mine, state.theirs, state.mine[pit], pit
        mine = changed(mine, pit, 0)
        while hand:
            hand -= 1
            place = (place + 1) % (2 * self.pits + 1)  # nothing is sown into the other side's store
            if place <= self.pits:
                mine = changed(mine, place, mine[place] + 1)
            else:
                theirs = changed(theirs, place - self.pits - 1, theirs[place - self.pits - 1] + 1)
        if place == self.pits:
            return State(mine, theirs, state.turn)
        if place < self.pits and mine[place] == 1:
            opposite = self.pits - 1 - place
            if theirs[opposite] or self.empty_capture:
                mine = changed(mine, self.pits, mine[self.pits] + 1 + theirs[opposite])
                mine, theirs = changed(mine, place, 0), changed(theirs, opposite, 0)
        return State(theirs, mine, 1 - state.turn)

    def is_over(self, state: State) -> bool:
        return self.in_pits(state.mine) == 0 or self.in_pits(state.theirs) == 0

    def result(self, state: State) -> int:
        """The lead in seeds of the side to move."""
        return self.in_pits(state.mine) + state.mine[self.pits] - self.in_pits(state.theirs) - state.theirs[self.pits]

    def best_result(self) -> int:
        """All seeds."""
        return 2 * self.pits * self.seeds

    def in_pits(self, side: tuple[int, ...]) -> int:
        """The seeds of one side that are not in its store yet."""
        seeds = 0
        for pit in range(self.pits):
            seeds += side[pit]
        return seeds

    def spells(self, state: State, pit: int) -> Iterable[int]:
        """The pit, from 1; one's own store comes after the last."""
        yield NUMBER + pit + 1

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The first player sits below, its store to its right; the second above, its store to its right too."""
        last, store = self.pits, "store"
        low = [Cell(f"first:{pit + 1}", pit + 1, APART, "round") for pit in range(last)]
        high = [Cell(f"second:{pit + 1}", last - pit, 0, "round") for pit in range(last)]
        mine, theirs = ((f"first:{store}", last + 1 + SPARE), (f"second:{store}", -SPARE))
        return *high, *low, *(Cell(name, x, APART / 2, "round", STORE) for name, x in (mine, theirs))

    def from_to(self, state: State, pit: int) -> tuple[int, int]:
        """A pit of the side to move."""
        place = pit + (1 - state.turn) * self.pits
        return place, place

    def stands(self, state: State, place: int) -> int:
        """Seeds in every place: of the first player, and of the second."""
        return 1 if self.pits <= place <= 2 * self.pits else 2

    def counts(self, state: State, place: int) -> int:
        """The seeds in a place; at the end each side's seeds are in its store."""
        pit = place % self.pits if place < 2 * self.pits else self.pits
        side = state.mine if (self.stands(state, place) == 1) == (state.turn == 0) else state.theirs
        if not self.is_over(state):
            return side[pit]
        return side[pit] + self.in_pits(side) if pit == self.pits else 0

    def tally(self, state: State) -> tuple[int, int]:
        """The seeds in the stores, which at the end have all."""
        first, second = self.sides(state)
        is_over = self.is_over(state)
        return (
            first[-1] + (self.in_pits(first) if is_over else 0),
            second[-1] + (self.in_pits(second) if is_over else 0),
        )

    def show(self, state: State) -> str:
        """The first player sits below, the second above; the pits' names stand at the edges."""
        first, second = self.sides(state)
        names = range(1, self.pits + 1)
        rows = [reversed(names), reversed(second[:-1]), first[:-1], names]
        above, upper, lower, below = ("    " + "".join(f"{number:4}" for number in row) + "    " for row in rows)
        stores = f"{second[-1]:4}" + "    " * self.pits + f"{first[-1]:4}"
        return "\n".join([above, upper, stores, lower, below])

    def sides(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seeds of the first player and of the second."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
