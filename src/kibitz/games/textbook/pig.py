"""Pig: roll on, or hold what you have?

Moves: 0 rolls, 1 holds; where the die decides, the move is what it shows, 1 to 6.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.on_grid import NUMBER
from kibitz.core.rules import CHANCE, Game
from kibitz.core.scene import Cell, Piece
from kibitz.errors import GameError

ROLL, HOLD = 0, 1
LARGEST_TARGET = 10_000


class State(NamedTuple):
    """The points, and the player to move."""

    mine: int  # points of the side to move
    theirs: int  # points of the other side
    pot: int  # points of this turn, not safe yet
    turn: int  # 0 when the first player is to move or has rolled, 1 when the second
    rolling: bool  # whether the die is in the air


@dataclass(frozen=True)
class Pig(Game):
    """Roll the die as often as you like, then hold to keep the sum; but a 1 ends your turn, and its points are lost.

    The first player at the target wins, at once and with the points of the turn included. A turn begins with a roll. First
    described by John Scarne (1945), and solved by Neller and Presser, Optimal Play of the Dice Game Pig (2004). Parameter:
    `target` is the number of points that win.
    """

    move_limit = 2

    target: int = 100

    grid = layout.board(
        "places",
        look="bare",
        labels=(("first", "turn", "second"), ("",)),
        words=("roll", "hold"),
        kinds="signs",
    )

    def __post_init__(self) -> None:
        if not 2 <= self.target <= LARGEST_TARGET:
            raise GameError(f"a target of {self.target} points is not playable: target is 2 to {LARGEST_TARGET}")

    def start(self) -> State:
        return State(0, 0, 0, 0, False)

    def to_move(self, state: State) -> int:
        return CHANCE if state.rolling else state.turn

    def moves(self, state: State) -> Iterable[int]:
        yield ROLL
        if state.pot > 0:
            yield HOLD

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        """The faces of the die, the best first."""
        for lower in range(6):
            yield 6 - lower, 1.0

    def play(self, state: State, move: int) -> State:
        if state.rolling:
            if move == 1:
                return State(state.theirs, state.mine, 0, 1 - state.turn, False)
            return State(state.mine, state.theirs, state.pot + move, state.turn, False)
        if move == HOLD:
            return State(state.theirs, state.mine + state.pot, 0, 1 - state.turn, False)
        return State(state.mine, state.theirs, state.pot, state.turn, True)

    def is_over(self, state: State) -> bool:
        return state.mine + state.pot >= self.target

    def result(self, state: State) -> int:
        """The side to move has just rolled enough."""
        return 1

    def spells(self, state: State, move: int) -> Iterable[int]:
        """The face of the die, or the decision."""
        yield NUMBER + move if state.rolling else -1 - move

    def from_to(self, state: State, move: int) -> None:
        """Nothing moves on the board: moves are buttons."""

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """Both players' points, the turn's points between them, and there the player to move."""
        return Cell("first", 0, 0, "round"), Cell("turn", 1, 0), Cell("second", 2, 0, "round")

    @cached_property
    def signs(self) -> tuple[Piece, ...]:
        """Each player's points as a share of the target; the turn's points, and the die in the air."""
        points = [Piece(f"{{}}/{self.target}", player, "gauge") for player in (0, 1)]
        turns = [Piece("{}", player, "cube") for player in (0, 1)]
        return *points, *turns, *(Piece("?", player, "die") for player in (0, 1))

    def stands(self, state: State, place: int) -> int:
        """Points; a cube of the player to move, or the die while it rolls."""
        if place == 1:
            return (5 if state.rolling else 3) + state.turn
        return 1 + place // 2

    def counts(self, state: State, place: int) -> int:
        """Points; at the end the winner's with those of the last turn."""
        if place == 1:
            return state.pot
        if (place == 0) != (state.turn == 0):
            return state.theirs
        return state.mine + state.pot if self.is_over(state) else state.mine

    def show(self, state: State) -> str:
        first, second = self.points(state)
        return f"first  {first:5}\nsecond {second:5}\nturn   {state.pot:5}"

    def tally(self, state: State) -> tuple[int, int]:
        """The points that are safe; at the end the winner has those of the last turn too."""
        first, second = self.points(state)
        if self.is_over(state):
            return (first + state.pot, second) if state.turn == 0 else (first, second + state.pot)
        return first, second

    def points(self, state: State) -> tuple[int, int]:
        """The points that are safe, of the first player and of the second."""
        return (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
