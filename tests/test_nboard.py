"""The NBoard protocol both ways: kibitz as an engine, and engines as players; and the game records that go between."""

import io
import random
import string
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import needs
from fake_gui import FakeGui
from gtp_programs import NTEST, ProgramHere, random_positions
from kibitz.arena.play import play_out
from kibitz.core.thought import Value
from kibitz.errors import EngineError, GameError, PlayerError
from kibitz.games.othello import Othello
from kibitz.players import Player, player
from kibitz.players.external import nboard_player
from kibitz.players.external.ggf import write_ggf
from kibitz.position import Position
from kibitz.protocols import nboard
from kibitz.protocols.nboard import NboardConversation
from kibitz.protocols.serving.conversation import Output, converse
from kibitz.protocols.serving.settings import EngineSettings

HERE = f"nboard:{sys.executable}"


class Talk(FakeGui):
    """A board of Othello, and kibitz as its engine."""

    def __init__(self, game: str = "othello", search: str | None = "minimax", seconds: float | None = None) -> None:
        super().__init__(game, "nboard", EngineSettings(search=search, time=seconds))
        self.write("set depth 1")

    @property
    def position(self) -> Position:
        """The position that the engine has been told."""
        assert isinstance(self.engine, NboardConversation)
        return self.engine.position

    def tell(self, *lines: str) -> list[str]:
        """What is answered at once."""
        self.write(*lines)
        return self.rest()

    def think(self, line: str) -> list[str]:
        """All that is found after `go` or `hint`."""
        said = self.ask(line, "status")
        while said[-1] != "status":
            said += self.until("status")
        return said


@pytest.fixture
def talks() -> Iterator[Callable[..., Talk]]:
    """Makes conversations; they are ended with the test."""
    made: list[Talk] = []

    def make(*arguments: Any) -> Talk:
        made.append(Talk(*arguments))
        return made[-1]

    yield make
    for one in made:
        one.engine.close()


# kibitz as an engine


def test_a_conversation_as_the_description_has_it(talks: Callable[..., Talk]) -> None:
    talk = talks()
    assert talk.tell("nboard 2", "set depth 2", f"set game {NTEST}B[F5]W[F6]B[D3]W[C5];)") == ["set myname kibitz"]
    assert talk.ask("ping 7", "pong") == ["pong 7"]
    answers = talk.think("go")
    assert answers[0] == "status thinking"
    square, value, seconds = answers[-2].removeprefix("=== ").split("/")
    assert float(seconds) >= 0
    *_, last = [answer.split() for answer in answers if answer.startswith("search ")]
    assert (last[1][:2], float(last[2]), last[3:]) == (square, float(value), ["0", "2"])
    assert talk.position.names() == ("f5", "f6", "d3", "c5")  # the move is not played until it is told
    assert talk.tell(f"move {square}/1.5/0.3") == []
    assert talk.position.names()[4] == square.lower()
    assert talk.tell("learn", "set contempt 3", "analyze", "whatever", "") == ["learned"]
    assert not talk.engine.hear("quit")


def test_hints_are_about_as_many_moves_as_are_asked_for(talks: Callable[..., Talk]) -> None:
    talk = talks()
    lines = [line.split() for line in talk.think("hint 3") if line.startswith("search ")]
    assert len({line[1][:2] for line in lines[-3:]}) == 3
    assert [float(line[2]) for line in lines[-3:]] == sorted((float(line[2]) for line in lines[-3:]), reverse=True)
    answers = talk.think("hint 1")
    assert len({line.split()[1][:2] for line in answers if line.startswith("search ")}) == 1
    assert not any(line.startswith("===") for line in answers)


def test_what_is_proved_has_no_depth(talks: Callable[..., Talk]) -> None:
    position = Position.after("othello:size=4")
    while len(position.moves) < 7:
        position = position.play(position.legal()[0])
    talk = talks("othello:size=4")
    assert talk.tell("set depth 20", f"set game {write_ggf(position)}") == []
    assert [line.split()[-1] for line in talk.think("go") if line.startswith("search")][-1] == "100%"


def test_a_forced_pass_may_be_told_or_left_out(talks: Callable[..., Talk]) -> None:
    position = next(one for one in random_positions("othello:size=6", 20) if one.names()[-1] == "pass" and not one.is_over)
    before = Position.after(position.game, position.moves[:-1])
    square = position.name(position.legal()[0])
    for moves in (["move PA", f"move {square}"], [f"move {square.upper()}"], ["move pass/0/1", f"move {square}//2"]):
        talk = talks("othello:size=6")
        assert talk.tell(f"set game {write_ggf(before)}", *moves) == []
        assert talk.position == position.play(square)
    talk = talks("othello:size=6")
    talk.tell(f"set game {write_ggf(before)}")
    assert talk.think("go")[-2].startswith("=== PA/")


