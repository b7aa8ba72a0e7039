"""Answers of the tools: facts about positions and moves, each with a sentence, and whether it is proved."""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.rules import CHANCE
from kibitz.core.thought import Value
from kibitz.position import Position
from kibitz.present.answer import value_of
from kibitz.present.values import ValueWords

PROVED, ESTIMATE = "proved", "by estimate"


def position_facts(position: Position) -> dict[str, Any]:
    """The board as text, whose turn it is, and how the game ended if it is over."""
    names = ValueWords(position.game).names
    facts: dict[str, Any] = {
        "moves": " ".join(position.names()),
        "board": position.draw(),
        "over": position.is_over,
        "legal_moves": [] if position.is_over else [position.name(move) for move in position.legal()],
    }
    if position.is_over:
        payoffs = position.payoffs or ()
        return facts | {"payoffs": dict(zip(names, payoffs, strict=False)), "sentence": _ended(names, payoffs)}
    mover = "chance" if position.to_move == CHANCE else names[position.to_move]
    return facts | {"to_move": mover, "sentence": f"{mover} is to move." if mover != "chance" else "The dice decide."}


def analysis_facts(position: Position, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Every move's value, best first, from the answer of `kibitz analyze`."""
    moves = [move_facts(position, one) for one in answer["moves"]]
    facts = {"to_move": ValueWords(position.game).names[position.to_move], "moves": moves, "depth": answer.get("depth")}
    if not moves:
        return facts | {"sentence": "Nothing was found in that time."}
    best = moves[0]
    return facts | {"best": best["move"], "sentence": f"Best: {best['sentence']}"}


def move_facts(position: Position, one: Mapping[str, Any]) -> dict[str, Any]:
    """A move's value, with the line that shows it: "c4: X wins in 5 (proved), after c4 d3." """
    words, value, line = ValueWords(position.game), value_of(one["value"]), list(one.get("line") or [])
    kind = kind_of(value)
    phrase = "nothing is known" if value is None else words.say(value, position.to_move)
    after = f", after {' '.join(line)}" if len(line) > 1 else ""
    return {
        "move": one["move"],
        "value": one["value"],
        "kind": kind,
        "line": line,
        "sentence": f"{one['move']}: {phrase} ({kind}){after}.",
    }


def prove_facts(position: Position, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The proof about a position, from the answer of `kibitz solve`; if there is none, the sentence says so."""
    words, value = ValueWords(position.game), value_of(answer["value"])
    is_proved = value is not None and value.kind != "estimate"
    line = list(answer.get("line") or [])
    if value is None or not is_proved:
        sentence = "Nothing was proved in that time: ask for more seconds."
    else:
        moves = f": {' '.join(line)}" if len(line) > 1 else ""
        sentence = f"{words.say(value, position.to_move)} (proved){moves}."
    return {"value": answer["value"], "kind": kind_of(value), "solved": value is not None and value.kind == "exact"} | {
        "line": line,
        "sentence": sentence,
    }


def comparison(position: Position, answer: Mapping[str, Any], first: str, second: str) -> dict[str, Any]:
    """Two moves of an analysis, and which of them is better, as far as is known."""
    by_name = {one["move"]: one for one in answer["moves"]}
    facts = [move_facts(position, by_name[name]) for name in (first, second)]
    values = [value_of(by_name[name]["value"]) for name in (first, second)]
    return {"first": facts[0], "second": facts[1], "sentence": f"{_better(first, second, values)} {_sentences(facts)}"}


def explanation(position: Position, answer: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Why a move is good or bad: its value, the reply that punishes it, and what the best move comes to."""
    by_name = {one["move"]: one for one in answer["moves"]}
    move, best = move_facts(position, by_name[name]), move_facts(position, answer["moves"][0])
    value, top = value_of(by_name[name]["value"]), value_of(answer["moves"][0]["value"])
    facts = {"move": move, "best": best, "reply": move["line"][1] if len(move["line"]) > 1 else None}
    if name == best["move"]:
        others = [move_facts(position, one) for one in answer["moves"][1:2]]
        rest = f" The next best is {others[0]['sentence']}" if others else " It is the only move."
        return facts | {"sentence": f"{name} is the best move found. {move['sentence']}{rest}"}
    if value is not None and top is not None and value.order == top.order and value.kind == top.kind:
        return facts | {"sentence": f"{name} is as good as any. {move['sentence']}"}
    reply = f" The reply to {name} is {facts['reply']}." if facts["reply"] else ""
    return facts | {"sentence": f"{_better(best['move'], name, [top, value])} {move['sentence']}{reply} {best['sentence']}"}


def review_facts(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The moves of a game with their verdicts and the sentences about each, from the answer of `kibitz review`."""
    kept = ("number", "move", "verdict", "before", "after", "best", "line", "refutation")
    sides: Sequence[str] = answer["sides"]
    plies = [
        {name: ply.get(name) for name in kept}
        | {
            "player": sides[ply["to_move"]] if 0 <= ply["to_move"] < len(sides) else "chance",
            "kind": PROVED if ply.get("proved") else ESTIMATE,
            "sentences": ply.get("said", []),
        }
        for ply in answer["plies"]
    ]
    mistakes = [ply for ply in plies if ply["verdict"] in ("inaccuracy", "mistake", "blunder")]
    verdicts = [
        f"Move {ply['number']}, {ply['move']} by {ply['player']}: a {ply['verdict']} ({ply['kind']})." for ply in mistakes
    ]
    return {"plies": plies, "sentence": " ".join(verdicts) or "No move was a mistake."}


def kind_of(value: Value | None) -> str:
    """ "proved" or "by estimate"."""
    return PROVED if value is not None and value.kind != "estimate" else ESTIMATE


def _better(one: str, other: str, values: Sequence[Value | None]) -> str:
    first, second = values
    if first is None or second is None:
        return "Too little is known to compare them."
    if first.order == second.order:
        return f"{one} and {other} come to the same."
    better, worse = (one, other) if first.order > second.order else (other, one)
    sure = all(value.kind == "exact" for value in (first, second))
    return f"{better} is better than {worse} ({PROVED if sure else ESTIMATE})."


def _sentences(facts: Sequence[Mapping[str, Any]]) -> str:
    return " ".join(one["sentence"] for one in facts)


def _ended(names: Sequence[str], payoffs: Sequence[float]) -> str:
    most = max(payoffs, default=0)
    if len(set(payoffs)) <= 1:
        return "The game is over: a draw."
    best = [name for name, paid in zip(names, payoffs, strict=False) if paid == most]
    return f"The game is over: {' and '.join(best)} {'wins' if len(best) == 1 else 'win'}."
