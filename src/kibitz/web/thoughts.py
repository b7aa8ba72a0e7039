"""What workers say of values, read back: as values, and as the words that a page shows."""

from typing import Any

from kibitz.thought import Value

KINDS = ("exact", "at_least", "at_most", "estimate")


def value_of(said: Any) -> Value | None:
    """A value as `wording.answer` wrote it; None for what is none."""
    if not isinstance(said, dict) or said.get("kind") not in KINDS:
        return None
    result, plies = said.get("result"), said.get("plies")
    if isinstance(result, list):
        payoffs = tuple(float(one) for one in result)
        return Value(said["kind"], payoffs[0], plies, payoffs) if payoffs else None
    return Value(said["kind"], result, plies) if isinstance(result, (int, float)) else None
