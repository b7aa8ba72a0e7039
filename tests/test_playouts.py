"""Random games: the same compiled and plain, on any number of threads, and what they bring is what chance says."""

import json
import signal
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

import kibitz
import needs
from commandline import here, refused_here
from games_gone_wrong import Long
from kibitz import Board64, Game, Position, load, square
from kibitz.errors import GameError, RulesError
from kibitz.explain import many_playouts
from kibitz.explain.many_playouts import ManyPlayouts
from kibitz.search.drivers.playouts import PlayoutRun, Playouts, playouts
from kibitz.workers.workplace import Workplace
from shelf import QUICK

FEW = ["tic_tac_toe", "connect_four:width=4,height=4,line=3", "othello:size=4", "kalah", "checkers", "trio", "pig", "einstein"]
SMALL = ["tic_tac_toe", "nim:heaps=1-2-3", "tree:file=three_players", "tree:file=chances"]


class Heap(NamedTuple):
    """Stones that are left."""

    stones: int


@dataclass(frozen=True)
class Take(Game):
    """Take any number of stones; who takes the last has won. Without `ends` the last one cannot be taken, and none is added."""

    stones: int = 3000
    ends: bool = True

    def start(self) -> Heap:
        return Heap(self.stones)

    def moves(self, state: Heap) -> Iterable[int]:
        return range(1, state.stones + 1 if self.ends else state.stones)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.stones - move)

    def is_over(self, state: Heap) -> bool:
        return state.stones == 0

    def result(self, state: Heap) -> int:
        return -1


def timeless(found: Playouts) -> Playouts:
    """All but the seconds."""
    return replace(found, seconds=0.0)


def expected(position: Position) -> tuple[list[Fraction], Fraction]:
    """What random play brings each player on average, and how many plies it takes, by going through all games."""
    if position.is_over:
        assert position.payoffs is not None
        return [Fraction(payoff) for payoff in position.payoffs], Fraction(0)
    if position.is_chance:
        weights = {move: Fraction(weight) for move, weight in position.chances()}
    else:
        weights = {move: Fraction(1) for move in position.legal()}
    whole = sum(weights.values())
    payoffs, plies = [Fraction(0)] * position.game.players, Fraction(1)
    for move, weight in weights.items():
        below, more = expected(position.play(move))
        payoffs = [paid + weight / whole * one for paid, one in zip(payoffs, below, strict=True)]
        plies += weight / whole * more
    return payoffs, plies


@pytest.mark.parametrize("spec", SMALL)
def test_on_average_they_bring_what_chance_says(spec: str) -> None:
    """Five standard errors: once in two million."""
    position = Position.after(load(spec), "1,1 2,2" if spec == "tic_tac_toe" else "")
    found = playouts(position, games=2000, seed=7, plain=True)
    payoffs, plies = expected(position)
    for outcome, payoff in zip(found.outcomes, payoffs, strict=True):
        assert outcome.error is not None
        assert abs(outcome.mean - float(payoff)) <= 5 / 1.96 * outcome.error + 1e-9
    assert found.length == pytest.approx(float(plies), rel=0.05)
    assert sum(found.lengths.values()) == found.games == 2000
    assert sum(length * count for length, count in found.lengths.items()) == found.plies
    assert found.endless == 0


def test_one_of_many_moves_is_as_likely_as_any_other() -> None:
    """More than there is room for at first."""
    found = playouts(Take(), games=300, seed=3, plain=True)
    harmonic = sum(1 / stones for stones in range(1, 3001))  # the average number of records of a permutation
    assert found.length == pytest.approx(harmonic, abs=0.8)
    first = playouts(Take(), games=300, seed=3, plain=True, longest=1)
    assert 0 <= first.games <= 3
    assert first.games + first.endless == 300


