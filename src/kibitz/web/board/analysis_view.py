"""An answer as an analysis board shows it."""

from dataclasses import dataclass, replace
from typing import Any

from kibitz.drawing.marks import WorthLabel
from kibitz.jobs.analyses import AnalysisNews, Answer
from kibitz.jobs.job import is_preparing
from kibitz.present.answer import blank, describe_ignorance, value_of
from kibitz.present.marks import describe_move, mark, signed, worded
from kibitz.present.sentences import as_sentence
from kibitz.present.values import ValueWords, percent
from kibitz.web.addresses import ShownLine, query_of

LINES = 3  # moves that are line
PLIES = 10  # of each line


@dataclass(frozen=True)
class BestMove:
    """A row: the move, its mark and what it says; `steps`: the moves of its line, each with the address of where it leads.

    `expected`: how likely a policy thought the move, in words; "" without one.
    """

    name: str
    text: str
    outcome: str
    is_exact: bool
    words: str
    steps: tuple[tuple[str, str], ...]
    expected: str = ""


def best_moves(line: ShownLine, answer: Answer | None, most: int | None = LINES) -> list[BestMove]:
    """The best moves first; where dice or cards decide, what they may bring."""
    if answer is None:
        return []
    words, here, found = ValueWords(line.game), line.names[: line.ply], []
    mover = max(line.position.to_move, 0)
    for one in answer["moves"][:most]:
        value = value_of(one["value"])
        if value is None or (value.kind == "estimate" and not answer["informed"]):
            continue
        label = mark(words, value, mover)
        moves = [str(name) for name in one["line"]][:PLIES] or [one["move"]]
        steps = tuple((name, query_of(line.offer, line.game, (*here, *moves[: count + 1]))) for count, name in enumerate(moves))
        phrase = describe_move(words, value, mover)
        expected = percent(one["likely"]) if one.get("likely") is not None else ""
        found.append(BestMove(one["move"], label.text, label.outcome, label.exact, phrase, steps, expected))
    return found


def best_labels(line: ShownLine, answer: Answer | None) -> dict[str, WorthLabel]:
    """The marks of the best moves for the board, by name, the best first, with a second ring unless another is as good."""
    if answer is None or line.position.is_chance or not answer["informed"]:
        return {}
    words, found = ValueWords(line.game), dict[str, WorthLabel]()
    for one in answer["moves"][:LINES]:
        value = value_of(one["value"])
        if value is not None:
            found[one["move"]] = mark(words, value, line.position.to_move)
    first, *others = found.values() or [None]
    return {name: replace(one, best=one is first and one not in others) for name, one in found.items()}


def describe_news(line: ShownLine, news: AnalysisNews) -> dict[str, Any]:
    """The line above the moves: the value of the position in words, how far the search has come, and why it ended."""
    answer, words = news.answer, ValueWords(line.game)
    value = None if answer is None else value_of(answer["value"])
    unknown = None if answer is None else blank(answer)
    facts = []
    if answer is not None:
        reached = f"depth {answer['depth']}" if answer["depth"] else f"{answer['nodes']:,} positions"
        facts = ["proved"] if answer["stopped"] == "solved" else [reached]
        facts += [f"estimates {answer['estimate']}"] if answer.get("estimate") else []
    doing = f"{news.doing[:1].upper()}{news.doing[1:]} ..." if news.doing else ""
    worth = "" if value is None else worded(words, value, line.position.to_move)
    if unknown is not None and value is not None and value.kind == "estimate":
        worth = as_sentence(describe_ignorance(unknown))
    return {
        "worth": signed(worth),
        "facts": ", ".join(facts),
        "doing": doing or ("" if answer is not None or news.stopped else "Starting ..."),
        "is_preparing": is_preparing(news.doing),
        "stopped": news.stopped,
        "informed": unknown is None,
    }
