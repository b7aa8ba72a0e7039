"""Knowledge of Amazons: the squares that one side reaches before the other."""

from dataclasses import dataclass

from kibitz.core.board import Board
from kibitz.core.data import Floats
from kibitz.core.rows import EVERY_WAY, around, rays
from kibitz.core.rules import Knowledge
from kibitz.games.amazons import Amazons, State

# What a square is worth that one side reaches in fewer moves of an amazon, in fewer single steps, and at once; and how large a
# lead is half a sure win.
WEIGHTS = Floats((1.0, 0.5, 0.2, 8.0))
TUNES = {"weights": ((0.0, 4.0), (0.0, 4.0), (0.0, 2.0), (1.0, 40.0))}


@dataclass(frozen=True)
class AmazonsKnowledge(Knowledge):
    """A side owns the squares it reaches first: counted by moves, which matters while the board is open, and by steps."""

    tunes = TUNES

    game: Amazons
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what both sides reach first weighs against each other."""
        at_once = len(self.game.reach(state.mine, state)) - len(self.game.reach(state.theirs, state))
        by_moves, by_steps = self.territory(state, True), self.territory(state, False)
        lead = self.weights[0] * by_moves + self.weights[1] * by_steps + self.weights[2] * at_once
        return lead / (self.weights[3] + abs(lead))

    def territory(self, state: State, by_moves: bool) -> int:
        """How many more squares the side to move reaches in fewer moves of an amazon, or steps, than the other side."""
        free, mine, theirs, lead, grows = self.game.free(state), state.mine, state.theirs, 0, True
        while grows:
            my_next = self.next_to(mine, free, by_moves) & free - mine
            their_next = self.next_to(theirs, free, by_moves) & free - theirs
            mine, theirs = mine | my_next, theirs | their_next
            lead += len(my_next - theirs) - len(their_next - mine)
            grows = bool(my_next | their_next)
        return lead

    def next_to(self, places: Board, free: Board, by_moves: bool) -> Board:
        """The squares one move, or one step, away from these squares."""
        if by_moves:
            return rays(places, free, self.game.size, self.game.board, EVERY_WAY)
        return around(places, self.game.size, self.game.board, EVERY_WAY)
