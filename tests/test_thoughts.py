"""Players that think aloud: the last thought is the one of `think`, a stop ends any of them, and no thread is left."""

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

import fair
from kibitz import players
from kibitz.core.registry import load
from kibitz.core.thought import Limit, Thought, Value
from kibitz.players import engine as engine_module
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.players.ladder import Thoughts
from kibitz.players.levels import LEVELS
from kibitz.players.settings import Wisdom
from kibitz.position import Position
from kibitz.search.drivers import handle, proof_search
from kibitz.search.entry import think
from kibitz.solutions.book import Book

pytestmark = pytest.mark.twice

POSITIONS = {  # small enough for the plain run
    "tic_tac_toe": "1,1 2,2",
    "connect_four:width=4,height=4": "1 2",
    "nim": "",
    "pig": "",
    "tree:file=three_players": "",
}
PHASES = {  # where a stop may come: who thinks, about what
    "a proof": ("perfect:time=60", "connect_four", ""),
    "a proof of a margin": ("perfect:time=60", "othello", ""),
    "a proof by level 10": ("computer:level=10,time=30", "connect_four", "11"),
    "a search": ("computer:time=30", "othello", ""),
    "a search by threads": ("deepening:time=30,threads=2", "connect_four", ""),
    "a search with dice": ("computer:time=30", "pig", ""),
    "a search for several": ("maxn:time=30", "trio", ""),
    "traps": ("deepening:time=30,traps=uniform", "connect_four", ""),
}
SOON = 0.8  # seconds: a few hundredths, or 0.15 after a proof, where nothing else keeps the machine busy


def engine(spec: str, seed: int | None = None) -> Engine:
    made = player(spec, seed)
    assert isinstance(made, Engine)
    return made


def position_of(game: str, moves: str) -> Position:
    """The position; where dice are to be thrown next, after the throw that comes first."""
    position = Position.after(load(game), moves)
    while position.is_chance:
        position = position.play(position.legal()[0])
    return position


def begin(spec: str, game: str, moves: str = "") -> tuple[Engine, Position, Thoughts]:
    """Somebody who is to think about a position, and the thoughts."""
    position, someone = position_of(game, moves), engine(spec, seed=1)
    someone.prepare(position.game)
    return someone, position, someone.thoughts(position)


def searching() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("kibitz")]


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    before = searching()  # of other tests in this process
    yield
    end = fair.now() + SOON
    while set(searching()) - set(before) and fair.now() < end:
        time.sleep(0.01)
    assert set(searching()) <= set(before)


def without_time(thought: Thought) -> Thought:
    return replace(thought, seconds=0.0)


