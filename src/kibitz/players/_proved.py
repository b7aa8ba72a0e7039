"""What a proof found before its time was over, and the move that a search finds after it: neither is lost, nor mixed up."""

from dataclasses import replace

from kibitz.thought import Thought, Value


def keep_proved(found: Thought, proof: Thought) -> Thought:
    """What a search found, as far as it agrees with the `bounds` that were proved of the position before.

    A move that is proved a win is played, unless the search has proved one at least as good; one that is proved to be worth
    less, unless the search hopes for more than that. The value is that of the move which is named.
    """
    if proof.bounds is None:
        return found
    low, high = proof.bounds
    if low is not None and proof.value == low and not _is_better(found.value, low):
        return replace(found, best=proof.best, value=low, line=proof.line, moves=(), bounds=proof.bounds)
    if high is not None and found.value.kind == "estimate" and found.value.result >= high.result:
        return replace(found, value=high)  # no move is worth more
    return found


def _is_better(value: Value, low: Value) -> bool:
    """Whether a move of such a value is to be preferred to one that is proved to be worth at least `low`."""
    is_proved = value.kind in ("exact", "at_least")
    if value.result != low.result:
        return value.result > low.result and (is_proved or low.result <= 0)
    if is_proved:
        return value.plies is None or low.plies is None or value.order >= low.order
    return low.result < 0
