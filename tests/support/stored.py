"""Matches for the tests of the store: plans, schedules, and games of tic-tac-toe that follow the rules."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.position import Position

PLAN = Plan("tic_tac_toe", ("random", "greedy"), seed=7, clock=1.5, openings="random:2", sprt={"elo0": 0.0, "elo1": 5.0})


def schedule(pairs: int, opening: str = "") -> list[Fixture]:
    """Pairs of games between two players who change sides."""
    return [Fixture(pair, side, (side, 1 - side), opening) for pair in range(pairs) for side in (0, 1)]


def win(one: Fixture, seat: int = 0) -> Played:
    """A game of few moves, which the player in this seat won."""
    payoffs = (1, -1) if seat == 0 else (-1, 1)
    return Played(one.pair, one.side, ("1,1", f"move{one.pair}"), payoffs, seconds=0.25)


def played_by_the_rules(one: Fixture, seed: int) -> Played:
    """A game of random moves."""
    dice, position = random.Random(seed), Position.after(load("tic_tac_toe"))
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return Played(one.pair, one.side, position.names(), position.payoffs, seconds=0.5)


def names(store: Store) -> set[str]:
    """The tables and the indexes of a store."""
    on_server = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    with store._database.reading() as connection:
        return set(connection.column("SELECT name FROM sqlite_master" if connection.is_file else on_server))


def settle(store: Store) -> None:
    """Waits for what a program that was killed has left: a server may still be writing what it sent last."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    while str(store).startswith("postgresql"):
        with store._database.reading() as connection:
            if connection.scalar(others) == 0:
                break
        time.sleep(0.01)


@contextmanager
def program(code: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Another Python that runs `code`; it does not outlive the test."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent,
    ) as running:
        try:
            yield running
        finally:
            running.kill()
