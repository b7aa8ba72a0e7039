"""Laws of knowledge: what is wise in a game must be true of it."""

import math
from typing import Any

from kibitz.check.ask import Answer, ask, shown
from kibitz.check.ground import Ground
from kibitz.check.law import Breach, law
from kibitz.check.place import Place
from kibitz.check.solver import Worth, order
from kibitz.rules import says

MOST_SYMMETRIES = 1000


@law("place", needs="evaluate")
def estimate_is_fair(ground: Ground, place: Place) -> str | None:
    """`evaluate` gives a finite number, and one strictly between -1 and 1 where results are -1, 0 and 1."""
    if place.over.value:
        return None
    told = _asked(ground, "evaluate", place.state)
    if told.error:
        return f"`evaluate` failed: {told.error}"
    if isinstance(told.value, bool) or not isinstance(told.value, (int, float)) or not math.isfinite(told.value):
        return f"`evaluate` gave {told.said}; it must give a finite number"
    if ground.best == 1 and abs(told.value) >= 1:
        return f"`evaluate` gave {told.value}; where results are -1, 0 and 1 an estimate lies strictly between -1 and 1"
    return None


@law("place", needs="priority")
def priority_is_an_int(ground: Ground, place: Place) -> Breach | None:
    """`priority` gives an int for every legal move."""
    for move in place.legal:
        told = _asked(ground, "priority", place.state, move)
        if told.error:
            return Breach(f"`priority` failed for {place.name(move)}: {told.error}", move)
        if not _is_int(told.value) or abs(told.value) >= 1 << 63:
            return Breach(f"`priority` gave {told.said} for {place.name(move)}; it must give an int of 64 bits", move)
    return None


@law("place", needs="bounds")
def bounds_hold(ground: Ground, place: Place) -> str | None:
    """`bounds` gives two ints, low and high, and the result that best play leads to lies between them."""
    if place.over.value:
        return None
    told = _asked(ground, "bounds", place.state)
    if told.error:
        return f"`bounds` failed: {told.error}"
    if not _is_pair(told.value):
        return f"`bounds` gave {told.said}; it must give a tuple of two ints, (low, high)"
    low, high = told.value
    if low > high:
        return f"`bounds` gave ({low}, {high}); low must not be above high"
    worth = ground.worth(place)
    if worth is not None and not low <= worth[0] <= high:
        return f"`bounds` gave ({low}, {high}), but best play leads to {worth[0]} for the side to move"
    below = _bounds_of_moves(ground, place) if ground.solver.can else None
    if below is not None and (below[0] > high or below[1] < low):
        return (
            f"`bounds` gave ({low}, {high}), but after the moves from here it says that the side to move gets "
            f"{below[0]} at least and {below[1]} at most; one of them is wrong"
        )
    return None


@law("place", needs="candidates")
def candidates_are_enough(ground: Ground, place: Place) -> str | None:
    """`candidates` yields legal moves, each once, among them a best one: a quickest win, a draw, or a latest loss."""
    if place.over.value:
        return None
    told = _listed(ground, "candidates", place.state)
    if told.error:
        return f"`candidates` failed: {told.error}"
    chosen: list[Any] = told.value
    if not chosen:
        return "`candidates` yielded nothing; it must yield at least one legal move, even where all of them lose"
    for move in chosen:
        if not _is_int(move) or move not in place.legal:
            return f"`candidates` yielded {place.name(move)}, which is not legal here"
    if len(set(chosen)) < len(chosen):
        return "`candidates` yielded a move twice; each comes once"
    return _left_out(ground, place, chosen) if len(chosen) < len(place.legal) else None


@law("place", needs="key")
def key_tells_states_apart(ground: Ground, place: Place) -> str | None:
    """`key` gives an int from 0 to 2**63 - 1, and another one for each other state."""
    if place.over.value:
        return None
    told = _asked(ground, "key", place.state)
    if told.error:
        return f"`key` failed: {told.error}"
    if not _is_int(told.value) or not 0 <= told.value < 1 << 63:
        return f"`key` gave {told.said}; it must give an int from 0 to 2**63 - 1"
    first = ground.keys.setdefault(told.value, place)
    if first.state != place.state:
        other = " ".join(_names(ground, first)) or "no move"
        return f"`key` gave {told.value}, as it does after {other}, but the states differ: {first.state} and {place.state}"
    return None


