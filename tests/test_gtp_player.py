"""Programs that speak GTP as players: whole games with sessions of ours agree, and whatever goes wrong is told."""

import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

import needs
from commandline import refused_here
from gtp_programs import GAMES, ProgramHere, program, session
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Played
from kibitz.arena.match import plan_match
from kibitz.arena.play import play_out
from kibitz.core.registry import load
from kibitz.core.thought import RESIGNED
from kibitz.errors import EngineError, GameError, PlayerError
from kibitz.players import Player, player
from kibitz.players.external import gtp_player
from kibitz.players.external.gtp_player import GtpPlayer
from kibitz.players.external.vertices import read_side, read_vertex, write_vertex
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.position import Position

HERE = f"gtp:{sys.executable}"  # a program that is there; the tests never start it


def answer_with(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str]) -> list[ProgramHere]:
    """All programs that are started answer like this; those that were."""
    started: list[ProgramHere] = []

    def start(command: str, name: str) -> ProgramHere:
        started.append(ProgramHere(name, lambda line: f"{answer(line)}\n".splitlines()))
        return started[-1]

    monkeypatch.setattr(gtp_player, "EngineProcess", start)
    return started


@needs.external_engines
@pytest.mark.parametrize("spec", GAMES)
def test_whole_games_against_a_session_of_ours_agree_with_the_rules(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = session(spec)
    (started,) = [answer_with(monkeypatch, talk.answer)]
    guest = player(HERE)
    for number in range(4):
        seats: list[Player | str | Callable[..., Any]] = [guest, "random"] if number % 2 else ["random", guest]
        record = play_out(spec, seats, seed=number)
        assert record.payoffs is not None
        if record.moves[-1] != talk.position.names()[-1]:  # it is not told what ends the game
            assert record.moves[: len(talk.position.moves)] == talk.position.names()
    assert len(started) == 1
    assert len([line for line in started[0].written if "clear_board" in line]) == 4  # one for each game


@needs.external_engines
def test_the_program_is_told_only_what_it_has_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = session("go:size=5,komi=3")
    started = answer_with(monkeypatch, talk.answer)
    guest = player(f"{HERE}:time=1.6,timeout=9")
    position = Position.after("go:size=5,komi=3", "C3 D3")
    first = guest.think(position).best
    assert first is not None
    position = position.play(first)
    guest.think(position.play(position.legal()[0]))
    assert [line.partition(" ")[2] for line in started[0].written[:9]] == [
        *("list_commands", "set_game Go", "boardsize 5", "clear_board", "komi 3", "time_settings 0 2 1"),
        *("play black C3", "play white D3", "genmove black"),
    ]
    assert [line.partition(" ")[2][:10] for line in started[0].written[9:]] == ["play white", "genmove bl"]
    guest.think(Position.after("go:size=5,komi=3"))
    assert [line.partition(" ")[2][:11] for line in started[0].written[11:]] == ["clear_board", "genmove bla"]


@needs.external_engines
@pytest.mark.parametrize(
    ("clock", "settings", "told", "later"),
    [
        (GameClock(60.0, 0.5), "60 0 0", ("black 60 0", "white 60 0"), ("black 42 0", "white 30 0")),
        (GameClock(90.0, 0.0, 3), "0 90 3", ("black 90 3", "white 90 3"), ("black 42 2", "white 30 3")),
    ],
)
def test_a_program_without_a_time_is_told_the_clocks_of_the_game(
    clock: GameClock, settings: str, told: tuple[str, str], later: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = answer_with(monkeypatch, session("go:size=5").answer)
    guest = player(HERE)
    assert isinstance(guest, GtpPlayer)
    guest.hear_clock(ClockReading(clock, (clock.base, clock.base), (0, 0)))
    position = Position.after("go:size=5")
    best = guest.think(position).best
    assert best is not None
    position = position.play(best)
    guest.hear_clock(ClockReading(clock, (42.9, 30.2), (1, 0)))
    guest.think(position.play(position.legal()[0]))
    about_time = [line.partition(" ")[2] for line in started[0].written if "time_" in line]
    assert about_time == [f"time_settings {settings}", *(f"time_left {one}" for one in (*told, *later))]


def test_vertices_are_read_as_they_are_written() -> None:
    dice = random.Random(1)
    for spec in GAMES:
        position = Position.after(spec)
        while not position.is_over:
            for move in position.legal():
                assert read_vertex(position, write_vertex(position, move).swapcase()) == move
            position = position.play(dice.choice(position.legal()))
    assert [read_side(word) for word in ("b", "BLACK", "w", "White", "", "bl")] == [0, 0, 1, 1, None, None]


@needs.external_engines
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (f"{HERE}:depth=3", "^GTP knows neither depth nor nodes, which .* sets"),
        (f"{HERE}:time=0", "time=0 in .* does not fit"),
        ("gtp:", "names no program"),
        ("gtp:no_such_program", "there is no program 'no_such_program'"),
    ],
)
def test_a_spec_that_does_not_serve_is_told_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        player(spec)


@needs.external_engines
def test_games_without_vertices_are_not_admitted() -> None:
    with pytest.raises(GameError, match="spoken for Go, Hex, Othello, not for connect_four"):
        play_out("connect_four", [HERE, "random"])


SET_UP = ("list_commands", "boardsize", "clear_board", "komi", "play")


def saying(text: str, word: str = "genmove") -> Callable[[str], str]:
    """A program that answers all as it should but one command, to which it says this; # stands for the number."""

    def answer(line: str) -> str:
        number, command, *_ = line.split()
        if command == word:
            return text.replace("#", number)
        return f"={number} {' '.join(SET_UP) if command == 'list_commands' else ''}\n"

    return answer


