"""Connect Four on boards of other sizes: every value as John Tromp and Christian Steininger found it, and what it costs."""

from collections.abc import Iterator

from benchmarks.golden import SIZES, table
from benchmarks.row import Row, exactly, said
from benchmarks.solver import LARGE, Question, ask

SQUARES, BIG = 36, ((7, 6), (6, 7))


def rows() -> Iterator[Row]:
    """All boards of so many squares, and two big ones; a process each, one thread."""
    right, user = {}, {}
    for row in table(SIZES):
        width, height = int(row["width"]), int(row["height"])
        if width * height <= SQUARES or (width, height) in BIG:
            board = f"{width}x{height}"
            solved = ask("ours", Question(f"connect_four:width={width},height={height}", table=LARGE))
            found, known = solved.worths[0], int(row["score_pons_convention"])
            right[board], user[board] = found == known, solved.user
            if found != known:
                yield Row(f"Connect Four {board}", f"score {found}", f"exactly {known}", False)
    how = f"those of at most {SQUARES} squares in the tables of Tromp and Steininger, 7x6 and 6x7"
    yield exactly("Connect Four on boards of other sizes: right values", sum(right.values()), len(right), "boards", how)
    slowest = sorted(user, key=lambda board: user[board], reverse=True)
    how = ", ".join(f"{board} {user[board]:.2g} s" for board in slowest)
    yield Row("all of them: user CPU", said(sum(user.values()), "s"), how=how)
