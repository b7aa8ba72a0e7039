"""The file of a learned estimate: its origin, and its weights, packed.

    the magic line | length of the header (4 bytes) | header (JSON) | weights (int16, little-endian, LZMA) | SHA-256 of all this

Weights are rounded to multiples of a step where the file would be too large otherwise.

The weights of Othello, a million with two fifths other than 0, take 300 kB so, and 17 ms to read.
"""

import hashlib
import json
import lzma
import struct
import sys
from array import array
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.registry import knowledge_of, names, spec_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.files.fingerprint import from_usual_start, rules_fingerprint
from kibitz.files.whole_file import WholeFile
from kibitz.patterns.estimate import UNIT, LearnedKnowledge, create_estimate
from kibitz.patterns.layout import PatternLayout, Symmetry
from kibitz.patterns.reading import reading_from

MAGIC, VERSION = b"kibitz learned estimate\n", 1
LENGTH = struct.Struct(">I")
MOST_BYTES = 395_000  # of packed weights: they are rounded as far as that takes
DIGEST = hashlib.sha256().digest_size
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Lineage:
    """The origin of an estimate.

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


@dataclass(frozen=True)
class EstimateFile:
    """The content of a file: weights as int16, in the units of `patterns.estimate`, and the layout that says what they are of.

    `weights`: an array, of NumPy or not. `most`: the largest result; `least`: the smallest, where each player has a number of
    their own. `deviations`: how far deep searches differ from shallow ones, as `create_estimate` takes them.
    `search`: the search that plays best with it within a time, as far as matches have shown; "" for the one that fits the game.
    """

    lineage: Lineage
    layout: PatternLayout
    weights: Any
    most: float
    deviations: tuple[float, ...] = field(default=())
    search: str = ""
    least: float | None = None

    def estimate(self, game: Game) -> LearnedKnowledge:
        """The knowledge of a game with this estimate, and all else that is known of it. LearningError for another game."""
        usual = from_usual_start(game)
        if all(rules_fingerprint(one) != self.lineage.fingerprint for one in ((game,) if usual is game else (usual, game))):
            raise LearningError(
                f"the estimate was learned of {self.lineage.game}, and the rules of {spec_of(game)} are others: "
                f"`kibitz learn {spec_of(game)}` learns one"
            )
        return self.trusted(game)

    def trusted(self, game: Game) -> LearnedKnowledge:
        """The same for a game that is known to be the one it was learned of."""
        return create_estimate(
            game,
            self.layout,
            self.weights,
            self.lineage.title,
            self.most,
            knowledge_of(game),
            self.deviations,
            self.search,
            self.least,
        )

    def write(self, path: Path) -> int:
        """Write the file whole, or leave what was there; gives the size. LearningError where it cannot be written."""
        facts = {
            "version": VERSION,
            **asdict(self.lineage),
            "reading": self.layout.reading.to_json(),
            "patterns": self.layout.patterns,
            "symmetries": [(one.places, one.symbols, one.changes_side) for one in self.layout.symmetries],
            "cuts": self.layout.cuts,
            "most": self.most,
            "deviations": self.deviations,
            "search": self.search,
            **({} if self.least is None else {"least": self.least}),
        }
        step, body = _pack(self.weights)
        header = json.dumps({**facts, "step": step}).encode()
        content = MAGIC + LENGTH.pack(len(header)) + header + body
        write_whole(path, content + hashlib.sha256(content).digest())
        return len(content) + DIGEST


def read_estimate(path: Path) -> EstimateFile:
    """The content of a file. LearningError, one sentence, when it is not there, damaged, newer, or no such file."""
    try:
        content = path.expanduser().read_bytes()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise LearningError(f"the estimate {path} cannot be read ({why}); `kibitz learn GAME --to {path}` learns one") from None
    if not content.startswith(MAGIC):
        raise LearningError(f"{path} holds no learned estimate; `kibitz learn GAME --to FILE` writes one")
    whole, digest = content[:-DIGEST], content[-DIGEST:]
    if hashlib.sha256(whole).digest() != digest:
        raise LearningError(f"{path} is damaged: learn it anew, or take a copy that is whole")
    try:
        return _content(path, whole)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, lzma.LZMAError, struct.error) as problem:
        raise LearningError(f"{path} holds no estimate that can be used ({problem}): learn it anew") from None


def _content(path: Path, whole: bytes) -> EstimateFile:
    """The bytes before the digest, which only shows that they are as written."""
    at = len(MAGIC) + LENGTH.size
    (length,) = LENGTH.unpack(whole[len(MAGIC) : at])
    facts = json.loads(whole[at : at + length])
    if facts.pop("version") != VERSION:
        raise LearningError(f"{path} was written by a newer kibitz: update kibitz, or learn it anew")
    layout = PatternLayout(
        reading_from(facts.pop("reading")),
        tuple(map(tuple, facts.pop("patterns"))),
        tuple(Symmetry(tuple(places), tuple(symbols), turned) for places, symbols, turned in facts.pop("symmetries")),
        tuple(facts.pop("cuts")),
    )
    most, deviations, search = facts.pop("most"), tuple(facts.pop("deviations")), str(facts.pop("search"))
    least = facts.pop("least", None)
    weights = _unpack(whole[at + length :], facts.pop("step"))
    if len(weights) != layout.weights or not layout.is_sound:
        raise ValueError("weights of other patterns")
    if (least is None) == (layout.reading.players > 0):
        raise ValueError("numbers of other players")
    if search not in ("", *names("search")):
        raise ValueError(f"a search called {search}")
    lineage = Lineage(**{**facts, "matches": tuple(facts["matches"])})
    return EstimateFile(lineage, layout, weights, most, deviations, search, least)


def _unpack(body: bytes, step: int) -> "array[int]":
    """The weights that `_pack` packed."""
    weights = array("h", lzma.decompress(body))
    if sys.byteorder == "big":
        weights.byteswap()
    return weights if step == 1 else array("h", [step * one for one in weights])


def _pack(weights: Any) -> tuple[int, bytes]:
    """Weights in steps of 1, 2, 4 ..., the finest that is small enough: the step, and the packed numbers of steps."""
    import numpy as np

    step = 1
    while True:
        body = lzma.compress(np.rint(np.asarray(weights) / step).astype("<i2").tobytes(), preset=9)
        if len(body) <= MOST_BYTES or step >= UNIT:
            return step, body
        step *= 2


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that takes its name when it is complete. LearningError where that cannot be."""
    try:
        with WholeFile(path) as file:
            file.write(content)
    except OSError as problem:
        raise LearningError(f"{path} cannot be written: {problem.strerror or problem}") from None
