"""`kibitz tree` as people use it: outlines, files, figures, wishes that cannot be, and Ctrl-C."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from commandline import done, here, refused_here
from kibitz.cli import _growth
from kibitz.cli._outline import painted
from kibitz.cli.tree import command
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.text import outline, plain
from kibitz.registry import names
from kibitz.search.tracing import Tracing
from kibitz.thought import Limit
from plain_traces import plainly, traced
from screen import ends, says, terminal

TEXTBOOK = "tree:file=two_ply"
OUTLINE = """\
All values are MAX's.

MAX            3
├─ a1     MIN  3          best
│  ├─ b1       3          best
│  ├─ b2       12
│  └─ b3       8
├─ a2     MIN  at most 2  cut
│  ├─ c1       2          refutes
│  └╌ cut: c2 c3
└─ a3     MIN  2
   ├─ d1       14
   ├─ d2       5
   └─ d3       2          best

Value: MAX wins by 3.
alphabeta: 11 nodes, 1 cut, """


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    plainly(monkeypatch)


def test_the_textbooks_tree_is_shown_as_in_the_book() -> None:
    said = done("tree", TEXTBOOK, PYTHONIOENCODING="utf-8")
    assert said.startswith(OUTLINE)
    assert said.splitlines()[-2].endswith("264 bytes of trace. It was searched to the end of every game.")
    assert said.splitlines()[-1] == "11 nodes shown: all of the tree."


@pytest.mark.usefixtures("quick")
class TestInOneProcess:
    def test_a_larger_tree_is_shown_as_its_best_line(self) -> None:
        said = here("tree", "tic_tac_toe", "--moves", "2,2 1,1 1,2 3,2", "--windows")
        assert "MAX is X, MIN is O. All values are X's." in said
        assert "│ X │" in said  # the board that the moves lead to
        assert "(-∞, ∞)" in said
        assert "of 105 nodes shown: the best line with its siblings; --shape, --show and --most change it." in said

    def test_the_shape_is_as_wished(self) -> None:
        said = here("tree", TEXTBOOK, "--shape", "top:1", "--show", "1")
        lines = said.splitlines()
        assert lines[2:5] == ["MAX         3", "├─ a1  MIN  3  best, 3 moves, 3 nodes below", "└┄ 2 more moves, 6 nodes"]
        assert lines[-1].startswith("2 of 11 nodes shown: the best moves of each node; ")

    def test_json_is_one_object_without_infinity(self) -> None:
        data = json.loads(here("tree", TEXTBOOK, "--json"), parse_constant=pytest.fail)
        assert (data["game"], data["players"], data["max"]) == ("tree", ["MAX", "MIN"], 0)
        assert data["tree"][0]["window"] == [None, None]
        assert data["tree"][5]["skipped"] == ["c2", "c3"]
        limit = {"says": "at_most", "proved": True, "result": 2, "plies": None, "payoffs": None, "about": None}
        assert data["tree"][5]["value"] == limit

    def test_distances_are_shown_when_they_are_asked_for(self) -> None:
        assert "1 in 1" in here("tree", "tic_tac_toe", "--moves", "2,2 1,1 2,1 1,2", "--distance", "--show", "1")

    @pytest.mark.parametrize("ending", [name for name in names("explain.tree.formats") if name not in ("svg", "html")])
    def test_a_file_is_written_and_said(self, tmp_path: Path, ending: str) -> None:
        file = tmp_path / f"two plies.{ending}"
        said = here("tree", TEXTBOOK, "--to", str(file))
        assert said.splitlines()[-1].startswith(f"{file} is written, ")
        assert "├" not in said
        assert "at most 2" in file.read_text(encoding="utf-8") or "at_most" in file.read_text(encoding="utf-8")

    def test_a_room_that_is_full_is_said(self) -> None:
        said = here("tree", "tic_tac_toe", "--max-nodes", "300", "--search", "minimax")
        assert "The whole tree has no room: these are 2 plies of it, the most there is room for." in said
        said = here("tree", "tic_tac_toe", "--depth", "5", "--max-nodes", "300", "--search", "minimax")
        assert "The room for 300 nodes is full: the search was stopped there, its last nodes unfinished." in said

    def test_knowledge_can_be_left_out(self) -> None:
        assert "about" in here("tree", "connect_four", "--depth", "1")
        assert "about 0" in here("tree", "connect_four", "--depth", "1", "--knowledge", "none")

    def test_a_game_that_is_over_is_a_tree_of_one(self) -> None:
        said = here("tree", "tic_tac_toe", "--moves", "1,1 1,2 2,2 2,1 3,3")
        assert "1 node shown: all of the tree." in said
        assert "Value: X wins" in said

    def test_several_players_and_dice(self) -> None:
        assert "A value says what each gets: (A, B, C)." in here("tree", "tree:file=three_players")
        assert "often 90%" in here("tree", "tree:file=chances")

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            (["--shape", "whol"], "there is no shape called 'whol'; did you mean whole?"),
            (["--shape", "top"], "the shape top needs to know how many moves"),
            (["--to", "tree.png"], "a tree is written as .dot, "),
            (["--to", "nowhere/tree.dot"], "nowhere/tree.dot cannot be written: name a file in a folder that is there"),
            (["--to", "tree.dot", "--json"], "--json writes to the standard output and --to into a file"),
            (["--to", "tree.dot", "--boards"], ".dot shows no boards: "),
            (["--boards"], "a terminal shows no boards in a tree: write it to a picture, such as --to tree.svg"),
            (["--search", "alpha"], "there is no search called 'alpha'"),
            (["--search", "best_reply"], "best_reply cannot be drawn as a tree"),
            (["--depth", "0"], "0 is not in the range x>=1"),
            (
                ["--shape", "whole", "--most", "5"],
                "the tree has 11 nodes, and at most 5 are shown: take",
            ),
            (["--growth", "--shape", "line"], "--growth measures searches and draws no tree: leave --shape out"),
            (["--time", "3"], "--time is for --growth"),
        ],
        ids=lambda asked: " ".join(asked) if isinstance(asked, list) else "",
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, asked: list[str], said: str) -> None:
        assert said in refused_here("tree", TEXTBOOK, *asked)

    def test_growth_is_measured_as_it_was_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Any] = []
        monkeypatch.setattr(_growth, "write", lambda *what: asked.extend(what))
        here("tree", TEXTBOOK, "--growth", "--depth", "2", "--time", "3", "--search", "minimax", "--moves", "a1", "--json")
        position, request, to, as_json = asked
        assert (position.names(), request.limit, request.search) == (("a1",), Limit(depth=2, time=3), "minimax")
        assert (to, as_json) == (None, True)


def test_an_unknown_game_is_refused() -> None:
    assert "there is no game called 'tik_tak_toe'" in refused_here("tree", "tik_tak_toe")


def test_a_line_is_no_wider_than_the_terminal_and_colours_change_no_letter() -> None:
    lines = outline(select_branch(traced(TEXTBOOK).root), windows=True)
    assert list(painted(lines, None, colour=False)) == plain(lines)
    for width in (12, 20, 30, 60):
        narrow = list(painted(lines, width, colour=False))
        assert max(map(len, narrow)) <= width
        for cut, whole in zip(narrow, plain(lines), strict=True):
            assert cut == whole or (cut.endswith("…") and whole.startswith(cut[:-1]))
    from click import unstyle

    assert [unstyle(line).rstrip() for line in painted(lines, None, colour=True)] == plain(lines)


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    heard: list[float] = []
    wait = Tracing.result

    def interrupted(tracing: Tracing) -> Any:
        if heard:
            return wait(tracing)
        while tracing.nodes < 200:
            time.sleep(0.001)
        heard.append(time.monotonic())
        raise KeyboardInterrupt

    monkeypatch.setattr(Tracing, "result", interrupted)
    result: Result = CliRunner().invoke(command, ["tic_tac_toe", "--search", "minimax"], standalone_mode=False)
    assert result.exit_code == 0
    assert "Interrupted: this is what it had looked at by then." in result.output
    assert "not finished" in result.output


@pytest.mark.usefixtures("screens_closed")
def test_ctrl_c_stops_a_search_on_a_terminal() -> None:
    screen = terminal("tree", "tic_tac_toe", "--search", "minimax", "--max-nodes", "400000", NUMBA_DISABLE_JIT="1")
    screen.expect(r"[1-9][\d,]* nodes")
    screen.kill(signal.SIGINT)
    began = time.monotonic()
    says(screen, "Interrupted")
    assert time.monotonic() - began < 10  # seconds, on a machine that does much else
    assert ends(screen) == 0
