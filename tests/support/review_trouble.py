"""Reviews in a hurry: random games of small games, reviewed at 0.05 s a move, against rules and a minimax that know no kibitz.

    python tests/support/review_trouble.py [--games 1000] [--seed 0] [--time 0.05] [--jobs 2]

The oracle plays by the plain rules of `tests/support/naive` and knows the value of every position, and in how many plies. In
half of the games the table had proved some positions before, and hands that over. Whatever a review then calls proved must be
so, what was handed over must be in it, and no estimate may accuse, or praise, against it. It prints what is wrong, and ends
with 1 if anything is.
"""

import argparse
import copy
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from kibitz import Limit, Position, load, review
from kibitz.core.best_result import best_result
from kibitz.core.rules import Game, says
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.explain.review.judge import BAD, Ply, VerdictScale
from naive import naive_twin

GAMES = (
    "tic_tac_toe",
    "nim:heaps=1-2-3",
    "nim:heaps=2-2-3,misere=true",
    "connect_four:width=3,height=3,line=3",
    "kalah:pits=3,seeds=2",
    "dots_and_boxes:width=2,height=1",
)
LARGER = ("hex:size=3", "othello:size=4", "connect_four:width=4,height=3,line=3")  # the oracle takes seconds
Worth = tuple[float, int]  # the result for the first player, and the plies to the end


class Oracle:
    """Knows what every position of a small game is worth, by the plain rules."""

    def __init__(self, game: Game) -> None:
        self._start: Any = naive_twin(game)
        self._counts = best_result(game) == 1 and not says(game, "reward")
        self._known: dict[str, Worth] = {}

    def of(self, names: tuple[str, ...]) -> tuple[Worth, int]:
        """What the position after these moves is worth, and who is to move."""
        twin = copy.deepcopy(self._start)
        for name in names:
            twin.play(name)
        return self._value(twin), twin.mover

    def _value(self, twin: Any) -> Worth:
        key = repr(sorted((name, _sorted(value)) for name, value in vars(twin).items()))
        if key not in self._known:
            self._known[key] = (twin.lead(), 0) if twin.over() else self._best(twin)
        return self._known[key]

    def _best(self, twin: Any) -> Worth:
        side, found = 1 - 2 * twin.mover, []
        for name in twin.moves():
            after = copy.deepcopy(twin)
            after.play(name)
            result, plies = self._value(after)
            found.append((result, plies + 1 if result and self._counts else 0))
        return max(found, key=lambda one: order((side * one[0], one[1])))


def order(worth: Worth) -> tuple[float, int]:
    """Sorts what a side may get: quicker wins and later losses are better."""
    result, plies = worth
    return result, -plies if result > 0 else plies


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((str(key), str(_sorted(one))) for key, one in value.items())
    return sorted(map(str, map(_sorted, value))) if isinstance(value, (set, frozenset)) else value


@cache
def oracle_of(spec: str) -> Oracle:
    return Oracle(load(spec))


