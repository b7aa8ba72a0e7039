"""All positions of a game by workers, layer by layer (`solutions/layers.py`): they list, sort and value its parts.

Forwards, a worker gets the keys of a part of a layer, and sends those that its moves lead to, sorted, each once; the driver
merges them into the next layer, and keeps them. Backwards, a worker gets the part again, with the values of the keys that it
sent, in their order; it lists the moves again, and sends the values of the part. So edges never travel.
"""

import functools
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.rules import Game
from kibitz.kernel import Machine, machine_of
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.search.parts.scale import Scale
from kibitz.solutions.layers import SHARES, LayeredWalker, StartAgain
from kibitz.solutions.solution import MEMORY, SolutionSummary, solve_everything
from kibitz.solutions.sorted_keys import look_up_in_order, sorted_once
from kibitz.solutions.walker import Progress
from kibitz.workers.jobs import Done
from kibitz.workers.packed_position import PackedPosition
from kibitz.workers.workplace import Workplace

LEAST_PART = 1 << 10  # positions
MOST_MOVES = 1 << 19  # of a part: a tenth of a second of work, tens of megabytes in the worker, and one or two to send
LISTS = 1 << 28  # bytes of memory, of which a worker's lists take a share


@dataclass(frozen=True)
class PartOrder:
    """The start of a game and how its positions are laid out: the same for all parts."""

    start: PackedPosition
    seen: tuple[int, ...]
    scale: Scale


@dataclass(frozen=True)
class Wider:
    """A worker's answer when states or results are larger than the layout has room for: what it has seen."""

    seen: tuple[int, ...]
    scale: Scale


class PartWalker(LayeredWalker):
    """In a worker: finds what the parts of layers lead to, and their values. It keeps no files."""

    def __init__(self, order: PartOrder) -> None:
        game = order.start.unpack().game
        nowhere = Path(tempfile.gettempdir())
        super().__init__(game, machine_of(game), LISTS, list(order.seen), lambda positions, note: None, nowhere, threads=1)
        self.scale = order.scale
        self._begin()

    def find_successors(self, keys: Any) -> tuple[Any, int]:
        """The keys that the moves of these positions lead to, sorted, each once; and how many moves there are."""
        found = np.concatenate([self._targets(edges) for edges, _, _ in self._expand(keys, "")])
        return sorted_once(found), len(found)

    def find_values(self, keys: Any, codes: Any) -> Any:
        """The codes of these positions; `codes`: of their successors, in the order of these."""
        parts = list(self._expand(keys, ""))
        _, places = np.unique(np.concatenate([self._targets(edges) for edges, _, _ in parts]), return_inverse=True)
        ends = np.cumsum([len(edges) for edges, _, _ in parts])[:-1]
        split = zip(parts, np.split(codes[places], ends), strict=True)
        found = [self._values_of(edges, over, theirs) for (edges, over, _), theirs in split]
        return np.concatenate(found).astype(self._code_kind)

    def what_was_seen(self) -> Wider:
        """The layout that the last part needs."""
        return Wider(tuple(self._seen), self.scale)


_walker = functools.lru_cache(maxsize=1)(PartWalker)


def find_successors(order: PartOrder, keys: Any) -> Any:
    """In a worker: the sorted keys that the moves of a part of a layer lead to, and the number of moves; or Wider."""
    return _in_layout(order, lambda walker: walker.find_successors(keys))


def find_values(order: PartOrder, keys: Any, codes: Any) -> Any:
    """In a worker: the codes of a part of a layer, from those of its successors, as `find_successors` has them; or Wider."""
    return _in_layout(order, lambda walker: walker.find_values(keys, codes))


def _in_layout(order: PartOrder, work: Callable[[PartWalker], Any]) -> Any:
    with blame_rules():
        walker = _walker(order)
    try:
        return work(walker)
    except StartAgain:
        _walker.cache_clear()
        return walker.what_was_seen()


