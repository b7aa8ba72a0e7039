"""The command `convert`: files in, files or stored games out; what is wrong is told, and all the rest is kept."""

import json
from pathlib import Path

import pytest

from commandline import done, here, refused_here, run_here
from kibitz.arena.store import Store
from kibitz.arena.store.importing import import_games
from kibitz.arena.tuning.journal import read_games as games_to_learn_from
from kibitz.core.thought import GameRecord
from kibitz.errors import StoreError
from kibitz.table import standings
from matched import own_store

OTHELLO = "(;GM[Othello]PB[Ann]PW[Bob]RE[+10.00:r]TY[4]BO[4 ---- -O*- -*O- ---- *]B[A2]W[A1]B[D3]W[A3];)\n"
SHORT = "(;GM[Othello]PB[Bob]PW[Ann]RE[-3.00:r]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1];)\n"
BROKEN = "(;GM[Othello]PB[x]PW[y]TY[4]BO[4 ---- -O*- -*O- ---- *]B[A2]W[D1];)\n"
SHALLOW = ("--search", "deepening", "--depth", "1", "--json")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games and a broken one, in a folder where the store and what is written are."""
    own_store(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "games.ggf"
    place.write_text(OTHELLO + SHORT + BROKEN, encoding="utf-8")
    return place


@pytest.mark.usefixtures("file")
def test_games_are_listed_and_what_is_wrong_is_told() -> None:
    code, written, complaint = run_here("convert", "games.ggf")
    assert code == 0
    assert written.splitlines() == [
        "line 1: othello:size=4, Ann - Bob, 1-0, 4 moves",
        "line 2: othello:size=4, Bob - Ann, 0-1, 1 move",
        "line 3: othello:size=4, x - y, *, 1 move",
    ]
    assert "games.ggf, line 3: move 2: 'd1' is not allowed here" in complaint
    assert complaint.endswith("3 games, 1 warning.\n")
    told = json.loads(run_here("convert", "games.ggf", "--json")[1])
    assert (told["games"], [flaw["line"] for flaw in told["flaws"]]) == (3, [3])
    assert told["list"][0]["players"] == ["Ann", "Bob"]


def test_games_are_written_as_the_name_of_the_file_says(file: Path) -> None:
    file.write_text(OTHELLO + SHORT, encoding="utf-8")
    assert here("convert", "games.ggf", "--to", "games.pgn") == "2 games, in games.pgn.\n"
    assert Path("games.pgn").read_text(encoding="utf-8").startswith('[Event "?"]\n[Game "othello:size=4"]\n[First "Ann"]')
    assert json.loads(here("convert", "games.pgn", "--to", "games.json", "--json"))["to"] == "games.json"
    assert here("convert", "games.json", "games.ggf", "--to", "all.sgf") == "4 games, in all.sgf.\n"
    assert sorted(one.name for one in Path().iterdir() if one.name[0] == ".") == []


@pytest.mark.untraced
def test_games_go_through_a_pipe_as_bytes(tmp_path: Path) -> None:
    written = done("convert", "-", "--to", "-", "--format", "txt", "--plies", "2", typed=OTHELLO + SHORT, folder=tmp_path)
    assert written == "a2 a1\nb1\n"


@pytest.mark.usefixtures("file")
def test_stored_games_are_reviewed_shown_and_learned_from() -> None:
    code, written, _ = run_here("convert", "games.ggf", "--into-store")
    assert code == 0
    assert written.startswith("Match 1 in ")
    assert written.endswith(": 3 games of othello:size=4.\n")
    review = json.loads(here("review", "match:1/0/0", *SHALLOW))
    assert (review["players"], review["moves"], review["forfeit"]) == (["Ann", "Bob"], ["a2", "a1", "d3", "a3"], 1)
    assert "resigned." in here("match", "--show", "1/0/0")
    assert "Ann - Bob - x - y: othello:size=4, 3 games" in here("match", "--list")
    assert "by a fault" not in here("match", "--show", "1")
    assert here("match", "--export", "1", "--text").count('[Game "othello:size=4"]') == 3
    with Store.open() as store:
        assert games_to_learn_from(store, 1) == []  # none of them went to its end by the rules
        assert store.points(1) == []
        assert store.totals(1).results(0, 1) == (2, 0, 0)


@pytest.mark.usefixtures("file")
def test_a_review_takes_a_file_of_games() -> None:
    review = json.loads(here("review", "games.ggf", "--number", "2", *SHALLOW))
    assert (review["players"], review["moves"]) == (["Bob", "Ann"], ["b1"])
    assert "line 3 of games.ggf: move 2: 'd1' is not allowed here" in refused_here("review", "games.ggf", "--number", "3")


def test_openings_of_a_match_come_from_a_file_of_games(file: Path) -> None:
    file.write_text(OTHELLO + SHORT, encoding="utf-8")
    game = ("random", "random", "--game", "othello:size=4", "--games", "4", "--seed", "1", "--workers", "1")
    assert "4 games, openings file:games.ggf" in run_here("match", *game, "--openings", "file:games.ggf")[1]
    with Store.open() as store:
        assert [one.opening for one in store.fixtures(1)] == ["a2 a1 d3 a3"] * 2 + ["b1"] * 2
    file.write_text(BROKEN, encoding="utf-8")
    assert "line 1 of games.ggf: move 2" in refused_here("match", *game, "--openings", "file:games.ggf")


def test_games_that_were_resigned_or_agreed_on_teach_where_a_win_is_a_win(tmp_path: Path) -> None:
    ends = ((None, 0, "resigned"), (None, None, "drawn by agreement"), (None, None, "unfinished"), (None, 1, "broken off"))
    with Store.open(str(tmp_path / "games.db")) as store:
        for game, move, expected in (("connect_four", "4", [(-1, 1), (0, 0), (1, -1)]), ("othello", "d3", [])):
            number = import_games(store, [GameRecord(game, (move,), ("a", "b"), *end) for end in ends], "games.json")
            assert [one.payoffs for one in games_to_learn_from(store, number)] == expected


SET_UP = "(;GM[1]SZ[5]KM[0]AB[ac][bc][cc][dc][ec]AW[ad][bd][cd][dd]PL[B])"


@pytest.mark.usefixtures("file")
def test_stones_that_are_set_up_leave_no_pass_behind() -> None:
    """Else a pass of Black would end the game: the last of the passes with which the stones were laid would count."""
    Path("a.sgf").write_text(SET_UP, encoding="utf-8")
    here("convert", "a.sgf", "--into-store")
    for game in ("go:size=5,komi=0", "go:size=5,komi=0,stones=5/5/BBBBB/WWWW1/5_b"):
        told = json.loads(here("analyze", game, "--moves", "match:1/0/0", "--depth", "1", "--search", "minimax", "--json"))
        assert told["game"] == "go:size=5,komi=0,stones=5/5/BBBBB/WWWW1/5_b"
        assert {one["move"]: one["value"]["kind"] for one in told["moves"]}["pass"] == "estimate"
    assert "not of go:size=5" in refused_here("analyze", "go:size=5", "--moves", "match:1/0/0")


UNKNOWN_ENDS = (
    ('[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 *\n\n', "pgn"),
    ('[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e4 2. Nf3 *\n\n', "pgn"),  # broken off
    ("(;GM[1]SZ[5]PB[Ann]PW[Bob]RE[?];B[cc])\n", "sgf"),
    ('{"game": "connect_four", "players": ["Ann", "Bob"], "moves": ["4"], "payoffs": null, "reason": "unfinished"}\n', "json"),
    ('[Game "trio"]\n[First "Ann"]\n[Second "Bob"]\n[Third "Eve"]\n\n1. 1,1 *\n\n', "pgn"),
)


@pytest.mark.parametrize(("text", "kind"), UNKNOWN_ENDS)
def test_games_whose_result_nobody_knows_count_in_no_score(text: str, kind: str, file: Path) -> None:
    won = {"pgn": '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'}.get(kind, "")
    won = won if "Game" not in text else ""
    file.with_suffix(f".{kind}").write_text(2 * text + won, encoding="utf-8")
    here("convert", f"games.{kind}", "--into-store")
    told = json.loads(here("match", "--show", "1", "--json"))
    assert (told["games"], told["unfinished"], told["stopped"]) == (2 + bool(won), 2, 0)
    if "trio" not in text:
        assert (told["a_wins"], told["b_wins"], told["draws"]) == (int(bool(won)), 0, 0)
    shown = here("match", "--show", "1")
    assert "2 games have no result, and count in no score." in shown
    exported = [json.loads(line) for line in here("match", "--export", "1").splitlines()]
    assert [one["score"] for one in exported] == [None, None, *([[1.0, 0.0]] if won else [])]
    here("convert", f"games.{kind}", "--to", "all.json")
    assert json.loads(Path("all.json").read_text(encoding="utf-8").splitlines()[0])["score"] is None


def test_very_many_players_are_not_compared_with_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_store(monkeypatch, tmp_path)
    records = [GameRecord("nim", (), ("champion", f"player {number}"), None, 1, "resigned") for number in range(50)]
    with Store.open() as store:
        number = import_games(store, records, "games.json")
        summary, standing = store.matches()[0], standings.stored(store, number, None)
        line = standings.line(summary, store.crosses([number])[number])
    shown = here("match", "--show", str(number))
    assert "champion   50 of 50  100.0 %" in shown
    assert "and 31 players with fewer points" in shown
    assert "champion - player 0 - player 1 - player 2 - 47 more: nim" in here("match", "--list")
    assert (standing["crosstable"], line.players) == (None, "champion, player 0, player 1, player 2 and 47 more")


def test_players_who_meet_themselves_and_many_games_are_stored(tmp_path: Path) -> None:
    records = [
        GameRecord("tic_tac_toe", ("1,1",), ("?", "?"), None, None, "unfinished"),
        GameRecord("nim", (), ("a", "b"), None),
    ]
    with Store.open(str(tmp_path / "games.db")) as store:
        number = import_games(store, records[:1] * 2000, "games.pgn")
        assert store.plan(number).players == ("?", "?")
        assert (store.totals(number).played, store.totals(number).stopped) == (2000, 0)
        with pytest.raises(StoreError, match="a match is of one game"):
            import_games(store, records, "games.pgn")
        assert len(store.matches()) == 1


@pytest.mark.parametrize(
    ("text", "name", "arguments", "sentence"),
    [
        ("1. e5 *", "a.pgn", (), "a.pgn, line 1: move 1: 'e5' is not allowed here"),
        ("nothing", "a.xyz", (), "a.xyz: nobody can tell its format: say --from"),
        ("", "a.pgn", (), "nothing could be read"),
        ("f5", "a.txt", (), "add --game, for instance --game othello"),
        (OTHELLO, "a.ggf", ("--game", "chess"), "this is a game of othello, not of chess"),
        (OTHELLO, "a.ggf", ("--to", "b.wtb"), "WTHOR is written for othello on the usual board"),
        (OTHELLO, "a.ggf", ("--to", "b.fen"), "FEN and EPD are for chess"),
        (OTHELLO, "a.ggf", ("--to", "b.pdn"), "PDN is written for checkers"),
        ("8/8/8/8/8/8/8/K6k w - - 0 1", "a.fen", ("--into-store",), "there is a position and no game in it"),
        (OTHELLO, "a.ggf", ("--to", "b.xyz"), "say how the games are written: --format"),
        (OTHELLO, "a.ggf", ("--to", "no/b.sgf"), "cannot be written: name a file in a folder that is there"),
        (OTHELLO, "a.ggf", ("--format", "sgff"), "did you mean sgf"),
        (OTHELLO, "a.ggf", ("--from", "pdf"), "there is no format called 'pdf'"),
        (OTHELLO, "a.ggf", ("--format", "sgf", "--into-store"), "say where with --to"),
        (OTHELLO, "a.ggf", ("--to", "-", "--format", "sgf", "--json"), "--json tells what was read"),
        (OTHELLO, "a.ggf", ("nofile.sgf",), "nofile.sgf"),
    ],
)
def test_wrong_questions_are_told_in_a_sentence(
    text: str, name: str, arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own_store(monkeypatch, tmp_path)
    Path(name).write_text(text, encoding="utf-8")
    (tmp_path / "b.fen").write_text("as before", encoding="utf-8")
    assert sentence in refused_here("convert", name, *arguments)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([name, "b.fen"])
    assert Path("b.fen").read_text(encoding="utf-8") == "as before"
