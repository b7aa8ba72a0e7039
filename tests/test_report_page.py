"""A report as a page, in JSON and by its command; what Ctrl-C leaves."""

import json
import re
import signal
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import needs
from commandline import here, refused_here, run_here
from kibitz import Game
from kibitz.explain.report.charts import columns, course
from kibitz.explain.report.gathering import DesignReport, Reporting
from kibitz.explain.report.sample import (
    Outlook,
    PositionCount,
    PositionLook,
    RandomWalk,
    ReportOrder,
    Sample,
    SampleGame,
)
from race_game import Race
from reported import FEW, SECTIONS, Purse, Steps, few

# The page.


def elements(written: str) -> ET.Element:
    """The page as elements, those that are empty in HTML closed as XML wants it."""
    doctype, _, body = written.partition("\n")
    assert doctype == "<!DOCTYPE html>"
    return ET.fromstring(re.sub("<meta ([^>]*)>", r"<meta \1/>", body))


def test_the_page_has_every_section_its_plots_and_the_definitions() -> None:
    root = elements(few("tic_tac_toe", games=4).html())
    sections = {one.get("id"): one for one in root.iter("section")}
    assert list(sections) == SECTIONS
    plotted = {"results", "length", "branching", "skill", "openings"}
    assert plotted <= {name for name, one in sections.items() if one.find("figure") is not None}
    terms = [term.text for term in root.iter("strong")]
    assert {"equal players: ", "dead move: ", "comeback: ", "positions: "} <= set(terms)
    assert len(list(root.iter("h1"))) == 1


def test_the_page_needs_nothing_from_elsewhere_and_quotes_names(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[1] / "examples" / "domineering.py").read_text("utf-8")
    named = f'{rules}\n    def move_name(self, state, place):\n        return f"<b>&{{place}}"\n'
    (tmp_path / "odd.py").write_text(named.replace("size: int = 5", "size: int = 3"), "utf-8")
    here("report", str(tmp_path / "odd.py"), "--games", "10", "--playouts", "4", "--to", "odd.html", folder=tmp_path)
    written = (tmp_path / "odd.html").read_text("utf-8")
    assert "<b>" not in written
    assert "&lt;b&gt;&amp;" in written
    for outside in ("http://", "https://", "<script", "<link", "@import", "url(", 'src="'):
        assert outside not in written.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_a_notebook_shows_it_as_a_part_of_a_page() -> None:
    shown = few("nim:heaps=1-2", games=1)._repr_html_()
    root = ET.fromstring(shown)
    assert (root.tag, root.get("class")) == ("div", "report")
    assert [one.get("id") for one in root.iter("section")] == SECTIONS


def test_who_moves_second_may_have_the_advantage() -> None:
    assert "Moving first is a disadvantage: the first player scores 0 % (at most" in str(few(Steps(2, 2), games=8, playouts=1))
    assert "Moving first is an advantage: the first player scores 100 % (at least" in str(few(Steps(3, 2), games=8, playouts=1))


def played(payoffs: tuple[float, ...] | None, length: int = 4, **more: int) -> SampleGame:
    """A game in which the payoffs were foreseen from the first ply on, by less than they were."""
    players = len(payoffs or (0, 0))
    seen = Outlook(tuple(one / 2 for one in payoffs or (0.0, 0.0)))
    return SampleGame(
        tuple(ply % players for ply in range(length)),
        (3,) * (length - 1) + (1,),
        (seen,) * (length - 1) + (None,),
        payoffs,
        **more,
    )


@pytest.mark.parametrize(
    ("game", "payoffs"),
    [
        (Steps(4, 3), [(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)]),
        (Race(), [(2.0, -1.0, -1.0), (-1.0, 2.0, 2.0)]),
        (Purse(), [(6.0,)]),
    ],
    ids=["duel", "race", "alone"],
)
def test_a_sample_made_by_hand_is_told_in_all_ways(game: Game, payoffs: list[tuple[float, ...]]) -> None:
    ends = [*payoffs, None] * 3
    look = PositionLook(0, tuple(Outlook(one) for one in payoffs), False)
    stronger = [played(one, step=step, seat=seat) for step in (1, 2, 3) for seat in range(game.players) for one in payoffs]
    sample = Sample(
        game,
        ReportOrder(games=99),
        openings=(("a",), ("b", "c", "d", "e")),
        first_moves=3,
        equal=tuple(played(one, opening=at % 2) for at, one in enumerate(ends)),
        opened=tuple(played(one, opening=1) for one in payoffs),
        stronger=tuple(stronger),
        random=tuple(RandomWalk(4, one, 5000.0) for one in ends),
        looks=(look, look),
        positions=PositionCount(10, False, 20, 1e9),
    )
    told = DesignReport(sample)
    text = str(told)
    assert "Stopped early, after" in text
    assert "3 of 9 games" in text or "3 of 12 games" in text or "3 of 6 games" in text
    assert "There are at least about 1,000,000,000 positions" in text
    assert "The tree of all games has about 10^2171 (± 0 %) nodes." in text
    root = elements(told.html())
    assert [one.get("id") for one in root.iter("section")] == SECTIONS
    json.dumps(told.as_json(), allow_nan=False)
    assert told._repr_html_().startswith("<div")
    if game.players > 1:
        assert "2 of 3 first moves were compared" in text
        assert "b=c=d=..." in text


