"""Chess, as the World Chess Federation plays it (FIDE, Laws of Chess, 2023), and the small chess of Los Alamos (1956).

`chess_board.py` shows the squares. A move is 64 times the square where it begins, plus that where it ends, plus 4096 times
what a pawn becomes, a place in PROMOTIONS; who castles moves the king.
"""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from kibitz.core import layout
from kibitz.core.board import Board64, square
from kibitz.core.on_grid import NUMBER
from kibitz.core.recurrence import DRAW
from kibitz.core.rows import DIAGONAL, EVERY_WAY, STRAIGHT, around, rays
from kibitz.core.scene import Piece
from kibitz.errors import GameError, RulesWarning
from kibitz.games.parts import san
from kibitz.games.parts.chess_board import ChessBoard
from kibitz.games.parts.fen import dropped_rights, no_position, read_fen, write_fen
from kibitz.games.parts.san import (
    ANY,
    BISHOP,
    BY_COLUMN,
    BY_ROW,
    CAPTURE,
    CASTLES,
    CHECK,
    KING,
    KNIGHT,
    MATE,
    NONE,
    PAWN,
    PROMOTIONS,
    QUEEN,
    ROOK,
    SEVERAL,
)

STARTS = {
    6: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    8: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
}
SEVENTY_FIVE_MOVES, FIFTY_MOVES = 150, 100  # plies
MOST_CHECKS = 2  # at once, given by one move
# What stands on squares, and what names of moves are made of: see `stands` and `spells`.
PIECES = tuple(Piece(letter, int(letter.islower()), "chessman") for letter in "PNBRQKpnbrqk")
SIGNS = (*"xPNBRQK", *"abcdefgh", "=", "+", "#", "O-O", "O-O-O")
TAKES, PIECE, COLUMN = -1, -2, -8
BECOMES, CHECKS, MATES, SHORT_CASTLES, LONG_CASTLES = -16, -17, -18, -19, -20


class State(NamedTuple):
    """The pieces on the board, and the side to move."""

    mine: Board64  # pieces of the side to move
    theirs: Board64  # pieces of the other side
    pawns: Board64  # of both sides, and so are the others
    knights: Board64
    diagonal: Board64  # bishops and queens
    straight: Board64  # rooks and queens
    kings: Board64
    castling: Board64  # the rooks with which their kings may still castle
    passed: Board64  # the square that a pawn has just passed, if it can be captured there
    turn: int  # 0 when White, who began, is to move; 1 when Black is
    quiet: int  # plies since a pawn moved or a piece was captured