@pytest.fixture
def no_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four without its book must be searched, and is far from solved within a minute."""
    monkeypatch.setattr(Book, "shipped", lambda game: None)


@pytest.mark.untraced
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("level", [1, 3])
def test_the_last_thought_is_what_the_search_says_or_what_it_slips_to(game: str, level: int) -> None:
    position, slips = position_of(game, POSITIONS[game]), 0
    for seed in range(4):
        *_, last = players.thoughts(engine(f"computer:level={level}", seed), position)
        dice = random.Random(seed)
        slipped = dice.random() < LEVELS[level].slip
        first = None if Wisdom().estimates(position.game) else dice.choice(position.legal())
        plain = think(position, limit=LEVELS[level].limit, all_moves=slipped, first=first)
        if slipped and len(plain.moves) > 1:
            second = plain.moves[1]
            plain = replace(plain, best=second.move, value=second.value, line=second.line)
            slips += 1
        assert without_time(last) == without_time(plain)
        assert without_time(engine(f"computer:level={level}", seed).think(position)) == without_time(last)
    assert slips or len(position.legal()) == 1


@pytest.mark.usefixtures("no_book")
def test_a_stop_in_a_proof_leaves_the_search_a_moment_to_find_a_sensible_move(monkeypatch: pytest.MonkeyPatch) -> None:
    for moment in (engine_module.MOMENT, 3.0):  # the first is enough, unless the machine stands still just then
        monkeypatch.setattr(engine_module, "MOMENT", moment)
        someone, position, thoughts = begin("perfect:time=60", "connect_four", "1 7 1 7 1")  # the second must answer at 1
        someone.stop()
        *_, last = thoughts
        if last.depth > 1:
            break
    assert (position.name(last.best or 0), last.depth > 1) == ("1", True)


@pytest.mark.compiled  # a plain solver does not guess first
def test_a_stop_reaches_the_search_that_guesses_a_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_search, "GUESSED", 10**12)
    someone, _, thoughts = begin("perfect:time=600", "othello")
    next(thoughts)  # after a quarter of a second: the state is not easy, and the margin is being guessed
    began = fair.now()
    someone.stop()
    *_, last = thoughts
    assert fair.now() - began < SOON
    assert last.stopped == "interrupted"


def test_who_hears_a_search_learns_at_once_that_it_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handle, "TICK", 60.0)
    began = fair.now()
    *_, last = engine("deepening:depth=2").thoughts(Position.after(load("tic_tac_toe")))
    assert last.depth == 2
    assert fair.now() - began < 10


@pytest.mark.usefixtures("no_book")
def test_a_proof_that_was_left_does_not_spoil_the_next() -> None:
    someone = engine("perfect:time=60")
    for _ in range(2):
        thoughts = someone.thoughts(Position.after("connect_four"))
        next(thoughts)
        thoughts.close()
    late = Position.after("connect_four", "2252576253462244111563365343671351441")
    assert someone.think(late).value == engine("perfect").think(late).value == Value("exact", -1, 4)


@pytest.mark.parametrize(
    ("spec", "limit"),
    [
        ("computer:level=8,time=1", Limit(10, 1.0)),
        ("computer:level=8,time=9", Limit(10, 9.0)),
        ("computer:level=9,depth=20", Limit(14, 2.0)),
        ("computer:level=9,depth=3,nodes=500", Limit(3, 2.0, 500)),
        ("computer:level=10,depth=3", Limit(3, 2.0)),
    ],
)
def test_a_level_may_be_limited(spec: str, limit: Limit) -> None:
    assert engine(spec).limit == limit


def test_thoughts_get_deeper_and_a_player_of_any_kind_may_have_them() -> None:
    heard = list(players.thoughts(engine("deepening:depth=5"), Position.after(load("connect_four"))))
    depths = [thought.depth for thought in heard if thought.depth]  # some come again, if it takes long until the next
    assert list(dict.fromkeys(depths)) == sorted(set(depths)) == [1, 2, 3, 4, 5]

    class Aloud:
        name = "aloud"

        def think(self, position: Position) -> Thought:
            raise AssertionError("it is asked for its thoughts")

        def thoughts(self, position: Position) -> Iterator[Thought]:
            for move in position.legal():
                yield Thought(move, Value("estimate", 0))

    nim = Position.after(load("nim:heaps=2"))
    assert [one.best for one in players.thoughts(Aloud(), nim)] == [0, 1]
    assert [one.best for one in players.thoughts(player("random", 7), nim)] == [player("random", 7).think(nim).best]


def test_a_book_is_one_thought_that_no_stop_takes_away_and_a_proof_is_heard_with_its_bounds() -> None:
    strong = engine("computer:level=10")
    heard = strong.thoughts(Position.after(load("connect_four")))
    strong.stop()
    assert [(one.best, one.stopped, one.value) for one in heard] == [(3, "solved", Value("exact", 1, 41))]
    *_, last = engine("perfect").thoughts(Position.after(load("tic_tac_toe"), "1,1 2,2 3,3"))
    assert (last.value, last.stopped, last.bounds) == (Value("exact", 0), "solved", (Value("exact", 0),) * 2)


@pytest.mark.usefixtures("no_book")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("delay", [None, 0.2])
def test_a_stop_ends_it_with_the_best_so_far(phase: str, delay: float | None) -> None:
    """So many seconds after the first thought; None: before it."""
    someone, position, thoughts = begin(*PHASES[phase])
    asked = list[float]()

    def stop() -> None:
        asked.append(fair.now())
        someone.stop()

    heard = [] if delay is None else [next(thoughts)]
    clock = threading.Timer(delay or 0.0, stop)
    clock.start()
    if delay is None:
        clock.join()
    elif "proof" in phase and "margin" not in phase:
        assert heard[0].bounds is not None
    heard += thoughts
    assert fair.now() - asked[0] < SOON
    clock.join()
    assert (heard[-1].stopped, heard[-1].best in position.legal()) == ("interrupted", True)


@pytest.mark.usefixtures("no_book")
@pytest.mark.parametrize("phase", ["a proof", "a search", "a search by threads", "traps"])
def test_who_hears_no_more_ends_the_search(phase: str) -> None:
    _, _, thoughts = begin(*PHASES[phase])
    next(thoughts)
    assert searching()
    began = fair.now()
    thoughts.close()
    assert fair.now() - began < SOON


def test_a_stop_may_leave_a_slip_and_is_for_the_thinking_under_way_and_no_other() -> None:
    someone, _, thoughts = begin("computer:time=30", "othello")
    someone.slip = 1.0
    heard = [next(thoughts)]
    someone.stop()
    heard += thoughts
    assert (heard[-1].stopped, heard[-1].best) == ("interrupted", heard[-2].moves[1].move)
    quick = engine("deepening:depth=3")
    for _ in range(2):
        quick.stop()
        assert quick.think(Position.after(load("tic_tac_toe"))).stopped == "depth"


@pytest.mark.usefixtures("no_book")
@pytest.mark.parametrize("spec", ["computer:level=10,time=0.6", "computer:level=8,time=0.2"])
def test_a_level_with_a_time_takes_no_longer_proof_and_all(spec: str) -> None:
    someone, position, _ = begin(spec, "connect_four")
    someone.think(position)
    for _ in range(3):  # once is enough, unless the machine stands still meanwhile
        began = fair.now()
        thought = someone.think(position)
        assert fair.now() - began < float(spec.partition("time=")[2]) + 0.15
        if thought.depth > 1:
            break
    assert thought.depth > 1
