"""All positions of a game layer by layer, in files: for more positions than memory holds.

Layer n has the positions that n plies lead to, sorted, each once. Forwards, the moves of a layer are listed part by part, what
they lead to is sorted in memory and kept as runs, and the runs are merged into the next layer. Backwards, the moves of a layer
are listed again, part by part, and the values of what they lead to looked up in the layer after it. So a position is only ever
looked for in sorted order, and the disk is read from one end to the other. At the end the layers are merged into one: a
position that several numbers of plies lead to has the same value in each.

The idea of removing duplicates by sorting, long after they are found, is Korf's (delayed duplicate detection, 2004).
"""

import contextlib
import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import SolutionError
from kibitz.kernel import Machine
from kibitz.runtime.user_code import blame_rules
from kibitz.search.parts import memory as search
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.scores import HIGH, LOW
from kibitz.solutions import walk
from kibitz.solutions.edges import GAIN, META, EdgeLister, list_edges
from kibitz.solutions.sorted_keys import cuts, in_step, look_up, sorted_once
from kibitz.solutions.walker import Progress, Rows, Walker

SHARES = 24  # of the memory: what a thread lists takes one, and what is sorted at a time four
LEAST_LIST, MOST_LIST = 1 << 14, 1 << 26  # words
FILES = 256  # that are open beside the layers
PACE = 0.1  # seconds of listing at a time: Ctrl-C is heard between


class StartAgain(Exception):
    """Cells or results are larger than any that was seen: rows are laid out anew."""


