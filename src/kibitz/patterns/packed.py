"""A file of learned weights: its origin, and the weights, packed.

the magic line | length of the header (4 bytes) | header (JSON) | weights (int16, little-endian, LZMA) | SHA-256 of all this
"""

import hashlib
import json
import lzma
import struct
import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.whole_file import WholeFile

VERSION = 1
UNIT = 1024  # of a number, where it is kept as a whole one
LENGTH = struct.Struct(">I")
DIGEST = hashlib.sha256().digest_size
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
Content = TypeVar("Content")


@dataclass(frozen=True)
class Lineage:
    """The origin of what was learned.

    `game`: the spec; `fingerprint`: of its rules. `date`: year, month and day. `matches`: the matches it had to win, each as
    the gate writes it. `command`: makes it again.
    """

    game: str
    fingerprint: str
    seconds: float
    games: int
    positions: int
    seed: int
    threads: int
    date: str
    command: str = ""
    matches: tuple[Mapping[str, Any], ...] = ()

    @property
    def title(self) -> str:
        """In a few words: `learned, 10 minutes, 22 Nov 2026`."""
        year, month, day = self.date.split("-")
        minutes = self.seconds / 60
        long = f"{self.seconds:.0f} seconds" if minutes < 1 else f"{minutes:.0f} minute{'' if round(minutes) == 1 else 's'}"
        return f"learned, {long}, {int(day)} {MONTHS[int(month) - 1]} {year}"

    def check(self, game: Game, noun: str) -> None:
        """Raises LearningError for a game of other rules; `noun`: what was learned, "estimate" say."""
        usual = from_usual_start(game)
        if all(rules_fingerprint(one) != self.fingerprint for one in ((game,) if usual is game else (usual, game))):
            raise LearningError(
                f"the {noun} was learned of {self.game}, and the rules of {spec_of(game)} are others: "
                f"`kibitz learn {spec_of(game)}` learns one"
            )


def write_packed(path: Path, magic: bytes, facts: Mapping[str, Any], body: bytes) -> int:
    """Write a file whole, or leave what was there; gives the size. LearningError where it cannot be written."""
    header = json.dumps({"version": VERSION, **facts}).encode()
    content = magic + LENGTH.pack(len(header)) + header + body
    write_whole(path, content + hashlib.sha256(content).digest())
    return len(content) + DIGEST


def read_packed(path: Path, magic: bytes, noun: str, content_of: Callable[[dict[str, Any], bytes], Content]) -> Content:
    """The content of a file, as `content_of` makes it of facts and weights, the latter still packed.

    LearningError, one sentence, when the file is not there, damaged, newer, or no such file; `noun`: what it should hold.
    """
    try:
        content = path.expanduser().read_bytes()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise LearningError(f"the {noun} {path} cannot be read ({why}); `kibitz learn GAME --to {path}` learns one") from None
    if not content.startswith(magic):
        raise LearningError(f"{path} holds no learned {noun}; `kibitz learn GAME --to FILE` writes one")
    whole, digest = content[:-DIGEST], content[-DIGEST:]
    if hashlib.sha256(whole).digest() != digest:
        raise LearningError(f"{path} is damaged: learn it anew, or take a copy that is whole")
    at = len(magic) + LENGTH.size
    try:  # the digest only shows that the rest is as written
        (length,) = LENGTH.unpack(whole[len(magic) : at])
        facts = json.loads(whole[at : at + length])
        if facts.pop("version") != VERSION:
            raise LearningError(f"{path} was written by a newer kibitz: update kibitz, or learn it anew")
        return content_of(facts, whole[at + length :])
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, lzma.LZMAError, struct.error) as problem:
        raise LearningError(f"{path} holds no {noun} that can be used ({problem}): learn it anew") from None


def unpack(body: bytes, step: int) -> "array[int]":
    """The whole numbers that `pack` packed in such steps."""
    numbers = array("h", lzma.decompress(body))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers if step == 1 else array("h", [step * one for one in numbers])


def pack(numbers: Any, most: int) -> tuple[int, bytes]:
    """Numbers of 16 bits in steps of 1, 2, 4 ..., the finest that takes at most `most` bytes: the step, and the packed numbers.

    Steps end at UNIT.
    """
    import numpy as np

    step = 1
    while True:
        body = lzma.compress(np.rint(np.asarray(numbers) / step).astype("<i2").tobytes(), preset=9)
        if len(body) <= most or step >= UNIT:
            return step, body
        step *= 2


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that takes its name when it is complete. LearningError where that cannot be."""
    try:
        with WholeFile(path) as file:
            file.write(content)
    except OSError as problem:
        raise LearningError(f"{path} cannot be written: {problem.strerror or problem}") from None
