"""An engine that compiles, or whose rules never come back: every line is answered, in time, and the talk goes on."""

import io
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import fair
from games_gone_wrong import Long, State
from kibitz import load
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.players.engine import Engine
from kibitz.protocols.serving import thinker
from kibitz.protocols.serving.conversation import Conversation, Output, converse
from kibitz.protocols.serving.settings import EngineSettings

SOON = 1.5  # seconds, where something else would take for ever


class Board:
    """Writes lines to an engine of its own, and keeps what it says, with the time."""

    def __init__(self, game: Game, protocol: str) -> None:
        self.heard: list[str] = []
        self._news = threading.Condition()
        speaker = registry.member("protocols", protocol, KibitzError, "protocol")
        self.engine: Conversation = speaker.start(game, EngineSettings(search="alphabeta", table=2**20), self._hear)

    def _hear(self, line: str) -> None:
        with self._news:
            self.heard += [line]
            self._news.notify_all()

    def write(self, *lines: str) -> None:
        """Talk until the lines end, as the command does."""
        converse(self.engine, io.BytesIO("\n".join(lines).encode()), Output(io.BytesIO()))

    def await_line(self, begin: str, seconds: float) -> str:
        """The first line that begins so, which comes within the time."""
        until = fair.now() + seconds
        with self._news:
            while fair.now() < until:
                for line in self.heard:
                    if line.startswith(begin):
                        return line
                self._news.wait(0.05)
        raise AssertionError(f"{begin!r} did not come: {self.heard}")


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A compiler that is at work until the test ends."""
    at_work, may_end = threading.Event(), threading.Event()

    def prepare(self: Engine, game: Game) -> None:
        at_work.set()
        may_end.wait()

    monkeypatch.setattr(Engine, "prepare", prepare)
    yield at_work
    may_end.set()


@pytest.mark.parametrize(
    ("game", "protocol", "lines", "answers"),
    [
        ("othello", "nboard", ["nboard 2", "ping 4", "quit"], ["set myname kibitz", "pong 4"]),
        ("othello", "nboard", ["nboard 2", "go", "ping 4"], ["set myname kibitz", "status thinking", "pong 4"]),
        ("othello", "nboard", ["hint 2", "ping 1", "learn", "ping 2"], ["status analyzing", "pong 1", "learned", "pong 2"]),
        ("chess", "uci", ["isready", "quit"], ["readyok"]),
        ("chess", "uci", ["isready", "isready"], ["readyok", "readyok"]),
        ("chess", "uci", ["go infinite", "isready", "stop", "quit"], ["readyok", "bestmove b1a3"]),
        ("tic_tac_toe", "ugi", ["go p1time 1000", "query p1turn", "quit"], ["response true", "bestmove 1,1"]),
        ("hex:size=3", "gtp", ["1 name", "2 play b a1", "3 quit"], ["=1 kibitz\n", "=2\n", "=3\n"]),
    ],
)
def test_all_is_answered_while_the_compiler_is_at_work(
    slow_compiler: threading.Event, game: str, protocol: str, lines: list[str], answers: list[str]
) -> None:
    board = Board(load(game), protocol)
    began = fair.now()
    board.write(*lines)
    assert fair.now() - began < SOON
    assert board.heard == answers


def test_who_stops_an_engine_that_compiles_gets_a_legal_move(slow_compiler: threading.Event) -> None:
    board = Board(load("chess"), "uci")
    for line in ("position startpos moves e2e4", "go movetime 100", "stop"):
        assert board.engine.hear(line)
    assert board.await_line("bestmove", thinker.LATE + SOON) in ("bestmove a7a5", "bestmove b8a6")
    board.engine.close()


# Rules that never come back, while a test lasts

HANG = threading.Event()


@dataclass(frozen=True)
class Hangs(Long):
    """Never comes back from one method, after so many moves."""

    method: str = "play"
    at: int = 2

    def _ask(self, method: str, state: State) -> None:
        while self.method == method and state.made == self.at and HANG.is_set():
            time.sleep(0.001)

    def moves(self, state: State) -> Iterable[int]:
        self._ask("moves", state)
        return super().moves(state)

    def play(self, state: State, move: int) -> State:
        self._ask("play", state)
        return super().play(state, move)

    def is_over(self, state: State) -> bool:
        self._ask("is_over", state)
        return super().is_over(state)


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules hang, and nobody is patient."""
    monkeypatch.setattr(thinker, "STUCK", thinker.LATE)
    HANG.set()
    yield
    HANG.clear()


@pytest.mark.usefixtures("hanging")
@pytest.mark.parametrize("method", ["play", "moves", "is_over"])
def test_a_limit_of_time_holds_where_rules_never_come_back(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(Hangs(method=method), "ugi")
    began = fair.now()
    for _ in range(2):  # and the second search has a thread that works
        assert board.engine.hear("go movetime 100")
        assert board.await_line("bestmove", 20) == "bestmove 0"
        board.heard.clear()
    assert board.engine.hear("go depth 1")
    board.await_line("bestmove", 20)
    board.engine.close()
    assert fair.now() - began < 15
    assert "does a loop of the rules?" in capsys.readouterr().err


class Fails(Long):
    """Knows no way to play a move."""

    def play(self, state: State, move: int) -> State:
        raise LookupError(f"no move {move}")


def test_rules_that_fail_end_no_talk(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(Fails(), "ugi")
    board.write(
        "position startpos moves 0", "go movetime 100", "position startpos", "query p1turn", "go movetime 100", "isready"
    )
    assert board.heard[:2] == ["bestmove (none)", "response true"]
    board.await_line("bestmove 0", 20)
    assert {line for line in board.heard[2:] if not line.startswith("info")} == {"bestmove 0", "readyok"}
    assert "LookupError: no move 0" in capsys.readouterr().err


def test_a_conversation_is_heard_whatever_a_line_raises(capsys: pytest.CaptureFixture[str]) -> None:
    class Wrong(Conversation):
        heard: list[str]

        def hear(self, line: str) -> bool:
            self.heard = [*getattr(self, "heard", []), line]
            wrong: dict[str, Any] = {"one": ValueError("no"), "two": SystemExit(1), "three": MemoryError()}
            if line in wrong:
                raise wrong[line]
            return line != "quit"

        def close(self) -> None:
            self.heard += ["closed"]

    talk = Wrong()
    converse(talk, io.BytesIO(b"one\ntwo\nthree\nquit\nnever"), Output(io.BytesIO()))
    assert talk.heard == ["one", "two", "three", "quit", "closed"]
    assert len(capsys.readouterr().err.splitlines()) == 3
