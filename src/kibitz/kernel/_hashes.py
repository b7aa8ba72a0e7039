"""64-bit words: the arithmetic that hashes and dice need, with one meaning plain and compiled."""

from typing import Any

import numpy as np

from kibitz.kernel._functions import overload

MASK = (1 << 64) - 1
SPREAD = 0x9E3779B97F4A7C15  # 2**64 / golden ratio: neighbouring keys land far apart (Knuth, TAOCP 3, 6.4)
FOLD = 0xD6E8FEB86659FD93  # an odd multiplier with good avalanche (Stafford's and Wellons's searches)


def mixed(seed: int, word: int) -> int:
    """A hash of `seed` and `word` in which every bit of either stirs all 64 (as an int, 0 <= hash < 2**64)."""
    stirred = ((seed ^ word) & MASK) * SPREAD & MASK
    stirred = (stirred ^ stirred >> 32) * FOLD & MASK
    return stirred ^ stirred >> 29


@overload(mixed)
def _mixed(seed: Any, word: Any) -> Any:
    spread, fold, half, rest = np.uint64(SPREAD), np.uint64(FOLD), np.uint64(32), np.uint64(29)

    def compiled(seed: Any, word: Any) -> Any:
        stirred = (np.uint64(seed) ^ np.uint64(word)) * spread
        stirred = (stirred ^ stirred >> half) * fold
        return stirred ^ stirred >> rest

    return compiled


def spread(key: int) -> int:
    """A key's bits spread over 64, so that the highest depend on all of them: the key times an odd number."""
    return key * SPREAD & MASK


@overload(spread)
def _spread(key: Any) -> Any:
    factor = np.uint64(SPREAD)
    return lambda key: np.uint64(key) * factor


def high_bits(word: int, count: int) -> int:
    """The `count` highest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word >> 64 - count if count else 0


@overload(high_bits)
def _high_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) >> np.uint64(64 - count)) if count else np.int64(0)


def low_bits(word: int, count: int) -> int:
    """The `count` lowest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word & (1 << count) - 1


@overload(low_bits)
def _low_bits(word: Any, count: Any) -> Any:
    return lambda word, count: np.int64(np.uint64(word) & (np.uint64(1) << np.uint64(count)) - np.uint64(1))


LEAP, STEP = 6364136223846793005, 1442695040888963407  # Knuth's, for MMIX


def next_dice(dice: int) -> int:
    """The number of 64 bits that follows in a linear congruential sequence; its higher bits are the random ones."""
    return (dice * LEAP + STEP) & MASK


@overload(next_dice)
def _next_dice(dice: Any) -> Any:
    leap, step = np.uint64(LEAP), np.uint64(STEP)
    return lambda dice: np.uint64(dice) * leap + step
