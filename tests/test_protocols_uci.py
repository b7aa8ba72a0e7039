"""kibitz as an engine that speaks UCI and UGI: each order has its answer, and nonsense has none."""

import io
import random
import sys
from pathlib import Path

import pytest

import needs
from commandline import kibitz, refused_here
from fake_gui import FakeGui, gui
from kibitz import load
from kibitz.arena.play import play_out
from kibitz.core.thought import Limit
from kibitz.errors import PlayerError
from kibitz.position import Position
from kibitz.protocols import ugi
from kibitz.protocols.serving.conversation import Output, converse
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.search.entry import think

WON = "1,1 2,1 1,2 2,2 1,3"
NEARLY = "position startpos moves 1,1 2,1 1,2 2,2"  # X wins by 1,3


def test_it_says_what_it_is_and_what_can_be_set() -> None:
    with gui("chess", "uci") as one:
        said = one.ask("uci", "uciok")
    assert said[0].startswith("id name kibitz ")
    names = [line.split(" type ")[0] for line in said if line.startswith("option")]
    assert names == [f"option name {name}" for name in ("Hash", "Threads", "Level", "Knowledge", "Search", "MultiPV", "Ponder")]
    assert "default 1 min 1 max 32768" in said[2]


def test_an_interface_of_chess_that_begins_with_uci_is_answered_in_uci(capsys: pytest.CaptureFixture[str]) -> None:
    with gui("chess", "ugi", EngineSettings(search="minimax", knowledge="none")) as one:
        assert one.ask("uci", "uciok")[0].startswith("id name kibitz ")
        one.write("ucinewgame")
        one.write("position startpos moves e2e4")
        assert len(one.ask("go depth 1", "bestmove")[-1].split()[1]) == 4
    with gui("tic_tac_toe", "ugi") as other:
        other.write("uci")
        assert other.ask("isready", "readyok") == ["readyok"]
    assert "UCI is for chess on 64 squares, not for tic_tac_toe" in capsys.readouterr().err


def test_a_win_is_a_mate_and_its_line_is_named() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write("uginewgame", NEARLY)
        *_, info, best = one.ask("go depth 3", "bestmove")
    assert best == "bestmove 1,3"
    assert " score mate 1 " in info
    assert info.endswith(" pv 1,3")
    assert info.split()[:2] == ["info", "depth"]


@pytest.mark.twice
def test_a_loss_is_a_mate_the_other_way_with_the_reply_that_is_expected() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write("position startpos moves 1,1 1,2 2,2 3,3 2,1")  # O cannot stop both
        *_, info, best = one.ask("go", "bestmove")
    assert " score mate -1 " in info
    assert " ponder " in best


@pytest.mark.parametrize(("spec", "protocol"), [("tic_tac_toe", "ugi"), ("chess", "uci"), ("kalah", "ugi")])
def test_several_lines_are_those_of_a_search_that_values_all_moves(spec: str, protocol: str) -> None:
    with gui(spec, protocol, EngineSettings(search="deepening", knowledge="none")) as one:
        one.write("setoption name MultiPV value 3", "position startpos")
        said = [line for line in one.ask("go depth 2", "bestmove") if " multipv " in line][-3:]
    here = Position.after(spec)
    whole = think(here, search="deepening", knowledge=None, limit=Limit(depth=2), all_moves=True)
    assert [line.split(" multipv ")[1][0] for line in said] == ["1", "2", "3"]
    for line, value in zip(said, whole.moves, strict=False):
        assert len(line.partition(" pv ")[2].split()) == len(value.line)
        assert 0 <= int(line.partition(" hashfull ")[2].split()[0]) <= 1000
    if spec != "chess":
        assert [line.partition(" pv ")[2].split()[0] for line in said] == [here.name(one.move) for one in whole.moves[:3]]


