"""The journal of a learner: all it knows, written every few seconds, so that no end costs more than these."""

import hashlib
import json
import struct
from dataclasses import asdict
from pathlib import Path

import numpy as np

from kibitz.errors import LearningError
from kibitz.learning.learner import Learner, Progress
from kibitz.patterns.file import write_whole

MAGIC = b"kibitz learning journal 1\n"
LENGTH = struct.Struct(">I")
EVERY = 8.0  # seconds between two entries


def journal_of(file: Path) -> Path:
    """Where the journal lies of what is learned for a file."""
    return file.with_name(f"{file.name}.journal")


def write_journal(path: Path, learner: Learner, fingerprint: str) -> None:
    """Write all that going on needs; whole, or the last entry stays. LearningError where that cannot be."""
    arrays = [array.tobytes() for array in learner.arrays]
    facts = {
        "fingerprint": fingerprint,
        "layout": hash_layout(learner),
        "progress": asdict(learner.progress),
        "sum": hashlib.blake2b(b"".join(arrays)).hexdigest(),
    }
    header = json.dumps(facts).encode()
    write_whole(path, b"".join([MAGIC, LENGTH.pack(len(header)), header, *arrays]))


def read_journal(path: Path, learner: Learner, fingerprint: str) -> None:
    """Go on where the journal ends. LearningError where there is none, or it is of something else."""
    try:
        content = path.read_bytes()
    except OSError:
        raise LearningError(f"there is nothing to go on with: no journal {path}; leave --resume out to begin") from None
    at = len(MAGIC) + LENGTH.size
    if not content.startswith(MAGIC) or len(content) < at:
        raise LearningError(f"{path} is no journal of learning: leave --resume out to begin anew")
    (length,) = LENGTH.unpack(content[len(MAGIC) : at])
    facts, body = json.loads(content[at : at + length]), content[at + length :]
    if facts["fingerprint"] != fingerprint or facts["layout"] != hash_layout(learner):
        raise LearningError(
            f"{path} is the journal of other rules, or of another version of kibitz: leave --resume out to begin anew"
        )
    if hashlib.blake2b(body).hexdigest() != facts["sum"]:
        raise LearningError(f"{path} is damaged: leave --resume out to begin anew")
    learner.progress = Progress(**facts["progress"])
    numbers = np.frombuffer(body, np.float32)
    for number, array in enumerate(learner.arrays):
        array[:] = numbers[number * len(array) : (number + 1) * len(array)]


def hash_layout(learner: Learner) -> str:
    """What all numbers of the journal are of."""
    layout = learner.preparation.layout
    facts = (layout.reading.to_json(), layout.patterns, layout.symmetries, layout.cuts)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
