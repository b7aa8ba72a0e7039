"""Sorted keys of positions: each once, several arrays in step, and codes looked up in them."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np


def sorted_once(keys: Any) -> Any:
    """The keys sorted, each once."""
    found = np.sort(keys)
    return found[np.concatenate(([True], found[1:] != found[:-1]))] if len(found) else found


def cuts(arrays: Sequence[Any], most: int) -> Iterator[list[tuple[int, int]]]:
    """Parts of sorted arrays that hold the same keys, of `most` bytes together or little more: from and to for each."""
    size = sum(len(array) for array in arrays)
    kind = arrays[0].dtype
    step = max(1, most // kind.itemsize // 16)
    sample = np.sort(np.concatenate([array[::step] for array in arrays]))[15::16]
    before = [0] * len(arrays)
    for limit in [*np.unique(sample), None]:
        ends = [len(array) if limit is None else int(np.searchsorted(array, limit)) for array in arrays]
        if size and ends != before:
            yield list(zip(before, ends, strict=True))
        before = ends


def in_step(arrays: Sequence[Any], most: int) -> Iterator[list[Any]]:
    """The parts themselves."""
    for ranges in cuts(arrays, most):
        yield [array[low:high] for array, (low, high) in zip(arrays, ranges, strict=True)]


def look_up(keys: Any, where: Any, codes: Any, most: int) -> Any:
    """The code of each key in sorted keys that hold them all; so many bytes of these are read at a time."""
    order = np.argsort(keys)
    found = np.empty(len(keys), codes.dtype)
    found[order] = look_up_in_order(keys[order], where, codes, most)
    return found


def look_up_in_order(keys: Any, where: Any, codes: Any, most: int) -> Any:
    """The same for keys that are sorted, too."""
    found = np.empty(len(keys), codes.dtype)
    step = max(1, most // where.dtype.itemsize)
    done = 0
    while done < len(keys):
        low = int(np.searchsorted(where, keys[done]))
        there = np.asarray(where[low : low + step])
        end = done + int(np.searchsorted(keys[done:], there[-1], "right"))
        found[done:end] = np.asarray(codes[low : low + step])[np.searchsorted(there, keys[done:end])]
        done = end
    return found
