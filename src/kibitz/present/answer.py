"""Answers about a position as JSON: one object for terminal, page and workers."""

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
    """A thought about a position as JSON; moves by name, values for the side to move.

    Where chance decides, `to_move` is "chance", `moves` are the outcomes with their probabilities, and values are the first
    player's. Numbers are finite where the thought's are. `informed` is false without knowledge of the game: then an "estimate"
    of 0 is not an opinion, and `best` is any move. `likely`: how likely a policy thought a move before the search. `estimate`:
    the source of learned estimates.
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
            | ({} if m.likely is None else {"likely": round(m.likely, 6)})
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
    """The sentence instead of an estimate if the thought is not `informed`.

    "nothing is known of this game, and no result is in sight within 13 plies"; after an estimate that has seen ends of the
    game: "nothing is known of this game but its ends within 5 plies".
    """
    return describe_ignorance(thought.depth, not is_unknown(thought.value, thought.informed))


def describe_ignorance(depth: int, sees_ends: bool = False) -> str:
    """The sentence about an unknown game searched to `depth` plies; `sees_ends`: some games ended within that."""
    what = " but its ends" if sees_ends else ", and no result is in sight"
    reach = f" within {depth} {'ply' if depth == 1 else 'plies'}" if depth else ""
    return f"nothing is known of this game{what}{reach}"


def value_as_json(value: Value) -> dict[str, Any]:
    """A value for the side to move; for several players a list, first player first."""
    result = value.result if value.payoffs is None else list(value.payoffs)
    return {"kind": value.kind, "result": result, "plies": value.plies}


def value_of(data: Any) -> Value | None:
    """The value that `value_as_json` wrote; None for anything else."""
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        return None
    result, plies = data.get("result"), data.get("plies")
    if isinstance(result, list):
        payoffs = tuple(float(one) for one in result if isinstance(one, (int, float)))
        return Value(data["kind"], payoffs[0], plies, payoffs) if len(payoffs) == len(result) > 0 else None
    return Value(data["kind"], result, plies) if isinstance(result, (int, float)) else None


def thought_of(answer: Mapping[str, Any], legal: Mapping[str, int]) -> Thought | None:
    """A worker's answer read back. `legal`: the moves by name; unknown moves are left out."""
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
    """The plies searched without an end in sight if nothing estimates the position; else None."""
    return None if answer.get("informed", True) else int(answer.get("depth") or 0)


def final(position: Position) -> Thought:
    """The thought about a finished game: its result, and no move."""
    payoffs = position.payoffs
    assert payoffs is not None
    value = Value("exact", payoffs[max(position.to_move, 0)])
    if says(position.game, "result"):
        value = replace(value, plies=0 if any(payoffs) else None)
    elif len(payoffs) > 1:
        value = replace(value, payoffs=payoffs)
    return Thought(best=None, value=value, stopped="solved")


def outcome_shares(position: Position) -> dict[int, float]:
    """The probability of each outcome of a chance node; {} elsewhere."""
    weighted = position.chances()
    total = sum(weight for _, weight in weighted)
    return {outcome: weight / total for outcome, weight in weighted}


def _names(position: Position, line: tuple[int, ...]) -> list[str]:
    return list(line_names(position.game, position.state, line))
