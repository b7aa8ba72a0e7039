"""A report on a game: small games whose truth is known, the same seed, what Ctrl-C leaves, the page, and what is refused."""

import json
import re
import signal
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from commandline import done, here, refused_here, run_here
from games_gone_wrong import Long
from kibitz import CHANCE, Game
from kibitz.errors import ReportError, RulesError
from kibitz.explain.report.charts import columns, course
from kibitz.explain.report.gathering import DesignReport, Reporting, report
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

SECTIONS = ["basis", "results", "length", "branching", "positions", "skill", "decided", "moves", "openings"]
FEW = ("--games", "2", "--playouts", "8")


class Count(NamedTuple):
    """How often somebody has moved, and what was gained by it."""

    plies: int
    gained: int


@dataclass(frozen=True)
class Steps(Game):
    """So many plies, each with one move, or as many as are set; who makes the last has won."""

    plies: int = 1
    width: int = 1

    def start(self) -> Count:
        return Count(0, 0)

    def moves(self, state: Count) -> Iterable[int]:
        return range(self.width)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.plies + 1, self.width * state.gained + move)

    def is_over(self, state: Count) -> bool:
        return state.plies == self.plies

    def result(self, state: Count) -> int:
        return -1


@dataclass(frozen=True)
class Purse(Game):
    """One player alone takes 0, 1 or 2, three times."""

    players: ClassVar[int] = 1

    def start(self) -> Count:
        return Count(0, 0)

    def moves(self, state: Count) -> Iterable[int]:
        return range(3)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.plies + 1, state.gained + move)

    def is_over(self, state: Count) -> bool:
        return state.plies == 3

    def payoffs(self, state: Count) -> Iterable[int]:
        yield state.gained


@dataclass(frozen=True)
class Coin(Steps):
    """Chance alone decides, by weights that may be wrong."""

    weight: float = 1.0

    def to_move(self, state: Count) -> int:
        return CHANCE

    def chances(self, state: Count) -> Iterable[tuple[int, float]]:
        yield 0, self.weight
        yield 1, 3 * self.weight

    def is_over(self, state: Count) -> bool:
        return state.plies == 1

    def payoffs(self, state: Count) -> Iterable[int]:
        yield state.gained
        yield 1 - state.gained


def few(game: Game | str, games: int = 3, playouts: int = 12, seed: int = 0) -> DesignReport:
    return report(game, games=games, playouts=playouts, seed=seed)


def test_tic_tac_toe_is_as_it_is_known() -> None:
    """5,478 positions, 549,946 nodes; random games as `test_playouts` has them; 3 first moves; nobody is proved to lose."""
    found = few("tic_tac_toe", games=15, playouts=100)
    positions = found.sample.positions
    assert (positions.walked, positions.whole) == (5478, True)
    assert found.tree is not None
    assert found.tree.error is not None
    assert 10**found.tree.log10 == pytest.approx(549_946, rel=2.5 * found.tree.error)
    assert found.random_results is not None
    assert found.random_results.seats[0].wins.share == pytest.approx(0.585, abs=0.12)
    assert found.length is not None
    assert 5 <= found.length.least <= found.length.most <= 9
    assert [(row.ply, row.average.mean) for row in found.branching[:5]] == [(ply, 9 - ply) for ply in range(5)]
    assert sorted(map(len, found.sample.openings)) == [1, 4, 4]
    assert found.moves is not None
    assert found.moves.proved == found.moves.looked == 45
    assert found.skill[0].pays
    assert "There are 5,478 positions, all of them counted." in str(found)


def test_a_game_with_one_move_is_told_as_it_is() -> None:
    found = few(Steps(1))
    told = str(found)
    assert "The first player (First) wins 100 % (at least" in told
    assert "Nobody ever has a choice" in told
    assert "There are 2 positions, all of them counted." in told
    assert "The tree of all games has about 2 nodes." in told
    assert "No game has been won in which anybody had a choice." in told
    assert "There is one first move only" in told
    assert found.moves is None
    assert found.decided is None


def test_what_is_always_alike_is_known_without_error() -> None:
    """Three moves at each of four plies: 1 + 3 + 9 + 27 + 81 positions, which are the tree; the second player wins."""
    found = few(Steps(4, 3))
    assert (found.sample.positions.walked, found.sample.positions.whole) == (121, True)
    assert found.tree is not None
    assert 10**found.tree.log10 == pytest.approx(121)
    assert found.tree.error == pytest.approx(0, abs=1e-9)
    assert found.results is not None
    assert [seat.wins.share for seat in found.results.seats] == [0, 1]
    assert found.choices is not None
    assert (found.choices.mean, found.choices.error) == (3, 0)
    assert found.moves is not None
    assert (found.moves.dead.mean, found.moves.only.share, found.moves.free.share) == (0, 0, 1)


