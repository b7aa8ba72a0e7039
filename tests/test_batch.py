"""What a worker does with a batch, how batches are cut, whose fault a dead worker is, and the files that travel."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
import needs
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import MOST, Deaths, Forecast, flow
from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.arena.store import Store
from kibitz.errors import CrewError, RulesError
from kibitz.kernel import cache_root
from kibitz.workers import files
from kibitz.workers.crew import Died
from kibitz.workers.files import collect_files, materialize
from kibitz.workers.worker import ThinkingNote
from matched import RULES, Here
from stored import schedule

FIXTURES = tuple(schedule(4))
PLAN = Plan("tic_tac_toe", ("random", "greedy"), 11)
CLOCKS = pytest.mark.parametrize("clock", [None, 5.0])
PLAYS = "State(state.said + move)"


def file_with(folder: Path, rules: str) -> str:
    (folder / "count.py").write_text(rules, encoding="utf-8")
    return str(folder / "count.py")


def test_a_game_does_not_depend_on_those_before_it() -> None:
    together = play_batch(Batch(PLAN, FIXTURES))
    alone = [play_batch(Batch(PLAN, (one,)))[0] for one in reversed(FIXTURES)]
    after = random.random()  # the dice of Python fall the same in a game, too
    assert [(one.key, one.moves) for one in together] == [(one.key, one.moves) for one in reversed(alone)]
    assert len({one.moves for one in together}) > 4
    play_batch(Batch(PLAN, FIXTURES[:1]))
    assert random.random() == after


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("spec", ["deepening:level=2", "computer:level=3"])
def test_searches_keep_nothing_from_game_to_game(spec: str) -> None:
    plan = Plan("tic_tac_toe", (spec, "random"), 11)
    together = play_batch(Batch(plan, FIXTURES[:4]))
    assert together[3].moves == play_batch(Batch(plan, FIXTURES[3:4]))[0].moves


@CLOCKS
def test_rules_that_break_in_a_search_are_no_fault_of_whoever_searched(tmp_path: Path, clock: float | None) -> None:
    game = file_with(tmp_path, RULES.replace(PLAYS, "State(state.said + move // (state.said < 6))"))
    with pytest.raises(RulesError, match=r"^count\.py, line 21, play, failed: ZeroDivisionError: .*; `kibitz check`"):
        play_batch(Batch(Plan(game, ("greedy", "minimax:depth=4"), 1, clock), FIXTURES[:1]))


@CLOCKS
def test_a_game_that_never_ends_is_stopped_and_a_draw(
    tmp_path: Path, clock: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.arena.referee.MAX_PLIES", 50)
    plan = Plan(file_with(tmp_path, RULES.replace(PLAYS, "state")), ("random", "random"), 1, clock)
    (played,) = play_batch(Batch(plan, FIXTURES[:1]))
    assert (len(played.moves), played.payoffs, played.forfeit) == (50, None, None)
    assert played.reason == "stopped after 50 plies, and counted as a draw"
    assert played.scores(2) == (0.5, 0.5)
    with Store.open(str(tmp_path / "games.db")) as store:
        match = store.add(plan, FIXTURES[:1])
        store.keep(match, [played])
        totals = store.totals(match)
    assert (totals.stopped, totals.results(), totals.faults) == (1, (0, 0, 1), {})


def test_the_games_before_the_one_that_rules_fail_in_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of its own batch too: quick games come back many at a time."""
    monkeypatch.setattr(Forecast, "games", lambda self, left, workers: 50)
    rare = "State(state.said + move // (__import__('random').random() > 0.01))"
    plan = Plan(file_with(tmp_path, RULES.replace(PLAYS, rare)), ("random", "random"), 3)
    kept, fixtures = set[Key](), schedule(25)
    with pytest.raises(RulesError, match="ZeroDivisionError"):
        kept.update(one.key for played in flow(Here(), plan, fixtures, 1) for one in played)
    first = next(one for one in fixtures if one.key not in kept)
    assert first != fixtures[0]
    with pytest.raises(RulesError, match="ZeroDivisionError"):
        play_batch(Batch(plan, (first,)))


def test_a_worker_with_another_kibitz_says_so() -> None:
    with pytest.raises(CrewError, match=r"played by kibitz 0\.0\.1, and a worker has"):
        play_batch(Batch(PLAN, FIXTURES, "0.0.1"))


# How many games a batch holds


