"""Knowledge of chess: where the men stand, what they attack and guard, safe kings, pawns; captures first."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.board import Board64, square
from kibitz.core.data import Floats, Ints
from kibitz.core.rows import DIAGONAL, EVERY_WAY, STRAIGHT, around, rays
from kibitz.core.rules import Knowledge
from kibitz.games.chess import Chess, State
from kibitz.knowledge._chess_squares import SQUARES

# In pawns. On boards of another size than 8: what knight, bishop, rook and queen are worth, and a piece in the middle.
PIECES = Floats((3.2, 3.3, 5.0, 9.5, 0.12))
# In the middle game, and in the ending: two bishops together; a rook in a column without pawns, and with theirs alone; a pawn
# in front of another; one without another in a column beside; one that a pawn guards; one with a pawn at its side; a piece that
# a pawn attacks; a rook or queen that a knight attacks; a man that is attacked and not guarded; a knight in the other half that
# a pawn guards and none can drive away; a pawn beside the king; a square there that their pieces reach; a square that the
# pieces reach and no pawn of theirs attacks.
MIDDLE = Floats((0.44, 0.34, 0.11, 0.02, -0.14, 0.15, 0.08, -0.67, -0.62, -0.15, 0.27, 0.22, -0.08, 0.06))
ENDING = Floats((0.04, 0.09, 0.42, -0.59, 0.11, 0.05, 0.03, -0.39, 0.05, -0.46, 0.17, 0.1, 0.02, 0.03))
# A pawn that no other stops, on its second row to the last but one: in the middle game, then in the ending.
PASSED = Floats((0.05, -0.09, -0.06, 0.02, 0.17, 0.06, -0.08, 0.04, 0.33, 0.45, 1.0, 1.48))
# For each step of a bare king away from the middle, and each step of the other towards it.
BARE = Floats((0.25, 0.12))
TO_MOVE, TO_MOVE_LATE = 0.25, 0.12
STEEPNESS = 6.0  # the lead that is half a sure win
ALL_PIECES = 24  # what both sides begin with: 1 for a knight or bishop, 2 for a rook, 4 for a queen
CAPTURE, PROMOTION = 100, 2000
# The standard deviation of a value of so many plies from that of the shallower search, as `probe_depth` has it: 400 positions.
DEVIATIONS = Floats((0.0, 0.05, 0.055, 0.042, 0.03, 0.031, 0.026, 0.041, 0.038, 0.038, 0.036, 0.035, 0.04))


@dataclass(frozen=True)
class ChessKnowledge(Knowledge):
    """A lead in pawns, on a scale from -1 to 1."""

    game: Chess
    squares: Ints = SQUARES
    pieces: Floats = PIECES
    middle: Floats = MIDDLE
    ending: Floats = ENDING
    passed: Floats = PASSED
    bare: Floats = BARE
    deviations: Floats = DEVIATIONS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1 for the side to move."""
        reach = self.reach(state, state.mine)
        reached = self.reach(state, state.theirs)
        crowd = min(1.0, self.strength(state, state.mine | state.theirs) / ALL_PIECES)
        lead = self.worth(state, state.mine, state.theirs, state.turn, reach, reached, crowd)
        lead -= self.worth(state, state.theirs, state.mine, 1 - state.turn, reached, reach, crowd)
        lead += crowd * TO_MOVE + (1.0 - crowd) * TO_MOVE_LATE
        return lead / (STEEPNESS + abs(lead))

    def worth(
        self, state: State, mine: Board64, theirs: Board64, turn: int, reach: Board64, reached: Board64, crowd: float
    ) -> float:
        """One side's total in pawns; `crowd` is the share of all pieces left, `reach` and `reached` are both sides' attacks."""
        pawns, king, knights, their_pawns = mine & state.pawns, mine & state.kings, mine & state.knights, theirs & state.pawns
        bishops, queens = mine & state.diagonal - state.straight, mine & state.diagonal & state.straight
        rooks = mine & state.straight - state.diagonal
        if self.game.size == 8:
            points = self.placed(pawns, 0, turn, crowd) + self.placed(knights, 1, turn, crowd)
            points += self.placed(bishops, 2, turn, crowd) + self.placed(rooks, 3, turn, crowd)
            points += self.placed(queens, 4, turn, crowd) + self.placed(king, 5, turn, crowd)
        else:
            points = len(pawns) + self.pieces[0] * len(knights) + self.pieces[2] * len(rooks) + self.pieces[3] * len(queens)
            points += self.pieces[4] * len((knights | pawns) & self.inside)
        guarded, attacked = self.game.pawn_attacks(pawns, turn), self.game.pawn_attacks(their_pawns, 1 - turn)
        in_front, their_way = self.ahead(pawns, turn), self.ahead(their_pawns, 1 - turn)
        columns, their_columns = in_front | pawns | self.ahead(pawns, 1 - turn), their_way | self.ahead(their_pawns, turn)
        beside = around(king, self.game.size, self.game.board, EVERY_WAY)
        all_guarded = reach | guarded | beside
        their_king = around(theirs & state.kings, self.game.size, self.game.board, EVERY_WAY)
        counts = (
            1 if len(bishops) > 1 else 0,
            len(rooks - columns - their_columns - their_pawns),
            len((rooks - columns) & (their_columns | their_pawns)),
            len(pawns & in_front),
            len(pawns - self.sideways(columns)),
            len(pawns & guarded),
            len(pawns & self.sideways(pawns)),
            len((mine - pawns - king) & attacked),
            len((rooks | queens) & self.game.leaps(theirs & state.knights) - attacked),
            len((mine - king) & (reached | attacked | their_king) - all_guarded),
            len(knights & guarded & (self.far if turn == 0 else self.near) - self.sideways(their_way)),
            len(beside & pawns),
            len((beside | king) & reached),
            len(reach - mine - attacked),
        )
        middle, ending = 0.0, 0.0
        for number in range(len(counts)):
            middle += self.middle[number] * counts[number]
            ending += self.ending[number] * counts[number]
        for place in (pawns - their_way - self.sideways(their_way)).squares():
            come = place // self.game.size if turn == 0 else self.game.size - 1 - place // self.game.size
            row = come * 7 // (self.game.size - 1) - 1
            middle += self.passed[row]
            ending += self.passed[6 + row]
        points += crowd * middle + (1.0 - crowd) * ending
        if mine == king:
            away, other = self.from_middle(king.lowest()), (theirs & state.kings).lowest()
            points -= self.bare[0] * away - self.bare[1] * self.distance(king.lowest(), other)
        return points

    def placed(self, men: Board64, kind: int, turn: int, crowd: float) -> float:
        """The worth of men of a kind where they stand, in pawns."""
        middle, ending = 0, 0
        for place in men.squares():
            row = place // 8 if turn == 0 else 7 - place // 8
            at = 32 * kind + 4 * row + min(place % 8, 7 - place % 8)
            middle += self.squares[at]
            ending += self.squares[192 + at]
        return (crowd * middle + (1.0 - crowd) * ending) / 100.0

    def reach(self, state: State, side: Board64) -> Board64:
        """The squares that a side's pieces attack, its pawns and king left aside."""
        empty, size, board = self.game.empty(state), self.game.size, self.game.board
        found = self.game.leaps(side & state.knights) | rays(side & state.diagonal, empty, size, board, DIAGONAL)
        return found | rays(side & state.straight, empty, size, board, STRAIGHT)

    def strength(self, state: State, side: Board64) -> int:
        """How much of the pieces is left, as ALL_PIECES counts them."""
        minor, queens = state.knights | state.diagonal - state.straight, state.diagonal & state.straight
        return len(side & minor) + 2 * len(side & state.straight) + 2 * len(side & queens)

    def ahead(self, pawns: Board64, turn: int) -> Board64:
        """All squares in front of these pawns."""
        found = self.game.forward(pawns, turn)
        for _ in range(self.game.size - 2):
            found |= self.game.forward(found, turn)
        return found

    def sideways(self, squares: Board64) -> Board64:
        """The squares beside these, in their rows."""
        return squares << 1 & self.game.not_first | squares >> 1 & self.game.not_last

    def from_middle(self, place: int) -> int:
        """The steps from a square to the middle of the board, in rows and columns together."""
        row, column, last = place // self.game.size, place % self.game.size, self.game.size - 1
        return (abs(2 * row - last) + abs(2 * column - last)) // 2 - 1

    def distance(self, place: int, other: int) -> int:
        """The steps of a king from one square to the other."""
        size = self.game.size
        return max(abs(place // size - other // size), abs(place % size - other % size))

    def priority(self, state: State, move: int) -> int:
        """Promotions to a queen, then captures: the most valuable piece, with the least valuable; last what a pawn captures."""
        begin, end = square(move // 64 % 64), square(move % 64)
        if move >= 4096:
            return PROMOTION if move < 2 * 4096 else -1
        taken = self.rank(state, end & state.theirs)
        if taken == 0:
            return 0
        mover = self.rank(state, begin)
        is_guarded = bool(self.game.pawn_attacks(state.theirs & state.pawns, 1 - state.turn) & end)
        return CAPTURE + 10 * taken - mover if taken >= mover or not is_guarded else taken - mover

    def passes(self, state: State) -> Iterable[State]:
        """Out of check, and with a piece beside pawns: with pawns alone it may hurt to have to move."""
        men = state.mine - state.pawns - state.kings
        if men and not state.mine & state.kings & self.game.attacked(state):
            yield State(
                state.theirs,
                state.mine,
                state.pawns,
                state.knights,
                state.diagonal,
                state.straight,
                state.kings,
                state.castling,
                Board64(),
                1 - state.turn,
                state.quiet + 1,
            )

    def deviation(self, state: State, deep: int, shallow: int) -> float:
        """How far a deep value lies from the shallower one that may settle it, on the scale of the estimate; 0 in check."""
        if self.game.size != 8 or state.mine & state.kings & self.game.attacked(state):
            return 0.0
        return self.deviations[min(deep, len(self.deviations) - 1)]

    def noisy(self, state: State, move: int) -> bool:
        """Promotions to a queen, and captures of pieces that are worth at least the capturing piece or are not guarded."""
        begin, end = square(move // 64 % 64), square(move % 64)
        if move >= 4096:
            return move < 2 * 4096
        taken = self.rank(state, end & state.theirs)
        if taken == 0:
            return False
        if taken >= self.rank(state, begin):
            return True
        guards = self.game.attackers(state, end, state.theirs, self.game.empty(state) | begin)
        return not guards

    def rank(self, state: State, piece: Board64) -> int:
        """Pieces by their value: 1 a pawn, 2 a knight or bishop, 3 a rook, 4 a queen, 5 a king, 0 none."""
        if piece & state.pawns:
            return 1
        if piece & state.straight:
            return 4 if piece & state.diagonal else 3
        if piece & (state.knights | state.diagonal):
            return 2
        return 5 if piece & state.kings else 0

    @cached_property
    def far(self) -> Board64:
        """The half of the board that is Black's."""
        size = self.game.size
        return Board64((1 << size**2) - (1 << size * (size // 2)))

    @cached_property
    def near(self) -> Board64:
        """The half of the board that is White's."""
        size = self.game.size
        return Board64((1 << size * (size // 2)) - 1)

    @cached_property
    def inside(self) -> Board64:
        """The squares at least two steps from every edge."""
        size = self.game.size
        return Board64(sum(1 << place for place in range(size**2) if {place // size, place % size} <= set(range(2, size - 2))))
