"""A review as one HTML page that stands alone, without network or script, and as the JSON object that programs are promised."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from kibitz.core.notation import line_names
from kibitz.core.registry import spec_of, title
from kibitz.core.rules import CHANCE
from kibitz.core.thought import Value
from kibitz.drawing.board import svg
from kibitz.drawing.looks import board_css
from kibitz.drawing.text import clean
from kibitz.explain.review.graph import courses, graph
from kibitz.explain.review.graph import sheet as graph_sheet
from kibitz.explain.review.judge import TALLIED, GameReview, Ply
from kibitz.explain.review.table import Sentences, called, closing, grounds, mover, opening, worth
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords, side_names

LOOKS = Path(__file__).parent / "page.css"  # light, and dark where the reader's system asks for it; narrow windows too


def page(review: GameReview) -> str:
    """The page as text."""
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    ET.SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    name = f"Review of {type(review.game).__name__}"
    text(head, "title", name)
    ET.SubElement(head, "style").text = f"{board_css()} {graph_sheet()} \n{LOOKS.read_text('utf-8')}"
    main = ET.SubElement(ET.SubElement(root, "body"), "main")
    text(main, "h1", name)
    fill(main, review)
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def part(review: GameReview, name: str = "") -> str:
    """The review without head and heading, for a page of a server: an element of the class `review`. `name`: see `opening`."""
    root = ET.Element("div", {"class": "review"})
    fill(root, review, name)
    return ET.tostring(root, encoding="unicode", method="html")


def fragment(review: GameReview) -> str:
    """The table of the moves alone, for a page of others; with what is said about them."""
    return ET.tostring(rows(review), encoding="unicode", method="html")


# A review as HTML elements: the graph, what each player made of it, and every move with its board.
#
# A click on a point of the graph, or on a row, leads to the move, without a script. Everything is put together as elements, so
# that whatever a game says of itself is text and nothing else.

HEAD = ("No.", "who", "move", "verdict", "grounds", "value after it")
PLACE = "#move-"


def fill(main: ET.Element, review: GameReview, name: str = "") -> None:
    """Puts the whole review into an element of a page that has the style sheets of boards and graphs. `name`: see `opening`."""
    for line in (*opening(review, name), title(type(review.game))):
        text(main, "p", line)
    figure = ET.SubElement(main, "figure")
    _wide(figure, "the graph").append(_picture(graph(review, PLACE)))
    text(
        figure,
        "figcaption",
        "The value over the game: filled points are proved, hollow ones estimates. A point leads to its move.",
    )
    text(main, "h2", "What the players made of it")
    _wide(main, "what the players made of it").append(_tallies(review))
    for line in closing(review):
        text(main, "p", line)
    text(main, "h2", "The moves")
    _wide(main, "the moves").append(rows(review, PLACE))
    text(main, "h2", "Move by move")
    sentences, words = Sentences(ValueWords(review.game)), ValueWords(review.game)
    for ply in review.plies:
        main.append(_article(ply, words, sentences))


def rows(review: GameReview, links: str = "") -> ET.Element:
    """A table of the moves; `links`: where a move leads, followed by its number; without it what is said of it stands there."""
    words = ValueWords(review.game)
    sentences = Sentences(words)
    table = _table((*HEAD, *(() if links else ("",))))
    body = ET.SubElement(table, "tbody")
    for ply in review.plies:
        row = ET.SubElement(body, "tr")
        text(row, "td", str(ply.number))
        text(row, "td", mover(words, ply))
        if links:
            text(ET.SubElement(row, "td"), "a", ply.name, href=f"{links}{ply.number}")
        else:
            text(row, "td", ply.name)
        _verdict(ET.SubElement(row, "td"), ply)
        text(row, "td", grounds(ply))
        text(row, "td", worth(words, ply))
        if not links:
            text(row, "td", " ".join(sentences.about(ply)))
    return table


def _tallies(review: GameReview) -> ET.Element:
    names = side_names(review.game)
    table = _table(("player", *TALLIED))
    body = ET.SubElement(table, "tbody")
    for one in review.tallies():
        row = ET.SubElement(body, "tr")
        played = f" ({review.players[one.player]})" if review.players else ""
        text(row, "th", names[one.player] + played, scope="row")
        for count in one.cells():
            text(row, "td", count)
    return table


def _article(ply: Ply, words: ValueWords, sentences: Sentences) -> ET.Element:
    """One move: the board after it, the verdict, and what is said about it."""
    article = ET.Element("article", {"id": f"{PLACE[1:]}{ply.number}", "tabindex": "-1"})
    after = ply.after_it
    board = ET.SubElement(article, "div", {"class": "board"})
    board.append(_picture(svg(after.game, after.state, after.last_cell)))
    column = ET.SubElement(article, "div")
    text(column, "h3", f"{ply.number}. {mover(words, ply)}: {ply.name}")
    if called(ply)[1]:
        line = ET.SubElement(column, "p")
        _verdict(line, ply)
        ET.SubElement(line, "span", {"class": "grounds"}).text = f" {grounds(ply)}".rstrip()
    if value := worth(words, ply):
        text(column, "p", f"Now: {value}.")
    for sentence in sentences.about(ply):
        text(column, "p", sentence)
    return article


def _verdict(place: ET.Element, ply: Ply) -> None:
    """The mark and the word; a mark of its own for each, so that no colour is needed to tell them apart."""
    mark, word = called(ply)
    if word:
        name = "forced" if ply.forced else ply.verdict or word
        kind = f"verdict {name}{'' if ply.proved or ply.opening else ' guess'}"
        ET.SubElement(place, "span", {"class": kind}).text = f"{mark} {word}".strip()


def _table(head: tuple[str, ...]) -> ET.Element:
    table = ET.Element("table")
    row = ET.SubElement(ET.SubElement(table, "thead"), "tr")
    for name in head:
        if name:
            text(row, "th", name, scope="col")
        else:
            ET.SubElement(row, "td")
    return table


def _wide(place: ET.Element, name: str) -> ET.Element:
    """A box in which a table that is too wide for the window can be moved, by keyboard too."""
    return ET.SubElement(place, "div", {"class": "wide", "tabindex": "0", "role": "region", "aria-label": name})


def _picture(written: str) -> ET.Element:
    """A picture as an element of a page whose style sheet it shares."""
    root = ET.fromstring(re.sub(r"<style>.*?</style>", "", written, flags=re.DOTALL))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def text(place: ET.Element, tag: str, content: str, **attributes: str) -> ET.Element:
    """A new element with nothing but text in it."""
    element = ET.SubElement(place, tag, attributes)
    element.text = clean(content)
    return element


# For programs.


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
