"""kibitz as a GTP engine: every command, told right and told wrong, in the games that have vertices."""

import os
import random
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import refused_here
from fake_gui import gui
from gtp_programs import GAMES, session
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import GameError
from kibitz.patterns import library
from kibitz.players.external.scores import win_rate
from kibitz.position import Position
from kibitz.protocols.gtp import GtpSession
from kibitz.protocols.serving.move_limits import MoveLimits
from kibitz.protocols.serving.settings import EngineSettings

ESTIMATES = Path(library.__file__).with_name("data")
ANSWER = re.compile(r"[=?][0-9]*( [^\n]+)?(\n[^\n]+)*\n")


def told(talk: GtpSession, *lines: str) -> list[str]:
    """The answers, without the blank line that ends each."""
    return [talk.answer(line).strip() for line in lines]


def test_a_session_as_the_specification_has_it() -> None:
    talk = session("go")
    assert told(talk, "1 protocol_version", "name", "02 known_command genmove", "known_command fly") == [
        "=1 2",
        "= kibitz",
        "=02 true",
        "= false",
    ]
    assert set(told(talk, "list_commands")[0].removeprefix("= ").split()) >= {
        *("protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi"),
        *("play", "genmove", "undo", "showboard", "time_settings", "time_left", "final_score", "reg_genmove"),
    }
    assert told(talk, "3 fly", "4", "", "# a comment", "\t 5 \x07name # with a comment") == [
        "?3 unknown command",
        "?4 unknown command",
        "",
        "",
        "=5 kibitz",
    ]
    assert not talk.has_ended
    assert told(talk, "9 quit") == ["=9"]
    assert talk.has_ended


def test_points_of_go_leave_out_i_and_count_from_below() -> None:
    talk = session("go:size=9")
    assert told(talk, "play b J1", "play white a9") == ["=", "="]
    assert told(talk, "play B i5", "play b K1", "play b A0", "play b j1", "play x A1", "play b") == [
        "? invalid color or coordinate",
        "? invalid color or coordinate",
        "? invalid color or coordinate",
        "? illegal move",
        "? invalid color or coordinate",
        "? syntax error",
    ]
    assert talk.position.moves == (8, 72)


def test_points_of_hex_have_i_and_count_from_above_and_the_second_player_may_swap() -> None:
    talk = session("hex:size=11,swap=true")
    assert told(talk, "boardsize 9 9", "play black i1", "play white swap-pieces", "play white swap-pieces") == [
        *("=", "=", "="),
        "? illegal move",
    ]
    assert talk.position.moves == (8, 81)
    assert [talk.position.name(8), talk.game.show(talk.position.state).split("\n")[8].strip()[0]] == ["i1", "O"]
    assert told(talk, "boardsize 9 8") == ["? unacceptable size"]


def test_a_side_that_cannot_move_in_othello_need_not_pass() -> None:
    talk = session("othello")
    line = "d3 e3 f3 e2 f4 g4 f2 g2 h1 h2 h3 f5 f6 d2 e6 c6 d6 e7 d7 c2 f8 f7 g6 c5 c3 b3 c4 h4 h5 "
    line += "c8 d8 c7 b8 b4 g5 h6 h7 g7 h8 g8 g3 e8 g1 a8 b5 a5 e1 f1 c1 d1 a4 b1 a1 a3 b6 a6 b2"
    for ply, square in enumerate(line.split()):
        assert told(talk, f"play {'bw'[ply % 2]} {square.upper()}") == ["="]
    assert told(talk, "play w pass", "undo", "play b A2") == ["=", "=", "="]
    assert talk.position.names()[-2:] == ("pass", "a2")
    assert told(talk, "genmove w", "final_score", "play b B7", "play b A7") == ["= pass", "? cannot score", "=", "="]
    assert told(talk, "final_score", "play b pass", "genmove w", "genmove b") == [
        *("= B+30", "? illegal move"),
        *("= pass", "= pass"),
    ]


def test_a_komi_with_a_half_is_kept_for_the_score() -> None:
    talk = session("go:size=5")
    assert told(talk, "komi 6.5", "play b c3", "play w pass", "final_score", "play b pass", "final_score") == [
        *("=", "=", "="),
        "? cannot score",
        "=",
        "= B+18.5",
    ]
    assert told(talk, "clear_board", "komi 7.5", "play b pass", "play w pass", "final_score") == [*("=",) * 4, "= W+7.5"]
    assert talk.game == load("go:size=5,komi=8")  # a whole one by which an odd lead is won and lost as by 7.5
    assert told(talk, "komi 3", "final_score") == ["=", "= W+3"]
    for nonsense in ("", "x", "nan", "inf", "1e9", "--3", "6,5", "."):
        assert told(talk, f"komi {nonsense}") == ["? syntax error"]
    assert told(talk, "komi -5", "komi 4000", "final_score") == ["? unacceptable komi", "? unacceptable komi", "= W+3"]


