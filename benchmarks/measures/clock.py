"""Whether a search ends when it must: a time limit, a stop, and Ctrl-C."""

import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import kibitz
from benchmarks.positions import positions
from benchmarks.row import Row, at_most

TRIES = 100
CTRL_C_TRIES = 20


def rows() -> Iterator[Row]:
    """Each on Othello positions, which no search finishes in that time; warm."""
    game = kibitz.load("othello")
    states = list(positions(game, 10, TRIES))
    kibitz.think(game, states[0], limit=kibitz.Limit(depth=4))

    answered = sorted(_answered(game, state) for state in states)
    yield at_most("an answer within a time limit of 100 ms", answered[-2], 130, "ms", _how("the slowest but one of", answered))

    stopped = sorted(_stopped(game, state) for state in states)
    yield at_most("the end after a stop", stopped[-2], 100, "ms", _how("the slowest but one of", stopped))

    pairs = [_interrupted() for _ in range(CTRL_C_TRIES)]
    said = sorted(answer for answer, _ in pairs)
    gone = f"the process is gone after {statistics.median(end for _, end in pairs):.0f} ms"
    how = f"{_how('`kibitz analyze othello --json`; the slowest but one of', said)}, {gone}"
    yield at_most("the answer after Ctrl-C", said[-2], 100, "ms", how)


def _answered(game: kibitz.Game, state: object) -> float:
    began = time.perf_counter()
    kibitz.think(game, state, limit=kibitz.Limit(time=0.1))
    return 1000 * (time.perf_counter() - began)


def _stopped(game: kibitz.Game, state: object) -> float:
    thinking = kibitz.begin(game, state)
    time.sleep(0.05)
    began = time.perf_counter()
    thinking.stop()
    thinking.result()
    return 1000 * (time.perf_counter() - began)


def _interrupted() -> tuple[float, float]:
    """Milliseconds from Ctrl-C to the answer, and to the end of the process."""
    # Started in the background, this process ignores Ctrl-C, and so would the one it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [str(Path(sys.executable).with_name("kibitz")), "analyze", "othello", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        time.sleep(3)
        assert process.poll() is None, "the search had ended before it was interrupted"
        assert process.stdout is not None
        began = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.stdout.readline()
        answered = time.perf_counter()
        process.wait()
        return 1000 * (answered - began), 1000 * (time.perf_counter() - began)


def _how(of: str, times: list[float]) -> str:
    return f"{of} {len(times)} tries; median {statistics.median(times):.3g} ms"
