"""Othello's ends: the FFO positions 40 to 47, with 20 to 25 empty squares, to the last disc."""

from collections.abc import Iterator

from benchmarks.golden import OTHELLO, lines
from benchmarks.row import Row, at_least, at_most, exactly
from benchmarks.solver import LARGE, Question, ask


def rows() -> Iterator[Row]:
    """One thread, each with an empty table."""
    boards, scores = zip(*(_read(line) for line in lines(OTHELLO)), strict=True)
    solved = ask("ours", Question("othello", boards, table=LARGE))
    right = sum(found == score for found, score in zip(solved.worths, scores, strict=True))
    each = ", ".join(f"{nodes / 1e6:.0f}" for nodes in solved.nodes)
    title, how = "Othello, FFO 40 to 47", f"one thread, {solved.user:.3g} s of user CPU"
    yield exactly(f"{title}: right scores", right, len(scores), "positions", how)
    yield at_most(f"{title}: nodes in all", sum(solved.nodes) / 1e6, 2500, "M", f"{each} M")
    yield at_least(f"{title}: speed", solved.nodes_per_second / 1e6, 15, "M nodes/s", how)


def _read(line: str) -> tuple[str, int]:
    """The board with the side to move, and the score of the best move, which stands first."""
    board, best = line.split(";")[:2]
    return board, int(best.partition(":")[2])
