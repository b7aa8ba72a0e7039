"""Thinking on the opponent's time: an expected reply is answered at once, any other as if nothing had been thought before."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from kibitz.core.thought import Thought, Value
from kibitz.players.engine import Engine
from kibitz.players.pondering import PonderingPlayer
from kibitz.position import Position
from player_kinds import engine

SOON = 20.0  # seconds, for threads of a busy machine


@dataclass
class Searches:
    """What the engine was asked to think about, and whether it may end; a thought names the first move and the reply to it."""

    positions: list[tuple[int, ...]] = field(default_factory=list)
    may_end: threading.Event = field(default_factory=threading.Event)
    stops: int = 0


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    """A search that goes on until it may end, or is stopped."""
    seen = Searches()

    class Search:
        def __init__(self, position: Position) -> None:
            self._position, self._is_stopped = position, False

        def stop(self) -> None:
            self._is_stopped = True

        def close(self) -> None:
            """It has ended."""

        def __iter__(self) -> Iterator[Thought]:
            position = self._position
            seen.positions.append(position.moves)
            while not self._is_stopped and not seen.may_end.wait(0.001):
                pass
            seen.stops += self._is_stopped
            move = position.legal()[0]
            after = position.play(move)
            line = (move,) if after.is_over else (move, after.legal()[0])
            yield Thought(move, Value("estimate", 0.0), line, stopped="interrupted" if self._is_stopped else "depth")

    def search(self: Engine, position: Position, halt: Any, spent: float) -> Iterator[Thought]:
        self.dice.random()
        yield from halt.heard(Search(position))

    monkeypatch.setattr(Engine, "_search", search)
    monkeypatch.setattr(Engine, "prepare", lambda self, game: None)
    return seen


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.001)


def begun(spec: str = "deepening:depth=4") -> tuple[PonderingPlayer, Position]:
    """A player that has made its first move, and the position where its opponent thinks."""
    player = PonderingPlayer(engine(spec, seed=1))
    start = Position.after("tic_tac_toe")
    thought = player.think(start)
    return player, start.play(thought.best or 0)


def test_the_expected_reply_is_answered_with_what_was_found(searches: Searches) -> None:
    searches.may_end.set()
    player, theirs = begun()
    player.ponder(theirs)
    expected = theirs.play(theirs.legal()[0])
    wait_until(lambda: expected.moves in searches.positions)
    assert player.think(expected).best == expected.legal()[0]
    assert searches.positions == [(), expected.moves]  # once each


def test_a_search_that_is_still_under_way_goes_on_when_the_reply_comes(searches: Searches) -> None:
    searches.may_end.set()
    player, theirs = begun()
    searches.may_end.clear()
    player.ponder(theirs)
    expected = theirs.play(theirs.legal()[0])
    wait_until(lambda: expected.moves in searches.positions)
    threading.Timer(0.05, searches.may_end.set).start()
    assert player.think(expected).stopped == "depth"
    assert (searches.positions, searches.stops) == ([(), expected.moves], 0)


def test_another_reply_ends_it_and_is_thought_about_as_ever(searches: Searches) -> None:
    searches.may_end.set()
    player, theirs = begun()
    dice = player.engine.dice.getstate()
    searches.may_end.clear()
    player.ponder(theirs)
    wait_until(lambda: len(searches.positions) == 2)
    threading.Timer(0.05, searches.may_end.set).start()
    other = theirs.play(theirs.legal()[-1])
    assert player.think(other).stopped == "depth"
    assert searches.positions[2:] == [other.moves]
    assert searches.stops == 1
    player.engine.dice.setstate(dice)
    assert len(searches.positions) == 3


def test_dice_fall_as_if_nothing_had_been_thought_ahead(searches: Searches) -> None:
    searches.may_end.set()
    rested, theirs = begun()
    pondering, _ = begun()
    for player in (rested, pondering):
        if player is pondering:
            player.ponder(theirs)
            wait_until(lambda: len(searches.positions) >= 4)
        player.think(theirs.play(theirs.legal()[-1]))
    assert rested.engine.dice.random() == pondering.engine.dice.random()


def test_where_nothing_is_expected_the_position_itself_comes_first(searches: Searches) -> None:
    searches.may_end.set()
    player = PonderingPlayer(engine("deepening:depth=4"))
    start = Position.after("tic_tac_toe")
    player.ponder(start)
    expected = start.play(start.legal()[0])
    wait_until(lambda: len(searches.positions) == 2)
    assert searches.positions == [(), expected.moves]
    player.think(expected)
    assert len(searches.positions) == 2


def test_resting_ends_it_soon_and_nothing_is_left(searches: Searches) -> None:
    searches.may_end.set()
    player, theirs = begun()
    searches.may_end.clear()
    player.ponder(theirs)
    wait_until(lambda: len(searches.positions) == 2)
    player.rest()
    assert searches.stops == 1
    wait_until(lambda: not any(thread.name == "kibitz-ponder" for thread in threading.enumerate()))
    player.rest()
    player.ponder(Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3"))  # over
    assert len(searches.positions) == 2


def test_it_ends_after_its_longest_time(searches: Searches, monkeypatch: pytest.MonkeyPatch) -> None:
    searches.may_end.set()
    player, theirs = begun()
    searches.may_end.clear()
    monkeypatch.setattr("kibitz.players.pondering.LONGEST", 1.0)
    player.ponder(theirs)
    wait_until(lambda: searches.stops == 1)


@pytest.mark.parametrize("ends_early", [True, False])
def test_the_opponent_s_time_is_not_charged(searches: Searches, ends_early: bool) -> None:
    searches.may_end.set()
    player, theirs = begun("deepening:clock=60")
    assert player.engine.account is not None
    before = player.engine.account.left
    if not ends_early:
        searches.may_end.clear()
    player.ponder(theirs)
    wait_until(lambda: len(searches.positions) == 2)
    time.sleep(0.4)
    searches.may_end.set()
    player.think(theirs.play(theirs.legal()[0]))
    assert 0 <= before - player.engine.account.left < 0.3
    assert player.engine.account.turns == 2
