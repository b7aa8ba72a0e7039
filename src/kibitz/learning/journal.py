"""The journal of a learner: all it knows, written every few seconds, so that no end costs more than these."""

import hashlib
import json
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import LearningError
from kibitz.learning.features.sample import GAMES
from kibitz.learning.learner import Learner, LearningProgress
from kibitz.patterns.packed import write_whole

MAGIC = b"kibitz learning journal 1\n"
LENGTH = struct.Struct(">I")
EVERY = 8.0  # seconds between two entries


@dataclass(frozen=True)
class Mark:
    """How strong a learner was at a time: in Elo relative to the start, with half the 95 % interval."""

    seconds: float
    games: int
    positions: int
    elo: float
    error: float


def journal_of(file: Path) -> Path:
    """The path of the journal that belongs to a learned file."""
    return file.with_name(f"{file.name}.journal")


def write_journal(path: Path, learner: Learner, fingerprint: str, curve: Sequence[Mark] = ()) -> None:
    """Write all that going on needs; whole, or the last entry stays. LearningError where that cannot be."""
    with learner.settled():
        arrays, progress = [array.tobytes() for array in learner.arrays], learner.progress
    facts = {
        "fingerprint": fingerprint,
        "layout": hash_layout(learner),
        "sampled": learner.preparation.sampled,
        "progress": asdict(progress),
        "curve": [asdict(mark) for mark in curve],
        "sum": _sum(arrays),
    }
    header = json.dumps(facts).encode()
    write_whole(path, b"".join([MAGIC, LENGTH.pack(len(header)), header, *arrays]))


def read_progress(path: Path, fingerprint: str) -> tuple[LearningProgress, int]:
    """How far the learning has come that a journal is of, and how many random games were looked at before it.

    LearningError where there is no journal, or it is of other rules.
    """
    facts = _open(path, fingerprint)[0]
    return LearningProgress(**facts["progress"]), int(facts.get("sampled", GAMES))


def read_journal(path: Path, learner: Learner, fingerprint: str) -> list[Mark]:
    """Continue where the journal ends; returns the learner's strength so far. LearningError if there is no journal, or it
    belongs to other rules.
    """
    facts, body = _open(path, fingerprint)
    if facts["layout"] != hash_layout(learner):
        raise LearningError(f"{path} was written by another version of kibitz: leave --resume out to begin anew")
    learner.progress = LearningProgress(**facts["progress"])
    numbers = np.frombuffer(body, np.float32)
    for array in learner.arrays:
        array[:], numbers = numbers[: len(array)], numbers[len(array) :]
    return [Mark(**mark) for mark in facts["curve"]]


def _open(path: Path, fingerprint: str) -> tuple[dict[str, Any], bytes]:
    """Read a journal's header and its numbers."""
    try:
        content = path.read_bytes()
    except OSError:
        raise LearningError(f"there is nothing to go on with: no journal {path}; leave --resume out to begin") from None
    at = len(MAGIC) + LENGTH.size
    if not content.startswith(MAGIC) or len(content) < at:
        raise LearningError(f"{path} is not a journal of learning: leave --resume out to begin anew")
    (length,) = LENGTH.unpack(content[len(MAGIC) : at])
    body = content[at + length :]
    try:
        facts: dict[str, Any] = json.loads(content[at : at + length])
    except ValueError:
        facts = {"sum": ""}
    if _sum([body]) != facts["sum"]:
        raise LearningError(f"{path} is damaged: leave --resume out to begin anew")
    if facts["fingerprint"] != fingerprint:
        raise LearningError(f"{path} is the journal of other rules: leave --resume out to begin anew")
    return facts, body


def _sum(parts: Sequence[bytes]) -> str:
    digest = hashlib.blake2b()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def hash_layout(learner: Learner) -> str:
    """A hash of the layout that all numbers of the journal share."""
    layout = learner.preparation.layout
    facts = (layout.reading.to_json(), layout.patterns, layout.symmetries, layout.cuts)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
