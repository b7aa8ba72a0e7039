"""Whole games beside the peers, each in one process and stored by none: what a referee costs, and what search is worth."""

import time
from collections.abc import Iterator

import kibitz
from benchmarks.peers.games import Games, Rate, ask
from benchmarks.row import Row, said
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.match import plan_match

RANDOM, DEPTH = 5000, 4
OURS, THEIRS = 100, 20


def rows() -> Iterator[Row]:
    """Tic-tac-toe by dice, which needs nothing compiled: our rules are plain Python there; then Connect Four by depth."""
    plan, fixtures = plan_match(kibitz.load("tic_tac_toe"), ["random", "random"], games=RANDOM, openings="start", seed=1)
    mine = _ours(plan, fixtures)
    theirs = ask("easy_ai_games", Games("tic_tac_toe", [()] * RANDOM))
    how = f"{mine} against {theirs}; ours one by one, with clocks, seeds for each player and a record"
    title = "random tic-tac-toe, one by one: games per CPU second against easyAI"
    yield Row(title, said(mine.per_second / theirs.per_second, "times"), how=how)
    game, players = kibitz.load("connect_four"), [f"alphabeta:depth={DEPTH},knowledge=none"] * 2
    plan, fixtures = plan_match(game, players, games=OURS, openings="random:4", seed=1)
    openings = [kibitz.Position.after(game, one.opening).moves for one in fixtures if one.side == 0]
    mine = _ours(plan, fixtures)
    theirs = ask("easy_ai_games", Games("connect_four", openings[:THEIRS], DEPTH))
    how = f"alpha-beta on both sides, no estimate, random openings; {mine} against {theirs}"
    title = f"Connect Four to depth {DEPTH}: games per CPU second against easyAI"
    yield Row(title, said(mine.per_second / theirs.per_second, "times"), how=how)


def _ours(plan: Plan, fixtures: list[Fixture]) -> Rate:
    """As a worker plays them; the first of them once before, for it may compile."""
    play_batch(Batch(plan, tuple(fixtures[:1])))
    began = time.process_time()
    played = play_batch(Batch(plan, tuple(fixtures)))
    seconds = time.process_time() - began
    moves = sum(len(game.moves) - len(one.opening.split()) for one, game in zip(fixtures, played, strict=True))
    return Rate(len(played), moves, seconds)
