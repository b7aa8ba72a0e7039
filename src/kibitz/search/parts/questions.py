"""The next question of the exact solver: is the state worth at least this much?

Where results are won, lost or drawn: first whether either side wins soon, which is cheap and settles most; then who wins; then
in how many plies, a quarter of the rest at a time, slow wins first, as most are. Where they are margins: near the guess, then
in growing steps from the side of the answer, then halves.
"""

SOON = (5, 9, 15)  # plies
QUESTION_BITS = (1 << 20) - 1  # the bits of a question that tell it from others


def next_question(low: int, high: int, guess: int, turn: int, unit: int, mask: int) -> int:
    """The next question, low < question <= high; `turn` counts them from 0."""
    if mask == 0:
        return next_margin_question(low, high, guess, turn)
    if turn < 6:
        plies = SOON[turn // 2]
        wanted = unit - plies if turn % 2 == 0 else 1 + plies + 1 - unit
        if low < wanted <= high:
            return wanted
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    quarter = (high - low) // 4
    return low + max(1, quarter) if low >= 0 else high - max(0, quarter - 1)


def next_margin_question(low: int, high: int, guess: int, turn: int) -> int:
    """The next question about a margin."""
    if turn == 0:
        return max(low + 1, min(high, guess))
    step = 1 << min(turn, 20)
    if low >= guess:
        return min(low + max(1, min(step - 1, (high - low + 1) // 2)), high)
    if high < guess:
        return max(high - max(0, min(step - 2, (high - low) // 2)), low + 1)
    return low + (high - low + 1) // 2


def pack_answer(value: int, beta: int) -> int:
    """A value found for a question, in one word as threads hand it on; never 0."""
    return value + (1 << 40) << 20 | beta & QUESTION_BITS


def unpack_answer(found: int) -> int:
    """The value in such a word."""
    return (found >> 20) - (1 << 40)


def is_answer_to(found: int, beta: int) -> bool:
    """Whether it was found for this question."""
    return found & QUESTION_BITS == beta & QUESTION_BITS
