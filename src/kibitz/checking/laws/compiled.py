"""Laws of machine code: the rules compile, and compiled they say what they say in plain Python."""

import math
import warnings
from collections.abc import Iterator
from itertools import zip_longest

from kibitz.checking.answers import HEAD, PER_CANDIDATE, PER_MOVE, ROOM, Statement, read_statements, write_answers
from kibitz.checking.ground import Ground
from kibitz.checking.law import Breach, law
from kibitz.checking.place import CheckedPlace
from kibitz.errors import RulesWarning
from kibitz.kernel import Machine
from kibitz.search.perft import perft

LISTS = ["moves", "chances", "candidates"]
GUESSES = ["evaluate", "estimates"]
NO_NUMBERS = ["start", "play", "symmetries", *GUESSES]  # hashes, and parts of an estimate: no numbers for people
PLACES_A_SECOND = 100
MOST_LEAVES = 3_000
HINT = "compiled ints have 64 bits, and shifts go from 0 to 63: a full board of 64 squares is a Board64"


@law("compiled", compiles=True)
def rules_compile(ground: Ground) -> str | None:
    """The rules, and the knowledge, compile, so that the search runs at native speed."""
    machine, _ = _machines(ground)
    return f"the search would run as plain Python, right but slow: {machine.problem}" if machine.problem else None


@law("compiled", compiles=True)
def compiled_agrees_with_plain(ground: Ground) -> Breach | None:
    """Compiled, the rules and the knowledge say of every state what they say in plain Python."""
    compiled, plain = _machines(ground)
    if not compiled.compiled:
        return None
    for place in _places(ground):
        breach = _difference(place, read_statements(ground, plain, place), read_statements(ground, compiled, place))
        if breach is not None:
            return Breach(breach.message, breach.move, place.line)
    return _other_count(ground)


def _machines(ground: Ground) -> tuple[Machine, Machine]:
    """The game ready to be asked, compiled if it can be, and plain."""
    if ground.machines is None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # said as a problem, once
            compiled = Machine(ground.game, ground.knowledge)
            compiled.ready(write_answers)
        plain = Machine(ground.game, ground.knowledge, plain=True)
        ground.machines = (compiled, plain)
        if not compiled.compiled and not compiled.problem:
            ground.notes.append("Machine code is switched off (NUMBA_DISABLE_JIT): only plain Python was looked at.")
    return ground.machines


def _places(ground: Ground) -> Iterator[CheckedPlace]:
    """Places seen in breadth and in random games, nearest first."""
    most = int(PLACES_A_SECOND * ground.seconds / 2)
    for place in ground.places[:most] + sorted(ground.wandered[-most:], key=lambda place: len(place.line)):
        if len(place.legal) * (PER_MOVE + PER_CANDIDATE) < ROOM - HEAD - ground.game.players:
            yield place


def _difference(place: CheckedPlace, plain: list[Statement], compiled: list[Statement]) -> Breach | None:
    """The first thing that is said differently, by the method that says it."""
    for one, other in zip_longest(plain, compiled):
        if one == other or (one and other and _near(one, other)):
            continue
        method, move, value = one or other
        if one is None or other is None or one[:2] != other[:2] or (method in LISTS and move is None):
            methods = {item[0] for item in (one, other) if item}
            method = next((method for method in LISTS if method in methods), "moves")
            here, there = (
                " ".join(place.name(item[2]) for item in found if item[:2] == (method, None)) for found in (plain, compiled)
            )
            return Breach(f"`{method}` yields {here or 'nothing'} in plain Python, but {there or 'nothing'} compiled; {HINT}")
        if method in NO_NUMBERS:
            method = "start" if method == "play" and move is None and not place.line else method
            return Breach(f"`{method}` gives something else compiled than in plain Python; {HINT}", move)
        return Breach(f"`{method}` gives {_text(value)} in plain Python, but {_text(other[2])} compiled; {HINT}", move)
    return None


def _near(one: Statement, other: Statement) -> bool:
    """Whether floats differ by no more than the order in which numbers were added explains."""
    here, there, least = one[2], other[2], 1e-6 if one[0] in GUESSES else 0.0
    if one[:2] != other[:2] or isinstance(here, int) or isinstance(there, int) or len(here) != len(there):
        return False
    return all(math.isclose(*pair, rel_tol=1e-9, abs_tol=least) for pair in zip(here, there, strict=True))


def _text(value: int | tuple[float, ...]) -> str:
    return str(value) if isinstance(value, int) else ", ".join(f"{number:.10g}" for number in value)


def _other_count(ground: Ground) -> Breach | None:
    """Where states that stay in machine code, from move to move, lead to another number of lines."""
    place, depth = ground.places[0], _depth(ground)
    plain, machine = _counts(ground, place, depth)
    if plain == machine:
        return None
    while depth > 1:
        children = [place.child(move) for move in place.legal]
        worse = next((child for child in children if len(set(_counts(ground, child, depth - 1))) > 1), None)
        if worse is None:
            break
        place, depth = worse, depth - 1
    plain, machine = _counts(ground, place, depth)
    lines = f"from here there are {plain} lines of {depth} moves in plain Python, but {machine} compiled"
    return Breach(f"{lines}; {HINT}", line=place.line)


def _depth(ground: Ground) -> int:
    """The depth, in moves, to which plain Python counts lines quickly."""
    width = max(2, *(len(place.legal) for place in ground.places[:50]), 2)
    return max(1, int(math.log(MOST_LEAVES, width)))


def _counts(ground: Ground, place: CheckedPlace, depth: int) -> tuple[int, int]:
    return perft(ground.game, place.state, depth, plain=True), perft(ground.game, place.state, depth)
