"""Random games of matches, many at once against one by one: what the players' turns in Python cost, and what the store does."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any
from unittest.mock import patch

import kibitz
from benchmarks.peers.games import Games, ask
from benchmarks.row import Row, at_least, said
from kibitz.arena.crew import flow
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Store

ROUNDS, MANY, FEW = 7, 20_000, 1000
OTHERS = {"connect_four": (4000, 200), "pig": (1000, 40), "trio": (4000, 200), "breakthrough": (400, 20)}


class Here(Executor):
    """Plays in this process, so that its CPU time is all there is."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """What is to be done is done at once."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def rows() -> Iterator[Row]:
    """Both ways play the same games, in turns, in one process; what was compiled before does not count."""
    once, alone, ratio = _both_ways("tic_tac_toe", MANY, FEW)
    theirs = statistics.median(ask("open_spiel_games", Games("tic_tac_toe", [()] * MANY)).per_second for _ in range(3))
    others = ", ".join(f"{name} {said(_both_ways(name, *games)[2], 'times')}" for name, games in OTHERS.items())
    stored = [_stored(seconds) for seconds in (0.0, float("inf"))]
    how = (
        f"{once:,.0f} games per CPU second against {alone:,.0f}, the same games by the same seeds, median of {ROUNDS}; "
        f"{said(once / theirs, 'times')} the {theirs:,.0f} of open_spiel's loop in Python; {others}; with all that is stored "
        f"{stored[0]:,.0f} against {stored[1]:,.0f}"
    )
    yield at_least("random tic-tac-toe, many games at once against one by one", ratio, 100, "times", how)


def _both_ways(name: str, many: int, few: int) -> tuple[float, float, float]:
    """Games a CPU second at once, in batches as a match cuts them, and one by one; and the median of their ratios."""
    plan, fixtures = _planned(name, many)
    batches = [Batch(plan, tuple(fixtures[at : at + flow.MOST]), many=True) for at in range(0, many, flow.MOST)]
    play_batch(batches[0])
    once, alone = list[float](), list[float]()
    for _ in range(ROUNDS):
        began = time.process_time()
        for batch in batches:
            play_batch(batch)
        middle = time.process_time()
        play_batch(Batch(plan, tuple(fixtures[:few])))
        once.append(len(fixtures) / (middle - began))
        alone.append(few / (time.process_time() - middle))
    ratios = [quick / slow for quick, slow in zip(once, alone, strict=True)]
    return statistics.median(once), statistics.median(alone), statistics.median(ratios)


def _stored(compiling: float) -> float:
    """Games a CPU second from the first to the last in the store: played at once, or, where that pays never, one by one."""
    plan, fixtures = _planned("tic_tac_toe", MANY // 2)
    with (
        tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder,
        Store.open(str(Path(folder) / "games.db")) as store,
        patch.object(flow, "COMPILING", compiling),
    ):
        match = Match(store, store.add(plan, fixtures))
        began = time.process_time()
        match.play(Here(), 1)
        return len(fixtures) / (time.process_time() - began)


def _planned(name: str, games: int) -> tuple[Plan, list[Fixture]]:
    game = kibitz.load(name)
    openings = "start" if name == "tic_tac_toe" else "auto"
    return plan_match(game, ["random"] * game.players, games=games, openings=openings, seed=1)
