"""The rows of a walk in the order of a file: sorted by key a chunk at a time, so that little memory is needed beside them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.kernel import Words
from kibitz.search._scale import Scale
from kibitz.search._values import HIGH, LOW
from kibitz.solution._layout import Layout

CHUNK = 1 << 19  # rows: a tenth of a second to sort, and Ctrl-C is heard between
PARTS = 16
Rows = np.ndarray[Any, np.dtype[np.uint64]]


class Sorted:
    """All rows as two columns of bytes, the keys and the numbers of the values; `values` says what a number stands for."""

    def __init__(self, rows: Any, count: int, layout: Layout, scale: Scale) -> None:
        end = 1 + count * layout.words
        held = rows.array[1:end].view(np.uint64) if isinstance(rows, Words) else np.array(rows[1:end], np.uint64)
        self._rows: Rows = held.reshape(count, layout.words)
        self._layout = layout
        self._codes = np.unique(np.concatenate([np.unique(self._code(block)) for block in _blocks(self._rows)]))
        packed = [(int(code) - (1 << scale.bits) << 2) | LOW | HIGH for code in self._codes]
        self.values = tuple((int(value.result), value.plies) for value in map(scale.value, packed))
        self.key_bytes = max(1, -(-layout.bits // 8))
        self.value_bytes = next(size for size in (1, 2, 4, 8) if len(self._codes) <= 1 << 8 * size)

    def columns(self) -> Iterator[bytes]:
        """The keys, part by part, then the numbers of their values."""
        values = []
        for part in _in_order(self._rows):
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
