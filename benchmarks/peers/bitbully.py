"""bitbully: a Connect Four solver in C++, without its opening book.

One solver with one table does all positions, as its own documentation has it; kibitz begins each with an empty table.
"""

from collections.abc import Iterator

from bitbully.bitbully_core import BitBullyCore, BoardCore

from benchmarks.solver import Question, answer


def solve(question: Question) -> Iterator[tuple[int | None, int]]:
    """The score of each position; weakly, its sign, by a search with a window that sees no further."""
    assert question.game == "connect_four"
    solver, boards = BitBullyCore(), [_board(moves) for moves in question.positions]
    assert not solver.isBookLoaded()
    solver.mtdf(_board("4" * 6 + "3333"), first_guess=0)
    yield 0, 0
    for board in boards:
        solver.resetNodeCounter()
        if question.weak:
            found = solver.negamax(board, alpha=-1, beta=1, depth=0)
            worth = (found > 0) - (found < 0)
        else:
            worth = solver.mtdf(board, first_guess=0) if question.mode == "mtdf" else solver.nullWindow(board)
        yield worth, solver.getNodeCounter()


def _board(moves: str) -> BoardCore:
    board = BoardCore()
    assert board.setBoard([int(column) - 1 for column in moves])
    return board


if __name__ == "__main__":
    answer(solve)
