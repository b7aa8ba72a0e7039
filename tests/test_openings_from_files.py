"""Openings from files: positions and games of several formats, in order and shuffled; what is played from them, and kept."""

import json
from collections import Counter
from pathlib import Path

import pytest

import commandline
import needs
import served
from kibitz import load
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.match import plan_match
from kibitz.arena.openings import choose
from kibitz.arena.store import Store
from kibitz.arena.store.replay import resolve
from kibitz.arena.tuning.journal import MemoryJournal, read_games
from kibitz.arena.tuning.tuning import Task, Tuning
from kibitz.errors import GameError, LearningError, OpeningError, TuningError
from kibitz.learning.task import LearningTask, load_positions
from kibitz.position import Position
from visitor import Visitor

FENS = ["8/8/8/8/8/4k3/4p3/4K3_b_-_-_0_1", "4k3/8/4K3/8/8/8/8/7R_w_-_-_0_1"]
EPD = """# two endings
8/8/8/8/8/4k3/4p3/4K3 b - - id "one";

4k3/8/4K3/8/8/8/8/7R w - - bm Rh8;
"""
PGN = """[Event "from the start"]

1. e4 {the best} (1. d4 d5) e5 2. Nf3 *

[SetUp "1"]
[FEN "4k3/8/4K3/8/8/8/8/7R w - - 0 1"]

1. Rh7 *
"""
OBF = """---------------------------OX------XO--------------------------- X;
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    for name, text in (("two.epd", EPD), ("two.pgn", PGN), ("two.obf", OBF)):
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def refused(game: str, how: str) -> str:
    with pytest.raises(OpeningError) as caught:
        choose(load(game), how, 2, 1)
    return str(caught.value)


@pytest.mark.usefixtures("folder")
def test_positions_and_games_are_openings() -> None:
    positions = [f"from=chess:fen={fen}" for fen in FENS]
    assert choose(load("chess"), "file:two.epd", 3, 5) == [*positions, positions[0]]
    assert choose(load("chess"), "file:two.pgn", 2, 5) == ["e4 e5 Nf3", f"{positions[1]} Rh7"]
    Path("two.fen").write_text("\n".join(fen.replace("_", " ") for fen in FENS), encoding="utf-8")
    assert choose(load("chess"), "file:two.fen", 2, 5) == positions
    first, second = (Fixture(0, 0, (0, 1), one) for one in choose(load("othello"), "file:two.obf", 2, 5))
    assert Position.after(first.from_start(load("othello"))).legal() == Position.after(load("othello")).legal()
    assert (second.start.partition("=")[0], second.moves) == ("othello:obf", ())


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("go:size=5,komi=0", "one.sgf", "(;GM[1]FF[4]SZ[5]AB[cc]AW[bb]PL[W];W[dd])"),
        ("checkers", "one.pdn", '[GameType "21"]\n[SetUp "1"]\n[FEN "B:W30:B22,K21"]\n\n*\n'),
    ],
)
@pytest.mark.usefixtures("folder")
def test_other_games_that_set_a_position_up(game: str, name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
    (opening,) = choose(load(game), f"file:{name}", 1, 1)
    fixture = Fixture(0, 0, (0, 1), opening)
    assert fixture.start.startswith(f"{game.partition(':')[0]}:")
    after = Position.after(fixture.from_start(load(game)), fixture.moves)
    assert after.state != Position.after(load(game), fixture.moves if game.startswith("go") else ()).state
    assert after.names() == fixture.moves


@pytest.mark.usefixtures("folder")
def test_shuffled_each_comes_before_any_comes_again() -> None:
    Path("lines.txt").write_text("\n".join("1234567"), encoding="utf-8")
    game, how = load("connect_four"), "random-file:lines.txt"
    openings = choose(game, how, 21, 4)
    assert [Counter(openings[begin : begin + 7]) for begin in (0, 7, 14)] == [Counter("1234567")] * 3
    assert openings[:7] != openings[7:14]
    assert choose(game, how, 9, 4) == openings[:9], "what comes after changes nothing"
    assert choose(game, how, 7, 5) != openings[:7]
    assert choose(game, "file:lines.txt", 9, 5) == [*"123456712"]


@pytest.mark.parametrize(
    ("game", "name", "text", "says"),
    [
        ("chess", "bad.epd", EPD + "8/8/8\n", "line 5 of bad.epd: '8/8/8' is not a position"),
        ("chess", "over.epd", "7k/5Q2/6K1/8/8/8/8/8 b - -\n", "line 1 of over.epd: the game is over in this position"),
        ("chess", "bad.pgn", f'{PGN}\n[Event "x"]\n\n1. e4 e5 2. Qb6 *\n', "line 12 of bad.pgn: move 3: 'Qb6' is not a move"),
        ("othello", "two.epd", EPD, "line 2 of two.epd: this is a game of chess, not of othello"),
        (
            "chess:size=6",
            "two.epd",
            EPD,
            "line 2 of two.epd: '8/8/8/8/8/4k3/4p3/4K3_b_-_-_0_1' is not a position of chess",
        ),
        ("connect_four", "bad.txt", "4 4\n9\n", "line 2 of bad.txt: move 1: '9' is not a move of this game"),
    ],
)
@pytest.mark.parametrize("way", ["file", "random-file"])
@pytest.mark.usefixtures("folder")
def test_a_line_that_cannot_be_read_is_named(game: str, name: str, text: str, says: str, way: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
    assert refused(game, f"{way}:{name}").startswith(says)
    options = ("--game", game, "--openings", f"{way}:{name}")
    assert commandline.refused_here("match", "random", "random", *options).startswith(f"kibitz: {says}")


@pytest.mark.usefixtures("folder")
def test_a_match_from_positions_is_kept_shown_and_written() -> None:
    options = ("--game", "chess", "--games", "4", "--seed", "1", "--workers", "1", "--clock", "600")
    written = commandline.here("match", "random", "greedy", *options, "--openings", "file:two.pgn", "--pgn", "out.pgn")
    assert "chess: 4 games, openings file:two.pgn, seed 1" in written
    shown = commandline.here("match", "--show", "1/1/0")
    assert shown.startswith(f"chess:fen={FENS[1]}: White is random, Black is greedy")
    assert "1. White: Rh7 (opening)" in shown
    assert "2. Black: K" not in shown.partition("(opening)")[0]
    facts = json.loads(commandline.here("match", "--show", "1/1/1", "--json"))
    assert (facts["game"], facts["opening"], facts["moves"][0]) == (f"chess:fen={FENS[1]}", "Rh7", "Rh7")
    assert Path("out.pgn").read_text(encoding="utf-8").count('[FEN "4k3/8/4K3/8/8/8/8/7R w - - 0 1"]') == 2
    lines = commandline.here("match", "--export", "1").splitlines()
    assert [json.loads(line)["game"] for line in lines] == ["chess"] * 2 + [f"chess:fen={FENS[1]}"] * 2
    commandline.here("convert", "out.pgn", "--to", "again.json")
    found = resolve("match:1/1/0@1")
    assert found.position(load("chess")) == Position.after(load(f"chess:fen={FENS[1]}"), ["Rh7"])
    with served.running(store="games.db") as server:
        page = Visitor(server.address).get("/match/1/1/0")
        assert "Rh7" in page
        assert "does not follow the rules" not in page
        assert "<svg" in Visitor(server.address).get("/match/1")


@pytest.mark.usefixtures("folder")
def test_the_same_moves_from_two_positions_are_two_games() -> None:
    spec = "from=chess:fen=8/8/8/8/8/4k3/8/4K3_w_-_-_0_{}"
    plan = Plan("chess", ("a", "b"), 1, has_positions=True)
    with Store.open("games.db") as store:
        match = store.add(plan, [Fixture(pair, 0, (0, 1), spec.format(pair % 2 + 1)) for pair in range(4)])
        store.keep(match, [Played(pair, 0, ("Kd1",), (0, 0)) for pair in range(4)])
        assert store.totals(match).distinct == 2
        assert store.continuations("chess", (), 10) == [], "no game begins with these moves"
        with pytest.raises(TuningError, match="games of match 1 begin from positions of their own"):
            read_games(store, match)
    task = LearningTask(load("chess"), 1, None, 1, 1, Path("x"), False, False, match=1, store="games.db")
    with pytest.raises(LearningError, match="games of match 1 begin from positions of their own"):
        load_positions(task)


@pytest.mark.usefixtures("folder")
def test_a_tuning_takes_no_positions() -> None:
    task = Task("othello", "minimax:depth=1", steps=1, pairs=2, verify=0, openings="file:two.obf")
    with pytest.raises(TuningError, match="openings of a tuning are moves from the usual start"):
        Tuning(task, MemoryJournal()).run()


@needs.external_engines
@pytest.mark.usefixtures("folder")
def test_a_program_that_cannot_set_positions_up_is_refused() -> None:
    players = ["random", "gtp:cat"]
    with pytest.raises(GameError, match="GTP knows only the usual start of a game"):
        plan_match(load("othello"), players, games=4, openings="file:two.obf")
