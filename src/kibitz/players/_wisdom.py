"""What a player takes for wise: the settings `knowledge=none|auto|NAME|FILE.py:NAME` and `weights=FILE.json`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import PlayerError
from kibitz.players._settings import Setting
from kibitz.players._weights import Weights
from kibitz.registry import classes_in, file_module, knowledge_classes, knowledge_of, near_names, spec_of
from kibitz.rules import Game, Knowledge, says

AUTO, NONE = "auto", "none"
SETTINGS = {
    "knowledge": Setting(str, "none, auto, the name of a class, or FILE.py:Class"),
    "weights": Setting(Path, "a file of weights, such as weights=tuned.json"),
}


@dataclass
class Wisdom:
    """The knowledge a player is given, asked for game by game: `auto` is what the package or the game's file knows.

    `weights` take the place of the numbers that the knowledge brings. They are data: other weights need no compiling.
    """

    knowledge: str = AUTO
    weights: Weights | None = None
    _known: tuple[Game, Knowledge | None] | None = None

    @classmethod
    def told(cls, given: dict[str, Any]) -> "Wisdom":
        """What the settings of a player say. Raises PlayerError, one sentence, for a file that does not serve."""
        weights = given.get("weights")
        return cls(given.get("knowledge", AUTO), None if weights is None else Weights.read(weights))

    def of(self, game: Game) -> Knowledge | None:
        """What the player knows of a game. Raises PlayerError where its knowledge or its weights are not for that game."""
        if self._known is None or self._known[0] != game:
            found = self._found(game)
            self._known = game, self.weights.applied(found, game) if self.weights is not None else found
        return self._known[1]

    def estimates(self, game: Game) -> bool:
        """Whether its knowledge has an opinion of positions of the game that are not over."""
        wise = self.of(game)
        return says(wise, "evaluate") or says(wise, "estimates")

    def _found(self, game: Game) -> Knowledge | None:
        if self.knowledge == NONE:
            return None
        if self.knowledge == AUTO:
            return knowledge_of(game)
        place, _, name = self.knowledge.rpartition(":") if not self.knowledge.endswith(".py") else (self.knowledge, "", "")
        classes: list[type[Knowledge]] = (
            classes_in(file_module(Path(place), PlayerError, "name one with knowledge=FILE.py:Class"), Knowledge)
            if place
            else knowledge_classes(game)
        )
        named = [knowledge for knowledge in classes if name in ("", knowledge.__name__)]
        for knowledge in named:
            if knowledge.fits(game):
                return knowledge(game)
        if named:
            raise PlayerError(f"{named[0].__name__} is not for {spec_of(game)}: its fits(game) says no")
        known = [knowledge.__name__ for knowledge in classes]
        if not name:
            raise PlayerError(f"{place} holds no knowledge: write a class that derives from kibitz.Knowledge")
        where = place or spec_of(game)
        raise PlayerError(f"{where} has no knowledge called {name!r}; {near_names(name, [*known, *([] if place else [NONE])])}")
