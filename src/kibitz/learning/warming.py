"""Compiling what the margins and the matches need, while the learner is at work: so they begin at once."""

import threading
from collections.abc import Iterable, Iterator

from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, Knowledge
from kibitz.core.thought import Limit
from kibitz.errors import KibitzError
from kibitz.learning.gate import PLAY
from kibitz.patterns.file import EstimateFile
from kibitz.position import Position
from kibitz.search.descriptor import fitting, is_anytime, may_fit
from kibitz.search.entry import think


class Warming:
    """Compiles, one by one in a thread, the searches of players, each with its knowledge.

    Other processes find the machine code where it is kept. `has_search`: the first one is ready.
    """

    def __init__(self, game: Game, players: Iterable[tuple[str, Knowledge | None]]) -> None:
        """Begins at once."""
        self.has_search = False
        self._stopped = False
        self._game, self._players = game, players
        threading.Thread(target=self._run, name="kibitz-warming", daemon=True).start()

    def stop(self) -> None:
        """Begin no more."""
        self._stopped = True

    def _run(self) -> None:
        position = Position.after(self._game, [])
        while position.is_chance:
            position = position.play(position.chances()[0][0])
        for search, knowledge in self._players:
            if self._stopped:
                return
            limit = Limit(nodes=1) if is_anytime(search) else Limit(depth=1)
            try:
                think(position, search=search, knowledge=knowledge, limit=limit, compile_first=True)
            except KibitzError:  # a match of this player says why
                return
            self.has_search = True


def players_of_estimate(
    game: Game, found: EstimateFile, earlier: EstimateFile | None
) -> Iterator[tuple[str, Knowledge | None]]:
    """Players with the learned estimate, and with the one the game had before."""
    ours = found.trusted(game)
    yield fitting(game), ours
    yield fitting(game), knowledge_of(game) if earlier is None else earlier.trusted(game)
    if may_fit(game, PLAY):
        yield PLAY, ours