def test_chance_alone_falls_by_its_weights() -> None:
    found = few(Coin(), games=30)
    assert found.results is not None
    assert found.random_results is not None
    assert found.random_results.seats[0].wins.share == pytest.approx(0.75, abs=0.1)
    assert found.branching == ()
    assert "Nobody ever has a move: chance decides all." in str(found)
    assert found.tree is not None
    assert found.tree.error is not None
    assert 10**found.tree.log10 == pytest.approx(3, rel=2.5 * found.tree.error)


def test_a_race_of_three_with_dice() -> None:
    found = few(Race())
    assert len(found.names) == 3
    assert found.results is not None
    assert sum(seat.points.points for seat in found.results.seats) == pytest.approx(3)
    assert found.choices is not None
    assert found.choices.mean == 2
    assert all(row.ply % 2 for row in found.branching)
    assert "chance begins" in str(found)
    assert all(step.even == pytest.approx(1 / 3) for step in found.skill)


def test_one_player_alone_is_told_what_it_gets() -> None:
    found = few(Purse(), games=4, playouts=60)
    assert found.skill[-1].payoff.mean == 6
    assert len(found.skill) == 4
    told = str(found)
    assert "One player alone loses to nobody." in told
    assert "A random mover gets" in told
    assert found.moves is None
    assert found.openings == ()


def test_the_same_seed_gives_the_same_report_and_another_one_another() -> None:
    one, again, other = (few("connect_four:width=4,height=4", seed=seed).as_json() for seed in (5, 5, 6))
    assert one == again
    assert one["random_length"] != other["random_length"]


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig"])
def test_compiled_and_plain_the_same_seed_gives_the_same_report(spec: str) -> None:
    words = ("report", spec, *FEW, "--seed", "3", "--json")
    assert json.loads(here(*words)) == json.loads(done(*words, NUMBA_DISABLE_JIT="1"))


def test_a_longer_report_begins_with_the_shorter_one() -> None:
    short, long = few("nim:heaps=1-2-3", games=2).sample, few("nim:heaps=1-2-3", games=5).sample
    assert long.equal[:2] == short.equal
    assert long.random[: len(short.random)] == short.random
    assert long.stronger[: len(short.stronger)] == short.stronger


def test_an_interrupted_report_is_a_report() -> None:
    """Whatever it was doing: each of the reports on the way has a page, JSON and sentences."""
    order = ReportOrder(games=2, playouts=4)
    reports = list(Reporting("nim:heaps=1-2-3", order))
    assert len(reports) > 6
    for one in reports:
        assert list(one.as_json()["sentences"]) == SECTIONS
        assert "<h2>" in one.html()
        assert str(one)
    assert "It was ended early: 0 of 2 rounds are played." in str(reports[0])
    assert reports[-1].sample.is_whole
    assert "ended early" not in str(reports[-1])


def test_minutes_end_it_in_the_midst_of_a_game() -> None:
    found = report("nim:heaps=1-2-3", games=10**6, playouts=4, minutes=0.05)
    assert 0 < len(found.sample.equal) < 10**6
    assert "It was ended early" in str(found)
    hasty = report("tic_tac_toe", games=10**6, minutes=1e-9)
    assert hasty.sample.equal == ()
    assert len(hasty.sample.random) == 20
    assert "No game between equal players has ended yet." in str(hasty)
    assert "<h2>" in hasty.html()


def test_games_that_are_given_up_are_told(tmp_path: Path) -> None:
    found = report("tic_tac_toe", games=4, playouts=20, longest=7)
    assert found.endless > 0
    told = str(found)
    assert "games of equal players were given up after 7 plies." in told
    assert "random games were given up after 7 plies." in told
    assert found.as_json()["games"]["given_up"] == found.endless


def test_what_cannot_be_reported_is_refused() -> None:
    with pytest.raises(ReportError, match="none ended within 50 plies"):
        report(Long(), games=1, longest=50)
    with pytest.raises(ReportError, match="over before it begins"):
        report(Steps(0), games=1)
    with pytest.raises(ReportError, match="ask for one game or more"):
        report(Steps(1), games=0)
    with pytest.raises(RulesError, match=r"the weight 0\.0"):
        report(Coin(weight=0.0), games=1)


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
    assert "Moving first is a burden: it makes 0 % (at most" in str(few(Steps(2, 2), games=8, playouts=1))
    assert "Moving first is an advantage: it makes 100 % (at least" in str(few(Steps(3, 2), games=8, playouts=1))


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
    assert "It was ended early:" in text
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


def test_ctrl_c_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play = Reporting._play_opening

    def pressed(reporting: Any, number: int) -> None:
        play(reporting, number)
        if number == 1:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            time.sleep(0.5)

    monkeypatch.setattr(Reporting, "_play_opening", pressed)
    monkeypatch.chdir(tmp_path)
    code, written, complaint = run_here("report", "nim", "--games", "100000", "--playouts", "4", "--to", "nim.json", "--json")
    assert code == 0
    assert "Ended early: this is what there is." in complaint
    told = json.loads(written)
    assert told["games"]["equal"] == 2
    assert not told["whole"]
    assert json.loads((tmp_path / "nim.json").read_text("utf-8")) == told


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
