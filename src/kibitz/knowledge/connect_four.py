"""Knowledge of Connect Four: squares that would complete a line, lines still open, and a mirror."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.board import Board64
from kibitz.core.data import Floats
from kibitz.core.rules import Knowledge
from kibitz.games.connect_four import ConnectFour, State

# What an open line weighs, a threat, a threat on a row that falls to its owner, and what the sure win weighs beside them.
WEIGHTS = Floats((1.0, 6.0, 6.0, 40.0))
TUNES = {"weights": ((0.0, 4.0), (0.0, 20.0), (0.0, 20.0), (10.0, 100.0))}


@dataclass(frozen=True)
class ConnectFourKnowledge(Knowledge):
    """Threats win games: empty squares where one more disc completes a line."""

    tunes = TUNES

    game: ConnectFour
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1: what the threats and open lines of both sides weigh against each other."""
        theirs = state.discs ^ state.mine
        first_to_move = len(Board64(state.discs)) % 2 == 0
        lead = self.worth(state.mine, theirs, first_to_move) - self.worth(theirs, state.mine, not first_to_move)
        return lead / (self.weights[3] + abs(lead))

    def worth(self, mine: int, theirs: int, first: bool) -> float:
        """The weight of one side's prospects."""
        free, lines = self.full & ~theirs, 0
        for step in self.game.directions():
            lines += len(Board64(self.game.lines(free, step)))
        threats = self.completing(mine) & free
        # Where columns are filled up in turns, the first player gets the odd rows and the second the even ones.
        lasting = threats & self.odd_rows if first else threats & ~self.odd_rows
        return self.weights[0] * lines + self.weights[1] * len(Board64(threats)) + self.weights[2] * len(Board64(lasting))

    def completing(self, discs: int) -> int:
        """The squares where one more disc completes a line of these, taken by the other side or not."""
        up, across, falling, rising = self.game.directions()
        found = self.last(discs, up) | self.last(discs, across) | self.last(discs, falling) | self.last(discs, rising)
        return found & self.full & ~discs

    def last(self, discs: int, step: int) -> int:
        """The squares, on the board or off, that complete a line with its squares `step` apart."""
        if not self.game.has_room(step):
            return 0
        if self.game.line == 4:  # unrolled: the exact solver spends most of its time here
            above, below = discs << step & discs << 2 * step, discs >> step & discs >> 2 * step
            return above & (discs << 3 * step | discs >> step) | below & (discs >> 3 * step | discs << step)
        found = 0
        for before in range(self.game.line):
            found |= self.after(discs, step, before) & self.ahead(discs, step, self.game.line - 1 - before)
        return found

    def after(self, discs: int, step: int, number: int) -> int:
        """The squares that come right after `number` of these discs, going on by `step`."""
        found = self.full
        for _ in range(number):
            found = (found & discs) << step
        return found

    def ahead(self, discs: int, step: int, number: int) -> int:
        """The squares that come right before `number` of these discs, going on by `step`."""
        found = self.full
        for _ in range(number):
            found = (found & discs) >> step
        return found

    def priority(self, state: State, column: int) -> int:
        """Complete a line, stop one, make threats that last; and the centre rather than the edge.

        Threats that the other side answers at once count for little: 25 % fewer nodes over three openings than when all count
        alike; those on rows that fall to their owner, and right above a landing, for more: 12 %.
        """
        place = state.discs + self.game.bottom(column) & ~state.discs
        if place & self.completing(state.mine):
            return 90_000
        if place & self.completing(state.discs ^ state.mine):
            return 80_000
        discs = state.discs | place
        threats = self.completing(state.mine | place) & ~discs
        landings = discs + self.bottoms & self.full
        good = self.odd_rows if len(Board64(state.discs)) % 2 == 0 else ~self.odd_rows
        far = threats & ~landings
        safe = landings & ~(threats >> 1)
        worth = 8 * len(Board64(far)) + 4 * len(Board64(far & good)) + 2 * len(Board64(far & landings << 1))
        worth += 2 * len(Board64(threats & landings)) + (0 if place << 1 & safe else 1)
        return 64 * worth - abs(2 * column + 1 - self.game.width)

    def bounds(self, state: State) -> tuple[int, int]:
        """Wins at once, losses in two, and what the strategy of always answering in the same column is sure of.

        A column is in step when an even number of its squares is left. The side that answers there on top of every disc gets
        its highest square and every other one below: `replies`. With `answered` for columns out of step, ends of columns at
        threats, and `runs_out`: 25 M nodes over three openings, 91 M without.
        """
        landings = self.landings(state)
        if landings & self.completing(state.mine):
            return 1, 1
        if self.safe(state) == 0:
            return -1, -1
        left = self.squares - len(Board64(state.discs))
        if left <= 2:
            return 0, 0
        if left % 2:
            return self.answered_first(state), -1 if self.runs_out(state) else 1
        return -1, self.answered(state)

    def answered(self, state: State) -> int:
        """The best that the side to move can get when an even number of squares is left.

        Columns out of step come in pairs: a move in one is answered in another, and then both are in step. The other side's
        threat ends a column: a player who plays below it loses.
        """
        theirs, replies = state.discs ^ state.mine, self.replies
        empty, landings = self.full & ~state.discs, self.landings(state)
        out = landings & replies
        threats = self.completing(theirs) & replies & ~landings
        if self.game.has_line(state.mine | self.below(empty, threats, landings) & ~replies | out):
            return 1
        return -1 if self.game.has_line(theirs | empty & replies & ~out) else 0

    def answered_first(self, state: State) -> int:
        """The result that the side to move is sure of if it brings the only column into step that is not."""
        replies = self.replies
        out = self.landings(state) & replies
        if out & out - 1:
            return -1
        empty = self.full & ~state.discs
        if self.game.has_line(state.discs ^ state.mine | empty & ~replies):
            return -1
        return 1 if self.game.has_line(state.mine | empty & replies) else 0

    def runs_out(self, state: State) -> int:
        """In how many plies at most the side to move loses as it must in the end play below a threat; 0 if that is not proved.

        An odd number of squares is left. The threat is in a column out of step, where the other side answers on top as well;
        it has the squares of the other columns as in `answered`. The squares above the threat stay empty.
        """
        replies, landings = self.replies, self.landings(state)
        empty, out = self.full & ~state.discs, landings & replies
        threats = self.completing(state.discs ^ state.mine) & empty & ~landings
        reach = self.below(empty, threats & ~replies, out)
        lowest = (reach | out) << 1 & threats & ~replies
        if lowest == 0:
            return 0
        lowest &= -lowest
        column = self.column_with(lowest)
        others = self.below(empty & ~column, threats & replies, landings & ~column)
        if self.game.has_line(state.mine | others & ~replies | out | reach & column & replies):
            return 0
        return len(Board64(empty)) - len(Board64(column & -lowest)) + 1

    def below(self, empty: int, threats: int, landings: int) -> int:
        """The empty squares from these landings up, in each column as far as the first threat."""
        free = empty & ~threats
        return free & ~(free + landings)

    @cached_property
    def replies(self) -> int:
        """The highest square of every column, and every other one below."""
        return self.odd_rows if self.game.height % 2 else self.odd_rows << 1

    def column_with(self, square: int) -> int:
        """All squares of the column that a square is in."""
        tops = self.bottoms << self.game.height - 1 & -square
        top = tops & -tops
        return top | top - (top >> self.game.height - 1)

    def plies(self, state: State) -> tuple[int, int]:
        """Until the board is full at most, or so long as a proved loss can be put off; at least three, unless it ends sooner.

        How long a loss can be put off: 26 M nodes to show that the first player cannot win in under 41 plies, 47 M without.
        """
        left = self.squares - len(Board64(state.discs))
        if self.landings(state) & self.completing(state.mine):
            return 1, 1
        if self.safe(state) == 0:
            return 2, 2
        most = self.runs_out(state) if left % 2 else 0
        return min(left, 3), most if most else left

    def candidates(self, state: State) -> Iterable[int]:
        """A win at once; else what does not lose at once; else, everything."""
        good = self.landings(state) & self.completing(state.mine)
        if good == 0:
            good = self.safe(state)
        if good == 0:
            good = self.landings(state)
        for turn in range(self.game.width):
            column = (self.game.width - 1) // 2 + (turn + 1) // 2 * (1 if turn % 2 else -1)
            if good & self.column(column):
                yield column

    def safe(self, state: State) -> int:
        """Where a disc may land without the other side winning at once."""
        theirs = self.completing(state.discs ^ state.mine) & ~state.discs
        places = self.landings(state)
        forced = places & theirs
        if forced:
            if forced & forced - 1:
                return 0
            places = forced
        return places & ~(theirs >> 1)

    def landings(self, state: State) -> int:
        """Where the next disc of each column lands."""
        return state.discs + self.bottoms & self.full

    def column(self, number: int) -> int:
        """All squares of a column."""
        return (self.game.bottom(number) << self.game.height) - self.game.bottom(number)

    @cached_property
    def full(self) -> int:
        """All squares of the board."""
        return self.game.full()

    @cached_property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.game.width * self.game.height

    def key(self, state: State) -> int:
        """The mover's discs, and one bit on top of each column: enough to tell all states apart.

        Where that takes 64 bits, the lowest is left out: in an empty column it is the bit on top, and the owner of a lone
        disc follows from how many discs the mover has.
        """
        if self.game.width * (self.game.height + 1) < 64:
            return state.mine + state.discs
        last = state.discs & ~(state.discs >> 1)
        return state.mine >> 1 | last | (self.bottoms & ~state.discs) >> 1

    def symmetries(self, state: State) -> Iterable[State]:
        """Left and right exchanged."""
        yield State(self.mirrored(state.mine), self.mirrored(state.discs))

    def mirrored(self, discs: int) -> int:
        """The discs with their columns in the opposite order."""
        step, turned = self.game.height + 1, 0
        for column in range(self.game.width):
            turned |= (discs >> column * step & (1 << step) - 1) << (self.game.width - 1 - column) * step
        return turned

    @cached_property
    def bottoms(self) -> int:
        """The lowest square of every column."""
        found = 0
        for column in range(self.game.width):
            found |= self.game.bottom(column)
        return found

    @cached_property
    def odd_rows(self) -> int:
        """The first, third, fifth ... row from the bottom."""
        found = 0
        for row in range(0, self.game.height, 2):
            found |= self.bottoms << row
        return found
