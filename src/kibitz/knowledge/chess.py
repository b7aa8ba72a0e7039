"""Knowledge of chess: where the men stand, mobility, safe kings, pawns; captures first."""

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
# Two bishops together; each square that a side's pieces reach and no pawn of the other side attacks; a rook in a column without
# an own pawn; a piece that a pawn attacks.
PLACES = Floats((0.59, 0.055, 0.27, 0.6))
# In the ending, a pawn that no other stops, on its last row but one (by the square of how far it has come); each pawn too many
# in its column, and each without another in a column beside.
PAWNS = Floats((1.4, 0.19, 0.1))
# While pieces are left: for each pawn beside the king, and for each square there that the other side's pieces reach; for each
# step of a bare king away from the middle, and each step of the other towards it.
KINGS = Floats((0.2, 0.08, 0.25, 0.12))
TO_MOVE = 0.17
STEEPNESS = 6.0  # the lead that is half a sure win
ALL_PIECES = 24  # what both sides begin with: 1 for a knight or bishop, 2 for a rook, 4 for a queen
CAPTURE, PROMOTION = 100, 2000


@dataclass(frozen=True)
class ChessKnowledge(Knowledge):
    """A lead in pawns, on a scale from -1 to 1."""

    game: Chess
    squares: Ints = SQUARES
    pieces: Floats = PIECES
    places: Floats = PLACES
    pawns: Floats = PAWNS
    kings: Floats = KINGS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1 for the side to move."""
        reach = self.reach(state, state.mine)
        reached = self.reach(state, state.theirs)
        crowd = min(1.0, self.strength(state, state.mine | state.theirs) / ALL_PIECES)
        lead = self.worth(state, state.mine, state.theirs, state.turn, reach, reached, crowd)
        lead -= self.worth(state, state.theirs, state.mine, 1 - state.turn, reached, reach, crowd)
        lead += TO_MOVE
        return lead / (STEEPNESS + abs(lead))

    def worth(
        self, state: State, mine: Board64, theirs: Board64, turn: int, reach: Board64, reached: Board64, crowd: float
    ) -> float:
        """One side's total in pawns; `crowd` is the share of all pieces left, `reach` and `reached` are both sides' attacks."""
        pawns, king, knights = mine & state.pawns, mine & state.kings, mine & state.knights
        bishops, queens = mine & state.diagonal - state.straight, mine & state.diagonal & state.straight
        rooks, attacked = mine & state.straight - state.diagonal, self.game.pawn_attacks(theirs & state.pawns, 1 - turn)
        if self.game.size == 8:
            points = self.placed(pawns, 0, turn, crowd) + self.placed(knights, 1, turn, crowd)
            points += self.placed(bishops, 2, turn, crowd) + self.placed(rooks, 3, turn, crowd)
            points += self.placed(queens, 4, turn, crowd) + self.placed(king, 5, turn, crowd)
        else:
            points = len(pawns) + self.pieces[0] * len(knights) + self.pieces[2] * len(rooks) + self.pieces[3] * len(queens)
            points += self.pieces[4] * len((knights | pawns) & self.middle)
        points += self.places[0] if len(bishops) > 1 else 0.0
        points += self.places[1] * len(reach - mine - attacked) - self.places[3] * len((mine - pawns - king) & attacked)
        in_front = self.ahead(pawns, turn)
        columns = in_front | pawns | self.ahead(pawns, 1 - turn)
        points += self.places[2] * len(rooks - columns)
        for place in (pawns - self.stopped(theirs & state.pawns, 1 - turn)).squares():
            come = place // self.game.size if turn == 0 else self.game.size - 1 - place // self.game.size
            points += (1.0 - crowd) * self.pawns[0] * come * come / ((self.game.size - 2) * (self.game.size - 2))
        points -= self.pawns[1] * len(pawns & in_front)
        points -= self.pawns[2] * len(pawns - (columns << 1 & self.game.not_first | columns >> 1 & self.game.not_last))
        beside = around(king, self.game.size, self.game.board, EVERY_WAY)
        points += crowd * (self.kings[0] * len(beside & pawns) - self.kings[1] * len(beside & reached))
        if mine == king:
            away, other = self.from_middle(king.lowest()), (theirs & state.kings).lowest()
            points -= self.kings[2] * away - self.kings[3] * self.distance(king.lowest(), other)
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

    def stopped(self, pawns: Board64, turn: int) -> Board64:
        """The squares where these pawns stop one of the other side, on its way: in front of them, and in the columns beside."""
        front = self.ahead(pawns, turn)
        return front | front << 1 & self.game.not_first | front >> 1 & self.game.not_last

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
    def middle(self) -> Board64:
        """The squares at least two steps from every edge."""
        size = self.game.size
        return Board64(sum(1 << place for place in range(size**2) if {place // size, place % size} <= set(range(2, size - 2))))
