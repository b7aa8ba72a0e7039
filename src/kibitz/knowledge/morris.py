"""Knowledge of morris: men, mills, and mobility; mills first; the board turned, mirrored and turned inside out."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.core.board import Board64, square
from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.morris import FIRST, HAND, LAST, Morris, State

# What a man, a man in a mill, and a free point next to a man are worth, and how large a lead is half a sure win.
WEIGHTS = Floats((1.0, 0.1, 0.1, 3.0))
TUNES = {"weights": ((0.1, 4.0), (0.0, 2.0), (0.0, 1.0), (0.5, 10.0))}


@dataclass(frozen=True)
class MorrisKnowledge(Knowledge):
    """Each man counts, on the board or in the hand, and more in a mill; so does each point to which men can move."""

    tunes = TUNES

    game: Morris
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what the men and the room of both sides weigh against each other."""
        free = self.game.free(state)
        men = len(state.mine) + state.my_hand - len(state.theirs) - state.their_hand + (1 if state.takes else 0)
        mills = len(self.game.mills(state.mine)) - len(self.game.mills(state.theirs))
        room = len(self.game.neighbours(state.mine) & free) - len(self.game.neighbours(state.theirs) & free)
        lead = self.weights[0] * men + self.weights[1] * mills + self.weights[2] * room
        return lead / (self.weights[3] + abs(lead))

    def priority(self, state: State, move: int) -> int:
        """Close a mill; or else stand where the other side would close one."""
        if state.takes:
            return 0
        begin, end = move % 32, square(move // 32)
        mine = state.mine if begin == HAND else state.mine - square(begin)
        if self.game.mills(mine | end) & end:
            return 2
        return 1 if self.game.mills(state.theirs | end) & end else 0

    def noisy(self, state: State, move: int) -> bool:
        """Whether it takes a man or closes a mill."""
        return state.takes or self.priority(state, move) == 2

    def symmetries(self, state: State) -> Iterable[State]:
        """The squares turned by quarters, and mirrored; the outer and the inner one exchanged, where there are two."""
        mine, theirs = state.mine, state.theirs
        for number in range(1, 16 if self.game.men > 3 else 8):
            mine, theirs = self.turned(mine), self.turned(theirs)
            if number % 4 == 0:
                mine, theirs = self.mirrored(mine), self.mirrored(theirs)
            if number == 8:
                mine, theirs = self.inside_out(mine), self.inside_out(theirs)
            yield State(mine, theirs, state.my_hand, state.their_hand, state.turn, state.takes)

    def turned(self, men: Board64) -> Board64:
        """The men two points further around their squares."""
        return self.game.forth(self.game.forth(men)) | men - self.game.squares

    def mirrored(self, men: Board64) -> Board64:
        """Left and right exchanged: points 0 and 2, 7 and 3, 6 and 4."""
        ring = men & self.game.squares
        kept = ring & (FIRST << 1 | FIRST << 5) | men - self.game.squares
        outer = (ring & FIRST) << 2 | (ring & FIRST << 2) >> 2
        sides = (ring & LAST) >> 4 | (ring & FIRST << 3) << 4
        return kept | outer | sides | (ring & FIRST << 6) >> 2 | (ring & FIRST << 4) << 2

    def inside_out(self, men: Board64) -> Board64:
        """The outer square and the inner one exchanged."""
        outer, inner = Board64(0xFF), 8 * (self.game.men // 3 - 1)
        return (men & outer) << inner | men >> inner & outer | men & (self.game.squares - outer - (outer << inner))