def test_a_board_size_that_does_not_fit_leaves_all_as_it_is() -> None:
    talk = session("go:size=5")
    told(talk, "play b c3")
    for size in ("1", "20", "26", "99999999999", "-3", "five", "", "5 6", "5.0"):
        assert told(talk, f"boardsize {size}")[0] in ("? unacceptable size", "? syntax error")
    assert talk.position.moves == (12,)
    assert told(talk, "boardsize 19", "play b T19") == ["=", "="]


def test_who_moves_twice_makes_the_other_pass_where_that_is_allowed() -> None:
    talk = session("go:size=5")
    assert told(talk, "play b c3", "play b c2", "showboard")[:2] == ["=", "="]
    assert talk.position.names() == ("C3", "pass", "C2")
    assert told(talk, "undo", "undo", "undo") == ["=", "=", "? cannot undo"]
    assert told(session("hex:size=5"), "play b c3", "play b c2", "genmove b")[1:] == ["? illegal move", "? illegal move"]


def test_a_move_is_thought_of_and_played_or_only_thought_of() -> None:
    for spec in GAMES:
        talk = session(spec, "greedy")
        answer = told(talk, "reg_genmove b")[0]
        assert answer.startswith("= ")
        assert talk.position.moves == ()
        answer = told(talk, "genmove b")[0]
        assert talk.position.names()[0].upper() == answer.removeprefix("= ")
        assert told(talk, "genmove", "reg_genmove", "genmove green") == [
            "? syntax error",
            "? syntax error",
            "? invalid color or coordinate",
        ]


def test_games_without_vertices_are_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match=r"^the Go Text Protocol is spoken for Go, Hex, Othello, not for chess$"):
        session("chess")


def test_the_names_of_games_as_programs_of_several_have_them() -> None:
    assert told(session("othello"), "list_games", "set_game Othello", "set_game Go", "set_game") == [
        *("= Othello", "="),
        *("? unsupported game", "? unsupported game"),
    ]


def test_a_player_that_fails_leaves_the_position_and_answers_in_one_line() -> None:
    def fail(position: Position, limits: MoveLimits) -> int:
        raise GameError("no\nidea")

    talk = GtpSession(load("go:size=5"), fail)
    assert told(talk, "7 genmove b", "genmove b", "play w c3") == ["?7 no idea", "? no idea", "="]


# Time


def clocks(*lines: str) -> tuple[float | None, ...] | None:
    """What Black's next move is allotted after these lines: seconds, the moves they are for, and any overtime of a move."""
    seen: list[MoveLimits] = []

    def choose(position: Position, limits: MoveLimits) -> int:
        seen.append(limits)
        return position.legal()[0]

    talk = GtpSession(load("go:size=2"), choose)
    assert {*told(talk, *lines)} <= {"=", "= A1"}
    told(talk, "genmove b")
    clock = seen[-1].clock
    overtime = () if clock is None or not clock.overtime else (clock.overtime,)
    return None if clock is None else (round(clock.left), clock.moves, *overtime)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), None),
        (("time_settings 10 5 1",), (10, None, 5)),  # what follows the main time belongs to it
        (("time_settings 60 10 5", "time_left b 31 0"), (31, None, 2)),
        (("time_settings 10 5 1", "time_left b 3 1"), (3, 1)),
        (("kgs-time_settings none",), None),
        (("time_settings 10 5 1", "kgs-time_settings none"), None),
        (("kgs-time_settings absolute 60",), (60, None)),
        (("kgs-time_settings canadian 60 10 5",), (60, None, 2)),
        (("kgs-time_settings canadian 60 10 5", "time_left b 4 2"), (4, 2)),
        (("kgs-time_settings byoyomi 60 10 5",), (60, None, 10)),
        (("kgs-time_settings byoyomi 60 10 5", "time_left b 31 0"), (31, None, 10)),
        (("kgs-time_settings byoyomi 60 10 5", "time_left b 10 4"), (10, 1)),  # of four periods, one for this move
        (("kgs-time_settings byoyomi 0 10 5",), (10, 1)),
        (("kgs-time_settings byoyomi 0 10 5", "genmove b", "undo"), (10, 1)),
        (("kgs-time_settings byoyomi 60 10 0",), (60, None)),
        (("time_settings 0 0 0",), None),
        (("time_settings 0 5 0",), None),
        (("time_settings 60 0 0",), (60, None)),
        (("time_settings 60 0 0", "time_left b 31 0", "time_left w 5 0"), (31, None)),
        (("time_settings 60 0 0", "genmove w"), (60, None)),
        (("time_settings 60 0 0", "time_left b -3 0"), (0, None)),
        (("time_settings 0 10 5",), (10, 5)),
        (("time_settings 0 10 5", "genmove b", "undo"), (10, 4)),
        (("time_settings 0 10 1", "time_left b 3 1", "genmove b", "undo"), (10, 1)),
        (("time_settings 60 10 5", "time_left b 4 2"), (4, 2)),
        (("time_settings 60 10 5", "time_left b 0 0", "genmove b", "undo"), (10, 5)),
        (("time_settings 60 10 5", "time_left b 4 2", "time_settings 0 0 0"), None),
        (("time_left b 4 2",), None),
    ],
)
def test_time_settings_become_the_clock_of_a_move(lines: tuple[str, ...], expected: tuple[float | None, ...] | None) -> None:
    assert clocks(*lines) == expected


