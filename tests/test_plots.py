"""Plots: files that are what their names say, the same each time, with everything on them that a reader needs."""

import math
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.drawing import raster
from kibitz.drawing.chart import LOOKS, window
from kibitz.drawing.pen import width_of
from kibitz.errors import PlotError
from kibitz.explain.growth import Growth, Measurement
from kibitz.plots import MOST, progress, ready, save, sprt_path, thin_out, tuning_path
from kibitz.plots import growth as plot
from kibitz.position import Position
from runs import examples

INF = math.inf


def of_match(pairs: int) -> str:
    games = [2 * pair for pair in range(1, pairs + 1)]
    elo = [30 + 300 / pair for pair in range(1, pairs + 1)]
    low, high = [value - 500 / (at + 1) for at, value in enumerate(elo)], [INF, *[value + 20 for value in elo[1:]]]
    return progress(games, [0.55] * pairs, elo, low, high, "ann against bob")


def of_test(pairs: int) -> str:
    return sprt_path(range(1, pairs + 1), [pair / 50 for pair in range(pairs)], -2.94, 2.25, 0, 5, "a test")


def of_tuning(parameters: int, steps: int = 50) -> str:
    names = [f"weight[{number}]" for number in range(parameters)]
    values = {name: [1 + step / 100 + at for step in range(steps)] for at, name in enumerate(names)}
    return tuning_path(range(steps), values, dict.fromkeys(names, (-5, parameters + 5)), "a tuning")


def of_growth(searches: int, depth: int) -> str:
    names = ("minimax", "alphabeta", "deepening", "maxn", "paranoid")[:searches]
    rows = [
        Measurement(name, ply, (9 - at) ** ply, 0.1, 800, 16, Value("estimate", 0), "depth")
        for at, name in enumerate(names)
        for ply in range(1, depth + 1)
    ]
    return plot(Growth(Position.after(load("tic_tac_toe"), "1,1 2,2"), names, (1, 7, 42), tuple(rows)))


ALL: dict[str, Callable[[], str]] = {
    "match": lambda: of_match(40),
    "one pair": lambda: of_match(1),
    "two pairs": lambda: of_match(2),
    "test": lambda: of_test(120),
    "tuning": lambda: of_tuning(4),
    "tuning of many": lambda: of_tuning(61),
    "growth": lambda: of_growth(3, 12),
    "growth of one ply": lambda: of_growth(5, 1),
}


SVG = "{http://www.w3.org/2000/svg}"