def test_a_depth_is_kept_where_the_search_knows_one_and_the_number_is_one(talks: Callable[..., Talk]) -> None:
    talk = talks()
    talk.tell("set depth 3", "set depth 0", "set depth x", "set depth", "set depth 99999999999")
    assert [line for line in talk.think("go") if line.startswith("search")][-1].endswith(" 0 3")
    playouts = talks("othello", "mcts", 0.01)
    playouts.tell("set depth 3")
    assert playouts.think("go")[-2].startswith("=== ")


def test_a_search_that_is_stopped_says_nothing_more(talks: Callable[..., Talk]) -> None:
    talk = talks()
    talk.tell("set depth 30")
    for command in ("go", "hint 4"):
        assert talk.ask(command, "search")[0].startswith("status ")
        said = talk.ask("ping 8", "pong")
        assert said[-1] == "pong 8"
        assert not any(line.startswith(("===", "status")) for line in said)
    assert talk.ask("go", "search")
    talk.tell("move F5")
    talk.tell("set depth 1")
    assert talk.think("go")[-2].startswith("=== ")
    assert talk.position.names() == ("f5",)


def test_nothing_is_thought_where_the_game_is_over(talks: Callable[..., Talk]) -> None:
    talk = talks()
    assert talk.tell(f"set game (;BO[8 {'*' * 64} *];)") == []
    assert talk.tell("go", "hint 2") == ["status the game is over"] * 2


def test_a_move_that_is_asked_for_last_is_found_though_no_more_lines_come() -> None:
    pipe = io.BytesIO()
    output = Output(pipe)
    engine = nboard.start(Othello(), EngineSettings(search="minimax"), output.say)
    converse(engine, io.BytesIO(b"set depth 2\ngo\n"), output)
    *_, found, status = pipe.getvalue().decode().splitlines()
    assert found.startswith("=== ")
    assert status == "status"


@pytest.mark.parametrize("wrong", ["set game (;GM[Othello]BO[8 x];)", "set game nonsense", "move A1", "move Z9"])
def test_nothing_is_said_of_another_position_than_the_last(wrong: str, talks: Callable[..., Talk]) -> None:
    talk = talks("othello", "alphabeta")
    lost = "status there is no position, for the last game or move could not be read"
    (why,) = talk.tell("set depth 1", wrong)
    assert why.startswith("status ")
    assert talk.tell("go", "hint 2") == [lost, lost]
    assert talk.tell("set depth 1", f"set game {NTEST};)") == []
    assert "===" in " ".join(talk.ask("go", "==="))


def test_games_other_than_othello_are_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match=r"^the NBoard protocol is spoken for othello, not for go$"):
        Talk("go")


def test_whatever_comes_the_conversation_goes_on(talks: Callable[..., Talk]) -> None:
    dice, talk = random.Random(1), talks("othello", "alphabeta")
    good = ["ping 3", "go", "hint 2", "learn", f"set game {NTEST};)", "set depth 1", "nboard 2"]
    heard = 0
    for number in range(200):
        before, kind = talk.position, dice.random()
        line = dice.choice(good)
        if kind < 0.4 and not before.is_over:
            line = f"move {before.name(dice.choice(before.legal()))}"
        elif kind < 0.7:
            line = f"{dice.choice(['set game', 'set', 'move', 'hint', 'go', 'fly', 'set depth'])} {noise(dice)}"
        elif kind < 0.8:
            line = noise(dice)
        answers = talk.tell(line, "set depth 1")
        answers += talk.ask(f"ping {number}.", f"pong {number}.")
        heard += len(answers)
        for answer in answers:
            assert answer.split()[0] in {"status", "search", "===", "pong", "set", "learned", "nodestats"}, (line, answer)
            assert "\n" not in answer
    assert heard > 200


def noise(dice: random.Random) -> str:
    return "".join(dice.choices(string.printable.replace("\n", ""), k=dice.randrange(30)))


# Engines as players


def answer_with(monkeypatch: pytest.MonkeyPatch, answers: Callable[[str], Iterable[str]]) -> list[ProgramHere]:
    """All engines that are started answer like this; those that were."""
    started: list[ProgramHere] = []

    def start(command: str, name: str) -> ProgramHere:
        started.append(ProgramHere(name, answers))
        return started[-1]

    monkeypatch.setattr(nboard_player, "EngineProcess", start)
    return started


