"""How quick learning is, and the search for play with what was learned."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import kibitz
from benchmarks.learned import Lesson, Settings, run_kibitz
from benchmarks.row import Row, at_least, at_most

GAME = "othello"
LESSON = Lesson(GAME, 1)
FIRST_GAME = """
import sys, kibitz
from kibitz.learning.learner import Goal, Learner
from kibitz.learning.preparation import prepare
Learner(prepare(kibitz.load(sys.argv[1]))).run(Goal(games=1), lambda progress: None)
"""
SEARCH, RANDOM_MOVES, COUNT, SECONDS = "selective", 10, 7, 2.0
LEARNING, SEARCHING, COMPILING = (f"{GAME}, {what}" for what in ("learning", "selective with what was learned", "compiling"))


def rows(settings: Settings) -> Iterator[Row]:
    """Positions a second of learning, nodes a second of play, and how long a newcomer waits before learning begins."""
    if settings.wants(LEARNING):
        report = LESSON.report(settings)
        played = f"{report['games']:,} games in {report['seconds']:.0f} s"
        how = f"{settings.workers} threads, {played}"
        yield at_least(LEARNING, report["positions"] / report["seconds"] / 1e6, 1, "M positions/s", how)
    if settings.wants(SEARCHING):
        speed, nodes = _searched(str(LESSON.file(settings)))
        how = f"one thread, {COUNT} positions after {RANDOM_MOVES} random moves, {SECONDS:g} s each; {nodes:,} nodes"
        yield at_least(SEARCHING, speed / 1e6, 4, "M nodes/s", how)
    if settings.wants(COMPILING):
        how = "a fresh process with an empty cache, from its start until the first game is learned from"
        yield at_most(COMPILING, _compiled(), 15, "s", how)


def _searched(file: str) -> tuple[float, int]:
    """The nodes a second over all positions, and how many they were; a first search, which compiles, is not counted."""
    lines = [_line(seed) for seed in range(COUNT)]
    words = ["--search", SEARCH, "--threads", "1", "--knowledge", file, "--time", f"{SECONDS:g}", "--json"]
    _, *found = [json.loads(run_kibitz("analyze", GAME, "--moves", line, *words)) for line in [lines[0], *lines]]
    nodes = sum(thought["nodes"] for thought in found)
    return nodes / sum(thought["seconds"] for thought in found), nodes


def _line(seed: int) -> str:
    """Random moves from the start."""
    dice, position = random.Random(seed), kibitz.Position.after(kibitz.load(GAME))
    for _ in range(RANDOM_MOVES):
        position = position.play(dice.choice(position.legal()))
    return " ".join(position.names())


def _compiled() -> float:
    """Seconds that a process takes which looks at the rules, compiles, and learns from one game."""
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        began = time.perf_counter()
        environment = {**os.environ, "KIBITZ_CACHE_DIR": folder}
        subprocess.run([sys.executable, "-c", FIRST_GAME, GAME], check=True, env=environment)
        return time.perf_counter() - began