class LayeredWalker(Walker):
    """All positions of a game that cannot go in circles, in files of a folder; `close` removes these."""

    def __init__(
        self,
        game: Game,
        machine: Machine,
        memory: int,
        seen: list[int],
        progress: Progress,
        folder: Path,
        threads: int | None = None,
    ) -> None:
        """`memory`: bytes for lists and sorting. `folder`: for the files of `find_all`. Uses a thread per core by default."""
        self._threads = (threads or os.cpu_count() or 1) if machine.compiled else 1
        self._list_edges = machine.ready(list_edges)
        self._team = ThreadPoolExecutor(self._threads, "kibitz-layers")
        self._parent, self._folder = folder, folder / "none"
        super().__init__(game, machine, memory, seen, progress)

    def close(self) -> None:
        """Remove the files."""
        self._team.shutdown()
        self._rows = np.zeros((0, self.layout.words), np.uint64)
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def count(self) -> int:
        """The positions found so far; those that several numbers of plies lead to more than once until the end."""
        return self._positions

    def _begin(self) -> None:
        self._positions = 0  # none of those found before is in the rows of the new layout
        super()._begin()
        self._listers: list[EdgeLister] = []  # made when they are needed: where workers list, they are not

    def _call(self) -> bool:
        return True

    def find_all(self) -> Value:
        """Find every position, layer by layer, and then the values, from the last layer to the first; the value of the start.

        Raises SolutionError or RulesError, a sentence each.
        """
        self._folder = Path(tempfile.mkdtemp(prefix="kibitz-layers-", dir=self._parent))
        _allow_files(3 * DEEPEST + FILES)
        while True:
            try:
                return self._find_all()
            except StartAgain:
                continue
            except BaseException as problem:
                traceback.clear_frames(problem.__traceback__)  # what is mapped there, Windows would not remove
                raise

    def _find_all(self) -> Value:
        layers = self._find_layers()
        values = self._find_values(layers)
        self._rows = self._merge_layers(layers, values)
        self._positions = len(self._rows)
        start = int(values[0][0]) - self.memory.value_offset
        return self.scale.value(start << 2 | LOW | HIGH)

    def solved_rows(self) -> Rows:
        """The rows as an array on the disk, sorted."""
        return self._rows

    # Keys: a row without its value, as a number, or as bytes where it has several words.

    @property
    def _kind(self) -> Any:
        words = self.layout.words
        return np.dtype(np.uint64) if words == 1 else np.dtype(f"S{8 * words}")

    def _keys(self, rows: Any) -> Any:
        """The keys of rows, an array of words for each."""
        if self.layout.words == 1:
            return rows.reshape(-1)
        return np.ascontiguousarray(rows).astype(">u8").view(self._kind).reshape(-1)

    def _words(self, keys: Any) -> Any:
        """The rows of keys."""
        if self.layout.words == 1:
            return np.asarray(keys).reshape(-1, 1)
        return np.ascontiguousarray(keys).view(">u8").astype(np.uint64).reshape(-1, self.layout.words)

    def _targets(self, edges: Any) -> Any:
        """The keys that edges lead to."""
        return self._keys(edges[:, : self.layout.words])

    # Forwards.

    def _find_layers(self) -> list[Any]:
        for file in self._folder.iterdir():
            file.unlink()
        key = self.layout.key(self.game.start())
        assert key is not None  # random games have seen it
        row = (key << self.layout.spare).to_bytes(8 * self.layout.words, "big")
        layers = [self._keys(np.frombuffer(row, ">u8").astype(np.uint64).reshape(1, -1))]
        self._positions = 1
        while True:
            after = self._next_layer(layers[-1], len(layers))
            if not len(after):
                return layers
            if len(layers) > DEEPEST:
                raise SolutionError(
                    f"{spec_of(self.game)} has lines of more than {DEEPEST} plies, or can come back to a position while its "
                    "rules do not say what that means (`recurrence`): such a game cannot be solved in files"
                )
            layers.append(after)
            self._positions += len(after)

    def _next_layer(self, layer: Any, number: int) -> Any:
        runs: list[Any] = []
        waiting: list[Any] = []
        held, most = 0, self._most // SHARES * 4
        for found in self._successors(layer, number):
            waiting.append(found)
            held += found.nbytes
            if held > most:
                runs.append(self._keep(f"run-{number}-{len(runs)}", [sorted_once(np.concatenate(waiting))]))
                waiting, held = [], 0
        if not runs:
            found = sorted_once(np.concatenate(waiting)) if waiting else np.zeros(0, self._kind)
            return self._keep(f"layer-{number}", [found])
        if waiting:
            runs.append(self._keep(f"run-{number}-{len(runs)}", [sorted_once(np.concatenate(waiting))]))
        merged = self._keep(f"layer-{number}", (sorted_once(np.concatenate(parts)) for parts in in_step(runs, most)))
        files = [Path(run.filename) for run in runs]
        runs.clear()  # Windows removes no file that is mapped
        for file in files:
            file.unlink()
        return merged

    def _successors(self, layer: Any, number: int) -> Iterator[Any]:
        """The keys that the moves of a layer lead to, those of each part sorted, each once; `number`: of the layer after it."""
        for edges, _, _ in self._expand(layer, f"finding positions {number:,} plies from the start"):
            yield sorted_once(self._targets(edges))

    def _expand(self, layer: Any, doing: str) -> Iterator[tuple[Any, Any, int]]:
        """For each part of a layer the records of its moves, the codes of positions that are over, and where it begins.

        The records name positions by their number in the part.
        """
        at, last_look = 0, time.monotonic()
        if not self._listers:
            words = self._most // SHARES // self._threads // 8 if self._machine.compiled else LEAST_LIST
            words = min(max(words, LEAST_LIST), MOST_LIST)
            self._listers = [EdgeLister(self._machine, self._list_edges, self.memory, words) for _ in range(self._threads)]
        while at < len(layer):
            first, parts = at, []
            for lister in self._listers:
                part = layer[at : at + lister.positions]
                if len(part):
                    parts.append((lister, part))
                    at += len(part)
            with blame_rules():
                lists = list(self._team.map(lambda one: one[0].list_edges(self._words(one[1])), parts))
            for (lister, part), (edges, ends) in zip(parts, lists, strict=True):
                if lister.status != search.RUNNING:
                    self._stop_for(lister)
                yield edges, ends, first
                first += len(ends)
                if len(ends) < len(part):
                    lister.list_fewer(len(ends))
                    break  # those after it would not follow it
            at = first
            if time.monotonic() - last_look > PACE:
                last_look = time.monotonic()
                self._progress(self._positions, f"{doing}, {at:,} of {len(layer):,}")

    def _stop_for(self, lister: "EdgeLister") -> None:
        cells = len(self._seen)
        for place in range(walk.FIRST + cells + walk.SEEN, walk.FIRST + cells * (1 + walk.PARTS), walk.PARTS):
            self.memory[place] |= lister.memory[place]
        self._go_on(lister.status)
        raise StartAgain

    # Backwards.

    def _find_values(self, layers: Sequence[Any]) -> list[Any]:
        """The codes of all positions, layer by layer."""
        values: list[Any] = [None] * len(layers)
        for number in reversed(range(len(layers))):
            layer, nothing = layers[number], np.zeros(0, self._code_kind)
            after, codes = (layers[number + 1], values[number + 1]) if number + 1 < len(layers) else (layer[:0], nothing)
            values[number] = self._keep(f"values-{number}", self._values(layer, number, after, codes), self._code_kind)
        return values

    @property
    def _code_kind(self) -> Any:
        return np.min_scalar_type((1 << self.layout.spare) - 1)

    def _values(self, layer: Any, number: int, after: Any, codes: Any) -> Iterator[Any]:
        """The codes of a layer, part by part; `after`: the next layer, `codes`: its values."""
        for edges, ends, _ in self._expand(layer, f"values of positions {number:,} plies from the start"):
            theirs = look_up(self._targets(edges), after, codes, self._most // SHARES * 2)
            yield self._values_of(edges, ends, theirs)

    def _values_of(self, edges: Any, ends: Any, codes: Any) -> Any:
        """The codes of a part of a layer, from those of what each edge leads to."""
        found = ends.astype(np.int64)
        if not len(edges):
            return found
        words, offset, mask = self.layout.words, int(self.memory.value_offset), int(self.scale.mask)
        theirs = codes.astype(np.int64) - offset
        size = np.abs(theirs)
        if mask:
            size -= size > 0  # one ply more; a distance that cannot grow was refused when it was found
        meta = edges[:, words + META].view(np.int64)
        worth = np.sign(theirs) * size * np.where(meta & 1 == 1, 1, -1) + edges[:, words + GAIN].view(np.int64)
        sources = meta >> 1
        first = np.flatnonzero(np.concatenate(([True], sources[1:] != sources[:-1])))
        best = np.maximum.reduceat(worth, first)
        if bool((np.abs(best) & mask == 1).any()):
            raise self._refusal(walk.TOO_LONG)
        if bool((np.abs(best) > self.scale.most * self.scale.unit).any()):
            self._go_on(search.TOO_LARGE)
            raise StartAgain
        found[sources[first]] = best + offset
        return found

    # All layers as one.

    def _merge_layers(self, layers: Sequence[Any], values: Sequence[Any]) -> Rows:
        merged = self._keep("rows", self._merged_parts(layers, values), np.dtype(np.uint64))
        rows: Rows = merged.reshape(-1, self.layout.words)
        return rows

    def _merged_parts(self, layers: Sequence[Any], values: Sequence[Any]) -> Iterator[Any]:
        for ranges in cuts(layers, self._most // SHARES * 2):
            keys = np.concatenate([layer[low:high] for layer, (low, high) in zip(layers, ranges, strict=True)])
            codes = np.concatenate([value[low:high] for value, (low, high) in zip(values, ranges, strict=True)])
            rows = self._words(keys).copy()
            rows[:, -1] |= codes.astype(np.uint64)
            yield self._words(sorted_once(self._keys(rows))).reshape(-1)
            self._progress(self._positions, "putting all layers together")

    def _keep(self, name: str, parts: Any, kind: Any = None) -> Any:
        """Write parts one after the other into a file, and map it."""
        kind, path = np.dtype(kind or self._kind), self._folder / name
        try:
            with path.open("wb") as file:
                for part in parts:
                    file.write(np.ascontiguousarray(part, kind).data if len(part) else b"")
                size = file.tell()
            return np.memmap(path, kind, "r") if size else np.zeros(0, kind)
        except OSError as problem:
            raise SolutionError(f"the layers cannot be kept in {path.parent.parent}: {problem.strerror or problem}") from None


def _allow_files(count: int) -> None:
    """Let this process have so many files open, where a system counts them and allows more."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < count:
            most = count if hard == resource.RLIM_INFINITY else min(count, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