def texts_of(picture: str) -> list[str]:
    """All texts of an SVG."""
    return ["".join(text.itertext()).strip() for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", ALL)
def test_a_file_is_valid_and_the_same_each_time(name: str, tmp_path: Path) -> None:
    for file in ("one.svg", "other.svg"):
        save(ALL[name](), tmp_path / file)
    assert (tmp_path / "other.svg").read_bytes() == (tmp_path / "one.svg").read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["one.svg", "other.svg"]
    assert ElementTree.parse(tmp_path / "one.svg").getroot().tag == f"{SVG}svg"


LABELS = {
    "match": ["ann against bob", "games", "score in %, at the end 55.0 %"],
    "two pairs": ["Elo, at the end +180.0; 95 % band from -70.0 to +200.0"],
    "test": [
        "a test",
        "pairs of games",
        "log-likelihood ratio, at the end 2.38",
        "2.25: H1 is accepted, 5 Elo",
        "-2.94: H0 is accepted, 0 Elo",
    ],
    "tuning": [
        "a tuning",
        "start",
        "final",
        "value after each step",
        "-5",
        "9",
        *(f"weight[{n}]" for n in range(4)),
        "4.0 → 4.5",
    ],
    "tuning of many": ["61 parameters, each within its range", "lowest", "highest", "steps"],
    "growth": ["depth in plies", "nodes", "10,000"],
}


@pytest.mark.parametrize("name", ALL)
def test_every_part_is_labelled(name: str) -> None:
    assert {*LABELS.get(name, ())} <= {*texts_of(ALL[name]())}
    root = ElementTree.fromstring(ALL[name]())
    assert all(root.findtext(f"{SVG}{tag}") for tag in ("title", "desc"))


def test_every_colour_of_a_line_has_one_for_the_dark() -> None:
    light, dark = re.fullmatch(r"(?s)(.*)@media \(prefers-color-scheme: dark\) \{(.*)\}", LOOKS).groups()  # type: ignore[union-attr]
    strokes = [dict(re.findall(r"(\.kb \.kb-[\w]+) \{[^}]*stroke:(#\w+)", sheet)) for sheet in (light, dark)]
    day, night = strokes
    assert {*night} | {".kb .kb-rule"} == {*day}
    assert min(contrast(colour, "#f3f0e8") for kind, colour in day.items() if kind in night) > 3
    assert min(contrast(colour, "#1d1f24") for colour in night.values()) > 6


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.05 + 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return high / low


@pytest.mark.parametrize(("end", "told"), [(INF, "+∞"), (-INF, "-∞")])
def test_what_is_infinite_is_told_and_marked(end: float, told: str) -> None:
    picture = progress([2, 4], [float(end > 0)] * 2, [end] * 2, [end] * 2, [end] * 2)
    assert picture.count("kb-beyond") == 2
    assert f"Elo, at the end {told}; 95 % band from {told} to {told}" in texts_of(picture)


def test_names_may_hold_anything(tmp_path: Path) -> None:
    name = "a_very_long_name_of_a_weight[$x_1$]"
    picture = tuning_path([0, 1], {name: [0, 0], "_棋": [1, 2]}, {name: (0, 0), "_棋": (1, 2)}, "greedy:$a$ & <b> 棋 " * 12)
    texts = texts_of(picture)
    assert "_棋" in texts
    assert any(text.startswith("a_very") and text.endswith("[$x_1$]") for text in texts)
    save(picture, tmp_path / "drawn.png")
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")


Box = tuple[float, float, float, float]


def boxes_of(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """Where each text lies: left, top, right, bottom."""
    found = []
    for text in root.iter(f"{SVG}text"):
        size, x, y = (float(text.attrib[name]) for name in ("font-size", "x", "y"))
        wide, kinds = width_of(text.text or "", size), text.attrib["class"].split()
        left = x if "kb-left" in kinds else x - wide if "kb-right" in kinds else x - wide / 2
        if text.text:
            found.append((text.text, (left, y - 0.75 * size, left + wide, y + 0.2 * size)))
    return found


@pytest.mark.parametrize("name", ALL)
def test_no_text_lies_on_another_or_over_the_edge(name: str) -> None:
    root = ElementTree.fromstring(ALL[name]())
    boxes = boxes_of(root)
    assert len(boxes) > 5
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    for at, (said, (left, top, right, bottom)) in enumerate(boxes):
        assert min(left, top, width - right, height - bottom) >= 0, said
        for other, (start, above, end, below) in boxes[at + 1 :]:
            assert right <= start or end <= left or bottom <= above or below <= top, (said, other)


def test_a_long_match_is_thinned_to_what_paper_shows(tmp_path: Path) -> None:
    (thin,) = thin_out(range(10 * MOST))
    assert (len(thin), thin[0], thin[-1]) == (MOST, 0, 10 * MOST - 1)
    assert max(after - before for before, after in pairwise(thin)) <= 11
    assert thin_out(range(MOST)) == [[*range(MOST)]]
    with pytest.raises(ValueError, match="equally long, not 2, 1, 2, 2, 2"):
        progress([2, 4], [0.5], [0, 0], [0, 0], [0, 0])


@given(st.lists(st.floats(allow_nan=False), max_size=9), st.floats(-10, 10))
@settings(max_examples=examples(50))
def test_an_axis_shows_its_centre_and_is_no_wider_than_told(numbers: list[float], centre: float) -> None:
    low, high = window([numbers], centre, 5, 100)
    assert centre - 100 <= low <= centre - 5 < centre + 5 <= high <= centre + 100


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("plot.pdf", "a plot is written as .svg or .png, and 'plot.pdf' ends with neither: name it plot.pdf.svg"),
        ("plot", "a plot is written as .svg or .png, and 'plot' ends with neither: name it plot.svg"),
        ("none/plot.svg", "the plot none/plot.svg cannot be written: there is no folder none to write to"),
        ("folder.svg", "the plot folder.svg cannot be written: Is a directory"),
    ],
)
def test_where_no_plot_can_be_written_is_told(
    place: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.svg").mkdir()
    picture = of_test(2)
    with pytest.raises(PlotError, match=f"^{re.escape(sentence)}$"):
        save(picture, place)
    if place != "folder.svg":
        with pytest.raises(PlotError, match=f"^{re.escape(sentence)}$"):  # asked before the games, not after them
            ready(place)


def test_what_cannot_be_drawn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlotError, match=r"^there is nothing to draw yet: no result has come in$"):
        of_test(0)
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    ready("plot.svg")
    with pytest.raises(PlotError, match=r"^pictures as PNG and GIF need two packages: pip install 'kibitz\[pictures\]'$"):
        ready("plot.png")
