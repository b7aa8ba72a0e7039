"""Laws of knowledge: estimates that are fair, keys that tell states apart, symmetries that are the same game."""

from typing import Any

from kibitz.checking.ask import format_value
from kibitz.checking.ground import Ground, ask_knowledge, ask_knowledge_list, beyond, format_worth, limits_of
from kibitz.checking.law import Breach, law
from kibitz.checking.place import CheckedPlace
from kibitz.laws import is_int, is_number, is_row
from kibitz.rules import says


@law("place", needs="evaluate")
def estimate_is_fair(ground: Ground, place: CheckedPlace) -> str | None:
    """`evaluate` gives a finite number for two players, and one strictly between -1 and 1 where results are -1, 0 and 1."""
    if place.over.value:
        return None
    if ground.game.players != 2:
        return f"`evaluate` tells of two players, and here are {ground.game.players}; define `estimates` instead"
    answer = ask_knowledge(ground, "evaluate", place.state)
    if answer.error:
        return f"`evaluate` failed: {answer.error}"
    if not is_number(answer.value):
        return f"`evaluate` gave {answer.text}; it must give a finite number"
    if ground.best == 1 and abs(answer.value) >= 1:
        return f"`evaluate` gave {answer.value}; where results are -1, 0 and 1 an estimate lies strictly between -1 and 1"
    wrong = None if says(ground.game, "result") else beyond(limits_of(ground), (answer.value, -answer.value))
    return f"`evaluate` gave {answer.value}, that is {wrong}, says `payoff_limits`" if wrong else None


@law("place", needs="estimates")
def estimates_are_numbers(ground: Ground, place: CheckedPlace) -> str | None:
    """`estimates` gives each player a finite number, and all of them keep to the limits of what there is to get."""
    if place.over.value:
        return None
    answer, players = ask_knowledge_list(ground, "estimates", place.state), ground.game.players
    if answer.error:
        return f"`estimates` failed: {answer.error}"
    row = tuple(answer.value)
    if not is_row(row, players):
        wanted = f"a finite number for each of {players} players" if players > 1 else "one finite number"
        return f"`estimates` gave {format_value(row)}; it must give {wanted}, as a tuple or one yielded after the other"
    wrong = beyond(limits_of(ground), row)  # a search leaves out what cannot be within them
    source = "`best_result`" if says(ground.game, "result") else "`payoff_limits`"
    return f"`estimates` gave {wrong}, says {source}" if wrong else None


@law("place", needs="priority")
def priority_is_an_int(ground: Ground, place: CheckedPlace) -> Breach | None:
    """`priority` gives an int for every legal move."""
    for move in () if place.chance else place.legal:
        answer = ask_knowledge(ground, "priority", place.state, move)
        if answer.error:
            return Breach(f"`priority` failed for {place.name(move)}: {answer.error}", move)
        if not is_int(answer.value) or abs(answer.value) >= 1 << 63:
            return Breach(f"`priority` gave {answer.text} for {place.name(move)}; it must give an int of 64 bits", move)
    return None


@law("place", needs="key")
def key_tells_states_apart(ground: Ground, place: CheckedPlace) -> str | None:
    """`key` gives an int from 0 to 2**63 - 1, and another one for each other state."""
    if place.over.value:
        return None
    answer = ask_knowledge(ground, "key", place.state)
    if answer.error:
        return f"`key` failed: {answer.error}"
    if not is_int(answer.value) or not 0 <= answer.value < 1 << 63:
        return f"`key` gave {answer.text}; it must give an int from 0 to 2**63 - 1"
    first = ground.keys.setdefault(answer.value, place)
    if first.state != place.state:
        other = " ".join(_names(ground, first)) or "no move"
        return f"`key` gave {answer.value}, as it does after {other}, but the states differ: {first.state} and {place.state}"
    return None


@law("place", needs="symmetries", most=200)
def symmetries_are_the_same_game(ground: Ground, place: CheckedPlace) -> str | None:
    """`symmetries` yields states with as many moves that lead as far, with the same value, and with the same symmetries."""
    if place.over.value:
        return None
    answer = ask_knowledge_list(ground, "symmetries", place.state)
    if answer.error:
        return f"`symmetries` failed: {answer.error}"
    family = {place.state, *answer.value}
    shape = _shape(ground, place)
    for state in answer.value:
        if type(state) is not type(place.state):
            return f"`symmetries` yielded {format_value(state)}; it must yield states of the game"
        twin = CheckedPlace(ground.game, state, place.line)
        if says(ground.game, "to_move") and twin.mover != place.mover:
            return f"`symmetries` yielded {state}, where another player is to move"
        if _shape(ground, twin) != shape:
            return f"`symmetries` yielded {state}, whose moves do not match those of {place.state}; it must be the same game"
        back = ask_knowledge_list(ground, "symmetries", state)
        if back.error or {state, *back.value} != family:
            return (
                f"`symmetries` of {place.state} and of {state}, which it yields, do not name the same states; "
                "each state of a family must lead to all the others"
            )
        worth = ground.worth(place)
        other = None if worth is None else ground.worth(twin)
        if worth is not None and other is not None and other != worth:
            return f"`symmetries` yielded {state}, which is worth {other[0]} in {other[1]} plies, not {format_worth(worth)}"
    return None


@law("place", needs="symmetries", most=200)
def estimates_are_symmetric(ground: Ground, place: CheckedPlace) -> str | None:
    """Where `symmetries` says two states are the same game, `evaluate` and `estimates` say the same of both."""
    answer = ask_knowledge_list(ground, "symmetries", place.state)
    if place.over.value or answer.error:
        return None
    for method in ("evaluate", "estimates"):
        here = _guessed(ground, method, place.state)
        for state in answer.value if here else ():
            there = _guessed(ground, method, state)
            # The table merges the two: with unlike estimates the value would depend on which of them came first.
            if len(there) == len(here) and any(abs(one - other) > 1e-6 for one, other in zip(here, there, strict=True)):
                first, second = (" ".join(f"{number:.4g}" for number in numbers) for numbers in (here, there))
                return f"`{method}` gave {first}, but {second} for {state}, the same game for `symmetries`"
    return None


def _guessed(ground: Ground, method: str, state: Any) -> list[Any]:
    """The numbers that a method of the knowledge gives for a state; none where it gives something else."""
    if not says(ground.knowledge, method):
        return []
    answer = ask_knowledge_list(ground, method, state) if method == "estimates" else ask_knowledge(ground, method, state)
    numbers = answer.value if method == "estimates" else [answer.value]
    return [] if answer.error or not all(map(is_number, numbers)) else numbers


def _shape(ground: Ground, place: CheckedPlace) -> Any:
    """What must be alike in symmetric states: how the game stands here, and after each move, with the weights of chance."""

    def stands(at: CheckedPlace) -> tuple[bool, Any, int]:
        over = bool(at.over.value)
        return over, at.ending.text if over else "", len(at.legal)

    weights = dict(place.options.value) if place.chance else {}
    moves = [move for move in place.legal if not place.after(move).error]
    return stands(place), sorted((*stands(place.child(move)), weights.get(move, 0)) for move in moves)


def _names(ground: Ground, place: CheckedPlace) -> list[str]:
    """The moves of a place's line by name."""
    return [(ground.replayed(place.line[:done]) or place).name(move) for done, move in enumerate(place.line)]