@given(seconds=st.floats(1e-5, 100), workers=st.integers(1, 64), left=st.integers(1, 10**6))
def test_batches_last_a_tenth_of_a_second_and_are_no_more_than_half_a_share(seconds: float, workers: int, left: int) -> None:
    forecast = Forecast()
    assert forecast.games(left, workers) == 1
    for _ in range(3):
        forecast.heard(10, 10 * seconds)
    games = forecast.games(left, workers)
    assert games >= 1
    assert games == 1 or games <= left / (2 * workers)
    assert games == 1 or games * seconds <= 0.2
    assert games * seconds >= 0.05 or games >= min(left // (2 * workers), MOST)


def test_a_forecast_follows_the_games() -> None:
    forecast = Forecast()
    forecast.heard(1, 0.0)
    assert forecast.games(100, 2) == 25  # shared out evenly
    forecast.heard(1, 3.0)  # compiling
    for _ in range(40):
        forecast.heard(10, 0.01)
    assert 50 <= forecast.games(10**6, 2) <= 200


# Whose fault it is that a worker died


def test_deaths_of_a_player_by_itself_cost_it_the_game() -> None:
    deaths, died = Deaths(PLAN), Died(-11, ThinkingNote(1, 0, 1, 0.0), False)
    assert deaths.after(died, FIXTURES) is None
    assert deaths.after(Died(1, ThinkingNote(1, 0, 0, 0.0), False), FIXTURES) is None  # the other seat
    assert deaths.after(died, FIXTURES[2:3]) is None
    lost = deaths.after(died, FIXTURES[2:3])
    assert lost == Played(1, 0, (), None, 1, "greedy ended its own process each of 3 times (SIGSEGV)")
    another = Died(1, ThinkingNote(9, 0, 1, 0.0), False)  # a note about a game of another batch
    assert Deaths(PLAN, most=1).after(another, FIXTURES) is None


@needs.ends_by_signals
@pytest.mark.parametrize(
    ("problem", "game"),
    [(Died(-9, ThinkingNote(1, 0, 1, 0.0), False), "1/0"), (RuntimeError(), "0/0")],
    ids=["noted", "not noted"],
)
def test_deaths_from_outside_are_nobodys_fault_and_end_the_match_at_last(problem: BaseException, game: str) -> None:
    deaths = Deaths(PLAN, patience=10)
    for _ in range(9):
        assert deaths.after(problem, FIXTURES) is None
    with pytest.raises(CrewError, match=f"game {game} was lost with its worker 10 times"):
        deaths.after(problem, FIXTURES)


# Files that specs name


def test_what_specs_name_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a=b,c").mkdir()
    files = ("./game.py", "a=b,c/one.py", "wise.py", "best.json", "hex-size=7.learned")
    for name in files:
        Path(name).write_text(name, encoding="utf-8")
    specs = ["./game.py:Mine:size=5", "a=b,c/one.py:first", "deepening:depth=3,knowledge=wise.py:Wise,weights=best.json"]
    learned = "deepening:depth=3,knowledge=hex-size=7.learned"
    found = collect_files([*specs, learned])
    assert found == {name: name.encode() for name in files}
    *others, laid_out = materialize([*specs, learned], found)
    assert others == specs  # they are here
    assert Path(laid_out.partition("knowledge=")[2]).read_bytes() == b"hex-size=7.learned"  # it may be learned anew
    assert collect_files(["connect_four:width=6", "openspiel:chess", "tree:two_ply", "computer:level=3"]) == {}
    with pytest.raises(CrewError, match=r"^none\.py cannot be read \(No such file or directory\)"):
        collect_files(["none.py:first"])


def test_other_content_gets_a_folder_that_its_content_names() -> None:
    specs = ["/gone/game.py:Mine:size=5", "/gone/a=b,c/one.py:first", "/gone/two.py:first", "random"]
    files = {"/gone/game.py": b"a game", "/gone/a=b,c/one.py": b"a player", "/gone/two.py": b"another"}
    laid_out = materialize(specs, files)
    assert materialize(specs, files) == laid_out
    assert laid_out[0].endswith("/game.py:Mine:size=5")
    assert laid_out[3] == "random"
    game, one, two = (Path(spec.partition(":")[0]) for spec in laid_out[:3])
    assert [file.read_bytes() for file in (game, one, two)] == [b"a game", b"a player", b"another"]
    assert game.parent == two.parent != one.parent  # files of one folder stay together
    assert materialize(specs, {**files, "/gone/game.py": b"another game"}) != laid_out


def test_a_file_that_another_worker_has_put_there_and_reads_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows replaces no file that is open."""
    spec, name, theirs = ["/gone/used.py:first"], "/gone/used.py", [b"one", b"something else"]

    def refuse(beside: Path, place: Path) -> None:
        place.write_bytes(theirs.pop(0))
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refuse)
    (laid_out,) = materialize(spec, {name: b"one"})
    file = Path(laid_out.partition(":")[0])
    assert ([*file.parent.iterdir()], file.read_bytes()) == ([file], b"one")
    with pytest.raises(PermissionError):
        materialize(spec, {name: b"two"})


def test_a_file_that_was_edited_is_not_taken_for_the_one_before(tmp_path: Path) -> None:
    """A module is loaded once in a process: what stands in its place later is another one."""
    file = tmp_path / "one.py"
    for text in ("[0]", "[-1]"):
        file.write_text(text, encoding="utf-8")
        spec = [f"{file}:first"]
        assert (materialize(spec, collect_files(spec)) == spec) == (text == "[0]")


def test_without_a_cache_a_folder_goes_with_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path / "a file"))
    monkeypatch.setattr(files, "cache_root", cache_root.__wrapped__)
    (spec,) = materialize(["gone/one.py:first"], {"gone/one.py": b"x"})
    assert Path(spec.partition(":")[0]).read_bytes() == b"x"


def test_a_game_and_a_player_that_are_gone_are_played_from_the_plan(tmp_path: Path) -> None:
    game, player = tmp_path / "mine.py", tmp_path / "one.py"
    game.write_bytes((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_bytes())
    player.write_text("def first(position):\n    return position.legal()[0]\n", encoding="utf-8")
    specs = (f"{game}:TicTacToe", f"{player}:first", "random")
    plan = Plan(specs[0], specs[1:], 3, files=collect_files(specs))
    game.unlink()
    player.unlink()
    there = play_batch(Batch(plan, FIXTURES))
    here = play_batch(Batch(Plan("tic_tac_toe", specs[1:], 3, files=plan.files), FIXTURES))
    assert [(one.moves, one.payoffs, one.forfeit) for one in there] == [(one.moves, one.payoffs, None) for one in here]


def test_fixtures_are_numbered_and_have_dice_of_their_own() -> None:
    assert [one.ordinal for one in FIXTURES] == [*range(1, 9)]
    assert Fixture(0, 0, (0, 1), "").seed(11) != Fixture(0, 0, (0, 1), "").seed(11, 0)
