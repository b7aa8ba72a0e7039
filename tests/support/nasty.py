"""A game whose words are markup: what it says must be text on every page, in every attribute and in every file."""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Action, Cell, Game, Piece, Scene

BAD = """'"><script>alert(1)</script><img src=x onerror=alert(2)></title></style><svg onload=alert(3)><b onclick=x>]]><!--&lt"""
MOVES = tuple(f"take{count}{BAD}" for count in (1, 2))


class State(NamedTuple):
    left: int
    turn: int


@dataclass(frozen=True)
class Nasty(Game):
    """DOC"><img src=x onerror=alert(3)><script>alert(4)</script> Take one or two: whoever takes the last one wins."""

    compiles = False
    drawn: bool = True
    fails: bool = False

    def start(self) -> State:
        return State(6, 0)

    def moves(self, state: State) -> list[int]:
        return [count for count in (1, 2) if count <= state.left]

    def play(self, state: State, move: int) -> State:
        if self.fails and state.left == 4:
            raise ValueError(f"failed{BAD}")
        return State(state.left - move, 1 - state.turn)

    def to_move(self, state: State) -> int:
        return state.turn

    def is_over(self, state: State) -> bool:
        return state.left <= 0

    def result(self, state: State) -> int:
        return -1

    def move_name(self, state: State, move: int) -> str:
        return MOVES[move - 1]

    def player_names(self) -> tuple[str, ...]:
        return f"one{BAD}", f"two{BAD}"

    def show(self, state: State) -> str:
        return f"left{state.left}{BAD}"

    def scene(self, state: State) -> Scene | None:
        if not self.drawn:
            return None
        names = [f"cell{number}{BAD}" for number in range(3)]
        cells = tuple(Cell(name, number, 0) for number, name in enumerate(names))
        actions = [Action(move, f"label{BAD}", names[move], None if move == 1 else names[0]) for move in self.moves(state)]
        pieces = {names[2]: Piece(f"piece{BAD}", 0), names[0]: Piece(f"p{BAD}", 1, "disc")}
        labels = tuple(f"{one}{BAD}" for one in "abc")
        return Scene(cells, pieces, tuple(actions), (names[1],), labels, (f"row{BAD}",))