@needs.external_engines
def test_whole_games_against_a_conversation_of_ours_agree_with_the_rules(
    talks: Callable[..., Talk], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = talks("othello:size=6")

    def answers(line: str) -> list[str]:
        ends = {"go": "===", "ping": "pong"}
        return talk.ask(line, ends[line.split()[0]]) if line.split()[0] in ends else talk.tell(line)

    started = answer_with(monkeypatch, answers)
    guest = player(f"{HERE}:depth=1,contempt=2")
    for number in range(4):
        seats: list[Player | str | Callable[..., Any]] = [guest, "random"] if number % 2 else ["random", guest]
        record = play_out("othello:size=6", seats, seed=number)
        assert record.payoffs is not None
        assert record.moves[: len(talk.position.moves)] == talk.position.names()
    assert started[0].written[:4] == ["nboard 2", "set depth 1", "set contempt 2", "ping 1"]
    assert len(started) == 1


def saying(*lines: str) -> Callable[[str], Iterable[str]]:
    """An engine that says this when it is to move, and knows what a ping is."""

    def answers(line: str) -> Iterable[str]:
        word, _, rest = line.partition(" ")
        return [f"pong {rest}"] if word == "ping" else lines if word == "go" else ()

    return answers


@needs.external_engines
@pytest.mark.parametrize(
    ("line", "move", "value"),
    [
        ("=== F5", "f5", None),
        ("=== f5/2.50/1.3", "f5", 2.5),
        ("=== D3 -1.00 0.0", "d3", -1.0),
        ("===  C4//0.2", "c4", None),
        ("=== E6/what/0.2", "e6", None),
    ],
)
def test_a_move_comes_with_a_value_or_without(
    line: str, move: str, value: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_with(monkeypatch, saying("status thinking", "search F5 0 0 1", "nodestats 1 0", "garbage", line))
    position = Position.after("othello")
    thought = player(HERE).think(position)
    assert position.name(thought.best or 0) == move
    assert (thought.value, thought.informed) == (Value("estimate", value or 0), value is not None)


@needs.external_engines
@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (saying("=== A1/0/0"), "answered 'go' with '=== A1/0/0': 'A1' is not a legal move here"),
        (saying("=== PA"), "answered 'go' with '=== PA': 'PA' is not a legal move here"),
        (saying("==="), "answered 'go' with '===': '' is not a legal move here"),
        (saying("=== \xff\xfe"), "answered 'go' with"),
        (saying("status thinking"), "hung: it has not given a move"),
        (lambda line: (), "hung: it has not given pong 1"),
        (lambda line: ["pong 99"], "hung: it has not given pong 1"),
    ],
)
def test_what_an_engine_does_wrong_is_told_and_it_is_started_anew(
    answers: Callable[[str], Iterable[str]], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = answer_with(monkeypatch, answers)
    guest = player(HERE)
    for _ in range(2):
        with pytest.raises(EngineError, match=f"^{HERE} {reason}"):
            guest.think(Position.after("othello"))
    assert len(started) == 2


@needs.external_engines
def test_a_spec_that_does_not_serve_is_told_in_a_sentence() -> None:
    for spec, sentence in (
        (f"{HERE}:time=3", "the NBoard protocol knows neither time nor nodes, which .* sets: write depth=12"),
        ("nboard:no_such_program", "there is no program 'no_such_program'"),
    ):
        with pytest.raises(PlayerError, match=sentence):
            player(spec)
    with pytest.raises(GameError, match="spoken for othello, not for go"):
        play_out("go", [HERE, "random"])


@needs.external_engines
def test_a_side_that_must_pass_has_the_value_of_what_comes_then(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(one for one in random_positions("othello:size=6", 20) if one.names()[-1] == "pass" and not one.is_over)
    square = position.name(position.legal()[0])
    started = answer_with(monkeypatch, saying(f"=== {square}/3.00/0"))
    thought = player(HERE).think(Position.after(position.game, position.moves[:-1]))
    assert thought.line == (36, position.legal()[0])
    assert (thought.best, thought.value) == (36, Value("estimate", -3.0))
    assert [line for line in started[0].written if line.startswith("set game")] == [f"set game {write_ggf(position)}"]


@needs.external_engines
def test_kibitz_plays_kibitz_through_pipes() -> None:
    command = f"{sys.executable} -m kibitz engine othello --protocol nboard --search minimax"
    record = play_out("othello", [f"nboard:{command}:depth=1", "random"], seed=1)
    assert record.payoffs is not None
