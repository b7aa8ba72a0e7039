"""Laws of the end: what a game that is over was worth, and to whom."""

from collections import defaultdict
from typing import Any

from kibitz import laws
from kibitz.checking.ask import ask, format_value
from kibitz.checking.ground import Ground, beyond, limits_of
from kibitz.checking.law import Breach, law
from kibitz.checking.place import CheckedPlace
from kibitz.laws import is_int, is_row
from kibitz.rules import says
from kibitz.search.scale import LARGEST

MIRRORED = (("mine", "theirs"), ("my", "their"))


@law("place", needs="result")
def result_is_an_int(ground: Ground, place: CheckedPlace) -> str | None:
    """When a game is over, `result` gives an int."""
    if not place.over.value:
        return None
    ending = place.ending
    if ending.error:
        return f"the game is over, but `result` failed: {ending.error}"
    if is_int(ending.value) and abs(ending.value) > LARGEST:
        return f"`result` gave {ending.value}; the search holds results from {-LARGEST} to {LARGEST}: count in larger units"
    return laws.wrong_result(ending.value, format_value)


@law("place", needs="result")
def result_keeps_to_best_result(ground: Ground, place: CheckedPlace) -> str | None:
    """No result is larger than `best_result` says, nor smaller than minus that."""
    if says(ground.game, "best_result"):
        declared = ask(ground.game.best_result)
        if declared.error:
            return f"`best_result` failed: {declared.error}"
        if wrong := laws.wrong_best_result(declared.value, format_value):
            return wrong
    if ground.best is None or not place.over.value or not is_int(place.ending.value):
        return None
    if abs(place.ending.value) > ground.best:
        return f"`result` gave {place.ending.value}, but the largest result is said to be {ground.best}; correct one of them"
    return None


@law("place", needs="payoffs")
def payoffs_are_numbers(ground: Ground, place: CheckedPlace) -> str | None:
    """When a game is over, `payoffs` gives each player a number that is finite."""
    if not place.over.value:
        return None
    if place.ending.error:
        return f"the game is over, but `payoffs` failed: {place.ending.error}"
    return laws.wrong_payoffs(place.ending.value, ground.game.players, format_value)


@law("place", needs="payoff_limits")
def payoff_limits_hold(ground: Ground, place: CheckedPlace) -> str | None:
    """`payoff_limits` gives two ints, and no player gets less than the first, nor all together more than the second."""
    limits = ask(ground.game.payoff_limits)
    if limits.error:
        return f"`payoff_limits` failed: {limits.error}"
    if wrong := laws.wrong_payoff_limits(limits.value, ground.game.players, format_value):
        return wrong
    if not place.over.value or not is_row(place.ending.value, ground.game.players):
        return None
    wrong = beyond(limits_of(ground), place.ending.value)
    return f"`payoffs` gave {wrong}, says `payoff_limits`; correct one of them" if wrong else None


@law("game", needs="result", compiles=True)
def result_turns_with_the_mover(ground: Ground) -> Breach | None:
    """The result is seen by the side to move: with the other side to move, the same end has minus that result.

    Looked at where the two can be told apart: the state says whose turn it is, or has pairs of fields such as `mine`
    and `theirs`. Some rules do depend on whose turn it is (who cannot move has lost), and results of 0 say nothing: so
    only rules that give the same result to both sides, whichever side has won, break this law.
    """
    ends = _ends(ground)
    results = {place.state: place.ending.value for place in ends if is_int(place.ending.value)}
    if not any(value > 0 for value in results.values()) or not any(value < 0 for value in results.values()):
        return None
    turned = _turn_fields(ground.places + ground.playouts)
    alike: list[tuple[CheckedPlace, int]] = []
    for place in ends:
        result = results.get(place.state)
        other = _other_side(place.state, turned)
        if not result or other is None or ask(ground.game.is_over, other).value is not True:
            continue
        seen = ask(ground.game.result, other).value
        if seen != result:
            return None
        alike.append((place, result))
    signs = {result > 0 for _, result in alike}
    if len(signs) < 2:
        return None
    place, result = min(alike, key=lambda pair: len(pair[0].line))
    return Breach(
        f"`result` gave {result}, and gives {result} too when the other side is to move in the same end; "
        f"it must be seen by the side to move, so one of them is {-result}",
        line=place.line,
    )


def _ends(ground: Ground) -> list[CheckedPlace]:
    """A few hundred places where the game is over, each state once."""
    ends: dict[Any, CheckedPlace] = {}
    for place in [*ground.places, *sorted(ground.playouts, key=lambda place: len(place.line))]:
        if place.over.value:
            ends.setdefault(place.state, place)
    return list(ends.values())[:500]


def _turn_fields(places: list[CheckedPlace]) -> dict[str, dict[Any, Any]]:
    """The fields that say whose turn it is: one value for each of the two players; and what the value becomes for the other."""
    values: dict[str, dict[int, set[Any]]] = defaultdict(lambda: {0: set(), 1: set()})
    for place in [place for place in places if not place.chance]:
        for name, value in zip(place.state._fields, place.state, strict=True):
            values[name].setdefault(place.mover.value, set()).add(value)
    found = {}
    for name, by_mover in values.items():
        if len(by_mover) == 2 and all(len(seen) == 1 for seen in by_mover.values()) and by_mover[0] != by_mover[1]:
            (first,), (second,) = by_mover[0], by_mover[1]
            found[name] = {first: second, second: first}
    return found


def _other_side(state: Any, turned: dict[str, dict[Any, Any]]) -> Any:
    """The same board with the other side to move; None where the state does not show how."""
    changes = {name: turned[name][getattr(state, name)] for name in turned}
    for name in state._fields:
        for mine, theirs in MIRRORED:
            other = theirs + name.removeprefix(mine)
            if (name == mine or name.startswith(mine + "_")) and other in state._fields:
                changes |= {name: getattr(state, other), other: getattr(state, name)}
    return state._replace(**changes) if changes else None