@needs.external_engines
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (saying(""), "hung: it has not given an answer to 'genmove'"),
        (saying("hello\n"), "answered 'genmove black' with 'hello', which is not a GTP answer"),
        (saying("=999 C3\n"), "answered 'genmove black' with '=999 C3', which is not a GTP answer"),
        (saying("=#x C3\n"), "which is not a GTP answer"),
        (saying("=# C3\nand\nso\non\n" * 400 + "\n"), "answered 'genmove black' with"),
        (saying("?# no idea\n"), r"refused 'genmove black' \(no idea\)"),
        (saying("=# Z9\n"), "answered 'genmove black' with 'Z9': 'z9' is not a point of the board|'Z9' is not a point"),
        (saying("=# C3\n"), "answered 'genmove black' with 'C3': 'C3' is not legal here"),
        (saying("=#\n"), "answered 'genmove black' with '': '' is not a point of the board"),
        (saying("=# resign\n"), "resigned"),
        (saying("?# illegal\n", "play"), r"refused move 1, C3 \(illegal\)"),
        (saying("?# unacceptable size\n", "boardsize"), r"refused 'boardsize 5' \(unacceptable size\)"),
        (saying("", "list_commands"), "hung: it has not given an answer to 'list_commands'"),
    ],
)
def test_what_a_program_does_wrong_is_told_and_it_is_started_anew(
    answer: Callable[[str], str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = answer_with(monkeypatch, answer)
    guest, position = player(HERE), Position.after("go:size=5", "C3 pass")
    for _ in range(2):
        with pytest.raises(EngineError, match=f"^{HERE}.* {reason}|^{HERE} .*(?:{reason})"):
            guest.think(position)
    assert len(started) == (1 if reason == "resigned" else 2)


@needs.external_engines
def test_a_side_that_must_pass_is_not_asked_and_a_program_need_not_know_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(line: str) -> str:
        number, _, command = line.partition(" ")
        return f"?{number} syntax error\n" if command.endswith("pass") else saying("=# b1\n")(line)

    started = answer_with(monkeypatch, answer)
    guest = player(HERE)
    dice, passing = random.Random(4), Position.after("othello:size=4")
    while passing.is_over or passing.name(passing.legal()[0]) != "pass":
        passing = Position.after(passing.game) if passing.is_over else passing.play(dice.choice(passing.legal()))
    assert passing.name(guest.think(passing).best or 0) == "pass"
    assert not any("genmove" in line for line in started[0].written)
    after = passing.play("pass")
    with pytest.raises(EngineError, match="answered 'genmove"):
        guest.think(after)
    assert any(line.endswith("pass") for line in started[0].written)


@needs.external_engines
def test_an_option_is_a_command_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    started = answer_with(monkeypatch, saying("=#\n", "level"))
    with pytest.raises(EngineError, match="knows no command 'leve'"):
        player(f"{HERE}:leve=3").think(Position.after("go:size=5"))
    assert started[-1].is_closed


@needs.external_engines
@pytest.mark.parametrize("side", [0, 1])
def test_a_program_that_resigns_has_lost_by_no_fault(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, saying("=# resign\n"))
    plan, fixtures = plan_match(load("go:size=5"), [HERE, "random"], games=2, openings="start", seed=1)
    (game,) = play_batch(Batch(plan, (fixtures[side],)))
    assert (game.reason, game.fault, game.forfeit, game.payoffs) == (RESIGNED, "", side, None)
    assert len(game.moves) == side


@needs.external_engines
def test_a_program_without_values_cannot_review() -> None:
    sentence = refused_here("review", "othello", "--moves", "f5", "--search", HERE)
    assert sentence.endswith("does not say what moves are worth, so it cannot review: take another engine")


@needs.external_engines
def test_kibitz_plays_kibitz_through_pipes() -> None:
    command = f"{sys.executable} -m kibitz engine hex:size=3,swap=true --protocol gtp --search minimax --time 0.01:"
    for seed, seats in enumerate(([f"gtp:{command}", "random"], ["random", f"gtp:{command}"])):
        record = play_out("hex:size=3,swap=true", seats, seed=seed)
        assert record.payoffs is not None


# Programs of this system


def match_against(spec: str, game: str, other: str = "random", games: int = 2) -> list[Played]:
    plan, fixtures = plan_match(load(game), [spec, other], games=games, openings="random:4", seed=1)
    return play_batch(Batch(plan, tuple(fixtures)))


@needs.external_engines
def test_gnu_go_plays_by_our_rules() -> None:
    command = f"{program('gnugo', 'gnugo')} --mode gtp --level 1 --chinese-rules --positional-superko"
    for game in match_against(f"gtp:{command}:timeout=30", "go:size=5"):
        assert game.forfeit is None, game.reason


@needs.external_engines
def test_grhino_plays_by_our_rules() -> None:
    command = f"{program('gtp-rhino', 'grhino')} -l 1"
    for game in match_against(f"gtp:{command}:timeout=30", "othello"):
        assert game.forfeit is None, game.reason


@needs.external_engines
def test_a_program_that_does_not_play_the_game_loses_it_and_the_match_goes_on() -> None:
    games = match_against(f"gtp:{program('gtp-rhino', 'grhino')}:timeout=30", "othello:size=6")
    assert len(games) == 2
    assert {game.reason.partition(" refused ")[2] for game in games} == {"'boardsize 6' (unacceptable size)"}


@needs.external_engines
@pytest.mark.parametrize(("command", "reason"), [("false", "crashed: exit code 1"), ("cat", "which is not a GTP answer")])
def test_a_program_that_speaks_no_gtp_loses_its_games(command: str, reason: str) -> None:
    games = match_against(f"gtp:{command}:timeout=30", "go:size=5")
    assert [reason in game.reason for game in games] == [True, True]