def test_several_lines_of_the_moves_that_may_be_played_and_of_a_level_the_best_alone() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write("setoption name MultiPV value 9", "position startpos moves 1,1")
        said = [line for line in one.ask("go depth 9 searchmoves 2,2 1,2", "bestmove") if line.startswith("info")][-2:]
        assert [line.partition(" pv ")[2].split()[0] for line in said] == ["2,2", "1,2"]
        assert [" score cp 0 " in line for line in said] == [True, False]
        assert " score mate -" in said[1]
        one.write("setoption name Level value 4", "position startpos moves 1,1")
        assert not any(" multipv " in line for line in one.ask("go", "bestmove"))


def test_questions_are_answered_by_the_rules() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        for moves, answers in (
            ("", "true false none"),
            ("moves 1,1", "false false none"),
            (f"moves {WON}", "false true p1win"),
        ):
            one.write(f"position startpos {moves}")
            said = [one.ask(f"query {what}", "response")[-1] for what in ("p1turn", "gameover", "result")]
            assert said == [f"response {answer}" for answer in answers.split()]
        one.write("position startpos moves 1,1 2,2 1,3 1,2 3,2 2,1 2,3 3,3 3,1", "query nonsense", "query")
        assert one.ask("query result", "response") == ["response draw"]
        assert one.ask("go depth 1", "bestmove") == ["bestmove (none)"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("position startpos moves 1,1 1,1", "'1,1' is not legal as move 2, so there is no position"),
        ("position", "write startpos or fen"),
        ("position fen x", "has no positions as text"),
        ("position fen", "write startpos or fen"),
    ],
)
def test_nothing_is_said_of_another_position_than_the_last(wrong: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write(NEARLY, wrong)
        assert one.ask("go depth 2", "bestmove")[-1] == "bestmove (none)"
        one.write("query p1turn")
        one.write(NEARLY)
        assert one.ask("go depth 2", "bestmove")[-1] == "bestmove 1,3"
        one.write(wrong, "uginewgame")
        assert one.ask("query p1turn", "response")[-1] == "response true"
    told = capsys.readouterr()
    assert why in told.err
    assert "go: there is no position, for the last one could not be read" in told.err
    assert "query: there is no position, for the last one could not be read" in told.err
    assert told.out == ""


def test_chess_is_played_on_without_a_right_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    with gui("chess", "uci", EngineSettings(search="minimax", knowledge="none")) as one:
        one.write("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "position fen 7k/8/8/8/8/8/8/K7 w KQ - 0 1")
        assert one.ask("go depth 1", "bestmove")[-1] == "bestmove (none)"  # two kings: the game is over
        one.write("position fen 7k/P7/8/8/8/8/8/K7 w KQ - 0 1 moves a7a8q")
        assert one.ask("go depth 1", "bestmove")[-1].split()[1] in ("h8g7", "h8h7")
        one.write("position fen 7k/P7/8/8/8/8/8/8 w - - 0 1")
        assert one.ask("go depth 1", "bestmove")[-1] == "bestmove (none)"
    assert "position: the position is read without castling KQ" in capsys.readouterr().err


def test_chess_begins_with_any_position_and_moves_are_long_algebraic() -> None:
    with gui("chess", "uci", EngineSettings(search="minimax", knowledge="none")) as one:
        one.write("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h8h7")
        assert one.ask("go depth 1 searchmoves a8a7 a8b8", "bestmove")[-1].startswith("bestmove a8a7")
        one.write("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1")
        assert one.ask("go depth 1 searchmoves a7a8n", "bestmove")[-1] == "bestmove a7a8n"
        one.write("ucinewgame")
        best = one.ask("go depth 1", "bestmove")[-1].split()[1]
    assert best in {"a2a3", "b1a3"} or len(best) == 4


def test_what_waits_answers_when_it_is_asked_and_no_sooner() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write(NEARLY)
        for order, answer in (("go infinite", "stop"), ("go ponder p1time 10 p2time 10", "ponderhit"), ("go ponder", "stop")):
            one.write(order, "isready")
            one.until("readyok")
            assert not [line for line in one.rest() if line.startswith("bestmove")]
            assert one.ask(answer, "bestmove")[-1] == "bestmove 1,3"


def test_time_counts_from_the_moment_when_the_answer_is_wanted() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        for order in (
            "go ponder movetime 30",
            "go ponder p1time 1000 p2time 1000 movestogo 5",
            "go ponder depth 2",
            "go ponder",
        ):
            one.write("position startpos", order)
            assert one.ask("ponderhit", "bestmove")[-1].split()[1] in names("tic_tac_toe")


def test_a_search_that_fails_is_told_and_a_legal_move_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("the search is gone")

    monkeypatch.setattr("kibitz.players.engine.Engine.thoughts", fail)
    with gui("tic_tac_toe", "ugi") as one:
        assert one.ask("go", "bestmove")[-1] == "bestmove 1,1"
        assert one.ask("isready", "readyok") == ["readyok"]
    assert capsys.readouterr().err == "kibitz: the search is gone\n"


def test_clocks_and_limits_are_kept() -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write("position startpos")
        one.ask("isready", "readyok")
        for order in (
            "go p1time 1000 p2time 1 p1inc 10",
            "go wtime 500 btime 500 movestogo 1",
            "go p1time 0",
            "go movetime 50",
            "go nodes 20",
            "go depth 1 nodes 5 movetime x",
            "go depth 1 nodes --5",
        ):
            assert one.ask(order, "bestmove")[-1].split()[1] in names("tic_tac_toe")


def test_options_are_set_and_bad_ones_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with gui("tic_tac_toe", "ugi") as one:
        one.write("setoption name Hash value 2", "setoption name level value 3", "setoption name Threads value 2")
        one.write("setoption name Ponder value true", "setoption name Search value minimax", NEARLY)
        assert capsys.readouterr().err == ""
        assert one.ask("go", "bestmove")[-1].startswith("bestmove")
        bad = ["Hash value 0", "Nonsense value 1", "Level value 11", "Search value magic", "Knowledge value Nobody", ""]
        bad += ["Hash value --5", "Threads value -"]
        one.write(*(f"setoption name {text}" for text in bad))
        errors = capsys.readouterr().err
        assert (len(errors.splitlines()), "rules" in errors) == (len(bad), False)
        assert one.ask("go depth 3", "bestmove")[-1].startswith("bestmove")


# Nonsense, from one seed: whatever comes, each `go` has one answer, which is legal where it was asked.

ORDERS = "ugi uginewgame isready stop ponderhit go position setoption query debug register"
PARTS = "startpos fen moves infinite ponder depth nodes movetime searchmoves name value Hash Level p1turn gameover result"
WORDS = [*ORDERS.split(), *PARTS.split(), "1", "0", "-5", "99", "1,1", "9,9", "\x00", "\u2028"]
GOES = ("go depth 1", "go nodes 3", "go movetime 1", "go infinite", "go ponder", "go", "go depth", "go searchmoves 3,3 depth 1")


def names(game: str) -> set[str]:
    here = Position.after(game)
    return {here.name(move) for move in here.legal()}


def position_line(dice: random.Random) -> str:
    here = Position.after("tic_tac_toe")
    for _ in range(dice.randrange(8)):
        here = here if here.is_over else here.play(dice.choice(here.legal()))
    moves = [*here.names(), *(["9,9"] if dice.random() < 0.2 else [])]
    return f"position startpos moves {' '.join(moves)}"


def nonsense(dice: random.Random) -> str:
    kind = dice.randrange(4)
    if kind == 0:
        return position_line(dice)
    if kind == 1:
        return dice.choice(GOES)
    if kind == 2:
        return " ".join(dice.choices(WORDS, k=dice.randrange(6)))
    return "".join(chr(dice.randrange(0x300)) for _ in range(dice.randrange(40)))


@pytest.mark.twice
def test_two_hundred_exchanges_of_nonsense_have_each_their_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    dice, orders = random.Random(4), 0
    settings = EngineSettings(search="alphabeta", table=2**20, time=0.01)
    with gui("tic_tac_toe", "ugi", settings) as one:
        for _ in range(200):
            line = nonsense(dice)
            orders += line.split()[:1] == ["go"]
            one.write(line)
        one.write("stop")
        answers = [line for _ in range(orders) for line in one.until("bestmove")]
        one.ask("isready", "readyok")
        assert not [line for line in one.rest() if line.startswith("bestmove")]
    best = [line.split()[1] for line in answers if line.startswith("bestmove")]
    assert len(best) == orders > 40
    assert {*best} <= names("tic_tac_toe") | {"(none)"}
    allowed = ("bestmove ", "info depth ", "id ", "option name ", "ugiok", "readyok", "response ")
    assert all(line.startswith(allowed) for line in answers)
    assert capsys.readouterr().out == ""


def conversation(text: bytes) -> list[str]:
    """What the engine says to these bytes and their end."""
    written = io.BytesIO()
    output = Output(written)
    converse(
        ugi.start(load("tic_tac_toe"), EngineSettings(search="alphabeta", table=2**20), output.say), io.BytesIO(text), output
    )
    return written.getvalue().decode().splitlines()


def test_half_lines_long_lines_and_the_end_of_input_are_survived() -> None:
    said = conversation(b"\xff\xfe\x00\n" + b"go " * 2**20 + b"\nugi\n" + NEARLY.encode() + b"\ngo infinite")
    assert said[-1].startswith("bestmove")
    assert sum(line == "ugiok" for line in said) == 1
    assert sum(line.startswith("bestmove") for line in said) == 1
    assert conversation(b"quit\nugi\n") == []
    assert conversation(NEARLY.encode() + b"\ngo depth 2")[-1] == "bestmove 1,3"  # thought to its end


def test_who_reads_no_more_is_no_reason_to_fail() -> None:
    written = io.BytesIO()
    output = Output(written)
    written.close()
    output.say("readyok")
    assert output.has_ended
    converse(ugi.start(load("tic_tac_toe"), EngineSettings(search="minimax"), output.say), io.BytesIO(b"go depth 9"), output)


def test_a_game_that_does_not_fit_is_one_sentence() -> None:
    with pytest.raises(PlayerError, match="UCI is for chess on 64 squares"):
        FakeGui("tic_tac_toe", "uci", EngineSettings())
    assert "UGI is for games of two" in refused_here("engine", "trio")
    assert "did you mean" in refused_here("engine", "tic_tac_toe", "--protocol", "ugl")


CHATTY = '''
from kibitz.games.tic_tac_toe import TicTacToe

print("hello from the rules")


class Chatty(TicTacToe):
    """Tic-tac-toe that prints."""

    compiles = False

    def play(self, state, move):
        print("played")
        return super().play(state, move)
'''


def test_the_program_says_nothing_else_on_standard_output(tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY)
    lines = ("ugi", NEARLY, "go depth 1", "nonsense", "")
    run = kibitz("engine", "chatty.py:Chatty", "--search", "minimax", typed="\n".join(lines), folder=tmp_path)
    assert run.returncode == 0
    assert all(line.split()[0] in ("id", "option", "ugiok", "info", "bestmove") for line in run.stdout.splitlines())
    assert run.stdout.splitlines()[-1] == "bestmove 1,3"
    assert "hello from the rules" in run.stderr


@needs.external_engines
def test_kibitz_plays_kibitz_through_the_protocol() -> None:
    command = f"ugi:{sys.executable} -m kibitz engine tic_tac_toe --search minimax:depth=1,Level=1"
    record = play_out("tic_tac_toe", [command, "random"], seed=3)
    assert record.payoffs is not None