@dataclass(frozen=True)
class Chess(ChessBoard):
    """Checkmate the other side's king: attack it so that no move saves it. A side that cannot move and is not in check draws.

    The game is also drawn when neither side can win, with bare kings or a knight or bishops of one colour beside them; after 75
    moves of both sides without a pawn move or a capture; and when a position occurs for the fifth time. White begins.
    Parameters: `claims` is true if every draw that a player may claim is claimed: after 50 moves, and the third time; `fen` is
    a position to begin with; `size` is 8, or 6 for the chess of Los Alamos: no bishops, no castling, no double step.
    """

    claims: bool = False
    fen: str = field(default="", metadata={"setup": True})

    grid = layout.grid("size", rows="up", look="checkered", kinds=PIECES, words=SIGNS)
    recurrence = DRAW
    clock_only_draws = True
    move_limit = len(PROMOTIONS) * 4096

    def __post_init__(self) -> None:
        if self.size not in STARTS:
            raise GameError(f"a chess board of size {self.size} does not fit: size is 6 or 8")
        self.check_start()

    @property
    def recurrence_count(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return 3 if self.claims else 5

    def start(self) -> State:
        return self.first

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterable[int]:
        """By the square where they begin, then by that where they end; of what a pawn becomes the queen comes first."""
        king, attacked = state.mine & state.kings, self.attacked(state)
        rows = self.pins(state, state.straight, STRAIGHT)
        diagonals = self.pins(state, state.diagonal, DIAGONAL)
        wanted = self.board - state.mine
        if king & attacked:
            wanted &= self.saving(state)
        for begin in state.mine.squares():
            piece = square(begin)
            ends = self.king_ends(state, attacked) if piece & king else self.ends(state, piece, rows, diagonals, wanted)
            for end in ends.squares():
                if piece & state.pawns and square(end) & self.edges:
                    for kind in range(1, 5):
                        if kind != 3 or self.size == 8:  # Los Alamos has no bishops
                            yield 4096 * kind + 64 * begin + end
                else:
                    yield 64 * begin + end

    def play(self, state: State, move: int) -> State:
        begin, end, kind = square(move // 64 % 64), square(move % 64), move // 4096
        is_pawn = bool(begin & state.pawns)
        mine, theirs, gone = state.mine - begin | end, state.theirs - end, end
        if is_pawn and end & state.passed:
            gone |= self.forward(end, 1 - state.turn)
            theirs -= gone
        pawns, knights = moved(state.pawns, begin, end, gone), moved(state.knights, begin, end, gone)
        diagonal, straight = moved(state.diagonal, begin, end, gone), moved(state.straight, begin, end, gone)
        if kind > 0:
            pawns -= end
            knights |= end if kind == 4 else Board64()
            diagonal |= end if kind % 2 == 1 else Board64()
            straight |= end if kind <= 2 else Board64()
        castling = state.castling - begin - end
        if begin & state.kings:
            castling -= self.home(state.turn)
            if end & (begin << 2 | begin >> 2):
                rook, beside = (begin << 3, begin << 1) if end & begin << 2 else (begin >> 4, begin >> 1)
                mine, straight = mine - rook | beside, straight - rook | beside
        quiet = 0 if is_pawn or end & state.theirs else state.quiet + 1
        passed = self.forward(begin, state.turn) if is_pawn and end & (begin << 16 | begin >> 16) else Board64()
        kings = moved(state.kings, begin, end, gone)
        after = State(theirs, mine, pawns, knights, diagonal, straight, kings, castling, passed, 1 - state.turn, quiet)
        if passed and not self.can_capture_there(after):
            return State(theirs, mine, pawns, knights, diagonal, straight, kings, castling, Board64(), 1 - state.turn, quiet)
        return after

    def is_over(self, state: State) -> bool:
        return self.is_drawn(state) or not self.can_move(state)

    def result(self, state: State) -> int:
        """For the side to move: -1 if it is checkmated, even when the quiet plies are used up; else 0, a draw."""
        return -1 if self.is_in_check(state) and not self.can_move(state) else 0

    def recurrence_key(self, state: State) -> State:
        """All but the quiet plies."""
        pieces = (state.pawns, state.knights, state.diagonal, state.straight, state.kings)
        return State(state.mine, state.theirs, *pieces, state.castling, state.passed, state.turn, 0)

    def irreversible(self, state: State, move: int) -> bool:
        """Whether a pawn moves, a piece is captured, or a right to castle is lost."""
        begin, end = square(move // 64 % 64), square(move % 64)
        if begin & state.pawns or end & state.theirs or (begin | end) & state.castling:
            return True
        return bool(begin & state.kings and state.castling & self.home(state.turn))

    def can_move(self, state: State) -> bool:
        """Whether the side to move has a legal move."""
        for _ in self.moves(state):
            return True
        return False

    def is_drawn(self, state: State) -> bool:
        """Whether the game has ended although the side to move may still have a move."""
        quiet = FIFTY_MOVES if self.claims else SEVENTY_FIVE_MOVES
        return state.quiet >= quiet or self.is_dead(state)

    def is_dead(self, state: State) -> bool:
        """Whether too little is left for any checkmate."""
        if state.pawns or state.straight:
            return False
        minor = state.knights | state.diagonal
        return len(minor) <= 1 or not (state.knights or (minor & self.dark and minor - self.dark))

    def is_in_check(self, state: State) -> bool:
        """Whether the king of the side to move is attacked."""
        return bool(self.attackers(state, state.mine & state.kings, state.theirs, self.empty(state)))

    def attackers(self, state: State, king: Board64, theirs: Board64, empty: Board64) -> Board64:
        """The pieces among `theirs` that attack a king there, if these squares are empty."""
        found = self.leaps(king) & state.knights | self.pawn_attacks(king, state.turn) & state.pawns
        found |= rays(king, empty, self.size, self.board, STRAIGHT) & state.straight
        found |= rays(king, empty, self.size, self.board, DIAGONAL) & state.diagonal
        found |= around(king, self.size, self.board, EVERY_WAY) & state.kings
        return found & theirs

    def attacked(self, state: State) -> Board64:
        """The squares that the other side attacks, including those that the king of the side to move shields."""
        theirs, empty = state.theirs, self.empty(state) | state.mine & state.kings
        found = self.pawn_attacks(theirs & state.pawns, 1 - state.turn) | self.leaps(theirs & state.knights)
        found |= rays(theirs & state.straight, empty, self.size, self.board, STRAIGHT)
        found |= rays(theirs & state.diagonal, empty, self.size, self.board, DIAGONAL)
        return found | around(theirs & state.kings, self.size, self.board, EVERY_WAY)

    def pins(self, state: State, sliders: Board64, ways: int) -> Board64:
        """The squares between the king and what pins a piece of its side, with what pins it."""
        king, empty = state.mine & state.kings, self.empty(state)
        seen = rays(king, empty, self.size, self.board, ways)
        through = empty | seen & state.mine
        beyond = rays(king, through, self.size, self.board, ways)
        pinning = (beyond - seen) & state.theirs & sliders
        return pinning | rays(pinning, through, self.size, self.board, ways) & beyond if pinning else pinning

    def saving(self, state: State) -> Board64:
        """The squares where a piece ends a check: captures, or comes between; none if two pieces give it."""
        king, empty = state.mine & state.kings, self.empty(state)
        checking = self.attackers(state, king, state.theirs, empty)
        if len(checking) > 1:
            return Board64()
        ways = STRAIGHT if rays(king, empty, self.size, self.board, STRAIGHT) & checking else DIAGONAL
        between = rays(king, empty, self.size, self.board, ways) & rays(checking, empty, self.size, self.board, ways)
        return checking | between

    def castles(self, state: State, attacked: Board64) -> Board64:
        """Where the king may castle to: it is not in check, nor passes a check, and nothing stands between it and the rook."""
        king, empty = state.mine & state.kings, self.empty(state)
        free, found = empty - attacked, Board64()
        if king & attacked:
            return found
        if king << 3 & state.castling and king << 1 & free:
            found |= king << 2 & free
        if king >> 4 & state.castling and king >> 1 & free and king >> 3 & empty:
            found |= king >> 2 & free
        return found

    def king_ends(self, state: State, attacked: Board64) -> Board64:
        """Where the king goes: a step, or two where it castles; `attacked`: the squares that the other side attacks."""
        king = state.mine & state.kings
        return around(king, self.size, self.board, EVERY_WAY) - state.mine - attacked | self.castles(state, attacked)

    def ends(self, state: State, piece: Board64, rows: Board64, diagonals: Board64, wanted: Board64) -> Board64:
        """Where another piece than the king goes. `rows` and `diagonals`: the pins; `wanted`: where it must go in check."""
        line = rows if piece & rows else diagonals if piece & diagonals else self.board  # a pinned piece stays there
        if piece & state.pawns:
            found = self.pawn_ends(state, piece) & wanted & line
            if state.passed & self.pawn_attacks(piece, state.turn) and self.can_capture_passing(state, piece):
                found |= state.passed
            return found
        if piece & state.knights:
            return self.leaps(piece - rows - diagonals) & wanted
        ways = STRAIGHT if piece & state.straight - diagonals else 0
        ways |= DIAGONAL if piece & state.diagonal - rows else 0
        return rays(piece, self.empty(state), self.size, self.board, ways) & wanted & line

    def reaching(self, state: State, pieces: Board64, end: Board64) -> Board64:
        """The `pieces` of the side to move that may legally go to the square `end`."""
        found, king, empty = Board64(), state.mine & state.kings, self.empty(state)
        if pieces & king and self.king_ends(state, self.attacked(state)) & end:
            found |= king
        near = self.leaps(end) & state.knights | pieces & state.pawns
        if pieces & state.straight:
            near |= rays(end, empty, self.size, self.board, STRAIGHT) & state.straight
        if pieces & state.diagonal:
            near |= rays(end, empty, self.size, self.board, DIAGONAL) & state.diagonal
        near &= pieces
        if near:
            rows = self.pins(state, state.straight, STRAIGHT)
            diagonals = self.pins(state, state.diagonal, DIAGONAL)
            wanted = self.board - state.mine
            if self.is_in_check(state):
                wanted &= self.saving(state)
            for begin in near.squares():
                if self.ends(state, square(begin), rows, diagonals, wanted) & end:
                    found |= square(begin)
        return found

    def pawn_ends(self, state: State, pawn: Board64) -> Board64:
        """The squares where a pawn goes: a step, at first two; or diagonally, where it captures."""
        empty = self.empty(state)
        step = self.forward(pawn, state.turn) & empty
        if self.size == 8 and pawn & self.forward(self.home(state.turn), state.turn):
            step |= self.forward(step, state.turn) & empty
        return step | self.pawn_attacks(pawn, state.turn) & state.theirs

    def can_capture_there(self, state: State) -> bool:
        """Whether some pawn may capture the one that has just passed a square."""
        for place in (self.pawn_attacks(state.passed, 1 - state.turn) & state.mine & state.pawns).squares():
            if self.can_capture_passing(state, square(place)):
                return True
        return False

    def can_capture_passing(self, state: State, pawn: Board64) -> bool:
        """Whether this pawn may: its king is in no check then."""
        captured = self.forward(state.passed, 1 - state.turn)
        empty = (self.empty(state) | pawn | captured) - state.passed
        return not self.attackers(state, state.mine & state.kings, state.theirs - captured, empty)

    def empty(self, state: State) -> Board64:
        """The squares where nothing stands."""
        return self.board - state.mine - state.theirs

    @cached_property
    def first(self) -> State:
        """The state in which the game begins."""
        state = State(*read_fen(self.fen or STARTS[self.size], self.size))
        return state if self.can_capture_there(state) else state._replace(passed=Board64())

    def check_start(self) -> None:
        """Raises GameError, in one sentence, for a position that no move leads to; warns of rights that it cannot have."""
        state = self.first
        if self.fen and (dropped := dropped_rights(self.fen, self.size)):
            warnings.warn(f"chess: {dropped}", RulesWarning, stacklevel=4)
        if self.is_in_check(state._replace(mine=state.theirs, theirs=state.mine, turn=1 - state.turn)):
            raise no_position(self.fen, "the king of the side that has just moved is in check")
        if len(self.attackers(state, state.mine & state.kings, state.theirs, self.empty(state))) > MOST_CHECKS:
            raise no_position(self.fen, "no move gives check with three pieces")

    def fen_of(self, state: State, number: int = 1) -> str:
        """The state in Forsyth-Edwards Notation; `number` is the move number, which a state does not hold."""
        return write_fen(state, self.size, number)

    def move_name(self, state: State, move: int) -> str:
        return _name(self, state, move)

    def spells(self, state: State, move: int) -> Iterable[int]:
        """The name of a legal move, a sign at a time: `e4`, `Nbd7`, `exd6`, `O-O`, `e8=Q`, `Qh5#`."""
        begin, end, facts = move // 64 % 64, move % 64, self.name_facts(state, move)
        kind = facts & 7
        if kind == KING and (end == begin + 2 or begin == end + 2):
            yield LONG_CASTLES if end < begin else SHORT_CASTLES
        else:
            if kind != PAWN:
                yield PIECE - kind
            if facts & BY_COLUMN or (kind == PAWN and begin % self.size != end % self.size):
                yield COLUMN - begin % self.size
            if facts & BY_ROW:
                yield NUMBER + begin // self.size + 1
            if facts & CAPTURE or (kind == PAWN and begin % self.size != end % self.size):
                yield TAKES
            yield end
        if move >= 4096:
            yield BECOMES
            yield PIECE - (QUEEN + 1 - move // 4096)
        if facts & MATE:
            yield MATES
        elif facts & CHECK:
            yield CHECKS

    def move_named(self, state: State, name: str) -> int | None:
        """The legal move of that name, to the letter, in a state that is not over; None where there is none."""
        move = self.find_written(state, san.pack(name.rstrip("+#"), self.size))
        return move if move >= 0 and _name(self, state, move) == name else None

    def name_facts(self, state: State, move: int) -> int:
        """The facts that the name of a legal move needs beyond its squares, for `san.name_move`."""
        begin, end = square(move // 64 % 64), square(move % 64)
        kind, after = self.kind_of(state, begin), self.play(state, move)
        facts = kind | CAPTURE if end & state.theirs else kind
        if kind in (KNIGHT, BISHOP, ROOK, QUEEN):
            rivals = self.reaching(state, self.of_kind(state, kind) - begin, end)
            if rivals & self.column_of(begin):
                facts |= BY_ROW | BY_COLUMN if rivals & self.row_of(begin) else BY_ROW
            elif rivals:
                facts |= BY_COLUMN
        if self.is_in_check(after):
            facts |= CHECK if self.can_move(after) else MATE
        return facts

    def find_written(self, state: State, written: int) -> int:
        """The legal move that a text means, which `san.pack` made a number of; NONE, or SEVERAL.

        In a state that is not over.
        """
        if written == NONE:
            return NONE
        column, row, kind, becomes = written >> 6 & 15, written >> 10 & 15, written >> 14 & 7, written >> 17 & 7
        end, pieces = square(written & 63), self.of_kind(state, kind) if kind < ANY else state.mine
        if written >> CASTLES:
            king = state.mine & state.kings
            end = king << 2 if written >> CASTLES == 1 else king >> 2
            pieces = king
        if column:
            pieces &= self.column_of(square(column - 1))
        if row:
            pieces &= self.row_of(square((row - 1) * self.size))
        found = self.reaching(state, pieces, end)
        if len(found) != 1:
            return SEVERAL if found else NONE
        promotes = bool(found & state.pawns and end & self.edges)
        if promotes != (becomes > 0) or (becomes == 3 and self.size < 8):
            return NONE
        return 4096 * becomes + 64 * found.lowest() + end.lowest()

    def from_to(self, state: State, move: int) -> tuple[int, int]:
        """From a square to another; a pawn at its end is offered what it may become."""
        return move // 64 % 64, move % 64

    def stands(self, state: State, place: int) -> int:
        """A piece of White is the kind after its number, a piece of Black six more."""
        here = square(place)
        if not (state.mine | state.theirs) & here:
            return 0
        is_white = bool(state.mine & here) == (state.turn == 0)
        return self.kind_of(state, here) + (1 if is_white else 7)

    def marked(self, state: State) -> Iterable[int]:
        """A king in check."""
        if self.is_in_check(state):
            for place in (state.mine & state.kings).squares():  # noqa: UP028  # Numba has no `yield from`
                yield place

    def player_names(self) -> tuple[str, str]:
        return "White", "Black"


def moved(pieces: Board64, begin: Board64, end: Board64, gone: Board64) -> Board64:
    """Pieces of one kind after a move, with which those on `gone` are captured."""
    return pieces - gone - begin | end if pieces & begin else pieces - gone


@lru_cache(maxsize=4096)
def _name(game: Chess, state: State, move: int) -> str:
    """The name of a legal move: pages ask for all of a state, again and again."""
    return san.name_move(move, game.name_facts(state, move), game.size)
