"""Published facts that the tests and the measures share: the files of tests/golden, and the labelled positions."""

import csv
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
POSITIONS = Path(__file__).parent / "data" / "connect_four_positions.csv"
SIZES = GOLDEN / "connect_four_sizes.csv"
SAMPLE = GOLDEN / "connect_four_scores.csv"
OTHELLO = GOLDEN / "ffo_40_47.obf"


def lines(file: Path) -> list[str]:
    """What a file says, without its comments."""
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def table(file: Path) -> list[dict[str, str]]:
    """A file of comma-separated values, a row as what stands below each heading."""
    return list(csv.DictReader(lines(file)))
