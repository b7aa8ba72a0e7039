"""Small games of other kinds, solved from the start: margins and extra turns, long lines, misere play, passes."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.row import Row, at_most
from benchmarks.solver import Question, ask

SECONDS = 10
KNOWN = {  # the result for the first player, and who says so
    "kalah:pits=4,seeds=4": (2, "won by 2, as another program finds"),
    "tic_tac_toe:width=4,height=4,line=4": (0, "a draw"),
    "nim:heaps=3-5-7-9": (1, "won, as 3, 5, 7 and 9 do not cancel out"),
    "nim:heaps=3-5-7-9,misere=true": (1, "won, for the same reason"),
    "othello:size=4": (-10, "lost by 3 to 11, and the empty squares are the winner's"),
}


def rows() -> Iterator[Row]:
    """A process each, one thread; a wrong value misses the target."""
    for spec, (result, known) in KNOWN.items():
        solved = ask("ours", Question(spec))
        how = f"{known}; {sum(solved.nodes):,} nodes"
        row = at_most(f"`{spec}`: user CPU", solved.user, SECONDS, "s", how)
        right = solved.worths[0] == result
        yield row if right else replace(row, reached=False, how=f"**value {solved.worths[0]}**, but {how}")
