"""64-bit words: the arithmetic that hashes and dice need, with one meaning plain and compiled."""

MASK = (1 << 64) - 1
SPREAD = 0x9E3779B97F4A7C15  # 2**64 / golden ratio: neighbouring keys land far apart (Knuth, TAOCP 3, 6.4)
FOLD = 0xD6E8FEB86659FD93  # an odd multiplier with good avalanche (Stafford's and Wellons's searches)


def mixed(seed: int, word: int) -> int:
    """A hash of `seed` and `word` in which every bit of either stirs all 64 (as an int, 0 <= hash < 2**64)."""
    stirred = ((seed ^ word) & MASK) * SPREAD & MASK
    stirred = (stirred ^ stirred >> 32) * FOLD & MASK
    return stirred ^ stirred >> 29


def spread(key: int) -> int:
    """A key's bits spread over 64, so that the highest depend on all of them: the key times an odd number."""
    return key * SPREAD & MASK


def high_bits(word: int, count: int) -> int:
    """The `count` highest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word >> 64 - count if count else 0


def low_bits(word: int, count: int) -> int:
    """The `count` lowest of 64 bits, as an int from 0 (0 <= count < 64)."""
    return word & (1 << count) - 1


LEAP, STEP = 6364136223846793005, 1442695040888963407  # Knuth's, for MMIX


def next_dice(dice: int) -> int:
    """The number of 64 bits that follows in a linear congruential sequence; its higher bits are the random ones."""
    return (dice * LEAP + STEP) & MASK
