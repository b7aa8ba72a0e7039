"""Plots: files that are what their names say, the same each time, with everything on them that a reader needs."""

import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.errors import PlotError
from kibitz.explain.growth import Growth, Measurement
from kibitz.plots import growth as plot
from kibitz.plots import paper, progress, ready, save, sprt_path, tuning_path
from kibitz.plots.paper import MOST, thin_out, window
from kibitz.position import Position

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INF = math.inf


def of_match(pairs: int) -> "Figure":
    games = [2 * pair for pair in range(1, pairs + 1)]
    elo = [30 + 300 / pair for pair in range(1, pairs + 1)]
    low, high = [value - 500 / (at + 1) for at, value in enumerate(elo)], [INF, *[value + 20 for value in elo[1:]]]
    return progress(games, [0.55] * pairs, elo, low, high, "ann against bob")


def of_test(pairs: int) -> "Figure":
    return sprt_path(range(1, pairs + 1), [pair / 50 for pair in range(pairs)], -2.94, 2.25, 0, 5, "a test")


def of_tuning(parameters: int, steps: int = 50) -> "Figure":
    names = [f"weight[{number}]" for number in range(parameters)]
    values = {name: [1 + step / 100 + at for step in range(steps)] for at, name in enumerate(names)}
    return tuning_path(range(steps), values, dict.fromkeys(names, (-5, parameters + 5)), "a tuning")


def of_growth(searches: int, depth: int) -> "Figure":
    names = ("minimax", "alphabeta", "deepening", "maxn", "paranoid")[:searches]
    rows = [
        Measurement(name, ply, (9 - at) ** ply, 0.1, 800, 16, Value("estimate", 0), "depth")
        for at, name in enumerate(names)
        for ply in range(1, depth + 1)
    ]
    return plot(Growth(Position.after(load("tic_tac_toe"), "1,1 2,2"), names, (1, 7, 42), tuple(rows)))


ALL: dict[str, Callable[[], Any]] = {
    "match": lambda: of_match(40),
    "one pair": lambda: of_match(1),
    "two pairs": lambda: of_match(2),
    "test": lambda: of_test(120),
    "tuning": lambda: of_tuning(4),
    "tuning of many": lambda: of_tuning(61),
    "growth": lambda: of_growth(3, 12),
    "growth of one ply": lambda: of_growth(5, 1),
}


