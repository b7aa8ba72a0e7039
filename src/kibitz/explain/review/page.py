"""A review as an HTML page that stands alone, and as a JSON object for programs."""

from typing import Any

from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of, title
from kibitz.core.rules import CHANCE
from kibitz.core.thought import Value
from kibitz.drawing.looks import board_css
from kibitz.drawing.plate import svg
from kibitz.explain.html import document, render, without_style
from kibitz.explain.review.graph import courses, graph
from kibitz.explain.review.graph import sheet as graph_sheet
from kibitz.explain.review.judge import TALLIED, GameReview, Ply
from kibitz.explain.review.table import Sentences, called, closing, grounds, mover, opening, worth
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords, side_names

HEAD = ("No.", "who", "move", "verdict", "grounds", "value after it")


def page(review: GameReview) -> str:
    """The review as a page."""
    return document(f"Review of {type(review.game).__name__}", f"{board_css()} {graph_sheet()} ", _body(review))


def part(review: GameReview, name: str = "") -> str:
    """The review for a server's page, which has the style sheets of boards and graphs. `name`: see `opening`."""
    return f'<div class="review">{_body(review, name)}</div>'


def fragment(review: GameReview) -> str:
    """The table of moves with its comments, without the page around it."""
    return render("rows.html", head=HEAD, moves=_moves(review), links=False)


def _body(review: GameReview, name: str = "") -> str:
    """A point of the graph, and a row of the table, leads to its move, without a script."""
    names, moves = side_names(review.game), _moves(review)
    for ply, move in zip(review.plies, moves, strict=True):
        after = ply.after_it
        move["board"] = without_style(svg(after.game, after.state, after.last_cell))
    tallies = [
        {
            "player": names[one.player] + (f" ({review.players[one.player]})" if review.players else ""),
            "counts": one.cells(),
        }
        for one in review.tallies()
    ]
    return render(
        "review.html",
        opening=[*opening(review, name), title(type(review.game))],
        graph=without_style(graph(review, "#move-")),
        tallied=TALLIED,
        tallies=tallies,
        closing=closing(review),
        head=HEAD,
        moves=moves,
        links=True,
    )


def _moves(review: GameReview) -> list[dict[str, Any]]:
    words = ValueWords(review.game)
    sentences = Sentences(words)
    return [
        {
            "number": ply.number,
            "who": mover(words, ply),
            "name": ply.name,
            "called": " ".join(filter(None, called(ply))),
            "kind": "forced" if ply.forced else ply.verdict or called(ply)[1],
            "sure": ply.proved or ply.opening,
            "grounds": grounds(ply),
            "worth": worth(words, ply),
            "said": sentences.about(ply),
        }
        for ply in review.plies
    ]


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
        **({} if review.learned is None else {"estimate": review.learned}),
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
