"""`kibitz tree` as people use it: in a terminal, with Ctrl-C, and what it takes from the command line; see `transcripts/`."""

import signal
import time
from typing import Any

import pytest
from click import unstyle
from click.testing import CliRunner, Result

import kibitz
from commandline import done, here
from kibitz.cli.analysis import _growth
from kibitz.cli.analysis._outline import painted
from kibitz.cli.analysis.tree import command
from kibitz.core.thought import Limit
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.text import outline, plain
from kibitz.search.traces.tracing import Tracing
from screen import ends, says, terminal

TEXTBOOK = "tree:file=two_ply"


def test_a_program_writes_the_outline() -> None:
    said = done("tree", TEXTBOOK, PYTHONIOENCODING="utf-8").splitlines()
    assert said[:4] == ["All values are MAX's.", "", "MAX            3", "├─ a1     MIN  3          best"]
    assert said[-2].endswith("264 bytes of trace. It was searched to the end of every game.")
    assert said[-1] == "11 nodes shown: all of the tree."


def test_growth_is_measured_as_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(_growth, "write", lambda *what: asked.extend(what))
    here("tree", TEXTBOOK, "--growth", "--depth", "2", "--time", "3", "--search", "minimax", "--moves", "a1", "--json")
    position, request, to, as_json = asked
    assert (position.names(), request.limit, request.search) == (("a1",), Limit(depth=2, time=3), "minimax")
    assert (to, as_json) == (None, True)


def test_a_line_is_no_wider_than_the_terminal_and_colours_change_no_letter() -> None:
    lines = outline(select_branch(kibitz.tree(TEXTBOOK).root), windows=True)
    assert list(painted(lines, None, colour=False)) == plain(lines)
    for width in (12, 20, 30, 60):
        narrow = list(painted(lines, width, colour=False))
        assert max(map(len, narrow)) <= width
        for cut, whole in zip(narrow, plain(lines), strict=True):
            assert cut == whole or (cut.endswith("…") and whole.startswith(cut[:-1]))
    assert [unstyle(line).rstrip() for line in painted(lines, None, colour=True)] == plain(lines)


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert "Interrupted: this is the tree so far." in result.output
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