@pytest.mark.compiled
@pytest.mark.parametrize("game", [*FEW, Take(1500)], ids=str)
def test_compiled_the_same_games_are_played(game: str | Game) -> None:
    assert timeless(playouts(game, games=60, seed=11)) == timeless(playouts(game, games=60, seed=11, plain=True))


@pytest.mark.parametrize("spec", QUICK)
def test_the_same_games_on_any_number_of_threads(spec: str) -> None:
    game = load(spec)
    one, *others = (timeless(playouts(game, games=20, threads=threads, seed=5, longest=200)) for threads in (1, 2, 3))
    assert others == [one, one]
    assert one.games + one.endless == 20
    assert timeless(playouts(game, games=20, seed=6, longest=200)) != one


def test_wins_and_shares_are_those_of_the_payoffs() -> None:
    """At tic-tac-toe of random play: 58.5, 28.8 and 12.7 %."""
    found = playouts("tic_tac_toe", games=6000, seed=1)
    first, second = found.outcomes
    assert first.shares == second.shares == found.games - first.wins - second.wins
    assert first.mean * found.games == pytest.approx(first.wins - second.wins)
    shares = [100 * count / found.games for count in (first.wins, second.wins, first.shares)]
    assert shares == pytest.approx([58.5, 28.8, 12.7], abs=2.5)


def test_games_without_an_end_are_given_up() -> None:
    found = playouts(Long(), games=3, longest=50)
    assert (found.games, found.endless, found.length, found.lengths) == (0, 3, 0.0, {})
    assert all(outcome.error is None for outcome in found.outcomes)


class Spot(NamedTuple):
    """Where the piece is."""

    place: Board64


@dataclass(frozen=True)
class Corridor(Game):
    """Step along the squares 0 to 2, from the middle, and never back to where the piece has been. Square 5 is the way out."""

    way_out: bool = True
    recurrence: ClassVar[str] = "forbidden"
    recurrence_count: ClassVar[int] = 2

    def start(self) -> Spot:
        return Spot(square(1))

    def moves(self, state: Spot) -> Iterable[int]:
        for place in ((state.place << 1 | state.place >> 1) & Board64(7)).squares():  # noqa: UP028  # as in compiled rules
            yield place
        if self.way_out and state.place != square(1):
            yield 5

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(square(move))

    def is_over(self, state: Spot) -> bool:
        return 5 in state.place

    def result(self, state: Spot) -> int:
        return -1


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.compiled)])
def test_a_forbidden_move_is_not_made(plain: bool) -> None:
    assert playouts(Corridor(), games=100, plain=plain).lengths == {2: 100}
    with pytest.raises(RulesError, match="without moves"):
        playouts(Corridor(way_out=False), games=10, plain=plain)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.compiled)])
def test_a_position_without_moves_that_is_not_over_is_told(plain: bool) -> None:
    with pytest.raises(RulesError, match="a position without moves that is not over"):
        playouts(Take(20, ends=False), games=10, threads=2, plain=plain)


def test_a_time_ends_them_and_so_does_who_runs_them() -> None:
    found = playouts("tic_tac_toe", seconds=0.3, plain=True)
    assert found.games > 0
    assert 0.3 <= found.seconds < 3
    run = PlayoutRun("tic_tac_toe", plain=True)
    run.halt()
    run.play(10**9, None)
    assert run.found.games == 0


def test_rules_that_fail_are_blamed() -> None:
    class Broken(Long):
        def play(self, state: object, move: int) -> object:  # type: ignore[override]  # rules that are wrong
            raise ZeroDivisionError("no such ply")

    with pytest.raises((RulesError, ZeroDivisionError), match="no such ply"):
        playouts(Broken(), games=2)


def test_without_a_limit_it_takes_a_second() -> None:
    assert 1.0 <= kibitz.playouts(Take(5), plain=True).seconds < 5


