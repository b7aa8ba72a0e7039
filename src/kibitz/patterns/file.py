"""The file of a learned estimate (see `packed`): the layout of its patterns, and their weights.

Weights are rounded to multiples of a step where the file would be too large otherwise.

The weights of Othello, a million with two fifths other than 0, take 300 kB so, and 17 ms to read.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.registry import knowledge_of, names
from kibitz.core.rules import Game
from kibitz.patterns.estimate import LearnedKnowledge, create_estimate
from kibitz.patterns.layout import PatternLayout, Symmetry
from kibitz.patterns.packed import Lineage, pack, read_packed, unpack, write_packed
from kibitz.patterns.reading import reading_from

MAGIC = b"kibitz learned estimate\n"
MOST_BYTES = 395_000  # of packed weights: they are rounded as far as that takes


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
        self.lineage.check(game, "estimate")
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
        step, body = pack(self.weights, MOST_BYTES)
        return write_packed(path, MAGIC, {**facts, "step": step}, body)


def read_estimate(path: Path) -> EstimateFile:
    """The content of a file. LearningError, one sentence, when it is not there, damaged, newer, or no such file."""
    return read_packed(path, MAGIC, "estimate", _content)


def _content(facts: dict[str, Any], body: bytes) -> EstimateFile:
    layout = PatternLayout(
        reading_from(facts.pop("reading")),
        tuple(map(tuple, facts.pop("patterns"))),
        tuple(Symmetry(tuple(places), tuple(symbols), turned) for places, symbols, turned in facts.pop("symmetries")),
        tuple(facts.pop("cuts")),
    )
    most, deviations, search = facts.pop("most"), tuple(facts.pop("deviations")), str(facts.pop("search"))
    least, step = facts.pop("least", None), facts.pop("step")
    weights = unpack(body, step)
    if len(weights) != layout.weights or not layout.is_sound:
        raise ValueError("weights of other patterns")
    if (least is None) == (layout.reading.players > 0):
        raise ValueError("numbers of other players")
    if search not in ("", *names("search")):
        raise ValueError(f"a search called {search}")
    lineage = Lineage(**{**facts, "matches": tuple(facts["matches"])})
    return EstimateFile(lineage, layout, weights, most, deviations, search, least)
