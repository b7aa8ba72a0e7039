"""Chess: every legal move and its name against python-chess, positions as text, how games end, and mate with king and rook.

    python tests/test_chess.py [positions]

holds so many random positions (20,000) against python-chess; the test holds two thousand.
"""

import random
import sys
import warnings
from collections.abc import Iterator
from itertools import chain

import chess
import pytest

import kibitz
from commandline import run_here
from kibitz.core.registry import load
from kibitz.errors import GameError
from kibitz.games.chess import Chess, State
from kibitz.games.parts import san
from kibitz.games.parts.fen import dropped_rights, mend_fen, name_square
from kibitz.games.parts.san import PROMOTIONS
from kibitz.position import Position
from naive.chess import NaiveChess

GAME = Chess()
BEGINNINGS = (  # beside the start: castling, promotions, captures in passing, and few pieces
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "3q3k/1b6/8/3N4/8/8/6P1/3Q2BK w - - 0 1",
)


def uci(move: int) -> str:
    """A move as python-chess knows it."""
    return name_square(move // 64 % 64, 8) + name_square(move % 64, 8) + PROMOTIONS[move // 4096].strip().lower()


def random_positions(count: int, seed: int) -> Iterator[tuple[State, chess.Board]]:
    """Positions of random games in both libraries, before they are over by our rules."""
    dice = random.Random(seed)
    while True:
        fen = dice.choice(BEGINNINGS)
        state, board = load(f"chess:fen={fen}").start(), chess.Board(fen)
        while not GAME.is_over(state):
            yield state, board
            count -= 1
            if count == 0:
                return
            move = dice.choice(list(GAME.moves(state)))
            board.push_uci(uci(move))
            state = GAME.play(state, move)
        assert ended(board), board.fen()


def ended(board: chess.Board) -> bool:
    return not any(board.legal_moves) or board.is_insufficient_material() or board.halfmove_clock >= 150


def agree(state: State, board: chess.Board, names: bool = True) -> None:
    """The same moves, by the same names; the same text."""
    assert {uci(move) for move in GAME.moves(state)} == {move.uci() for move in board.legal_moves}, board.fen()
    for move in GAME.moves(state) if names else ():
        assert GAME.move_name(state, move) == board.san(chess.Move.from_uci(uci(move))), board.fen()
    assert GAME.fen_of(state, board.fullmove_number) == board.fen()
    assert load(f"chess:fen={board.fen()}").start() == state
    assert not ended(board)


@pytest.mark.untraced
def test_moves_names_and_text_are_those_of_python_chess() -> None:
    for number, (state, board) in enumerate(random_positions(2000, seed=1)):
        agree(state, board, names=number % 20 == 0)


@pytest.mark.untraced
@pytest.mark.parametrize(("size", "plies"), [(6, 120), (8, 60)])
def test_a_naive_twin_agrees(size: int, plies: int) -> None:
    """Of Los Alamos, too, which python-chess does not know."""
    game, dice = Chess(size=size), random.Random(3)
    twin, state = NaiveChess(size, claims=False, fen=""), game.start()
    for _ in range(plies):
        names = [game.move_name(state, move) for move in game.moves(state)]
        assert names == twin.moves()
        assert game.is_over(state) == twin.over()
        if twin.over():
            return
        at = dice.randrange(len(names))
        twin.play(names[at])
        state = game.play(state, list(game.moves(state))[at])


CROWDS = (  # of like pieces, some of them pinned; in check, too
    "7k/8/1N1N4/8/1Q3Q2/8/R2R1R1K/1Q6 w - - 0 1",
    "7K/8/8/1n1n1n2/4k3/1n2n3/8/4R3 b - - 0 1",
    "4k3/8/8/b6r/3R4/2N3N1/3K2R1/8 w - - 0 1",
    "3q4/2q1q2k/8/2B1B3/1B3B2/8/PPPPPPPP/3RKR2 w - - 0 1",
)


@pytest.mark.untraced
def test_a_text_means_the_move_that_python_chess_reads() -> None:
    """With all that may be left out or added to say where a piece begins; rightly, wrongly, or in two ways."""
    asked = {san.NONE: 0, san.SEVERAL: 0, 1: 0}
    crowds = [(load(f"chess:fen={fen}").start(), chess.Board(fen)) for fen in CROWDS]
    for state, board in chain(crowds, random_positions(40, seed=5)):
        for move in board.legal_moves:
            name, begin, end = board.san(move).rstrip("+#"), *map(chess.square_name, (move.from_square, move.to_square))
            texts = [name, "O-O-O", f"{begin}{end}"]
            if name[0] in "QRBN":
                texts += [f"{kind}{which}{end}" for kind in "QRBN" for which in ("", begin[0], begin[1], begin)]
            for text in texts:
                found = GAME.find_written(state, san.pack(text, 8))
                try:
                    assert uci(found) == board.parse_san(text).uci(), (text, board.fen())
                except chess.AmbiguousMoveError:
                    assert found == san.SEVERAL, (text, board.fen())
                except (chess.IllegalMoveError, chess.InvalidMoveError):
                    assert found == san.NONE, (text, board.fen())
                asked[min(found, 1)] += 1
    assert min(asked.values()) > 50, asked


WRONG = {
    "8/8 w": "it has 2 rows, and the board 8",
    "8/8/8/8/8/8/8/K6k w - - 0 1 7": "write the rows of the board, w or b, castling, en passant and two numbers",
    "9/8/8/8/8/8/8/K6k w": "the row '9' has 9 squares, and the board 8",
    "8/8/8/8/8/8/8/K5xk w": "no piece is called 'x'",
    "8/8/8/8/8/8/8/K6k x": "'x' is to move, and that is w or b",
    "8/8/8/8/8/8/8/K6k w X": "castling is 'X', and that is -, or some of KQkq",
    "8/8/8/8/8/8/8/K6k w - e9": "en passant is 'e9', and that is -, or a square",
    "8/8/8/8/8/8/8/K6k w - - x 1": "it ends in 'x' and '1', which are not numbers of moves",
    "8/8/8/8/8/8/8/K7 w": "Black has no king, and needs one",
    "KK6/8/8/8/8/8/8/k7 w": "White has 2 kings, and needs one",
    "K6k/PPPPPPPP/P7/8/8/8/8/8 w": "White has 9 pawns, and begins with 8",
    "K6k/QQQQQQQQ/QQQQQQQQ/8/8/8/8/8 b": "White has more than 16 pieces",
    "P7/8/8/8/8/8/8/K6k w": "a pawn stands on the first or the last row",
    "8/8/8/8/8/8/8/K6k w XY": "castling is 'XY', and that is -, or some of KQkq",
    "4k3/8/8/8/8/8/8/1R1K2R1 w GB": "castling 'G' is of Chess960: here kings castle from e1 and e8, with rooks in the corners",
    "k6R/8/8/8/8/8/8/K7 w": "the king of the side that has just moved is in check",
    "k2R4/8/2N5/8/8/8/8/R5K1 b": "",
    "k2R4/2N5/8/8/8/8/8/R5K1 b": "no move gives check with three pieces",
}


@pytest.mark.parametrize(("text", "why"), WRONG.items())
def test_what_is_no_position_is_told_in_a_sentence(text: str, why: str) -> None:
    if not why:
        assert load(f"chess:fen={text}").start().turn == 1
        return
    with pytest.raises(GameError) as told:
        load(f"chess:fen={text}")
    assert str(told.value) == f"{text!r} is not a position of chess: {why}"


HOME = "king and rook do not stand where they begin"
DROPPED = {
    "R7/8/8/8/8/8/8/K6k w K - 0 1": ("w - -", f"castling K, for {HOME}"),
    "4k3/8/8/8/8/8/8/3K3R w KQkq - 0 1": ("w - -", f"castling KQkq, for {HOME}"),
    "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1": ("w Qkq -", f"castling K, for {HOME}"),
    "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1": ("b KQkq -", ""),
    "r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 0 1": ("b KQkq -", ""),
    "r3k2r/8/8/8/8/8/8/R3K2R W AK - 0 1": ("w KQ -", ""),
    "4k3/8/8/8/8/8/8/4K3 w Hh - 0 1": ("w - -", f"castling Kk, for {HOME}"),
    "8/8/8/8/8/8/8/K6k w - e6 0 1": ("w - -", "en passant on e6, for no pawn can just have passed it"),
    "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1": ("w - -", "en passant on d3, for no pawn can just have passed it"),
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": ("w - d6", ""),
    "4k3/8/8/8/8/8/8/4K3 w K e3 0 1": ("w - -", f"castling K, for {HOME}, and without en passant on e3"),
}


@pytest.mark.parametrize("text", DROPPED)
def test_rights_that_cannot_be_are_dropped_and_that_is_said(text: str) -> None:
    rights, why = DROPPED[text]
    mended = mend_fen(text, 8)
    assert mended.split()[1:4] == rights.split()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert load(f"chess:fen={text}").start() == load(f"chess:fen={mended}").start()
    said = dropped_rights(text, 8)
    assert [str(one.message) for one in heard] == ([f"chess: {said}"] if why else [])
    assert bool(said) == bool(why)
    assert said.startswith(f"the position is read without {why}") or not why
    assert dropped_rights(mended, 8) == ""


def test_a_wrong_position_ends_a_command_with_2() -> None:
    code, _, complaint = run_here("analyze", "chess:fen=8/8/8/8/8/8/8/K7 w - - 0 1")
    assert (code, complaint.startswith("kibitz: '8/8/8/8/8/8/8/K7 w - - 0 1' is not a position of chess")) == (2, True)


def test_underscores_stand_for_spaces() -> None:
    assert load("chess:fen=8/8/8/8/8/8/8/K6k_b_-_-_7_9").start() == load("chess:fen=8/8/8/8/8/8/8/K6k b - - 7 9").start()


@pytest.mark.parametrize(
    ("fen", "moves", "results"),
    [
        (chess.STARTING_FEN, "f3 e5 g4 Qh4#", (-1, 1)),
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Qg6", (0, 0)),  # stalemate
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 99", "Ra8#", (1, -1)),  # checkmate comes before the 75 moves
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 99", "Ra7", (0, 0)),
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2", (0, 0)),
        ("6bk/8/8/8/8/8/1r1B4/K7 w - - 0 1", "Kxb2", None),  # bishops of two colours
        ("5b1k/8/8/8/8/8/1r1B4/K7 w - - 0 1", "Kxb2", (0, 0)),  # of one
        ("6nk/8/8/8/8/8/1r1N4/K7 w - - 0 1", "Kxb2", None),
    ],
)
def test_how_games_end(fen: str, moves: str, results: tuple[int, int] | None) -> None:
    position = Position.after(load(f"chess:fen={fen}"), moves)
    assert position.is_over == (results is not None)
    assert results is None or position.payoffs == results


def test_fifty_moves_and_the_third_time_are_claimed_where_that_is_wanted() -> None:
    for claims, times, quiet in ((False, 5, 150), (True, 3, 100)):
        there_and_back = " ".join(["Nf3 Nf6 Ng1 Ng8"] * (times - 1))
        position = Position.after(Chess(claims=claims), there_and_back.rpartition(" ")[0])
        assert not position.is_over
        assert position.play("Ng8").is_over
        game = Chess(claims=claims, fen=f"1r5k/8/8/8/8/8/8/R6K w - - {quiet - 1} 90")
        assert all(game.is_over(game.play(game.start(), move)) for move in game.moves(game.start()))


def test_a_right_to_castle_makes_another_position() -> None:
    """The first four moves take it away, so that the start has been there once."""
    game = load("chess:fen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1,claims=true")
    position = Position.after(game, " ".join(["Ke2 Ke7 Ke1 Ke8"] * 2))
    assert not position.is_over
    assert Position.after(game, "Ke2 Ke7 Ke1 Ke8 " + " ".join(["Rb1 Rb8 Ra1 Ra8"] * 2)).is_over


@pytest.mark.untraced
def test_the_computer_mates_with_king_and_rook() -> None:
    game = load("chess:fen=8/8/8/4k3/8/8/8/R3K3_w")
    record = kibitz.play_out(game, [kibitz.player("deepening:nodes=250", seed=1), kibitz.player("greedy", seed=2)])
    assert record.payoffs == (1, -1)


def main() -> None:
    """Hold as many positions against python-chess as are wanted."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for state, board in random_positions(count, seed=2):
        agree(state, board)
    print(f"{count:,} positions: every legal move, its name and the position as text are those of python-chess")


if __name__ == "__main__":
    main()
