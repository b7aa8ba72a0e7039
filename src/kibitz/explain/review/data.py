"""A review as the one JSON object that `kibitz review` and the page promise."""

from typing import Any

from kibitz.explain.review.game_review import GameReview, Ply
from kibitz.explain.review.graph import courses
from kibitz.explain.review.table import Sentences
from kibitz.notation import line_names
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords, side_names
from kibitz.registry import spec_of
from kibitz.rules import CHANCE
from kibitz.thought import Value


def as_json(review: GameReview) -> dict[str, Any]:
    """All that is known of a game; moves by their names, values for the one who moved."""
    end, sentences = review.end, Sentences(ValueWords(review.game))
    return {
        "game": spec_of(review.game),
        "sides": list(side_names(review.game)),
        "players": list(review.players),
        "moves": list(end.names()),
        "over": end.is_over,
        "payoffs": None if end.payoffs is None else list(end.payoffs),
        "forfeit": review.forfeit,
        "reason": review.reason,
        "opening": review.opening,
        "whole": review.is_whole,
        "thresholds": {
            "span": review.scale.span,
            "inaccuracy": review.scale.inaccuracy,
            "mistake": review.scale.mistake,
            "blunder": review.scale.blunder,
        },
        "plies": [_ply(ply, sentences.about(ply)) for ply in review.plies],
        "end": None if review.last is None else value_as_json(review.last),
        "values": [
            {"of": course.whose, "points": [{"ply": one.ply, "value": one.number, "proved": one.sure} for one in course.points]}
            for course in courses(review)
        ],
        "summary": [
            {"side": one.player, **one.verdicts, "forced": one.forced, "proved": one.proved, "estimated": one.estimated}
            for one in review.tallies()
        ],
        "nodes": review.nodes,
    }


def _ply(ply: Ply, sentences: list[str]) -> dict[str, Any]:
    here, after, threat = ply.position, ply.after_it, ply.threat
    return {
        "number": ply.number,
        "to_move": "chance" if ply.mover == CHANCE else ply.mover,
        "move": ply.name,
        "verdict": ply.verdict,
        "proved": ply.proved,
        "only": ply.only,
        "forced": ply.forced,
        "opening": ply.opening,
        "before": _value(ply.before),
        "after": _value(ply.after),
        "lost": ply.lost,
        "best": None if ply.best is None else here.name(ply.best),
        "line": list(line_names(here.game, here.state, ply.line)),
        "shown": ply.line_keeps_value,
        "equal": [here.name(move) for move in ply.equal],
        "refutation": list(line_names(after.game, after.state, ply.refutation)),
        "refuted": ply.refuted,
        "threat": None if threat is None else {"moves": list(threat.names), "plies": threat.plies},
        "said": sentences,
    }


def _value(value: Value | None) -> dict[str, Any] | None:
    return None if value is None else value_as_json(value)