def texts_of(file: Path) -> list[str]:
    """All texts of an SVG."""
    root = ElementTree.parse(file).getroot()
    return ["".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text")]


def words(figure: "Figure", folder: Path) -> list[str]:
    """All texts of a plot."""
    save(figure, folder / "drawn.svg")
    return texts_of(folder / "drawn.svg")


@pytest.fixture(scope="module", params=ALL)
def svg(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """One of the plots as a file, by the name of its kind."""
    file = tmp_path_factory.mktemp("drawn") / "one.svg"
    save(ALL[request.param](), file)
    return request.param, file


@pytest.mark.untraced
def test_a_file_is_valid_and_the_same_each_time(svg: tuple[str, Path], tmp_path: Path) -> None:
    name, file = svg
    save(ALL[name](), tmp_path / "other.svg")
    assert (tmp_path / "other.svg").read_bytes() == file.read_bytes()
    assert sorted(one.name for one in (*file.parent.iterdir(), *tmp_path.iterdir())) == ["one.svg", "other.svg"]
    assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


LABELS = {
    "match": ["ann against bob", "games", "Elo", "%", "score, at the end 55.0 %"],
    "two pairs": ["Elo, at the end +180.0; 95 % band from -70.0 to +200.0"],
    "test": ["a test", "pairs of games", "2.25: H1 is accepted, 5 Elo", "-2.94: H0 is accepted, 0 Elo"],
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
    "growth": ["depth in plies", "nodes"],
}


def test_every_part_is_labelled(svg: tuple[str, Path]) -> None:
    name, file = svg
    assert {*LABELS.get(name, ())} <= {*texts_of(file)}


def test_every_colour_has_one_for_the_dark(svg: tuple[str, Path]) -> None:
    text = svg[1].read_text(encoding="utf-8")
    styles = re.findall(r' style="([^"]*)"', text)
    used = {colour for style in styles for colour in re.findall(r"#\w+", style)}
    assert {"#ffffff", "#000000"} < used <= {light.lower() for light in paper.DARK}
    (rules,) = re.findall(r"@media \(prefers-color-scheme: dark\)\{(.*)\}</style>", text)
    for light, dark in paper.DARK.items():
        assert f'[style*="stroke: {light.lower()}"]{{stroke:{dark} !important}}' in rules
        if light not in (paper.GRID, "#FFFFFF"):
            assert contrast(light, "#FFFFFF") > 3
            assert contrast(dark, paper.DARK["#FFFFFF"]) > 6


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.05 + 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return high / low


@pytest.mark.parametrize(("end", "told"), [(INF, "+∞"), (-INF, "-∞")])
def test_what_is_infinite_is_told_and_marked(end: float, told: str, tmp_path: Path) -> None:
    figure = progress([2, 4], [float(end > 0)] * 2, [end] * 2, [end] * 2, [end] * 2)
    marks = [line.get_marker() for axes in figure.axes for line in axes.lines]
    assert ("^" if end > 0 else "v") in marks
    assert f"Elo, at the end {told}; 95 % band from {told} to {told}" in words(figure, tmp_path)


def test_names_may_hold_anything(tmp_path: Path) -> None:
    name = "a_very_long_name_of_a_weight[$x_1$]"
    figure = tuning_path([0, 1], {name: [0, 0], "_棋": [1, 2]}, {name: (0, 0), "_棋": (1, 2)}, "greedy:$a$ & <b> 棋 " * 12)
    texts = words(figure, tmp_path)
    assert "_棋" in texts
    assert any(text.startswith("a_very") and text.endswith("[$x_1$]") for text in texts)
    save(figure, tmp_path / "drawn.png")


@pytest.mark.parametrize("name", ALL)
def test_no_text_lies_on_another_or_over_the_edge(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from matplotlib.text import Text

    drawn_at: dict[int, tuple[str, Any]] = {}  # as they are drawn: there are labels of ticks, too, that are not
    draw = Text.draw

    def noted(text: Any, renderer: Any) -> None:
        draw(text, renderer)
        if text.get_text() and text.get_visible():
            drawn_at[id(text)] = text.get_text(), text.get_window_extent(renderer)

    monkeypatch.setattr(Text, "draw", noted)
    figure = ALL[name]()
    save(figure, tmp_path / "drawn.png")
    boxes = [*drawn_at.values()]
    assert len(boxes) > 5
    width, height = 150 * figure.get_size_inches()
    for at, (said, box) in enumerate(boxes):
        assert min(box.x0, box.y0, width - box.x1, height - box.y1) > -1, said
        assert not [other for other, place in boxes[at + 1 :] if box.padded(-1).overlaps(place.padded(-1))], said


def test_a_long_match_is_thinned_to_what_paper_shows(tmp_path: Path) -> None:
    (thin,) = thin_out(range(10 * MOST))
    assert (len(thin), thin[0], thin[-1]) == (MOST, 0, 10 * MOST - 1)
    assert max(after - before for before, after in pairwise(thin)) <= 11
    assert thin_out(range(MOST)) == [[*range(MOST)]]
    with pytest.raises(ValueError, match="equally long, not 2, 1, 2, 2, 2"):
        progress([2, 4], [0.5], [0, 0], [0, 0], [0, 0])


@given(st.lists(st.floats(allow_nan=False), max_size=9), st.floats(-10, 10))
@settings(max_examples=50)
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
    figure = of_test(2)
    with pytest.raises(PlotError, match=f"^{re.escape(sentence)}$"):
        save(figure, place)
    if place != "folder.svg":
        with pytest.raises(PlotError, match=f"^{re.escape(sentence)}$"):  # asked before the games, not after them
            ready(place)


def test_what_cannot_be_drawn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlotError, match=r"^there is nothing to draw yet: no result has come in$"):
        of_test(0)
    monkeypatch.setattr(paper, "find_spec", lambda name: None)
    for refuse in (lambda: ready("plot.svg"), lambda: of_test(2), lambda: of_match(2), lambda: of_tuning(2)):
        with pytest.raises(PlotError, match=r"^plots need matplotlib, which is not installed: pip install 'kibitz\[plot\]'$"):
            refuse()


def test_the_settings_of_the_user_change_nothing(tmp_path: Path) -> None:
    import matplotlib

    save(of_match(3), tmp_path / "usual.svg")
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "black", "svg.hashsalt": "x", "svg.fonttype": "path"}):
        save(of_match(3), tmp_path / "again.svg")
        assert (tmp_path / "again.svg").read_bytes() == (tmp_path / "usual.svg").read_bytes()
        assert matplotlib.rcParams["font.size"] == 20


PROGRAM = """
import sys
from kibitz import plots
before = {"matplotlib", "numpy"} & set(sys.modules)
plots.save(plots.sprt_path([1, 2], [0.1, 0.2], -2, 2, 0, 5), "drawn.svg")
print(before, "matplotlib.pyplot" in sys.modules)
"""


def test_matplotlib_is_imported_when_something_is_drawn_and_never_pyplot(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("set() False\n", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drawn.svg", "home"]
    assert not list(home.iterdir())
