"""The crosstable: everyone's points against everyone, in the order of the ratings, as text and as a picture."""

import itertools
from xml.etree import ElementTree as ET

import pytest

from kibitz.arena.stats.counts import Result
from kibitz.arena.stats.crosstable import Crosstable, draw_svg, draw_text, make_crosstable
from kibitz.arena.stats.ratings import rate_players
from kibitz.drawing.looks import DARK, LIGHT, SAME

SVG = "{http://www.w3.org/2000/svg}"


def made(*names: str) -> Crosstable:
    """The weaker a player, the earlier it is named; everyone meets everyone in six pairs, the last loses most."""
    scores = [0, 0.5, 0, 1, 0.5, 0, 0, 0.5, 1, 0, 0, 0.5]
    results = [
        Result(one, two, score, 10 * meeting + game // 2, game % 2 == 0)
        for meeting, (one, two) in enumerate(itertools.combinations(range(len(names)), 2))
        for game, score in enumerate(scores)
    ]
    return make_crosstable(names, results, rate_players(len(names), results))


def test_rows_and_columns_are_in_the_order_of_the_ratings_and_of_fixed_width() -> None:
    table = made("worst", "middle", "best")
    head, *rows, last = draw_text(table).split("\n")
    assert head.split() == ["player", "Elo", "points", "1", "2", "3"]
    assert len({len(line) for line in (head, *rows)}) == 1
    for place, (row, line) in enumerate(zip(table.rows, rows, strict=True)):
        against = [("8/12", "8/12"), ("4/12", "8/12"), ("4/12", "4/12")][place]
        total = f"{16 - 4 * place}/24"
        cells = [*against[:place], "·", *against[place:]]
        name = ["best", "middle", "worst"][place]
        assert line.split() == [str(place + 1), name, f"{round(row.elo, 1) + 0.0:+.1f}", "±", f"{row.error:.1f}", total, *cells]
        assert 0 < row.error < 200
    assert sum(row.elo for row in table.rows) == pytest.approx(0, abs=1e-6)
    assert last.startswith("Moving first is worth -")


def test_what_is_not_known_is_said_so() -> None:
    results = [Result(0, 1, score, game // 2, game % 2 == 0) for game, score in enumerate([1, 0.5, 1, 1, 0.5, 1])]
    drawn = draw_text(make_crosstable(("a", "b", "c"), results, rate_players(3, results)))
    (absent,) = (line for line in drawn.split("\n") if " c " in line)
    assert absent.split() == ["2", "c", "+0.0", "±", "unknown", "0/0", "-", "·", "-"]


def test_names_can_neither_break_the_table_nor_the_picture() -> None:
    table = made("a\nb\x1b[31m", '<script>&"', "x" * 300)
    drawn = draw_text(table)
    assert "\x1b" not in drawn
    assert len(drawn.split("\n")) == 5
    assert max(map(len, drawn.split("\n"))) < 110
    picture_of = ET.fromstring(draw_svg(table))
    assert picture_of.find(f".//{SVG}script") is None
    assert '<script>&"' in [element.text for element in picture_of.iter(f"{SVG}text")]


def test_the_picture_says_what_the_text_says_in_the_looks_of_the_house() -> None:
    table = made("worst", "middle", "best")
    root = ET.fromstring(draw_svg(table))
    written = [element.text or "" for element in root.iter(f"{SVG}text")]
    for cell in draw_text(table).split("\n")[1].split("  "):
        assert not cell.strip() or cell.strip() in written
    described = root.findtext(f"{SVG}desc") or ""
    assert described.startswith("1. best, Elo +")
    assert "prefers-color-scheme: dark" in (root.findtext(f"{SVG}style") or "")
    kinds = {kind for element in root.iter() for kind in (element.get("class") or "kb").split()}
    assert kinds - {"kb"} <= {rule.lstrip(".") for rule in (*LIGHT, *DARK, *SAME)}
    assert {"kb-p0", "kb-p1"} <= kinds


def test_everything_lies_within_the_picture() -> None:
    root = ET.fromstring(draw_svg(made(*(f"player {number}" for number in range(6)))))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for element in root.iter(f"{SVG}text"):
        assert 0 < float(element.get("x", 0)) < width
        assert 0 < float(element.get("y", 0)) < height
    for element in root.iter(f"{SVG}rect"):
        assert float(element.get("x", 0)) + float(element.get("width", 0)) <= width
