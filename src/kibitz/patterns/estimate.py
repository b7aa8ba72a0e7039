"""The estimate by patterns: the weights of what stands on each, added up, and squeezed between loss and win."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import lru_cache
from math import inf, isfinite
from typing import Any

from kibitz.core.data import Numbers
from kibitz.core.rules import CHANCE, Game, Knowledge, says
from kibitz.kernel import bits_of, count_ones, extract, squares_with, window_of
from kibitz.patterns.layout import FIRST, INSTANCES, PatternLayout, code_of

UNIT = 1024  # of a weight, where it is kept as a whole number
DEEPEST_PAIR = 20  # plies: the deepest search for which a deviation is kept


def probe_depth(depth: int) -> int:
    """How deep the search is that may settle one of this depth: of the same parity, but for the estimate of the position."""
    return max(0, depth - 2) if depth < 7 else depth - 4 if depth < 12 else depth - 6


@dataclass(frozen=True, eq=False, kw_only=True)
class LearnedKnowledge(Knowledge):
    """Weights of patterns, and the rest of the game's knowledge.

    `pattern_plan`, `pattern_maps`: see `PatternLayout`. `pattern_weights`: each times UNIT, int16. `most`: the largest result.
    `title`: where it comes from; `search`: the one that plays best with it within a time, where that is known. Each kind of
    state has a class of its own, which adds `reading`, `weight_at` and `side_to_move`, and what else is known of the game.
    """

    pattern_plan: Numbers
    pattern_maps: Numbers
    pattern_weights: Numbers
    most: float
    title: str
    search: str = ""

    __eq__, __hash__ = object.__eq__, object.__hash__  # not those of a knowledge beside it, which know nothing of weights

    def __reduce__(self) -> Any:
        held = {field.name: getattr(self, field.name) for field in fields(self) if field.init}
        return _revived, (type(self).__made_of__, held)  # type: ignore[attr-defined]  # of the class for a kind of state

    def squeezed(self, reading: Any, behind: int = 0) -> float:
        """The reading's weights, summed and squeezed between -1 and 1; from index `so far` on for other players."""
        total = 0
        for number in range(self.pattern_plan[INSTANCES]):
            total += self.pattern_weights[self.weight_at(reading, number) + behind]  # type: ignore[attr-defined]  # of the class
        share = total / UNIT
        return float(share / (1.0 + share * share) ** 0.5)