def test_nonsense_about_time_is_refused_and_changes_nothing() -> None:
    talk = session("go:size=2")
    told(talk, "time_settings 60 10 5")
    before = str(talk._clocks)
    for nonsense in ("", "x 1 1", "1 1", "-1 0 0", "1 -1 1", "1 1 1.5", "inf 0 0", f"{10**11} 0 0"):
        assert told(talk, f"time_settings {nonsense}", f"kgs-time_settings canadian {nonsense}") == ["? syntax error"] * 2
    for nonsense in ("", "japanese 1 1 1", "byoyomi 60 10", "absolute", "absolute x", "canadian"):
        assert told(talk, f"kgs-time_settings {nonsense}") == ["? syntax error"]
    for nonsense in ("", "b", "b 1", "b x 0"):
        assert told(talk, f"time_left {nonsense}") == ["? syntax error"]
    assert told(talk, "time_left x 1 0") == ["? invalid color or coordinate"]
    assert str(talk._clocks) == before


# What a board that does whatever it likes may send: about 200 lines of each game.

WORDS_OF_A_BOARD = "b w black white pass swap-pieces resign A1 c3 D2 i1 Z99 5 6 -1 x 7.5"
WORDS = ["", "\t", *WORDS_OF_A_BOARD.split()]


def random_line(dice: random.Random, talk: GtpSession) -> str:
    number = dice.choice(("", "", f"{dice.randrange(1000)} "))
    kind = dice.random()
    if kind < 0.35:
        position: Position = talk.position
        move = dice.choice(position.legal()) if not position.is_over else None
        vertex = "pass" if move is None else position.name(move)
        return f"{number}play {'bw'[position.to_move] if dice.random() < 0.9 else 'bw'[1 - position.to_move]} {vertex}"
    if kind < 0.45:
        return f"{number}genmove {dice.choice('bw')}"
    if kind < 0.9:
        command = dice.choice([*talk._commands, "fly", "PLAY", "kgs-chat"])
        command = "name" if command == "quit" else command
        return f"{number}{command} {' '.join(dice.choices(WORDS, k=dice.randrange(4)))}"
    return "".join(dice.choices(string.printable, k=dice.randrange(40))).replace("quit", "")


@pytest.mark.parametrize("spec", GAMES)
def test_every_line_has_one_answer_in_the_form_of_the_protocol(spec: str) -> None:
    dice, talk = random.Random(spec), session(spec)
    game: Game = talk.game
    answered, refused = 0, 0
    for _ in range(200):
        before, line = talk.position, random_line(dice, talk)
        answer = talk.answer(line)
        if answer == "":
            assert not re.sub(r"[^!-~]", "", line).partition("#")[0]
            continue
        assert ANSWER.fullmatch(answer), (line, answer)
        number = re.match(r"([0-9]+) [a-z]", line)
        assert number is None or re.match(rf"[=?]{number[1]}\s", answer), (line, answer)
        answered, refused = answered + 1, refused + answer.startswith("?")
        assert not answer.startswith("?") or talk.position is before, line
        assert type(talk.game) is type(game)
    assert answered > 150
    assert 20 < refused < answered - 20


# The session as an engine that thinks by itself


def test_a_command_waits_for_the_move_that_is_thought_of_before_it() -> None:
    settings = EngineSettings(search="minimax", time=0.01)
    with gui("hex:size=3", "gtp", settings) as board:
        board.write("1 time_settings 1 0 0", "2 genmove b", "3 genmove w", "", "4 fly", "5 boardsize 2", "6 genmove b")
        said = board.rest()
        assert [line[:2] for line in said] == ["=1", "=2", "=3", "?4", "=5", "=6"]
        assert all(line.endswith("\n") for line in said)  # and another end of line is written behind each
        assert not board.engine.hear("7 quit")
        assert board.rest() == ["=7\n"]