class ReviewedGame:
    """A random game, what was proved of it before, and its review."""

    def __init__(self, spec: str, seed: int, seconds: float) -> None:
        dice = random.Random(f"{spec} {seed}")
        self.oracle, position = oracle_of(spec), Position.after(load(spec))
        while not position.is_over:
            position = position.play(dice.choice(position.legal()))
        names = position.names()
        self.truths = [self.oracle.of(names[:ply]) for ply in range(len(names) + 1)]
        share = dice.choice((0.0, 0.0, 0.3, 0.7))
        game, moves = position.game, position.moves
        heres = [Position.after(game, moves[:ply]) for ply in range(len(moves))]
        self.handed = {ply for ply in range(len(moves)) if dice.random() < share}
        self.counts = best_result(game) == 1
        known = [(heres[ply], self._thought(heres[ply], ply)) for ply in sorted(self.handed)]
        self.scale = VerdictScale.of(game)
        self.review = review(position, limit=Limit(time=seconds), known=known)

    def _mine(self, worth: Worth, mover: int, late: int = 0) -> Worth:
        """A worth from the point of view of a player, seen so many plies before."""
        result, plies = worth
        return result * (1 - 2 * mover), plies + late if result and self.counts else 0

    def _thought(self, here: Position, ply: int) -> Thought:
        """All that can be proved of a position, as a table with time has proved it."""
        worth, mover = self.truths[ply]
        values = []
        for move in here.legal():
            after, _ = self.oracle.of(here.play(move).names())
            values.append(MoveValue(move, self._value(self._mine(after, mover, 1)), (move,)))
        best = max(values, key=lambda one: order((one.value.result, one.value.plies or 0))).move
        return Thought(best, self._value(self._mine(worth, mover)), (best,), tuple(values), stopped="solved")

    def _value(self, worth: Worth) -> Value:
        return Value("exact", worth[0], worth[1] or None)

    def faults(self) -> Iterator[str]:
        """All that is wrong with the review."""
        for ply in self.review.plies:
            mover = ply.mover
            (before, side), (after, _) = self.truths[ply.number - 1], self.truths[ply.number]
            assert side == mover, "the plain rules give the turn to somebody else"
            best, got = self._mine(before, mover), self._mine(after, mover, 1)
            yield from self._wrong(ply.before, best, "before")
            yield from self._wrong(ply.after, got, "after")
            if not ply.opening and not ply.forced:
                yield from self._judged(ply, best, got)

    def _wrong(self, value: Value | None, true: Worth, where: str) -> Iterator[str]:
        if value is None or value.kind == "estimate":
            return
        keeps = {"exact": true[0] == value.result, "at_least": true[0] >= value.result, "at_most": true[0] <= value.result}
        if not keeps[value.kind]:
            yield f"{where}: {value.kind} {value.result}, and it is {true[0]}"
        elif value.kind == "exact" and value.plies is not None and value.plies != true[1]:
            yield f"{where}: {value.result} in {value.plies}, and it is in {true[1]}"

    def _judged(self, ply: Ply, best: Worth, got: Worth) -> Iterator[str]:
        lost = best[0] - got[0]
        what = (
            f"{ply.verdict} ({'proved' if ply.proved else 'estimated'}, lost {ply.lost}), and it lost {lost} of {best}: {got}"
        )
        if not ply.proved:
            if ply.verdict is not None and ply.number - 1 in self.handed:
                yield f"an estimate where all was proved before: {what}"
            return
        if ply.lost is not None and ply.lost > lost:
            yield f"it lost less: {what}"
        if ply.verdict in BAD and self.scale.verdict(lost) not in BAD:
            yield f"accused of nothing: {what}"
        if ply.verdict == "best" and (lost or got[1] != best[1]):
            yield f"not the best: {what}"
        if ply.verdict in ("later", "sooner") and (lost or got[1] == best[1] or (best[0] > 0) != (ply.verdict == "later")):
            yield f"not {ply.verdict}: {what}"
        if ply.number - 1 in self.handed and lost and ply.verdict != self.scale.verdict(lost):
            yield f"not what was proved: {what}"


def look(task: tuple[str, int, float]) -> tuple[Counter[str], list[str]]:
    """What one game brings: counts, and what is wrong."""
    spec, seed, seconds = task
    reviewed = ReviewedGame(spec, seed, seconds)
    plies = reviewed.review.plies
    counts = Counter(games=1, plies=len(plies), handed=len(reviewed.handed), proved=sum(ply.proved for ply in plies))
    return counts, [f"{spec}, seed {seed}: {' '.join(reviewed.review.end.names())}: {fault}" for fault in reviewed.faults()]


def main() -> int:
    parser = argparse.ArgumentParser(description="Reviews of random games against plain rules and plain minimax.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time", type=float, default=0.05, help="seconds for a move")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    games = GAMES + LARGER
    tasks = [(games[number % len(games)], asked.seed + number, asked.time) for number in range(asked.games)]
    tasks.sort()  # so that each process meets few games
    total, faults = Counter[str](), 0
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        for counts, wrong in pool.imap_unordered(look, tasks, 10):
            total += counts
            faults += len(wrong)
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    asked_of = f"{total['games']:,} games, {total['plies']:,} moves, {total['handed']:,} positions handed over"
    print(f"{asked_of}, {total['proved']:,} verdicts proved, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