def test_the_command_says_what_came() -> None:
    told = json.loads(here("playouts", "tic_tac_toe", "--games", "500", "--seed", "4", "--json"))
    found = playouts("tic_tac_toe", games=500, seed=4)
    assert (told["games"], told["plies"], told["endless"]) == (500, found.plies, 0)
    assert {int(length): count for length, count in told["lengths"].items()} == found.lengths
    assert [player["name"] for player in told["players"]] == ["X", "O"]
    assert [player["wins"] for player in told["players"]] == [outcome.wins for outcome in found.outcomes]
    shown = here("playouts", "tic_tac_toe", "--games", "500", "--seed", "4")
    assert shown.startswith("500 random games of tic_tac_toe in ")
    assert f"{found.length:.1f} plies on average, 5 to 9" in shown
    assert "without a single winner" in shown


def test_the_command_begins_after_moves_and_gives_games_up() -> None:
    told = json.loads(here("playouts", "tic_tac_toe", "--moves", "1,1 2,2 3,3", "--games", "50", "--json"))
    assert max(map(int, told["lengths"])) <= 6
    shown = here("playouts", "tic_tac_toe", "--games", "20", "--longest", "3")
    assert "20 more did not end and were given up" in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "0 is not in the range x>=1"),
        (["--longest", "0"], "0 is not in the range"),
        (["--time", "-1"], "is not a time"),
        (["--moves", "1,1 2,1 1,2 2,2 1,3"], "the game is over there: no random games begin in it"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], sentence: str) -> None:
    assert sentence in refused_here("playouts", "tic_tac_toe", *words)


@needs.signals_to_threads
def test_ctrl_c_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    play = PlayoutRun.play

    def pressed(run: PlayoutRun, games: int | None, seconds: float | None) -> None:
        play(run, 100, None)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        play(run, games, seconds)

    monkeypatch.setattr(PlayoutRun, "play", pressed)
    began = time.monotonic()
    told = json.loads(here("playouts", "tic_tac_toe", "--time", "60", "--json"))
    assert told["games"] >= 100
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig:target=12", "trio"])
def test_workers_play_the_same_games(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_playouts, "FIRST_GAMES", 7)
    alone = playouts(spec, games=100, seed=4)
    with Workplace(2) as place:
        run = ManyPlayouts(Position.after(spec), place, seed=4)
        heard: list[int] = []
        run.play(100, None, lambda found: heard.append(found.games))
    assert replace(run.found, seconds=0.0) == replace(alone, seconds=0.0)
    assert sorted(heard) == heard
    assert len(heard) > 3


def test_what_workers_cannot_play_is_a_sentence(tmp_path: Path) -> None:
    begun = Position.after("tic_tac_toe", "2,2")
    with Workplace(1) as place:
        with pytest.raises(GameError, match="workers are sent moves, and those of this position do not lead to it"):
            ManyPlayouts(Position(begun.game, begun.state), place)
        rules = Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py"
        text = rules.read_text(encoding="utf-8").replace("def is_over(self, state: State) -> bool:", FAILING)
        assert FAILING in text
        (tmp_path / "late.py").write_text(text, encoding="utf-8")
        with pytest.raises(RulesError):
            ManyPlayouts(Position.after(str(tmp_path / "late.py")), place).play(50, None)


FAILING = """def is_over(self, state: State) -> bool:
        if state.mine and state.theirs:
            raise TimeoutError("too late")"""


def test_with_workers_a_time_ends_them_and_the_command_says_the_same() -> None:
    words = ("playouts", "tic_tac_toe", "--games", "60", "--json")
    alone, by_one = (json.loads(here(*words, *more)) for more in ((), ("--workers", "1")))
    assert alone["players"] == by_one["players"]
    assert alone["lengths"] == by_one["lengths"]
    assert json.loads(here("playouts", "tic_tac_toe", "--time", "4", "--workers", "1", "--json"))["games"] > 0
    assert "--threads play in this process" in refused_here("playouts", "tic_tac_toe", "--threads", "2", "--workers", "2")
