"""Random games on many machines: blocks of them, each by its number, for a game that they all play alike."""

import functools
import time
from collections.abc import Callable, Iterator
from math import inf

from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.search.drivers.playouts import LONGEST, PlayoutRun, Playouts, PlayoutTally
from kibitz.workers.jobs import DeadlineOver
from kibitz.workers.packed_position import PackedPosition
from kibitz.workers.workplace import Workplace

FIRST_GAMES, BLOCK = 64, 1.0  # of the first blocks, and seconds that later ones take


def play_block(start: PackedPosition, seed: int, longest: int, first: int, games: int) -> PlayoutTally:
    """Play the games of these numbers, in a worker. The same anywhere."""
    with blame_rules():
        run = PlayoutRun(_unpacked(start), 1, seed, longest)
        run.start_at(first)
        run.play(games, None)
        return run.tally


@functools.lru_cache(maxsize=1)
def _unpacked(start: PackedPosition) -> Position:
    return start.unpack()


class ManyPlayouts:
    """Random games of a workplace, under way; `found` is what has come of them so far."""

    def __init__(self, position: Position, place: Workplace, seed: int = 0, longest: int = LONGEST) -> None:
        self._place, self._seed, self._longest = place, seed, longest
        self._start, self._games = PackedPosition.of(position), FIRST_GAMES
        self._tally = PlayoutTally.nothing(position.game.players)
        self._began = time.perf_counter()

    @property
    def found(self) -> Playouts:
        """The results; `seconds` without the time that the workers took to start, and to compile."""
        return self._tally.playouts(time.perf_counter() - self._began)

    def play(self, games: int | None, seconds: float | None, tell: Callable[[Playouts], None] = lambda found: None) -> None:
        """Play this number of games, or for this time. The games are those that `playouts` plays with the same seed.

        The first game makes a worker ready, before the time begins.
        """
        executor = self._place.executor()
        for _ in self._place.deal(play_block, [(self._start, self._seed, self._longest, 0, 1)]):
            self._began = time.perf_counter()
        due = inf if seconds is None else time.monotonic() + seconds
        waiting, following = dict[int, PlayoutTally](), 0
        try:
            blocks = self._blocks(games, lambda: max(1, executor.workers))
            for done in self._place.deal(play_block, blocks, due=due):
                waiting[done.number] = done.result
                self._games = max(1, int(self._games * min(4.0, BLOCK / max(done.seconds, 1e-6))))
                while following in waiting:
                    self._tally += waiting.pop(following)
                    following += 1
                tell(self.found)
        except DeadlineOver:
            for tally in waiting.values():  # games that ended, though others before them did not
                self._tally += tally

    def halt(self) -> None:
        """End at once; from any thread."""
        self._place.stop()

    def _blocks(self, games: int | None, workers: Callable[[], int]) -> Iterator[tuple[PackedPosition, int, int, int, int]]:
        first = 0
        while games is None or first < games:
            count = self._games if games is None else min(self._games, max(1, (games - first) // (2 * workers())))
            yield self._start, self._seed, self._longest, first, count
            first += count
