"""Random games a second: beside the shortest loop that compiles, beside open_spiel's loop in Python, and with two threads."""

import os
import statistics
import time
from collections.abc import Iterator

import kibitz
from benchmarks.learned import Settings
from benchmarks.peers.games import Games, ask
from benchmarks.row import Row, at_least
from benchmarks.two_walks import TwoWalks
from kibitz.search.drivers.playouts import PlayoutRun

ROUNDS, SPENT, FIRST = 7, 0.25, 256  # turns; CPU seconds that each takes at least; games that are tried first
AGAINST_TWO_WALKS = {"connect_four": 2.5, "checkers": 2, "breakthrough": 1.4, "othello": 1.2}
GAMES_OF_OPEN_SPIEL = {"tic_tac_toe": 20_000, "connect_four": 4000, "checkers": 400, "breakthrough": 800, "othello": 400}
MILLIONS = 8  # of games of tic-tac-toe
TWO_THREADS = ("tic_tac_toe", "connect_four", "othello")


def rows(settings: Settings) -> Iterator[Row]:
    """CPU time throughout, in turns, so that other programs count for little; two threads by the clock."""
    for name, target in AGAINST_TWO_WALKS.items():
        title = f"{name}: random games, of those of a loop that walks twice"
        if settings.wants(title):
            yield _against_two_walks(title, name, target)
    title = "tic_tac_toe: random games"
    if settings.wants(title):
        game = kibitz.load("tic_tac_toe")
        games = _enough(game)
        speeds = [games / _seconds(game, games, seed) / 1e6 for seed in range(ROUNDS)]
        how = f"a CPU second, one thread; median of {ROUNDS}; `kibitz playouts tic_tac_toe --games {games}`"
        yield at_least(title, statistics.median(speeds), MILLIONS, "M games/s", how)
    for name, count in GAMES_OF_OPEN_SPIEL.items():
        title = f"{name}: random games, of those of open_spiel from Python"
        if settings.wants(title):
            yield _against_open_spiel(title, name, count)
    for name in TWO_THREADS:
        title = f"{name}: random games of two threads, of those of one"
        if settings.wants(title) and len(os.sched_getaffinity(0)) > 1:
            yield _two_threads(title, name)


def _against_two_walks(title: str, name: str, target: float) -> Row:
    game = kibitz.load(name)
    simple, games = TwoWalks(game), _enough(game)
    ours, theirs = list[float](), list[float]()
    for seed in range(ROUNDS):
        ours.append(games / _seconds(game, games, seed))
        theirs.append(games / simple.seconds(games, seed))
    ratio = statistics.median(one / other for one, other in zip(ours, theirs, strict=True))
    how = (
        f"{statistics.median(ours):,.0f} a CPU second against {statistics.median(theirs):,.0f} of `benchmarks/two_walks.py`, "
        f"one thread; median of {ROUNDS} turns of {games:,} games; `kibitz playouts {name} --games {games}`"
    )
    return at_least(title, ratio, target, "times", how)


def _against_open_spiel(title: str, name: str, count: int) -> Row:
    game = kibitz.load(name)
    games, ratios = _enough(game), list[float]()
    for seed in range(3):
        ours = games / _seconds(game, games, seed)
        rate = ask("open_spiel_games", Games(name, [()] * count))
        ratios.append(ours / rate.per_second)
    how = (
        f"{ours:,.0f} a CPU second, of {kibitz.playouts(game, games=count).length:.3g} moves, against {rate}, one thread; "
        f"median of 3 turns; `kibitz playouts {name} --games {games}`"
    )
    return at_least(title, statistics.median(ratios), 100, "times", how)


def _two_threads(title: str, name: str) -> Row:
    game, gains = kibitz.load(name), list[float]()
    games = 4 * _enough(game)
    for seed in range(ROUNDS):
        one, two = (_clock(game, games, seed, threads) for threads in (1, 2))
        gains.append(one / two)
    how = f"by the clock; median of {ROUNDS} turns of {games:,} games; `kibitz playouts {name} --games {games} --threads 2`"
    return at_least(title, statistics.median(gains), 1.9, "times", how)


def _enough(game: kibitz.Game) -> int:
    """So many games that they take a measurable time; compiled by then."""
    games = FIRST
    while _seconds(game, games, 0) < SPENT:
        games *= 2
    return games


def _seconds(game: kibitz.Game, games: int, seed: int) -> float:
    """CPU seconds of so many games, one thread."""
    run = PlayoutRun(game, seed=seed)
    began = time.process_time()
    run.play(games, None)
    return time.process_time() - began


def _clock(game: kibitz.Game, games: int, seed: int, threads: int) -> float:
    return kibitz.playouts(game, games=games, seed=seed, threads=threads).seconds
