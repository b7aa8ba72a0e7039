"""Compiling what the margins and the matches need, while the learner is at work: so they begin at once."""

import threading
from collections.abc import Iterator

from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, Knowledge
from kibitz.core.thought import Limit
from kibitz.errors import KibitzError
from kibitz.learning.gate import PLAY
from kibitz.patterns.file import EstimateFile
from kibitz.position import Position
from kibitz.search.descriptor import fitting, may_fit
from kibitz.search.entry import think


class Warming:
    """Compiles, one by one in a thread, searches with the learned estimate and with the one the game had before.

    Other processes find the machine code where it is kept. `has_search`: the first one, with the learned estimate, is ready.
    """

    def __init__(self, game: Game, found: EstimateFile, earlier: EstimateFile | None) -> None:
        """Begins at once."""
        self.has_search = False
        self._stopped = False
        self._game, self._found, self._earlier = game, found, earlier
        threading.Thread(target=self._run, name="kibitz-warming", daemon=True).start()

    def stop(self) -> None:
        """Begin no more."""
        self._stopped = True

    def _run(self) -> None:
        position = Position.after(self._game, [])
        while position.is_chance:
            position = position.play(position.chances()[0][0])
        for search, knowledge in self._players():
            if self._stopped:
                return
            try:
                think(position, search=search, knowledge=knowledge, limit=Limit(depth=1), compile_first=True)
            except KibitzError:  # a match of this player says why
                return
            self.has_search = True

    def _players(self) -> Iterator[tuple[str, Knowledge | None]]:
        ours = self._found.trusted(self._game)
        yield fitting(self._game), ours
        yield fitting(self._game), knowledge_of(self._game) if self._earlier is None else self._earlier.trusted(self._game)
        if may_fit(self._game, PLAY):
            yield PLAY, ours
