"""What is wise in Connect Four: squares that would complete a line, lines still open, and a mirror."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.board import Board64
from kibitz.data import Floats
from kibitz.games.connect_four import ConnectFour, State
from kibitz.rules import Knowledge

# What an open line weighs, a threat, a threat on a row that falls to its owner, and what the sure win weighs beside them.
WEIGHTS = Floats((1.0, 6.0, 6.0, 40.0))


@dataclass(frozen=True)
class ConnectFourKnowledge(Knowledge):
    """Threats win games: empty squares where one more disc completes a line."""

    game: ConnectFour
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what the threats and open lines of both sides weigh against each other."""
        theirs = state.discs ^ state.mine
        first_to_move = len(Board64(state.discs)) % 2 == 0
        lead = self.worth(state.mine, theirs, first_to_move) - self.worth(theirs, state.mine, not first_to_move)
        return lead / (self.weights[3] + abs(lead))

    def worth(self, mine: int, theirs: int, first: bool) -> float:
        """What one side's prospects weigh."""
        free, lines = self.game.full() & ~theirs, 0
        for step in self.game.directions():
            lines += len(Board64(self.game.lines(free, step)))
        threats = self.completing(mine) & free
        # Where columns are filled up in turns, the first player gets the odd rows and the second the even ones.
        lasting = threats & self.odd_rows() if first else threats & ~self.odd_rows()
        return self.weights[0] * lines + self.weights[1] * len(Board64(threats)) + self.weights[2] * len(Board64(lasting))

    def completing(self, discs: int) -> int:
        """The squares where one more disc completes a line of these, taken or not."""
        found = 0
        for step in self.game.directions():
            if self.game.has_room(step):
                for before in range(self.game.line):
                    found |= self.after(discs, step, before) & self.ahead(discs, step, self.game.line - 1 - before)
        return found & self.game.full() & ~discs

    def after(self, discs: int, step: int, number: int) -> int:
        """The squares that come right after `number` of these discs, going on by `step`."""
        found = self.game.full()
        for _ in range(number):
            found = (found & discs) << step
        return found

    def ahead(self, discs: int, step: int, number: int) -> int:
        """The squares that come right before `number` of these discs, going on by `step`."""
        found = self.game.full()
        for _ in range(number):
            found = (found & discs) >> step
        return found

    def priority(self, state: State, column: int) -> int:
        """Complete a line, stop one, make many threats; and the centre rather than the edge."""
        theirs = state.discs ^ state.mine
        place = state.discs + self.game.bottom(column) & ~state.discs
        if place & self.completing(state.mine):
            return 9_000
        if place & self.completing(theirs):
            return 8_000
        centre = self.game.width - abs(2 * column + 1 - self.game.width)
        return 100 * len(Board64(self.completing(state.mine | place) & ~theirs)) + centre

    def key(self, state: State) -> int:
        """The mover's discs, and one bit on top of each column: enough to tell all states apart.

        Where that takes 64 bits, the lowest is left out: in an empty column it is the bit on top, and the owner of a lone
        disc follows from how many discs the mover has.
        """
        if self.game.width * (self.game.height + 1) < 64:
            return state.mine + state.discs
        last = state.discs & ~(state.discs >> 1)
        return state.mine >> 1 | last | (self.bottoms() & ~state.discs) >> 1

    def symmetries(self, state: State) -> Iterable[State]:
        """Left and right exchanged."""
        yield State(self.mirrored(state.mine), self.mirrored(state.discs))

    def mirrored(self, discs: int) -> int:
        """The discs with their columns in the opposite order."""
        step, turned = self.game.height + 1, 0
        for column in range(self.game.width):
            turned |= (discs >> column * step & (1 << step) - 1) << (self.game.width - 1 - column) * step
        return turned

    def bottoms(self) -> int:
        """The lowest square of every column."""
        found = 0
        for column in range(self.game.width):
            found |= self.game.bottom(column)
        return found

    def odd_rows(self) -> int:
        """The first, third, fifth ... row from the bottom."""
        found = 0
        for row in range(0, self.game.height, 2):
            found |= self.bottoms() << row
        return found
