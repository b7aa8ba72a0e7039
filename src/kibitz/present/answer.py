"""An answer about a position as JSON, written and read: the one object of the terminal, the page and its workers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of
from kibitz.core.rules import CHANCE, says
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.position import Position
from kibitz.present.values import is_unknown

KINDS = ("exact", "at_least", "at_most", "estimate")


def as_json(position: Position, thought: Thought) -> dict[str, Any]:
    """What a thought says of a position, for programs; moves by their names, values for the side to move.

    Where dice or cards decide, `to_move` is "chance", `moves` are the outcomes, each with its probability, and values are
    the first player's. All numbers are finite where the thought's are. `informed` is false where nothing is known of the
    game: then an "estimate" of 0 is no opinion, and `best` just one of the moves.
    `estimate`, where estimates were learned: when, and for how long.
    """
    shares = outcome_shares(position)
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
        "informed": thought.informed,
        **({} if thought.bounds is None else {"bounds": [bound and value_as_json(bound) for bound in thought.bounds]}),
        **({} if thought.learned is None else {"estimate": thought.learned}),
    }


def describe_unknown(thought: Thought) -> str:
    """What to say, once, instead of an estimate in a game of which nothing is known (`Thought.informed` is False).

    "nothing is known of this game, and no result is in sight within 13 plies"; for an estimate that is not `is_unknown`, which
    has seen ends of the game, what to say behind it: "nothing is known of this game but its ends within 5 plies".
    """
    return describe_ignorance(thought.depth, not is_unknown(thought.value, thought.informed))


def describe_ignorance(depth: int, sees_ends: bool = False) -> str:
    """The sentence that nothing is known of a game searched to `depth` plies; `sees_ends`: but some of its ends."""
    what = " but its ends" if sees_ends else ", and no result is in sight"
    reach = f" within {depth} {'ply' if depth == 1 else 'plies'}" if depth else ""
    return f"nothing is known of this game{what}{reach}"


def value_as_json(value: Value) -> dict[str, Any]:
    """A value, for the side to move; of several players a list, first player first."""
    result = value.result if value.payoffs is None else list(value.payoffs)
    return {"kind": value.kind, "result": result, "plies": value.plies}


def value_of(data: Any) -> Value | None:
    """A value as `value_as_json` wrote it; None for what is none."""
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        return None
    result, plies = data.get("result"), data.get("plies")
    if isinstance(result, list):
        payoffs = tuple(float(one) for one in result if isinstance(one, (int, float)))
        return Value(data["kind"], payoffs[0], plies, payoffs) if len(payoffs) == len(result) > 0 else None
    return Value(data["kind"], result, plies) if isinstance(result, (int, float)) else None


def thought_of(answer: Mapping[str, Any], legal: Mapping[str, int]) -> Thought | None:
    """An answer of a worker, read back. `legal`: the moves by their names; what names no such move is left out."""
    value = value_of(answer.get("value"))
    if value is None:
        return None
    pairs = ((legal.get(str(one.get("move"))), value_of(one.get("value"))) for one in answer.get("moves", ()))
    moves = tuple(MoveValue(move, one, (move,)) for move, one in pairs if move is not None and one is not None)
    limits = tuple(one for one in map(value_of, answer.get("bounds", ())) if one is not None)
    return Thought(
        legal.get(str(answer.get("best"))),
        value,
        moves=moves,
        depth=int(answer.get("depth") or 0),
        nodes=int(answer.get("nodes") or 0),
        bounds=(limits[0], limits[1]) if len(limits) == 2 else None,
        informed=bool(answer.get("informed", True)),
        learned=answer.get("estimate"),
    )


def blank(answer: Mapping[str, Any]) -> int | None:
    """How many plies were looked ahead with no end in sight, where nothing estimates what is there; else None."""
    return None if answer.get("informed", True) else int(answer.get("depth") or 0)


def final(position: Position) -> Thought:
    """The thought about a game that is over: its result for the side to move, or what each player gets, and no move."""
    payoffs = position.payoffs
    assert payoffs is not None
    value = Value("exact", payoffs[max(position.to_move, 0)])
    if says(position.game, "result"):
        value = replace(value, plies=0 if any(payoffs) else None)
    elif len(payoffs) > 1:
        value = replace(value, payoffs=payoffs)
    return Thought(best=None, value=value, stopped="solved")


def outcome_shares(position: Position) -> dict[int, float]:
    """How probable each outcome is, from 0 to 1, where dice or cards decide; nothing elsewhere."""
    weighted = position.chances()
    total = sum(weight for _, weight in weighted)
    return {outcome: weight / total for outcome, weight in weighted}


def _names(position: Position, line: tuple[int, ...]) -> list[str]:
    return list(line_names(position.game, position.state, line))
