"""Files of estimates that nobody has learned: the patterns are those of the game, their weights small and thrown by dice."""

import functools
import random
from pathlib import Path

import numpy as np

from kibitz.core import registry
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.learning.preparation import prepare
from kibitz.patterns.estimate import UNIT
from kibitz.patterns.file import EstimateFile
from kibitz.patterns.library import ESTIMATE_FILES
from kibitz.patterns.packed import Lineage

TITLE = "learned, 10 minutes, 22 Nov 2026"


def write_estimate(place: Path, spec: str = "tic_tac_toe", seed: int = 1) -> Path:
    """A file for the game; `place`: a folder, where it lies as one's own, or the file. Other seeds, other weights."""
    path = place / ESTIMATE_FILES.name(registry.load(spec)) if place.is_dir() else place
    estimate_file(spec, seed).write(path)
    return path


@functools.cache
def estimate_file(spec: str = "tic_tac_toe", seed: int = 1) -> EstimateFile:
    """The content of such a file."""
    game = registry.load(spec)
    found = prepare(game)
    dice = random.Random(seed)
    weights = np.array([dice.randrange(-UNIT // 8, UNIT // 8) for _ in range(found.layout.weights)], np.float64)
    found.layout.average(weights)
    lineage = Lineage(spec, rules_fingerprint(game), 600.0, 1000, 9000, seed, 1, "2026-11-22")
    return EstimateFile(lineage, found.layout, np.rint(weights).astype(np.int16), found.most)
