"""The estimate by patterns: the weights of what stands on each, added up, and squeezed between loss and win."""

from dataclasses import dataclass, fields, make_dataclass
from functools import lru_cache
from typing import Any

from kibitz.data import Numbers
from kibitz.kernel import bits_of, count_ones, extract, squares_with
from kibitz.patterns.layout import INSTANCES, Layout, code_of
from kibitz.rules import Game, Knowledge, says

UNIT = 1024  # of a weight, where it is kept as a whole number


@dataclass(frozen=True, eq=False, kw_only=True)
class PatternEstimate(Knowledge):
    """What a sum x of weights makes of a state: most * x / sqrt(1 + x * x), for the side to move.

    `pattern_plan`, `pattern_maps`: `Layout`. `pattern_weights`: each times UNIT, int16. `most`: the largest result. `is_of_first`:
    the estimate is for the first player, as it must be where dice or cards decide. `title`: where it comes from.
    A class of its own for each kind of state adds `reading` and `weight_at`, and what else was known of the game.
    """

    pattern_plan: Numbers
    pattern_maps: Numbers
    pattern_weights: Numbers
    most: float
    is_of_first: bool
    title: str

    __eq__, __hash__ = object.__eq__, object.__hash__  # not those of a knowledge beside it, which know nothing of weights

    def evaluate(self, state: Any) -> float:
        """The estimate of the result for the side to move; where dice or cards decide, for the first player."""
        read, total = self.reading(state), 0  # type: ignore[attr-defined]  # of the class for this kind of state
        for number in range(self.pattern_plan[INSTANCES]):
            total += self.pattern_weights[self.weight_at(read, number)]  # type: ignore[attr-defined]  # likewise
        share = total / UNIT
        if self.is_of_first and self.side_to_move(state) != 0:  # type: ignore[attr-defined]  # likewise
            share = -share
        return float(self.most * share / (1.0 + share * share) ** 0.5)


@lru_cache(maxsize=64)
def _class_for(code: str, base: type[Knowledge]) -> type[PatternEstimate]:
    """The class for one kind of state, with all that `base` knows but its estimate."""
    scope: dict[str, Any] = {
        "bits_of": bits_of,
        "count_ones": count_ones,
        "extract": extract,
        "squares_with": squares_with,
        "__name__": __name__,
    }
    exec(compile(code, "<reading of states>", "exec"), scope)
    members = {"reading": scope["reading"], "weight_at": scope["weight_at"], "side_to_move": scope["side_to_move"], "tunes": {}}
    name = f"Learned{base.__name__ if base is not Knowledge else 'Knowledge'}"
    bases = (PatternEstimate,) if base is Knowledge else (PatternEstimate, base)
    found = make_dataclass(name, [], bases=bases, namespace=members, frozen=True, eq=False, kw_only=True)
    found.__module__ = __name__
    return found


def whole_weights(weights: Any) -> Any:
    """Weights as they are kept: int16, each times UNIT."""
    import numpy as np

    return np.clip(np.rint(weights * UNIT), -32767, 32767).astype(np.int16)


def create_estimate(
    game: Game, layout: Layout, weights: Any, title: str, most: float, beside: Knowledge | None = None
) -> PatternEstimate:
    """The knowledge of a game with these weights (int16); `beside`: what else is known of the game, whose estimate is replaced."""
    cls: Any = _class_for(code_of(layout), Knowledge if beside is None else type(beside))
    more = {field.name: getattr(beside, field.name) for field in fields(beside) if field.init} if beside is not None else {}
    more.pop("game", None)
    arrays = {"pattern_plan": Numbers(layout.plan), "pattern_maps": Numbers(layout.maps), "pattern_weights": Numbers(weights)}
    found: PatternEstimate = cls(game, **arrays, most=most, is_of_first=says(game, "chances"), title=title, **more)
    return found
