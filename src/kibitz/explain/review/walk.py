"""A review as JSON for a page that walks through it: verdict, comments and better lines of each move."""

from dataclasses import asdict
from typing import Any

from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.explain.review.graph import values_over
from kibitz.explain.review.judge import BAD, TALLIED, GameReview, Ply, Tally
from kibitz.explain.review.table import SaidLine, Sentences, after_it, called, closing, grounds, late_win, opening, worth
from kibitz.present.answer import value_as_json
from kibitz.present.marks import one_sided
from kibitz.present.values import ValueWords, side_names


def walk_as_json(review: GameReview, name: str = "") -> dict[str, Any]:
    """The game, its end, the tallies, the values and each move. `name`: see `opening`.

    `values`: for each known position the ply, the value, and its player.
    """
    words = ValueWords(review.game)
    sentences, sides = Sentences(words), side_names(review.game)
    return {
        "game": spec_of(review.game),
        "opening": opening(review, name),
        "closing": closing(review),
        "tallies": [f"{sides[one.player]}: {_counted(one)}" for one in review.tallies()],
        "values": [[ply, value_as_json(value), mover] for ply, value, mover in values_over(review)],
        "plies": [_step(ply, words, sentences) for ply in review.plies],
    }


def _counted(tally: Tally) -> str:
    """ "best 12, mistake 1 (proved 10, estimated 3)"."""
    counts = [f"{word} {count}" for word, count in zip(TALLIED, tally.cells(), strict=True)]
    judged, how = ([one for one in part if not one.endswith(" 0")] for part in (counts[:-2], counts[-2:]))
    behind = f" ({', '.join(how)})" if how else ""
    return f"{', '.join(judged) or 'no move was judged'}{behind}"


def _step(ply: Ply, words: ValueWords, sentences: Sentences) -> dict[str, Any]:
    mark, word = called(ply)
    here, then = ply.position, ply.after_it
    lines = []
    if (better := sentences.better(ply)) is not None:
        lines.append(_line(better, here.game, here.state, ply.number - 1))
    if (refutation := sentences.refutation(ply)) is not None:
        lines.append(_line(refutation, then.game, then.state, ply.number))
    is_shown = better is not None and ply.before is not None
    return {
        "number": ply.number,
        "mark": mark,
        "word": word,
        "kind": "forced" if ply.forced else ply.verdict or word,
        "is_bad": ply.verdict in BAD and not ply.forced,
        "is_sure": ply.proved or ply.opening or ply.verdict is None,
        "grounds": grounds(ply),
        "now": worth(words, ply),
        "short": None if ply.after is None or ply.after_it.is_over else _short(ply, words),
        "said": sentences.remarks(ply),
        "lines": lines,
        "better": [here.name(move) for move in (ply.best, *ply.equal) if move is not None] if is_shown else [],
        "worth": value_as_json(ply.before) if is_shown and ply.before and ply.line_keeps_value else None,
    }


def _short(ply: Ply, words: ValueWords) -> dict[str, Any]:
    """The worth of the position after a move, for a list."""
    found = asdict(one_sided(words, after_it(ply), ply.mover))
    return found | ({"text": late} if (late := late_win(words, ply)) else {})


def _line(line: SaidLine, game: Game, state: Any, ply: int) -> dict[str, Any]:
    """`ply`: the number of moves before the line."""
    return {
        "before": line.before,
        "moves": list(line_names(game, state, line.moves)),
        "after": line.after,
        "also": [game.move_name(state, move) for move in line.also],
        "made": ply,
    }
