"""The Othello article's experiments: its look-ahead against a copy as plain as its own, and what the example's page shows."""

import importlib
import inspect
import random
import re
import runpy
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import kibitz
import reference

FOLDER = Path(__file__).parent.parent / "examples" / "othello_article"
PAGE = (FOLDER / "README.md").read_text()
QUARTER = [[30, -12, 0, -1], [-12, -15, -3, -3], [0, -3, 0, -1], [-1, -3, -1, -1]]
MODULES = ("experiment", "leaves", "lookahead", "mistake", "players")

Cell = tuple[int, int]
Board = dict[Cell, str]


@pytest.fixture(scope="module")
def article() -> Iterator[dict[str, Any]]:
    """The modules of the example by name, as a script in its folder imports them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield {name: importlib.import_module(name) for name in MODULES}
    for name in MODULES:
        del sys.modules[name]


# The twin: the article's algorithm on a dict of cells, sharing no line with the example.


def turned(board: Board, cell: Cell, side: str) -> list[Cell]:
    """The stones that turn over when `side` plays on an empty cell."""
    found: list[Cell] = []
    for down, right in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        row: list[Cell] = []
        place = cell[0] + down, cell[1] + right
        while board.get(place, side) != side:
            row.append(place)
            place = place[0] + down, place[1] + right
        found += row if place in board else []
    return found


def choices(board: Board, side: str) -> dict[Cell, list[Cell]]:
    """What each legal move turns over."""
    cells = [(row, column) for row in range(8) for column in range(8) if (row, column) not in board]
    return {cell: rows for cell in cells if (rows := turned(board, cell, side))}


def gain(cell: Cell, rows: Sequence[Cell], weighted: bool) -> int:
    if not weighted:
        return len(rows)
    return sum(QUARTER[min(row, 7 - row)][min(column, 7 - column)] for row, column in [cell, *rows])


def line_value(board: Board, side: str, ply: int, shares: Sequence[int], weighted: bool, passes: bool) -> int:
    """Maximum and minimum in turn of the gains that still come, each times its share; 0 where nobody moves on."""
    if ply == len(shares):
        return 0
    other, found = "X" if side == "O" else "O", choices(board, side)
    if not found:
        return line_value(board, other, ply + 1, shares, weighted, passes) if passes and choices(board, other) else 0
    values = []
    for cell, rows in found.items():
        after = board | dict.fromkeys([cell, *rows], side)
        values.append(shares[ply] * gain(cell, rows, weighted) + line_value(after, other, ply + 1, shares, weighted, passes))
    return max(values) if ply % 2 == 0 else min(values)


def twin_values(position: kibitz.Position, shares: Sequence[int], weighted: bool, passes: bool) -> dict[int, int]:
    side, other = ("X", "O") if position.to_move == 0 else ("O", "X")
    sides = ((position.state.mine, side), (position.state.theirs, other))
    board = {divmod(number, 8): colour for discs, colour in sides for number in discs.squares()}
    found = {}
    for cell, rows in choices(board, side).items():
        after = board | dict.fromkeys([cell, *rows], side)
        rest = line_value(after, other, 1, shares, weighted, passes)
        found[8 * cell[0] + cell[1]] = shares[0] * gain(cell, rows, weighted) + rest
    return found


def positions(count: int, seed: int) -> list[kibitz.Position]:
    """One in which a move leaves the other side none, and others of random games, most of them late; none of them a pass."""
    late = re.findall(r"^LATE = \"(\w+)\"", (FOLDER / "mistake.py").read_text(), re.MULTILINE)[0]
    dice, found = random.Random(seed), [kibitz.Position.after(kibitz.load("othello"), late)]
    while len(found) < count:
        position = kibitz.Position.after(kibitz.load("othello"))
        for _ in range(dice.choice((10, 30, 45, 52, 56, 57, 58))):
            if not position.is_over:
                position = position.play(dice.choice(position.legal()))
        if not position.is_over and position.legal() != (64,):
            found.append(position)
    return found


@pytest.mark.parametrize(
    ("name", "passes", "weighted"),
    [("LAST", False, True), ("TOTAL", False, False), ("SIGNED", True, False), ("LAST", True, True)],
)
def test_the_look_ahead_is_the_article_s(article: dict[str, Any], name: str, passes: bool, weighted: bool) -> None:
    """Its rules, searched by the plainest minimax, value each move as the plain copy does."""
    rules = article["lookahead"]
    shares = getattr(rules, name)
    look = rules.Lookahead(shares=shares, weights=rules.WEIGHTS if weighted else rules.STONES, passes=passes)
    for position in positions(6, seed=len(name) + passes):
        line = look.begin(position.state)
        found = {move: -reference.solve(look, look.play(line, move))[0] for move in position.legal()}
        assert found == twin_values(position, shares, weighted, passes)


@pytest.mark.compiled
def test_so_is_what_the_player_asks(article: dict[str, Any]) -> None:
    """At native speed; shares and weights are data, so one compiling serves both."""
    rules = article["lookahead"]
    for weights in (rules.STONES, rules.WEIGHTS):
        for position in positions(25, seed=5):
            found = rules.values(rules.Lookahead(weights=weights), position)
            assert found == twin_values(position, rules.LAST, weights == rules.WEIGHTS, passes=False)


def test_one_look_ahead_takes_the_largest_gain_and_a_leaf_counts_from_the_side_to_move(article: dict[str, Any]) -> None:
    for position in positions(10, seed=9):
        gains = twin_values(position, [1], weighted=False, passes=False)
        assert gains[article["players"].look_ahead(position, random.Random(1))] == max(gains.values())
    position = kibitz.Position.after("othello", "f5")
    assert article["leaves"].Leaf(position.game).evaluate(position.state) == -3
    assert article["leaves"].Leaf(position.game, article["lookahead"].WEIGHTS).evaluate(position.state) == 3


def test_a_match_counts_all_games_repeats_itself_and_knows_its_error(article: dict[str, Any]) -> None:
    """70-25-5: mean 0.725, mean square 0.7125, so the standard error is sqrt((0.7125 - 0.725 ** 2) / 100) = 4.32 %."""
    experiment = article["experiment"]
    first, again = (experiment.match("look_ahead", "any_move", 4, 3) for _ in range(2))
    assert (sum(first), again) == (4, first)
    score = experiment.Score(70, 25, 5)
    assert score.share == pytest.approx(72.5)
    assert score.error == pytest.approx(1.96 * 4.3229, abs=1e-3)


# The page.


@pytest.mark.usefixtures("article")
def test_the_page_shows_the_mistakes_as_they_are_is_short_and_its_files_exist(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    runpy.run_path(str(FOLDER / "mistake.py"), run_name="__main__")
    assert blocks == [capsys.readouterr().out]
    assert len(PAGE.splitlines()) <= 100
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (FOLDER / target).exists(), target


def test_every_player_of_the_page_plays(article: dict[str, Any]) -> None:
    module = article["players"]
    public = {name for name, thing in vars(module).items() if inspect.isfunction(thing) and thing.__module__ == "players"}
    public -= {name for name in public if name.startswith("_")} | {"best"}
    assert set(re.findall(r"players\.py:(\w+)", PAGE)) <= public
    position = kibitz.Position.after("othello", article["mistake"].LATE)
    played = {name: position.name(getattr(module, name)(position, random.Random(1))) for name in public}
    assert played["min_max"] == "a5"
    assert played["passing"] == played["mended"] == "a8"
