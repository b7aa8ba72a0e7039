"""Laws of the game as a whole: it can be set up, and play comes to an end."""

from collections import deque
from typing import Any

from kibitz.checking.context import MAX_GAME_MOVES, CheckContext
from kibitz.checking.inspector import shrink
from kibitz.checking.law import Breach, law
from kibitz.checking.node import ask
from kibitz.core.laws import is_int
from kibitz.core.rules import says

ENOUGH_STEPS = 20  # moves that say something about all
SHOWN_MOVES = 10  # of a line that does not end


@law("game")
def game_is_frozen(context: CheckContext) -> str | None:
    """A game is a frozen dataclass: its parameters never change."""
    settings = getattr(type(context.game), "__dataclass_params__", None)
    if settings is None or not settings.frozen:
        return f"{type(context.game).__name__} can be changed; write @dataclass(frozen=True) above the class"
    return None


@law("game")
def game_can_start(context: CheckContext) -> str | None:
    """`start` gives the first state."""
    start = ask(context.game.start)
    return start.failed("`start`") if start.error else None


@law("game")
def play_ends(context: CheckContext) -> Breach | None:
    """Every line of play comes to an end: no state comes twice, but where dice or cards may lead on or `recurrence` says what
    that means, and no game is endless."""
    line = None if context.game.recurrence else _smallest_circle(context)
    if line is None and context.circles:
        line = min((node.line for node in context.circles), key=len)
        line = shrink(line, lambda shorter: _begins_again(context, shorter, fair=True) is not None, context.time_left)
    if line is not None:
        before = _begins_again(context, line, fair=True)
        luck = ", whatever dice or cards bring" if before is None else ""
        before = _begins_again(context, line) if before is None else before
        return Breach(
            f"the state after move {len(line)} is the same as after move {before}, so that play can go on for ever{luck}; "
            'say what that means (recurrence = "draw"), or count moves in the state and end the game by that',
            line=line,
        )
    if context.endless:
        line = context.endless[0].line[:SHOWN_MOVES]
        counter = _counter(context) if context.game.recurrence else None
        remedy = "let `is_over` say when" if counter is None else _never_again(counter)
        return Breach(
            f"a random game that begins like this was not over after {MAX_GAME_MOVES:,} moves; play must end: {remedy}",
            line=line,
        )
    return None


@law("game", needs="recurrence", compiles=True)
def positions_can_come_back(context: CheckContext) -> str | None:
    """Where `recurrence` says what it means that a position comes back, one can: nothing in it counts the moves."""
    counter = None if says(context.game, "recurrence_key") or context.endless else _counter(context)
    return None if counter is None else _never_again(counter)


def _never_again(counter: str) -> str:
    return (
        f"no position ever comes back, for {counter!r} grows with each move; define recurrence_key(state), the state with "
        f"{counter}=0"
    )


def _counter(context: CheckContext) -> str | None:
    """The field of the state that grows with each move, if one does."""
    pairs = [(state, after) for state, steps in context.steps.items() for _, after in steps]
    if len(pairs) < ENOUGH_STEPS:
        return None
    return next(
        (
            name
            for name in pairs[0][0]._fields
            if all(is_int(getattr(after, name)) and getattr(after, name) > getattr(before, name) for before, after in pairs)
        ),
        None,
    )


def _begins_again(context: CheckContext, line: tuple[int, ...], fair: bool = False) -> int | None:
    """After how many moves of a line the state was as at its end; None if it was not, or the line is not legal.

    A `fair` cycle counts only if it contains no chance.
    """
    node, since = context.start(), 0
    states: list[Any] = []
    for move in line:
        if node is None or move not in node.legal or node.after(move).error:
            return None
        states.append(node.state)
        since = len(states) if fair and node.chance else since
        node = node.child(move)
    return states.index(node.state, since) if node is not None and node.state in states[since:] else None


def _smallest_circle(context: CheckContext) -> tuple[int, ...] | None:
    """The shortest line found that leads from the start to a state and back to it."""
    lines = {node.state: node.line for node in context.nodes}
    staying = _on_circles(context.steps, {node.state for node in context.nodes if node.chance})
    steps = {state: [step for step in context.steps[state] if step[1] in staying] for state in staying}
    shortest: tuple[int, ...] | None = None
    for state in staying:
        if shortest is not None and len(lines[state]) + 1 >= len(shortest):
            break  # nearest first: whatever follows is no shorter
        back = _way_back(steps, state)
        if back is not None and (shortest is None or len(lines[state] + back) < len(shortest)):
            shortest = lines[state] + back
    return shortest


def _on_circles(steps: dict[Any, list[tuple[int, Any]]], dice: set[Any]) -> dict[Any, None]:
    """The states left when those that lead nowhere, and then those that lead only to these, are taken away.

    Of the states where dice decide, those go that may lead to one of these: sooner or later they will.
    """
    before: dict[Any, list[Any]] = {}
    for state, onward in steps.items():
        for _, after in onward:
            before.setdefault(after, []).append(state)
    open_ways = {state: sum(after in steps for _, after in onward) for state, onward in steps.items()}
    needed = {state: len(onward) if state in dice and onward else 1 for state, onward in steps.items()}
    gone = {state for state, ways in open_ways.items() if ways < needed[state]}
    ends = list(gone)
    while ends:
        for state in before.get(ends.pop(), ()):
            open_ways[state] -= 1
            if open_ways[state] < needed[state] and state not in gone:
                gone.add(state)
                ends.append(state)
    return {state: None for state in steps if state not in gone}


def _way_back(steps: dict[Any, list[tuple[int, Any]]], state: Any) -> tuple[int, ...] | None:
    """The shortest line from a state to itself."""
    waiting: deque[tuple[Any, tuple[int, ...]]] = deque([(state, ())])
    reached = set()
    while waiting:
        here, line = waiting.popleft()
        for move, after in steps.get(here, ()):
            if after == state:
                return (*line, move)
            if after not in reached:
                reached.add(after)
                waiting.append((after, (*line, move)))
    return None