class Bag(Purse):
    """A purse whose states no set can hold."""

    compiles = False

    def start(self) -> Any:
        return [0]

    def play(self, state: Any, move: int) -> Any:
        return [*state, move]

    def is_over(self, state: Any) -> bool:
        return len(state) == 4

    def payoffs(self, state: Any) -> Iterable[int]:
        yield sum(state)


def test_states_that_cannot_be_kept_in_a_set_are_told_apart_by_how_they_are_written() -> None:
    positions = few(Bag(), games=1, playouts=2).sample.positions
    assert (positions.walked, positions.whole) == (40, True)
    assert positions.met <= 40


def test_plots_are_drawn_of_whatever_numbers_there_are() -> None:
    one = course("name", "about", [(0.0, 0.0)], [(0.0, 0.0, 0.0)], "below", "beside")
    assert len(list(one.root.iter("circle"))) == 1
    line = course("name", "about", [(3.0, 1.0), (7.0, 2.0)], [(3.0, 0.5, 1.5), (7.0, 1.0, 2.5)], "below", "beside")
    assert len(list(line.root.iter("polygon"))) == 1
    wide = columns("name", "about", {5: 1, 500: 3}, "below", "beside")
    assert len([one for one in wide.root.iter("rect") if one.get("class") == "kb-p0"]) == 2
    assert [one.text for one in columns("name", "about", {4: 2}, "below", "beside").root.iter("text")][:3] == ["0", "1", "2"]


# The command.


def test_the_command_writes_sentences_json_and_a_page(tmp_path: Path) -> None:
    shown = here("report", "nim", *FEW)
    assert shown.startswith("Report on nim\nFrom ")
    assert "How early it is decided" in shown
    told = json.loads(here("report", "nim", *FEW, "--json"))
    assert list(told["sentences"]) == SECTIONS
    assert told["definitions"].keys() >= {"equal players", "length", "branching", "positions", "skill", "decided"}
    assert told["sentences"]["results"][0] in shown
    assert here("report", "nim", *FEW, "--to", "nim.html", folder=tmp_path) == "nim.html holds the report.\n"
    elements((tmp_path / "nim.html").read_text("utf-8"))
    here("report", "nim", *FEW, "--to", "nim.json", folder=tmp_path)
    assert json.loads((tmp_path / "nim.json").read_text("utf-8")) == told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nim", "--games", "0"], "0 is not in the range"),
        (["nim", "--minutes", "0"], "0.0 is not in the range"),
        (["nim", "--playouts", "0"], "0 is not in the range"),
        (["nim", "--walk", "0"], "0 is not in the range"),
        (["nim", "--to", "nim.pdf"], "a report is written as .html or .json"),
        (["nim", "--to", "nowhere/nim.html"], "into a folder that is there"),
        (["tic_tac_toe", "--longest", "3"], "none ended within 3 plies"),
        (["nowhere"], "there is no game called 'nowhere'"),
    ],
)
def test_the_command_refuses_in_a_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    assert sentence in refused_here("report", *words, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


@needs.signals_to_threads
def test_ctrl_c_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play = Reporting._play_opening

    def pressed(reporting: Any, number: int) -> dict[str, Any]:
        news = play(reporting, number)
        if number == 1:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            time.sleep(0.5)
        return news

    monkeypatch.setattr(Reporting, "_play_opening", pressed)
    monkeypatch.chdir(tmp_path)
    code, written, complaint = run_here("report", "nim", "--games", "100000", "--playouts", "4", "--to", "nim.json", "--json")
    assert code == 0
    assert "Ended early: this is what there is." in complaint
    told = json.loads(written)
    assert told["games"]["equal"] == 2
    assert not told["whole"]
    assert json.loads((tmp_path / "nim.json").read_text("utf-8")) == told


@needs.signals_to_threads
def test_ctrl_c_before_anything_is_played_writes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def pressed(reporting: Any, count: int) -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        time.sleep(0.5)

    monkeypatch.setattr(Reporting, "_walk_at_random", pressed)
    monkeypatch.chdir(tmp_path)
    code, written, complaint = run_here("report", "nim", "--to", "nim.json")
    assert (code, written) == (130, "")
    assert complaint == "kibitz: stopped\n"
    assert list(tmp_path.iterdir()) == []
