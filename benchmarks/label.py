"""Makes the positions of `make bench-solve`, labelled by bitbully, and the tests' sample: python -m benchmarks.label."""

from collections.abc import Iterable
from pathlib import Path

from benchmarks.golden import POSITIONS, SAMPLE
from benchmarks.peers import BITBULLY
from benchmarks.random_positions import BANDS, COUNT, SEED, random_positions
from benchmarks.solver import Question, ask

SAMPLED = 50
HEADER = f"""\
# Connect Four 7x6: {{count}} random positions each of {", ".join(f"{low}-{high}" for low, high in BANDS)} discs, seed {SEED}
# (how they are drawn: benchmarks/random_positions.py). The score is for the side to move (benchmarks/score.py), by two
# searches of bitbully 0.0.79, which agree. Made by: python -m benchmarks.label
moves,score
"""


def main() -> None:
    """Some minutes: two searches of the peer, one process each."""
    positions = [moves for band in BANDS for moves in random_positions(band)]
    one, other = (ask("peers.bitbully", Question("connect_four", positions, mode=mode)).worths for mode in BITBULLY)
    assert one == other, "the peer's two searches disagree"
    labelled = [f"{moves},{score}\n" for moves, score in zip(positions, one, strict=True)]
    _write(POSITIONS, COUNT, labelled)
    _write(SAMPLE, SAMPLED, (line for number, line in enumerate(labelled) if number % COUNT < SAMPLED))


def _write(file: Path, count: int, labelled: Iterable[str]) -> None:
    file.write_text(HEADER.format(count=count) + "".join(labelled), encoding="utf-8")


if __name__ == "__main__":
    main()
