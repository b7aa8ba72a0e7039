"""The walk from Python: its memory laid out, filled and enlarged, and its rows sorted for the file.

Brings NumPy and the search: `solve_everything` imports it when there is something to solve.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from kibitz.core.laws import LARGEST_RESULT, NO_MOVES, broken
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import RulesError, SolutionError
from kibitz.files.fingerprint import cells_of
from kibitz.kernel import Machine, Words, extend
from kibitz.runtime.user_code import blame_rules
from kibitz.search.parts import memory as search
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import HIGH, LOW
from kibitz.search.parts.team import beyond_all
from kibitz.solutions import walk
from kibitz.solutions.layout import Layout

# How much memory so many positions take, and how much of it to take next.

PLAIN_WORD = 40  # bytes: a place in a list, and the int it leads to
STEP = 1 << 22  # rows
LARGEST = 2**32 - 1  # row numbers have 32 bits


@dataclass(frozen=True)
class Room:
    """Room for `rows` positions of `words` words each, and an index of 2**log slots, two to a word, two thirds full at most.

    `beside`: the words that each position takes elsewhere.
    """

    words: int
    word: int  # bytes
    rows: int
    log: int
    beside: float

    @classmethod
    def least(cls, words: int, compiled: bool, beside: float = 0) -> "Room":
        """The initial room of a walk."""
        return cls(words, 8 if compiled else PLAIN_WORD, 1 << 11, 12, beside)

    @property
    def bytes(self) -> int:
        """The bytes of rows, index and the words beside them."""
        return (self.rows * self.words + (1 << self.log - 1)) * self.word + int(self.rows * self.beside * self.word)

    def holding(self, rows: int) -> "Room":
        """Make room for this many rows."""
        return replace(self, rows=rows, log=max(12, (rows * 3 // 2).bit_length()))

    def larger(self, memory: int) -> "Room | None":
        """A third more room, as far as `memory` bytes allow; None if they are used up."""
        rooms = [replace(self, rows=self._fitting(log, memory), log=log) for log in (self.log, self.log + 1)]
        found = max(rooms, key=lambda room: (room.rows, -room.log))
        return found if found.rows > self.rows else None

    def _fitting(self, log: int, memory: int) -> int:
        """The number of rows for an index of 2**log slots."""
        more = min(self.rows // 3, STEP)
        room = (memory - (1 << log - 1) * self.word) // (self.words * self.word + int(self.beside * self.word))
        return min(self.rows + more, (1 << log) * 2 // 3, LARGEST, room)


def format_bytes(amount: int) -> str:
    """An amount of memory for people, `1.5 GB`."""
    for unit, size in (("GB", 2**30), ("MB", 2**20)):
        if amount >= size:
            return f"{amount / size:,.1f}".removesuffix(".0") + f" {unit}"
    return f"{-(-amount // 1024)} kB"


# What games played at random tell of a game: how its states are laid out, and how many positions it has at least.

GAMES, PLAIN_GAMES, FEW = 1 << 15, 1 << 9, 1 << 6  # games, the same in plain Python, and in one call
WORDS = 1 << 21  # the states remembered
SECONDS = 0.5  # fewer games where the rules are slow


class RandomGames:
    """Random games of one game: the bits that its states' cells have shown, and the states met after each number of plies."""

    def __init__(self, machine: Machine, state: Any) -> None:
        cells = len(list(cells_of(state)))
        memory = machine.words(walk.memory_words(cells))
        memory.cell_count = cells
        play, fields, plies, played = machine.ready(walk.sample), machine.arguments(state), DEEPEST, 0
        self._games: list[np.ndarray[Any, Any]] = []  # a row for each game: the hash of each of its states, 0 after its end
        ends = time.monotonic() + SECONDS
        most = GAMES if machine.compiled else PLAIN_GAMES
        while played < min(most, WORDS // (plies + 1)) and (played < 2 * FEW or time.monotonic() < ends):
            hashes = machine.words(1 + FEW * (plies + 1))
            longest = play(fields, played, FEW, plies, memory, hashes)
            flat = hashes.array if isinstance(hashes, Words) else np.array(hashes)
            self._games.append(flat[1:].reshape(FEW, plies + 1))
            plies, played = longest + 1 if played == 0 and longest < plies else plies, played + FEW
        parts = range(walk.FIRST + cells, walk.FIRST + cells * (1 + walk.PARTS), walk.PARTS)
        self.seen = [int(memory[part + walk.SEEN]) & (1 << 64) - 1 for part in parts]

    def at_least(self) -> int:
        """About how many positions there are, more likely too few than too many.

        Of the states n plies from the start some have been met once and some twice: f and g of them. There are at least about
        f(f-1) / 2(g+1) more that have not been met (Chao 1984). The plies add up, unless they share states: then it is the most
        of any ply, or all states that were met.
        """
        plies = [self._met(ply) for ply in range(max(games.shape[1] for games in self._games))]
        seen = [np.unique(there) for there in plies]
        met = len(np.unique(np.concatenate(seen)))
        return sum(map(_species, plies)) if met == sum(map(len, seen)) else max(met, *map(_species, plies))

    def _met(self, ply: int) -> "Rows":
        """The states met at each ply, with repeats."""
        there: Rows = np.concatenate([games[:, ply] for games in self._games if games.shape[1] > ply])
        met: Rows = there[there != 0]
        return met


def _species(met: "Rows") -> int:
    """A lower estimate of the number of states, by Chao."""
    states, often = np.unique(met, return_counts=True)
    once, twice = int((often == 1).sum()), int((often == 2).sum())
    return len(states) + once * (once - 1) // (2 * (twice + 1))


# The rows of a walk in the order of a file: sorted by key a chunk at a time, so that little memory is needed beside them.

CHUNK = 1 << 19  # rows: a tenth of a second to sort, and Ctrl-C is heard between
PARTS = 16
Rows = np.ndarray[Any, Any]


class Sorted:
    """All rows as two columns of bytes, the keys and the numbers of the values; `values` says what a number stands for.

    `in_order`: whether the rows are sorted already.
    """

    def __init__(self, rows: Rows, layout: Layout, scale: Scale, in_order: bool = False) -> None:
        self._rows, self._layout, self._is_in_order = rows, layout, in_order
        self._codes = np.unique(np.concatenate([np.unique(self._code(block)) for block in _blocks(self._rows)]))
        packed = [(int(code) - (1 << scale.bits) << 2) | LOW | HIGH for code in self._codes]
        self.values = tuple((int(value.result), value.plies) for value in map(scale.value, packed))
        self.key_bytes = max(1, -(-layout.bits // 8))
        self.value_bytes = next(size for size in (1, 2, 4, 8) if len(self._codes) <= 1 << 8 * size)

    def columns(self) -> Iterator[bytes]:
        """The keys, part by part, then the numbers of their values."""
        values = []
        for part in _blocks(self._rows) if self._is_in_order else _in_order(self._rows):
            values.append(self._number(part))
            yield self._key(part)
        yield from values

    def _code(self, rows: Rows) -> Any:
        return rows[:, -1] & np.uint64((1 << self._layout.spare) - 1)

    def _number(self, rows: Rows) -> bytes:
        return bytes(np.searchsorted(self._codes, self._code(rows)).astype(f">u{self.value_bytes}").tobytes())

    def _key(self, rows: Rows) -> bytes:
        spare = np.uint64(self._layout.spare)
        keys = rows >> spare
        keys[:, 1:] |= rows[:, :-1] << np.uint64(64) - spare
        return bytes(keys.astype(">u8").view(np.uint8).reshape(len(rows), -1)[:, -self.key_bytes :].tobytes())


def _in_order(rows: Rows) -> Iterator[Rows]:
    """The rows sorted, in parts: those whose first words lie between two limits together, split again while too many."""
    sample = np.sort(rows[:: max(1, len(rows) // 4096), 0])
    limits = [int(limit) for limit in np.unique(sample[:: max(1, len(sample) // PARTS)])]
    if len(rows) <= CHUNK or len(limits) == 1:
        yield rows[np.lexsort(rows.T[::-1])]
        return
    for low, high in zip([0, *limits[1:]], [*limits[1:], 1 << 64], strict=True):
        yield from _in_order(_between(rows, low, high))


def _between(rows: Rows, low: int, high: int) -> Rows:
    found = []
    for block in _blocks(rows):
        first = block[:, 0]
        found.append(block[(first >= np.uint64(low)) & (first <= np.uint64(high - 1))])
    return np.concatenate(found)


def _blocks(rows: Rows) -> Iterator[Rows]:
    for first in range(0, len(rows), CHUNK):
        yield rows[first : first + CHUNK]


# The walk from Python: memory laid out, filled and enlarged, and what to say when there can be no solution.

Progress = Callable[[int, str], None]
PACE = 0.03  # seconds in compiled code at a time: Ctrl-C is heard between
LEAST, MOST_STEP = 1 << 10, 1 << 17  # positions in a step


class Walker:
    """All positions of a game in rows, each with its value once `find_all` has finished."""

    kernel: ClassVar[Callable[..., int]] = walk.enter
    beside: ClassVar[float] = 0  # words for each position, beside its row

    def __init__(self, game: Game, machine: Machine, memory: int, seen: list[int], progress: Progress) -> None:
        self.game, self.scale = game, Scale.of(game, distance=True)
        self._machine, self._most, self._seen, self._progress = machine, memory, seen, progress
        self._enter, self._enter_rows = machine.ready(type(self).kernel), machine.ready(walk.enter_rows)
        self._fields = machine.arguments(game.start())
        self._step = LEAST
        self.index: Any = None
        self.room = Room.least(1, machine.compiled, self.beside)
        self._begin()

    def _begin(self) -> None:
        """Lay out the memory for cells and results as large as those seen so far."""
        self.layout = Layout.of(self._seen, self.scale.bits + 1)
        cells = len(self._seen)
        self.memory: walk.WalkMemory = self._machine.words(walk.memory_words(cells))
        memory = self.memory
        memory.scale, memory.mask, memory.most = self.scale.unit, self.scale.mask, self.scale.most
        memory.row_words, memory.spare_bits, memory.cell_count = self.layout.words, self.layout.spare, cells
        memory.value_offset = 1 << self.scale.bits
        for i, (width, at) in enumerate(zip(self.layout.widths, self.layout.places, strict=True)):
            part = walk.FIRST + cells + i * walk.PARTS
            self.memory[part + walk.WIDTH] = width
            self.memory[part + walk.PLACE] = self.layout.words - 1 - at // 64
            self.memory[part + walk.SHIFT] = at % 64
        self.rows, self.index = self._machine.words(1), None
        self._take(Room.least(self.layout.words, self._machine.compiled, self.beside))

    def _take(self, room: Room) -> None:
        """Enlarge rows and index."""
        extend(self.rows, 1 + room.rows * room.words)
        self.memory.row_capacity = room.rows
        if self.index is None or room.log > self.room.log:
            self._new_index(room)
        self.room = room

    def _new_index(self, room: Room) -> None:
        self.index = None  # the old one goes before the new one comes
        self.index = self._machine.words(1 + (1 << room.log - 1))
        self.memory.index_log = room.log
        for first in range(0, self.count, MOST_STEP):
            self._enter_rows(first, min(first + MOST_STEP, self.count), self.memory, self.rows, self.index)

    @property
    def count(self) -> int:
        """The positions found so far."""
        return int(self.memory.row_count)

    def bytes_for(self, positions: int) -> int:
        """An estimate of the bytes that this many positions take."""
        return self.room.holding(positions).bytes

    def describe_speed(self) -> str:
        """The expected speed, as the end of a sentence."""
        return ""

    def find_all(self) -> Value:
        """Find every position, return the value of the start, and free the index.

        Raises SolutionError or RulesError, a sentence each.
        """
        self._find_rows()
        return self._value

    def _find_rows(self) -> None:
        while not self._advance():
            self._progress(self.count, f"finding positions, {format_bytes(self.bytes)} of memory taken")
        self.index = None

    @property
    def bytes(self) -> int:
        """The memory taken."""
        return self.room.bytes

    def _advance(self) -> bool:
        """Continue for some hundredths of a second; return whether the walk has finished."""
        began = time.perf_counter()
        self.memory.status, self.memory.row_limit = search.RUNNING, self.count + self._step
        with blame_rules():
            over = self._call()
        status = int(self.memory.status)
        if status == search.RUNNING and over:
            return True
        self._go_on(status)
        if status in (search.RUNNING, search.STOPPED):
            quick = time.perf_counter() - began < PACE
            self._step = min(MOST_STEP, self._step * 2) if quick else max(LEAST, self._step // 2)
        return False

    def _call(self) -> bool:
        """Run the kernel; return whether it has finished, unless the status says otherwise."""
        value = self._enter(self._fields, DEEPEST, self.memory, self.rows, self.index)
        self._value = self.scale.value(value << 2 | LOW | HIGH)
        return True

    def solved_rows(self) -> Rows:
        """The rows as an array, one for each position, its value in the lowest bits."""
        end = 1 + self.count * self.layout.words
        held = self.rows.array[1:end].view(np.uint64) if isinstance(self.rows, Words) else np.array(self.rows[1:end], np.uint64)
        return held.reshape(self.count, self.layout.words)

    def _go_on(self, status: int) -> None:
        """Handle the reason why a step ended."""
        if status == search.NO_ROOM:
            self._grow()
        elif status == search.TOO_LARGE:
            if self.scale.most > LARGEST_RESULT:
                raise beyond_all()
            self._start_again(self._seen, self.scale.wider())
        elif status == walk.MISFIT:
            cells = len(self._seen)
            seen = [int(self.memory[walk.FIRST + cells + i * walk.PARTS + walk.SEEN]) & (1 << 64) - 1 for i in range(cells)]
            self._start_again([old | new for old, new in zip(self._seen, seen, strict=True)], self.scale)
        elif status not in (search.RUNNING, search.STOPPED):
            raise self._refusal(status)

    def _start_again(self, seen: list[int], scale: Scale) -> None:
        if (seen, scale) == (self._seen, self.scale):
            raise RulesError("a state of the game has tuples of another length than the start: give all the same length")
        self._seen, self.scale = seen, scale
        self._begin()

    def _grow(self) -> None:
        """Make more room for rows."""
        room = self.room.larger(self._most)
        if room is None:
            raise self._too_many()
        self._try_to(lambda: self._take(room), room.rows, room.bytes)

    def _too_many(self) -> SolutionError:
        return SolutionError(
            f"{spec_of(self.game)} has more than {self.count:,} positions, for which {format_bytes(self._most)} of "
            "memory do not suffice: allow more memory, or give the game smaller parameters"
        )

    def _try_to(self, take: Callable[[], None], positions: int, size: int) -> None:
        """Allocate memory, `size` bytes in all; the machine may not have it."""
        try:
            take()
        except MemoryError:
            raise SolutionError(f"this machine has no {format_bytes(size)} of memory for {positions:,} positions") from None

    def _refusal(self, status: int) -> Exception:
        name = spec_of(self.game)
        if status == walk.REPEATS:
            return SolutionError(
                f"{name} can come back to a position, and its rules do not say what that means: give the game a "
                'recurrence, such as `recurrence = "draw"`'
            )
        if status == walk.NO_MOVE:
            return broken(NO_MOVES)
        if status == walk.TOO_LONG:
            return SolutionError(f"{name} can be won so late that its distances cannot be counted: give it smaller parameters")
        return SolutionError(f"{name} has lines of more than {DEEPEST} plies: give it parameters with shorter games")
