"""Random Connect Four positions: every score right, and the time beside bitbully's better search on the same positions."""

import statistics
from collections.abc import Iterator

from benchmarks.golden import POSITIONS, table
from benchmarks.peers import BITBULLY
from benchmarks.random_positions import BANDS, band_of
from benchmarks.row import Row, at_most, exactly
from benchmarks.solver import Question, Solved, ask

COMPARED = BANDS[:3]  # what comes later costs bitbully less than its clock can tell


def rows() -> Iterator[Row]:
    """A process for each band and search."""
    labelled = [(row["moves"], int(row["score"])) for row in table(POSITIONS)]
    for band in BANDS:
        scores = {moves: score for moves, score in labelled if band_of(moves) == band}
        title = f"Connect Four 7x6, random positions of {band[0]} to {band[1]} discs"
        ours = ask("ours", Question("connect_four", list(scores)))
        right = sum(found == score for found, score in zip(ours.worths, scores.values(), strict=True))
        how = f"labelled by two searches of bitbully; {_cost(ours)}"
        yield exactly(f"{title}: right scores", right, len(scores), "positions", how)
        if band in COMPARED:
            yield _beside(title, ours, list(scores))


def _beside(title: str, ours: Solved, positions: list[str]) -> Row:
    """The time against that of bitbully's better search, which keeps its table from one position to the next."""
    theirs = {mode: ask("peers.bitbully", Question("connect_four", positions, mode=mode)) for mode in BITBULLY}
    better = min(theirs, key=lambda mode: theirs[mode].user)
    how = f"{_cost(ours)}, against {_cost(theirs[better])} by its {better}"
    return at_most(f"{title}: user CPU, of bitbully's", ours.user / theirs[better].user, 0.7, "times", how)


def _cost(solved: Solved) -> str:
    each = 1000 * solved.user / len(solved.times)
    median = 1000 * statistics.median(solved.times)
    return f"{solved.user:.3g} s in all (mean {each:.3g} ms, median {median:.3g} ms, {sum(solved.nodes):,} nodes)"