@law("place", needs="symmetries", most=200)
def symmetries_are_the_same_game(ground: Ground, place: Place) -> str | None:
    """`symmetries` yields states with as many moves that lead as far, with the same value, and with the same symmetries."""
    if place.over.value:
        return None
    told = _listed(ground, "symmetries", place.state)
    if told.error:
        return f"`symmetries` failed: {told.error}"
    family = {place.state, *told.value}
    shape = _shape(ground, place)
    for state in told.value:
        if type(state) is not type(place.state):
            return f"`symmetries` yielded {shown(state)}; it must yield states of the game"
        twin = Place(ground.game, state, place.line)
        if says(ground.game, "to_move") and twin.mover != place.mover:
            return f"`symmetries` yielded {state}, where another player is to move"
        if _shape(ground, twin) != shape:
            return f"`symmetries` yielded {state}, whose moves do not match those of {place.state}; it must be the same game"
        back = _listed(ground, "symmetries", state)
        if back.error or {state, *back.value} != family:
            return (
                f"`symmetries` of {place.state} and of {state}, which it yields, do not name the same states; "
                "each state of a family must lead to all the others"
            )
        worth = ground.worth(place)
        other = None if worth is None else ground.worth(twin)
        if worth is not None and other is not None and other != worth:
            return f"`symmetries` yielded {state}, which is worth {other[0]} in {other[1]} plies, not {_said(worth)}"
    return None


@law("place", needs="symmetries", most=200)
def estimates_are_symmetric(ground: Ground, place: Place) -> str | None:
    """Where `symmetries` says two states are the same game, `evaluate` gives them the same estimate."""
    if place.over.value or not says(ground.knowledge, "evaluate"):
        return None
    here, told = _asked(ground, "evaluate", place.state), _listed(ground, "symmetries", place.state)
    if here.error or told.error:
        return None
    for state in told.value:
        there = _asked(ground, "evaluate", state)
        # The table merges the two: with unlike estimates the value would depend on which of them came first.
        if not there.error and abs(there.value - here.value) > 1e-6:
            return f"`evaluate` gave {here.value:.4g}, but {there.value:.4g} for {state}, the same game for `symmetries`"
    return None


def _asked(ground: Ground, method: str, *arguments: Any) -> Answer:
    return ask(getattr(ground.knowledge, method), *arguments)


def _listed(ground: Ground, method: str, state: Any) -> Answer:
    """What a method yields, as a list that ends."""

    def listed() -> list[Any]:
        found = []
        for item in getattr(ground.knowledge, method)(state):
            found.append(item)
            if len(found) > MOST_SYMMETRIES:
                raise ValueError(f"it yields more than {MOST_SYMMETRIES} of them")
        return found

    return ask(listed)


def _bounds_of_moves(ground: Ground, place: Place) -> tuple[int, int] | None:
    """The limits of the best move's result by what is known after each move; None if an answer is missing."""
    found = []
    for move in place.legal:
        child = place.child(move)
        told = child.ending if child.over.value else _asked(ground, "bounds", child.state)
        low_high = (told.value, told.value) if child.over.value else told.value
        if told.error or not _is_pair(low_high) or child.mover.error:
            return None
        low, high = low_high
        found.append((low, high) if child.mover == place.mover else (-high, -low))
    return max(low for low, _ in found), max(high for _, high in found)


def _left_out(ground: Ground, place: Place, chosen: list[int]) -> str | None:
    """Which move is better than all that were chosen, if one is; None also where that is not quickly found."""
    if ground.worth(place) is None:
        return None
    worths: dict[int, Worth] = {}
    for move in place.legal:
        worth = ground.worth_of_move(place, move)
        if worth is None:
            return None
        worths[move] = worth
    best = max(place.legal, key=lambda move: order(worths[move]))
    kept = max(chosen, key=lambda move: order(worths[move]))
    if order(worths[kept]) == order(worths[best]):
        return None
    return (
        f"`candidates` left out {place.name(best)}, which leads to {_said(worths[best])}; "
        f"the best it yielded is {place.name(kept)} with {_said(worths[kept])}"
    )


def _shape(ground: Ground, place: Place) -> Any:
    """What must be alike in symmetric states: how the game stands here, and after each move."""

    def stands(at: Place) -> tuple[bool, Any, int]:
        over = bool(at.over.value)
        return over, at.ending.said if over else "", len(at.legal)

    return stands(place), sorted(stands(place.child(move)) for move in place.legal if not place.after(move).error)


def _names(ground: Ground, place: Place) -> list[str]:
    """The moves of a place's line by name."""
    return [(ground.replayed(place.line[:done]) or place).name(move) for done, move in enumerate(place.line)]


def _said(worth: Worth) -> str:
    result, plies = worth
    return f"{result} in {plies} plies" if result else "a draw"


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_int, value))
