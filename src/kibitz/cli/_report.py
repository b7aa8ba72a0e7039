"""A thought as JSON, and as a table for people: each move, what it is worth, and the line that shows it."""

from dataclasses import replace
from typing import Any

import click

from kibitz.cli._painted import painted
from kibitz.notation import line_names
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import CHANCE, says
from kibitz.thought import MoveValue, Thought, Value
from kibitz.wording.values import ValueWords

REASONS = {
    "depth": "The depth wanted is reached.",
    "time": "The time is over.",
    "nodes": "The nodes are spent.",
    "solved": "Nothing is left to search: all of it is proved.",
    "interrupted": "Interrupted: the best so far.",
}


def reason(thought: Thought) -> str:
    """Why the search ended, in a sentence, and whether what it leaves are proved bounds."""
    ended = REASONS[thought.stopped]
    if thought.bounds is None or thought.value.kind == "exact":
        return ended
    return f"{ended.rstrip('.').partition(':')[0]}: these bounds are proved."


def final(position: Position) -> Thought:
    """What there is to say about a game that is over: its result for the side to move, or what each gets, and no move."""
    payoffs = position.payoffs
    assert payoffs is not None
    value = Value("exact", payoffs[max(position.to_move, 0)])
    if says(position.game, "result"):
        value = replace(value, plies=0 if any(payoffs) else None)
    elif len(payoffs) > 1:
        value = replace(value, payoffs=payoffs)
    return Thought(best=None, value=value, stopped="solved")


def as_json(position: Position, thought: Thought) -> dict[str, Any]:
    """The one object that `analyze` writes for programs; moves by their names, values for the side to move.

    Where dice or cards decide, `to_move` is "chance", `moves` are the outcomes, each with its probability, and values are
    the first player's.
    """

    shares = _shares(position)
    return {
        "game": spec_of(position.game),
        "to_move": "chance" if position.to_move == CHANCE else position.to_move,
        "value": value_as_json(thought.value),
        "best": None if thought.best is None else position.name(thought.best),
        "line": _names(position, thought.line),
        "moves": [
            {"move": position.name(m.move), "value": value_as_json(m.value), "line": _names(position, m.line)}
            | ({"probability": round(shares[m.move], 6)} if shares else {})
            for m in thought.moves
        ],
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": round(thought.seconds, 6),
        "nodes_per_second": round(thought.nodes_per_second),
        "table_hits": None if thought.hits is None else round(thought.hits, 4),
        "threads": thought.threads,
        "stopped": thought.stopped,
    } | ({} if thought.bounds is None else {"bounds": [value_as_json(bound) for bound in thought.bounds]})


def value_as_json(value: Value) -> dict[str, Any]:
    """A value, for the side to move; of several players a list, first player first."""
    result = value.result if value.payoffs is None else list(value.payoffs)
    return {"kind": value.kind, "result": result, "plies": value.plies}


def as_table(position: Position, thought: Thought, words: ValueWords, width: int | None = None) -> list[str]:
    """The thought in lines of text with colours, cut to `width` columns if that is given."""
    lines = [verdict(position, thought, words), ""]
    rows = thought.moves
    if not rows and thought.best is not None:
        rows = (MoveValue(thought.best, thought.value, thought.line),)
    shares = _shares(position)
    head = "comes" if shares else "move"
    cells = [(_called(position, m.move, shares), m.value, " ".join(_names(position, m.line))) for m in rows]
    first = max([len(head), *(len(name) for name, _, _ in cells)])
    second = max([5, *(len(words.say(value, position.to_move)) for _, value, _ in cells)])
    lines.append(click.style(f"{head:<{first}}  {'value':<{second}}  line", dim=True))
    for name, value, line in cells:
        said = painted(words, value, position.to_move) + " " * (second - len(words.say(value, position.to_move)))
        lines.append(f"{name:<{first}}  {said}  {_cut(line, width and width - first - second - 4)}")
    return [*lines, "", effort(thought)]


def in_short(position: Position, thought: Thought, words: ValueWords) -> list[str]:
    """The value, or the bounds closing in on it, and how much was searched."""
    return [verdict(position, thought, words), effort(thought)]


def verdict(position: Position, thought: Thought, words: ValueWords) -> str:
    """What the position is worth, or the two limits that are proved of it."""
    mover = position.to_move
    said = painted(words, thought.value, mover)
    if thought.bounds is not None and thought.value.kind != "exact":
        said = words.between(*thought.bounds, mover)
    return f"Chance decides: {said}" if position.is_chance else f"{words.names[mover]} to move: {said}"


def effort(thought: Thought) -> str:
    """How much was searched."""
    if thought.stopped == "solved" and not thought.nodes:
        return click.style("from the book, without a search", dim=True)
    parts = [
        *([f"depth {thought.depth}"] if thought.depth else []),
        f"{thought.nodes:,} nodes",
        f"{thought.seconds:.2f} s",
        f"{thought.nodes_per_second:,.0f} nodes/s",
    ]
    if thought.hits is not None:
        parts.append(f"table hits {thought.hits:.0%}")
    if thought.threads > 1:
        parts.append(f"{thought.threads} threads")
    return click.style(", ".join(parts), dim=True)


def _names(position: Position, line: tuple[int, ...]) -> list[str]:
    return list(line_names(position.game, position.state, line))


def _called(position: Position, move: int, shares: dict[int, float]) -> str:
    """The name of a move; of an outcome, its share of all throws too."""
    name = position.name(move)
    return f"{name} {100 * shares[move]:.3g} %" if shares else name


def _shares(position: Position) -> dict[int, float]:
    """How probable each outcome is where dice or cards decide; nothing elsewhere."""
    weighted = list(position.game.chances(position.state)) if position.is_chance else []
    total = sum(weight for _, weight in weighted)
    return {int(outcome): weight / total for outcome, weight in weighted}


def _cut(line: str, width: int | None) -> str:
    """At most `width` columns of a line, cut between moves."""
    if width is None or len(line) <= width:
        return line
    return line[: max(0, width - 3)].rpartition(" ")[0] + " ..."