@dataclass(frozen=True, eq=False, kw_only=True)
class PatternEstimate(LearnedKnowledge):
    """The estimate from a sum x of weights: most * x / sqrt(1 + x * x), for the side to move.

    `pattern_deviations`: the weights of a stage, the number of measured stages, then for each the table of `deviation`.
    """

    pattern_deviations: Numbers

    def evaluate(self, state: Any) -> float:
        """The estimate of the result for the side to move."""
        return self.for_mover(state)

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        """How far a value `deep` plies deep lies from one `probe_depth` plies deep; 0 where that was not measured."""
        stage = self.stage_of(state)
        if stage >= self.pattern_deviations[1] or shallow != probe_depth(deep):
            return 0.0
        return float(self.pattern_deviations[2 + stage * (DEEPEST_PAIR + 1) + min(deep, DEEPEST_PAIR)])

    def stage_of(self, state: Any) -> int:
        """The stage of the game, from 0."""
        return int(self.reading(state)[2] // self.pattern_deviations[0])  # type: ignore[attr-defined]  # as below

    @property
    def stages(self) -> int:
        """How many stages there are."""
        return int((len(self.pattern_weights) - FIRST) // self.pattern_deviations[0])

    def for_mover(self, state: Any) -> float:
        """The estimate for the side to move, by the reading."""
        return self.most * self.squeezed(self.reading(state))  # type: ignore[attr-defined]  # of the class for this kind of state


@dataclass(frozen=True, eq=False, kw_only=True)
class ChancePatternEstimate(PatternEstimate):
    """The same for a game with dice or cards: while they decide, an estimate is for the first player."""

    def evaluate(self, state: Any) -> float:
        """The estimate of the result for the side to move; where dice or cards decide, for the first player."""
        turned = self.game.to_move(state) == CHANCE and self.side_to_move(state) != 0  # type: ignore[attr-defined]  # as above
        return -self.for_mover(state) if turned else self.for_mover(state)


@dataclass(frozen=True, eq=False, kw_only=True)
class PayoffPatternEstimate(LearnedKnowledge):
    """The estimates from sums of weights, one for each player, between `least` and `most`.

    Where the rules bound what all get `together` (else inf), all of them are scaled towards the least to fit. `apart`: the
    number of weights of each of the `players`.
    """

    players: int
    least: float
    together: float
    apart: int

    def estimates(self, state: Any) -> Iterable[float]:
        """The estimate of what each player gets, first player first."""
        read, first = self.reading(state), self.side_to_move(state)  # type: ignore[attr-defined]  # as above
        room, scale = self.together - self.least * self.players, 1.0
        if isfinite(room):
            total = 0.0
            for number in range(self.players):
                total += self.above_least(read, number)
            scale = room / total if total > room else 1.0
        for player in range(self.players):
            yield self.least + scale * self.above_least(read, (player - first) % self.players)

    def above_least(self, read: Any, number: int) -> float:
        """How much more than the least a player gets, by their weights alone."""
        return (self.most - self.least) * 0.5 * (1.0 + self.squeezed(read, number * self.apart))


@lru_cache(maxsize=64)
def class_for(code: str, kind: type[Knowledge], base: type[Knowledge]) -> type[Knowledge]:
    """The class for one kind of state, with all that `base` knows but its estimate."""
    scope: dict[str, Any] = {
        "bits_of": bits_of,
        "count_ones": count_ones,
        "extract": extract,
        "squares_with": squares_with,
        "window_of": window_of,
        "__name__": __name__,
    }
    exec(compile(code, "<reading of states>", "exec"), scope)
    members = {name: scope[name] for name in ("reading", "weight_at", "side_to_move", "differing")} | {"tunes": {}}
    members["__made_of__"] = code, kind, base
    name = f"Learned{base.__name__ if base is not Knowledge else 'Knowledge'}"
    bases = (kind,) if base is Knowledge else (kind, base)
    found = make_dataclass(name, [], bases=bases, namespace=members, frozen=True, eq=False, kw_only=True)
    found.__module__ = __name__
    return found


def _revived(made_of: tuple[Any, ...], held: dict[str, Any]) -> "LearnedKnowledge":
    """The knowledge that another process has pickled."""
    cls: Any = class_for(*made_of)
    return cls(**held)  # type: ignore[no-any-return]  # a class that was made here


def whole_weights(weights: Any) -> Any:
    """Weights as they are kept: int16, each times UNIT."""
    import numpy as np

    return np.clip(np.rint(weights * UNIT), -32767, 32767).astype(np.int16)


def create_estimate(
    game: Game,
    layout: PatternLayout,
    weights: Any,
    title: str,
    most: float,
    beside: Knowledge | None = None,
    deviations: Sequence[float] = (),
    search: str = "",
    least: float | None = None,
) -> LearnedKnowledge:
    """The knowledge of a game with these weights (int16); `beside`: other knowledge of it, whose estimate is replaced.

    `deviations`: for each stage and the depths from 0 to DEEPEST_PAIR. `least`: each player's least payoff, where each has a
    number.
    """
    of_two = ChancePatternEstimate if says(game, "chances") else PatternEstimate
    kind = of_two if least is None else PayoffPatternEstimate
    cls: Any = class_for(code_of(layout), kind, Knowledge if beside is None else type(beside))
    more = {field.name: getattr(beside, field.name) for field in fields(beside) if field.init} if beside is not None else {}
    more.pop("game", None)
    more |= {
        "pattern_plan": Numbers(layout.plan),
        "pattern_maps": Numbers(layout.maps),
        "pattern_weights": Numbers(weights),
    }
    if least is not None:
        together = float(game.payoff_limits()[1]) if says(game, "payoff_limits") else inf
        more |= {"players": game.players, "least": least, "together": together, "apart": layout.apart}
    else:
        stage = layout.starts[-1] * layout.blocks
        measured = [float(stage), float(len(deviations) // (DEEPEST_PAIR + 1)), *deviations]
        more["pattern_deviations"] = Numbers(array("d", measured))
    found: LearnedKnowledge = cls(game, most=most, title=title, search=search, **more)
    object.__setattr__(found, "layout", layout)  # no field, for machine code does not ask
    return found
