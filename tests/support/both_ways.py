"""A game where one cell is the place of moves in one step and where a piece can be picked up, too."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz import Action, Cell, Game, Piece, Scene

MOVES = {
    "b1": Action(0, "b1", "b1"),
    "b1-c1": Action(1, "b1-c1", "c1", source="b1"),
    "a1": Action(2, "a1", "a1"),
    "c1": Action(3, "c1", "c1"),
    "a1=Q": Action(4, "queen", "a1", source="d1"),
    "a1=R": Action(5, "rook", "a1", source="d1"),
}


class State(NamedTuple):
    turn: int


@dataclass(frozen=True)
class Both(Game):
    """Put down, or go on from there; who moves third has won."""

    def start(self) -> State:
        return State(0)

    def moves(self, state: State) -> Any:
        return range(len(MOVES))

    def play(self, state: State, move: int) -> State:
        return State(state.turn + 1)

    def is_over(self, state: State) -> bool:
        return state.turn == 3

    def result(self, state: State) -> int:
        return -1

    def move_name(self, state: State, move: int) -> str:
        return list(MOVES)[move]

    def show(self, state: State) -> str:
        return "a1 b1 c1 d1"

    def scene(self, state: State) -> Scene:
        cells = tuple(Cell(name, at, 0) for at, name in enumerate(("a1", "b1", "c1", "d1")))
        return Scene(cells, {"b1": Piece("X", 0, "stone"), "d1": Piece("X", 0, "stone")}, tuple(MOVES.values()))
