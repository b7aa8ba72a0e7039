"""A review as one HTML page that stands alone; it needs no network and no script."""

import re
from xml.etree import ElementTree as ET

from kibitz.drawing.looks import board_css
from kibitz.drawing.paint import clean
from kibitz.drawing.svg import svg
from kibitz.explain.review.game_review import GameReview, Ply
from kibitz.explain.review.graph import graph
from kibitz.explain.review.graph import sheet as graph_sheet
from kibitz.explain.review.judge import VERDICTS, WORDS
from kibitz.explain.review.table import Sentences, called, closing, grounds, opening, worth
from kibitz.present.values import ValueWords, side_names
from kibitz.registry import title


def page(review: GameReview) -> str:
    """The page as text."""
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    ET.SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    name = f"Review of {type(review.game).__name__}"
    text(head, "title", name)
    ET.SubElement(head, "style").text = f"{board_css()} {graph_sheet()} {LOOKS}"
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


# How the page of a review looks: light, and dark where the reader's system asks for it; narrow windows too.

LOOKS = """
:root { --ground: #faf8f3; --paper: #fffdf8; --ink: #2b2923; --faint: #5d574b; --rule: #d5cfc2; --link: #1c5aa6; --here:
  #16803c;
  --good: #1d6b3f; --doubt: #7a5200; --wrong: #8a3a00; --bad: #a3122b; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171b; --paper: #1d1f24; --ink: #e7e5df; --faint: #b4b0a6;
  --rule: #3a3d45; --link: #8cc1ff; --here: #4ade80; --good: #7fd8a4; --doubt: #f0c260; --wrong: #ff9d62; --bad: #ff8f9c; }
  }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans',
  sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 1.6rem 0 .5rem; } h3 { font-size: 1.05rem;
  margin: 0; }
p { margin: .3rem 0; } a { color: var(--link); }
figure { margin: 1rem 0; } figure svg { width: 100%; min-width: 34rem; height: auto; border-radius: 8px; }
figcaption { color: var(--faint); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--paper); overflow-wrap: normal; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border: 1px solid var(--rule); text-align: left; vertical-align: top; }
tbody th { white-space: normal; min-width: 6rem; }
thead th { color: var(--faint); font-weight: 600; }
article { display: flex; gap: 1rem; padding: 1rem; margin: .8rem 0; background: var(--paper); border: 1px solid var(--rule);
  border-radius: 8px; scroll-margin-top: 1rem; }
article:target { outline: 3px solid var(--here); }
.board { flex: 0 0 11rem; } .board svg { width: 100%; height: auto; max-height: 14rem; }
article > div:last-child { min-width: 0; }
.verdict { font-weight: 700; white-space: nowrap; } .verdict.guess {
  font-weight: 400; font-style: italic; text-decoration:
  underline dashed; }
.best, .good { color: var(--good); } .inaccuracy { color: var(--doubt); } .mistake { color: var(--wrong); } .blunder {
  color: var(--bad); }
.forced, .opening, .grounds { color: var(--faint); }
a:focus-visible, .wide:focus-visible, article:focus-visible { outline: 3px solid var(--here); outline-offset: 2px; }
@media (max-width: 34rem) { article { flex-direction: column; } .board { flex: none; width: 100%; max-width: 14rem; } th, td
  { padding: .25rem .4rem; } }
@media print { article { break-inside: avoid; } }
"""


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
        text(row, "td", _who(words, ply))
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
    table = _table(("player", *WORDS.values(), "forced", "proved", "estimated"))
    body = ET.SubElement(table, "tbody")
    for one in review.tallies():
        row = ET.SubElement(body, "tr")
        played = f" ({review.players[one.player]})" if review.players else ""
        text(row, "th", names[one.player] + played, scope="row")
        for count in (*(one.verdicts[verdict] for verdict in VERDICTS), one.forced, one.proved, one.estimated):
            text(row, "td", str(count))
    return table


def _article(ply: Ply, words: ValueWords, sentences: Sentences) -> ET.Element:
    """One move: the board after it, the verdict, and what is said about it."""
    article = ET.Element("article", {"id": f"{PLACE[1:]}{ply.number}", "tabindex": "-1"})
    after = ply.after_it
    board = ET.SubElement(article, "div", {"class": "board"})
    board.append(_picture(svg(after.game, after.state, after.last_cell)))
    column = ET.SubElement(article, "div")
    text(column, "h3", f"{ply.number}. {_who(words, ply)}: {ply.name}")
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


def _who(words: ValueWords, ply: Ply) -> str:
    return words.names[ply.mover] if ply.mover >= 0 else "chance"


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
