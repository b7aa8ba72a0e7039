"""The arithmetic of hashes and dice for Numba: unsigned, without masks."""

from typing import Any

import numpy as np

from kibitz.kernel.compiled.overloads import overload
from kibitz.kernel.hashes import FOLD, LEAP, SPREAD, STEP, high_bits, low_bits, mixed, next_dice, spread


@overload(mixed)
def _mixed(seed: Any, word: Any) -> Any:
    spread, fold, half, rest = np.uint64(SPREAD), np.uint64(FOLD), np.uint64(32), np.uint64(29)

    def compiled(seed: Any, word: Any) -> Any:
        stirred = (np.uint64(seed) ^ np.uint64(word)) * spread
        stirred = (stirred ^ stirred >> half) * fold
        return stirred ^ stirred >> rest

    return compiled


@overload(spread)
def _spread(key: Any) -> Any:
    factor = np.uint64(SPREAD)
    return lambda key: np.uint64(key) * factor


@overload(high_bits)
def _high_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) >> np.uint64(64 - count)) if count else np.int64(0)


@overload(low_bits)
def _low_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) & (np.uint64(1) << np.uint64(count)) - np.uint64(1))


@overload(next_dice)
def _next_dice(dice: Any) -> Any:
    leap, step = np.uint64(LEAP), np.uint64(STEP)
    return lambda dice: np.uint64(dice) * leap + step