INFO = re.compile(r"info move ([A-C][1-3]) visits [1-9][0-9]* winrate ([0-9.]+) order [0-9] pv \1( [A-C][1-3])*")


def engine(spec: str) -> "subprocess.Popen[str]":
    """kibitz as an engine, in a process of its own."""
    command = [sys.executable, "-m", "kibitz", "engine", spec, "--protocol", "gtp", "--search", "minimax", "--time", "0.2"]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=plain)


def infos(line: str) -> list[tuple[str, float]]:
    """The moves of a report on an analysis, each with its win rate."""
    found = list(INFO.finditer(line))
    assert " ".join(one[0] for one in found) == line
    return [(one[1], float(one[2])) for one in found]


def test_an_analysis_reports_until_the_next_command_comes() -> None:
    with engine("hex:size=3") as board:
        assert board.stdin is not None
        assert board.stdout is not None
        board.stdin.write("1 lz-analyze b 1\n")
        board.stdin.flush()
        assert board.stdout.readline() == "=1\n"
        reported = infos(board.stdout.readline().strip())
        assert len(reported) == 9
        assert all(0 <= rate <= 10000 for _, rate in reported)
        written, _ = board.communicate("2 genmove b\n3 quit\n", timeout=60)
        assert re.fullmatch(r"(info [^\n]+\n)*\n=2 [A-C][1-3]\n\n=3\n\n", written)
        assert board.returncode == 0


def test_a_move_that_is_thought_of_is_answered_before_the_end() -> None:
    with engine("hex:size=3") as board:
        written, _ = board.communicate("genmove b\nlz-analyze 1\nquit\n", timeout=60)
        assert re.fullmatch(r"= [A-C][1-3]\n\n=\n(info [^\n]+\n)+\n=\n\n", written)


def test_an_analysis_knows_what_is_proved_and_when_there_is_nothing_to_analyse() -> None:
    with gui("hex:size=2", "gtp", EngineSettings(search="minimax", time=0.01)) as board:
        board.write("kata-analyze w 0", "undo")
        refused_turn, refused_undo = board.rest()
        assert (refused_turn, refused_undo) == ("? illegal move\n", "? cannot undo\n")
        board.write("kata-analyze interval 0")
        while max(rate for _, rate in infos(board.until("info")[-1])) < 1:
            pass
        board.write("", "play b a1", "known_command lz-analyze", "final_score")
        *_, end, played, known, unfinished = board.rest()
        assert (end, played, known, unfinished) == ("", "=\n", "= true\n", "? cannot score\n")
        board.write("play w b1", "play b a2", "lz-analyze")
        assert board.rest()[-1] == "? the game is over\n"


@pytest.mark.parametrize(
    ("game", "value", "rate"),
    [
        ("hex", Value("estimate", 0.5), 0.75),
        ("hex", Value("exact", -1, 4), 0),
        ("othello", Value("estimate", 0), 0.5),
        ("othello", Value("exact", 2, 4), 1),
        ("othello", Value("exact", 0, 4), 0.5),
        ("othello", Value("exact", -2, 4), 0),
    ],
)
def test_a_value_as_a_win_rate(game: str, value: Value, rate: float) -> None:
    assert win_rate(load(game), value) == rate
    assert win_rate(load(game), -value) == 1 - rate


def test_a_lead_that_is_estimated_is_never_quite_a_win() -> None:
    rates = [win_rate(load("othello"), Value("estimate", lead)) for lead in (0, 1, 8, 64)]
    assert rates == sorted(set(rates))
    assert rates[-1] < 1


def test_an_analysis_that_is_under_way_ends_with_the_talk() -> None:
    with gui("othello:size=4", "gtp", EngineSettings(search="minimax", time=0.01)) as board:
        board.ask("lz-analyze 0", "info")
    assert board.rest()[-1] == ""


def test_settings_that_do_not_fit_another_board_are_told_when_a_move_is_wanted() -> None:
    settings = EngineSettings(search="minimax", time=0.01, knowledge=str(ESTIMATES / "hex.learned"))
    with gui("hex", "gtp", settings) as board:
        board.write("boardsize 4", "genmove b")
        refusal = board.rest()[-1]
    assert refusal.startswith("? ")
    assert "hex" in refusal


def test_what_does_not_fit_is_refused_before_anything_is_said() -> None:
    for arguments, sentence in (
        (["chess", "--protocol", "gtp"], "the Go Text Protocol is spoken for Go, Hex, Othello, not for chess"),
        (["go", "--protocol", "nboard"], "the NBoard protocol is spoken for othello, not for go"),
    ):
        assert sentence in refused_here("engine", *arguments)
