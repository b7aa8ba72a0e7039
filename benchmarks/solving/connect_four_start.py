"""Connect Four from the empty board, by one thread, beside bitbully: the score, and who wins. Some minutes, the peer's."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.row import Row, at_most, said
from benchmarks.solver import LARGE, Question, ask

WON = 1  # the first player wins, and no sooner than with the last disc but one of the board: the score is 1 as well


def rows() -> Iterator[Row]:
    """User CPU, once each."""
    strong = Question("connect_four", table=LARGE, mode="mtdf")
    yield from _beside("Connect Four 7x6 from the empty board", strong, 0.2)
    yield from _beside("Connect Four 7x6 from the empty board, only who wins", replace(strong, weak=True), 0.15)


def _beside(title: str, question: Question, target: float) -> Iterator[Row]:
    ours, theirs = ask("ours", question), ask("peers.bitbully", question)
    mode = "negamax with a window of -1 to 1" if question.weak else question.mode
    table = f"a table of {LARGE // 2**20} MB"
    how = f"one thread, {table}, no book; {ours.user:.3g} s against {theirs.user:.3g} s by bitbully's {mode}"
    row = at_most(f"{title}: user CPU, of bitbully's", ours.user / theirs.user, target, "times", how)
    right = [*ours.worths, *theirs.worths] == [WON, WON]
    yield row if right else replace(row, reached=False, how=f"**value {ours.worths[0]} against {theirs.worths[0]}**; {how}")
    how = f"{sum(ours.nodes):,} nodes, {ours.nodes_per_second:,.0f} a second"
    yield Row(f"{title}: user CPU", said(ours.user, "s"), how=how)
