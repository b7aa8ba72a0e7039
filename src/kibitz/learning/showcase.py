"""A learned estimate, ready to be shown: the file that players take, signs for symbols, places row by row."""

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.learning.features.inspection import GAMES, Inspection, inspect_estimate
from kibitz.patterns.file import EstimateFile, read_estimate
from kibitz.patterns.library import ESTIMATE_FILES, NONE, VARIABLE
from kibitz.patterns.reading import BoardReading

LETTERS = "XO#@%&$*ABCDEFGHIJKLMNPQRSTUVWYZ"  # of symbols; the empty one is a dot
EMPTY, LANDING = ".", "+"
IN_A_ROW = 8  # squares of a board without rows


@dataclass(frozen=True)
class Showcase:
    """An estimate's file, what it holds, and what was found of it."""

    path: Path
    file: EstimateFile
    inspection: Inspection

    @classmethod
    def of(cls, game: Game, path: Path, games: int = GAMES) -> "Showcase":
        """A file's estimate for a game, measured on a number of games. LearningError if it does not fit."""
        found = read_estimate(path)
        found.estimate(game)  # says so when it is of another game
        return cls(path, found, inspect_estimate(game, found, games=games))

    @property
    def signs(self) -> list[str]:
        """A letter for each symbol, in the order of the fields of the states."""
        reading, count = self.inspection.reading, len(self.inspection.symbols)
        if not isinstance(reading, BoardReading):
            return [EMPTY, *map(str, range(1, count))]
        order = sorted(range(len(reading.symbols)), key=reading.symbols.__getitem__, reverse=True)
        letters = dict(zip(order, LETTERS, strict=False))
        return [EMPTY, *map(letters.__getitem__, range(len(order))), *([LANDING] if reading.landing is not None else [])]

    @property
    def order(self) -> list[int]:
        """The symbols but the empty one, by their letters."""
        signs = self.signs
        return sorted(range(1, len(signs)), key=lambda symbol: (LETTERS.find(signs[symbol]), symbol))

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The places row by row, if the layout is known; -1 for a gap."""
        geometry, places = self.inspection.geometry, self.inspection.reading.places
        if geometry is None or not geometry.spots:
            padded = [*range(places), *[-1] * (-places % IN_A_ROW)]
            return [tuple(padded[first : first + IN_A_ROW]) for first in range(0, len(padded), IN_A_ROW)]
        at = {spot: place for place, spot in geometry.spots.items()}
        return [tuple(at.get((row, column), -1) for column in range(geometry.columns)) for row in range(geometry.rows)]

    def format_worth(self, worth: float) -> str:
        """A worth in units of the result, with a sign."""
        return f"{worth:+z.{2 if self.inspection.most - self.inspection.least < 40 else 1}f}"

    def describe_turn(self, side: int) -> str:
        """The turns that have weights of their own."""
        players = self.inspection.reading.players
        if not players:
            return f"the {'first' if side == 0 else 'second'} player to move"
        return f"player {side + 1} to move" if side < players else "dice or cards decide"

    def facts(self) -> dict[str, Any]:
        """All of it as one object."""
        lineage = asdict(self.file.lineage)
        return {
            "file": str(self.path),
            "title": self.file.lineage.title,
            **{name: value for name, value in lineage.items() if name != "matches"},
            "matches": list(self.file.lineage.matches),
            "symbols": list(self.inspection.symbols),
            "signs": self.signs,
            "view": self.inspection.view,
            "least": self.inspection.least,
            "most": self.inspection.most,
            "rows": [list(row) for row in self.rows],
            "stages": [asdict(stage) for stage in self.inspection.stages],
        }


def find_file(game: Game) -> Path:
    """The file of the estimate that players take. LearningError where nothing was learned."""
    if os.environ.get(VARIABLE) == NONE:
        raise LearningError(f"{VARIABLE}={NONE} turns off what was learned: name a file with --to, or take that away")
    for place in (ESTIMATE_FILES.user_file(game), ESTIMATE_FILES.shipped / ESTIMATE_FILES.name(game)):
        if place.is_file():
            return place
    spec = spec_of(game)
    raise LearningError(f"nothing was learned of {spec} yet: `kibitz learn {spec}` does, or name a file with --to")
