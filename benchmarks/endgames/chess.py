"""Endgames of chess, each from one position of it, against what endgame tables have said for decades."""

import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from benchmarks.row import Row, exactly
from kibitz.core.rules import play_move
from kibitz.games.chess import Chess, State
from kibitz.solutions import Solution, SolutionSummary, solve_everything
from kibitz.solutions.file import TableFile
from kibitz.solutions.solution import SOLUTION

MEMORY = 8 << 30
MATES = {"rook": ("8/8/8/8/8/2k5/8/K6R w - - 0 1", 16), "queen": ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", 10)}
FILES = range(4)  # a to d: the other half mirrors them
KPK_WINS, DEEP = 111_282, 10


def rows() -> Iterator[Row]:
    """How long mates take at most, and how often a pawn wins."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chess.solution")
        for piece, (fen, moves) in MATES.items():
            summary = solve_everything(Chess(fen=fen), path, MEMORY)
            plies = max(plies or 0 for _, plies in TableFile(path, SOLUTION).header.values)
            yield exactly(f"king and {piece}: the slowest mate", plies // 2, moves, "moves", told(summary))
        wins, legal, summaries = 0, 0, []
        for file in FILES:
            first = fen_of(0 if file else 7, 63, 8 + file, "w")
            summaries.append(solve_everything(Chess(fen=first), path, MEMORY))
            solution = Solution(path)
            values = [value_of(solution, fen) for fen in with_pawn_on(file)]
            wins, legal = wins + sum(value > 0 for value in values), legal + len(values)
        yield exactly(
            "king and pawn on a to d: won",
            wins,
            KPK_WINS,
            "positions",
            f"of {legal:,}; {', '.join(map(told, summaries))}",
        )


def told(summary: SolutionSummary) -> str:
    """What it took."""
    return f"{summary.positions:,} positions in {summary.seconds:.1f} s"


def with_pawn_on(file: int) -> Iterator[str]:
    """All positions that the rules allow, White's king and Black's anywhere."""
    for row, white, black, turn in product(range(1, 7), range(64), range(64), "wb"):
        pawn = 8 * row + file
        if len({pawn, white, black}) < 3 or apart(white, black) == 1:
            continue
        if turn == "w" and black // 8 == row + 1 and abs(black % 8 - file) == 1:  # in check, and not to move
            continue
        yield fen_of(white, black, pawn, turn)


def apart(here: int, there: int) -> int:
    """A king's steps from one square to another."""
    return max(abs(here % 8 - there % 8), abs(here // 8 - there // 8))


def fen_of(white: int, black: int, pawn: int, turn: str) -> str:
    """Two kings and a white pawn in Forsyth-Edwards Notation."""
    letters = {white: "K", black: "k", pawn: "P"}
    ranks = ["".join(letters.get(8 * row + column, "1") for column in range(8)) for row in range(7, -1, -1)]
    return f"{'/'.join(ranks)} {turn} - - 0 1"


def value_of(solution: Solution, fen: str) -> int:
    """The result for White. What no move of a single pawn leads to is not in the file: it follows from what comes next."""
    game = Chess(fen=fen)
    state = game.start()
    result = result_of(solution, game, state, DEEP)
    return -result if state.turn else result


def result_of(solution: Solution, game: Chess, state: State, deep: int) -> int:
    """The result for the side to move."""
    if game.is_over(state):
        return game.result(state)
    value = solution.value(state)
    if value is not None:
        return int(value.result)
    assert deep, "a position that is not in the file leads to others that are not"
    return max(-result_of(solution, game, play_move(game, state, move), deep - 1) for move in game.moves(state))