def _same_parts(one: Any, other: Any) -> bool:
    """Whether two workers answer a part alike: with the same keys and number of moves, codes, or layout."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_parts, one, other))
    return type(one) is type(other) and bool(np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other)


class CrewWalker(LayeredWalker):
    """All positions of a game that cannot go in circles, in files here, found and valued by a workplace."""

    def __init__(
        self,
        place: Workplace,
        game: Game,
        machine: Machine,
        memory: int,
        seen: list[int],
        progress: Progress,
        folder: Path,
    ) -> None:
        """`memory`: bytes for sorting here."""
        self._place, self._start = place, PackedPosition.of(Position.after(game))
        self._part_sizes: dict[int, int] = {}  # the positions in a part of each layer
        self._moves_each = 1.0  # of a position in the last layer
        place.executor()  # raises when nobody is there
        super().__init__(game, machine, memory, seen, progress, folder, threads=1)

    def _successors(self, layer: Any, number: int) -> Iterator[Any]:
        workers, moves = max(1, self._place.count), 0
        most = min(MOST_MOVES, self._most // SHARES // (8 * self.layout.words * workers)) / self._moves_each
        size = self._part_sizes[number] = max(1, min(int(most), max(LEAST_PART, -(-len(layer) // (2 * workers)))))
        parts = ((np.array(layer[at : at + size]),) for at in range(0, len(layer), size))
        doing = f"finding positions {number:,} plies from the start"
        for done in self._deal(find_successors, parts, doing, len(layer) / size):
            found, count = done.result
            self._keep(self._name(number, done.number), [found])
            moves += count
            yield found
        self._moves_each = max(1.0, moves / len(layer))

    def _values(self, layer: Any, number: int, after: Any, codes: Any) -> Iterator[Any]:
        size, waiting, following = self._part_sizes[number + 1], dict[int, Any](), 0

        def part(at: int) -> tuple[Any, Any]:
            file = self._folder / self._name(number + 1, at // size)
            theirs = look_up_in_order(np.fromfile(file, self._kind), after, codes, self._most // SHARES * 2)
            file.unlink()
            return np.array(layer[at : at + size]), theirs

        parts, doing = map(part, range(0, len(layer), size)), f"values of positions {number:,} plies from the start"
        for done in self._deal(find_values, parts, doing, len(layer) / size):
            waiting[done.number] = done.result
            while following in waiting:
                yield waiting.pop(following)
                following += 1

    def _name(self, number: int, part: int) -> str:
        """The file of what a part of a layer leads to, in the layer of this number."""
        return f"found-{number}-{part}"

    def _deal(
        self, work: Callable[..., Any], parts: Iterable[tuple[Any, ...]], doing: str, count: float
    ) -> Iterator[Done[Any]]:
        """Yield the results of the parts of a layer, `count` rounded up, in any order."""
        order = PartOrder(self._start, tuple(self._seen), self.scale)
        with closing(self._place.deal(work, ((order, *part) for part in parts), same=_same_parts)) as finished:
            for number, done in enumerate(finished, 1):
                if isinstance(done.result, Wider):
                    seen = [old | new for old, new in zip(self._seen, done.result.seen, strict=True)]
                    self._start_again(seen, done.result.scale)
                    raise StartAgain
                yield done
                self._progress(self._positions, f"{doing}, {number:,} of {ceil(count):,} parts")


def solve_everything_by_workers(
    game: Game | str,
    path: str | Path,
    memory: int = MEMORY,
    progress: Progress = lambda positions, note: None,
    scratch: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    verify: bool = False,
) -> SolutionSummary:
    """Write the file that `solve_everything` writes, with processes here (a core each), or the workers of a dask scheduler.

    Its files lie beside `path` meanwhile, or in the folder `scratch`. `verify`: do one in twenty parts again here. Raises what
    `solve_everything` raises, SolutionError for games that can come back to a position, and CrewError where no scheduler
    answers, workers are lost again and again, or one is found to send wrong values.
    """
    with Workplace(workers, cluster, verify) as place:
        return solve_everything(game, path, memory, progress, scratch, functools.partial(CrewWalker, place))
