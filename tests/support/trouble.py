"""Searches in trouble: on random games, with any limit and any number of threads, what they say is held against the truth.

    python tests/support/trouble.py [--minutes 1] [--seed 0] [--jobs 2]

The invariant is that of `Thought`: values and proved limits are true, `best` and `line` keep `value`, the move that is named
is the best proved of those that are equally good, and nothing is called solved unless that move is. For several players and for
chance exact fractions are the oracle. `tests/test_trouble.py` asks thousands of times, the command as often as time allows: it
prints what went wrong, and ends with 1 if anything did.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import reference_several
from kibitz.core.registry import load
from kibitz.core.rules import Game, legal, reward_of, says
from kibitz.core.thought import Limit, Thought, Value
from kibitz.search.drivers.solver import Solver
from kibitz.search.entry import begin, solve
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.vector_memory import TIE_RULES
from party_game import Feeling, Hunch
from random_parties import plan
from reference import Worth, late_state, order, same_side, solver
from shelf import BOARDS
from tangles import Count, place_of, tangle

SEARCHES = ("minimax", "alphabeta", "deepening", "solve", "selective")
THREADED = ("deepening", "selective", "solve")
LOW, HIGH = ("exact", "at_least"), ("exact", "at_most")
STRENGTH = {"exact": 3, "at_least": 2, "at_most": 1, "estimate": 0}


class Case:
    """One state of one game, and how it is searched."""

    def __init__(self, seed: int, most_threads: int = 4) -> None:
        dice = self.dice = random.Random(f"case {seed}")
        self.seed, self.tangle = seed, tangle(seed)
        self.game: Game = self.tangle.fixed() if dice.random() < 0.6 else self.tangle.graph()
        is_fixed = "gets" in vars(self.game)
        kinds = ("nothing", "order", "guess", "limits") if is_fixed else ("nothing",)
        self.kind = dice.choice(kinds)
        self.knowledge = self.tangle.knowledge(self.game, self.kind, dice)
        inner = [node for node, out in enumerate(self.tangle.edges) if out]
        self.node = 0 if dice.random() < 0.5 else dice.choice(inner)
        self.scale = Scale.of(self.game, True)
        self._most_threads = most_threads

    def questions(self) -> Iterator[dict[str, Any]]:
        """How it is asked: each search, in several ways."""
        dice, longest = self.dice, self.tangle.longest
        for search in SEARCHES:
            for _ in range(3):
                asked: dict[str, Any] = {"search": search, "all_moves": dice.random() < 0.3}
                table = dice.choice([256, 256, 4096, 2**20])
                depth, nodes = None, None
                if search != "solve":
                    asked["distance"] = dice.random() < 0.7
                    if dice.random() < 0.6:
                        depth = dice.randint(1, longest + 1)
                else:
                    asked["distance"] = dice.choice([None, True, False])
                    asked["weak"] = dice.random() < 0.2
                if search in ("minimax", "alphabeta") and depth is None and longest > 12:
                    depth = dice.randint(1, 6)
                if dice.random() < 0.5:
                    nodes = int(2 ** dice.uniform(0, 9))
                if search in THREADED:
                    asked["threads"] = min(self._most_threads, dice.choice([1, 1, 2, 4]))
                if search != "solve" and dice.random() < 0.2:
                    asked["first"] = dice.randrange(len(self.tangle.edges[self.node]))
                asked["limit"] = Limit(depth=depth, nodes=nodes, table=table)
                asked["stop"] = dice.choice([None, None, None, 0, 1, 2])
                yield asked


ROUNDED = 1e-9  # how far a sum of floats may be off


class Failure(AssertionError):
    """What was said is not so."""


class Judge:
    """Holds thoughts against the truth. `weak`: values say who wins; `plies`: they say when, too."""

    def __init__(self, game: Game, worth: Callable[[Any], Worth], weak: bool = False, plies: bool = True) -> None:
        """`worth`: what a state is worth to its side to move, whatever is asked."""
        self._game, self._worth, self._weak = game, worth, weak
        self._plies = plies and not weak and not says(game, "reward")
        self._unit = Scale.of(game, True).unit

    def thought(self, state: Any, thought: Thought, is_whole: bool) -> None:
        """Raises Failure. `is_whole`: the search came to the end of what was asked."""
        truth, legal = self._seen(self._worth(state)), list(self._game.moves(state))
        _sure(thought.best in legal, f"{thought.best} is no move")
        _sure(bool(thought.line) and thought.line[0] == thought.best, "the line is not that of the best move")
        self._value(thought.value, truth, "the value")
        assert thought.best is not None
        best = self._after(state, thought.best)
        if thought.value.kind in LOW:
            _sure(_reaches(best, thought.value), f"{thought.best} is worth {best}, and does not keep {thought.value}")
        self._line(state, thought.line, thought.value)
        if thought.stopped == "solved":
            _sure(thought.value.kind == "exact", f"solved, and {thought.value.kind}")
            _sure(order(best) == order(truth), f"solved: {thought.best} is worth {best}, and the position {truth}")
        if thought.bounds is not None:
            self._bounds(thought, truth, best)
        for one in thought.moves:
            _sure(one.move in legal, f"{one.move} is no move")
            self._value(one.value, self._after(state, one.move), f"move {one.move}")
            _sure(one.line[0] == one.move, f"the line of move {one.move} begins with {one.line[0]}")
            self._line(state, one.line, one.value)
        if thought.moves and is_whole:
            _sure(sorted(one.move for one in thought.moves) == sorted(legal), "not all moves are valued")
            self._moves(thought)

    def _bounds(self, thought: Thought, truth: Worth, best: Worth) -> None:
        assert thought.bounds is not None
        low, high = thought.bounds
        if low is not None:
            _sure(low.kind in LOW, f"{low} is no lower limit")
            _sure(_reaches(truth, low), f"{truth} is not at least {low}")
            _sure(_reaches(best, low), f"{thought.best} is worth {best}, and does not keep the lower limit {low}")
        if high is not None:
            _sure(high.kind in HIGH, f"{high} is no upper limit")
            _sure(_stays(truth, high), f"{truth} is not at most {high}")
        is_limit = thought.value in thought.bounds or (thought.value.kind == "estimate" and low is None)
        _sure(is_limit, f"{thought.value} is none of {thought.bounds}")

    def _moves(self, thought: Thought) -> None:
        first = thought.moves[0]
        _sure(first.move == thought.best, f"{thought.best} is named, and {first.move} listed first")
        numbers = [self._number(one.value) for one in thought.moves]
        _sure(numbers == sorted(numbers, reverse=True), "the moves are not listed best first")
        proved = [
            one for one, number in zip(thought.moves, numbers, strict=True) if number == numbers[0] and one.value.kind in LOW
        ]
        _sure(not proved or first.value.kind in LOW, f"{first} is named before {proved}")

    def _number(self, value: Value) -> float:
        """What a search compares: in each ply a result is worth a little less, be it proved or estimated."""
        result, plies = value.order
        return round(result + (plies / self._unit if self._plies else 0), 4)

    def _value(self, value: Value, truth: Worth, what: str) -> None:
        _sure(value.kind not in LOW or _reaches(truth, value), f"{what} is {truth}, and not {value}")
        _sure(value.kind not in HIGH or _stays(truth, value), f"{what} is {truth}, and not {value}")

    def _line(self, state: Any, line: tuple[int, ...], value: Value) -> None:
        """Played out, a line shows what is claimed as far as it goes."""
        is_ours, won = True, 0
        for number, move in enumerate(line, 1):
            _sure(move in list(self._game.moves(state)), f"{line}: {move} is no move")
            after, reward = self._game.play(state, move), reward_of(self._game, state, move)
            won += reward if is_ours else -reward
            is_ours = is_ours == same_side(self._game, state, after)
            state = after
            result, plies = self._worth(state)
            worth = self._seen((won + (result if is_ours else -result), plies + number if result else 0))
            if value.kind in LOW:
                _sure(_reaches(worth, value), f"{line[:number]} leads to {worth}, which does not keep {value}")
            if value.kind in HIGH:
                _sure(_stays(worth, value), f"{line[:number]} leads to {worth}, which is more than {value}")

    def _after(self, state: Any, move: int) -> Worth:
        """What a move is worth to the one who makes it."""
        after = self._game.play(state, move)
        result, plies = self._worth(after)
        result = (result if same_side(self._game, state, after) else -result) + reward_of(self._game, state, move)
        return self._seen((result, plies + 1 if result else 0))

    def _seen(self, worth: Worth) -> Worth:
        """A worth as far as it was asked for."""
        result, plies = worth
        return ((result > 0) - (result < 0), 0) if self._weak else (result, plies if self._plies else 0)


def _reaches(worth: Worth, value: Value) -> bool:
    return order(_compared(worth, value)) >= order((value.result, value.plies or 0))


def _stays(worth: Worth, value: Value) -> bool:
    return order(_compared(worth, value)) <= order((value.result, value.plies or 0))


def _compared(worth: Worth, value: Value) -> Worth:
    """A value without plies says nothing of the distance."""
    return (worth[0], 0) if value.plies is None else worth


def _sure(holds: bool, sentence: str) -> None:
    if not holds:
        raise Failure(sentence)


def judge_number(case: Case, asked: dict[str, Any], thought: Thought) -> None:
    """That a search to a depth found the minimax value of that depth."""
    if asked["limit"].nodes is not None or thought.stopped not in ("depth", "solved") or asked["stop"] is not None:
        return
    depth = asked["limit"].depth or len(case.tangle.edges)
    if thought.stopped == "solved":
        depth = len(case.tangle.edges)
    scale = Scale(case.scale.most, case.scale.known, asked["distance"])
    count = Count(unit := scale.unit, scale.clamp, asked["distance"], case.kind == "guess")
    number = case.tangle.number(case.node, depth, count, {})
    if thought.value.kind == "estimate":
        _sure(thought.value.result == round(number / unit, 4), f"{thought.value}, where minimax finds {number / unit}")
    else:
        wanted = scale.result(number)
        _sure((thought.value.result, thought.value.plies) == wanted, f"{thought.value}, where minimax finds {wanted}")


def look(seed: int, most_threads: int = 4) -> list[str]:
    """What is wrong in all that is asked about one random game, a sentence each."""
    case, wrong = Case(seed, most_threads), []
    solvers: dict[Any, Solver] = {}
    for asked in case.questions():
        how = {name: value for name, value in asked.items() if name != "stop"}
        key = asked.get("distance"), asked.get("weak"), asked.get("threads")
        if asked["search"] == "solve" and key in solvers and case.dice.random() < 0.5:
            how["solver"] = solvers[key]
        state = place_of(case.game, case.node)
        thinking = begin(case.game, state, knowledge=case.knowledge, **how)
        if asked["search"] == "solve":
            solvers[key] = thinking.solver  # type: ignore[attr-defined]  # a ProofSearch
        plies = case.scale.most == 1 if asked["distance"] is None else asked["distance"]
        judge = Judge(case.game, lambda state: case.tangle.worths[state.node], asked.get("weak", False), plies)
        thought = None
        try:
            for count, thought in enumerate(thinking):
                if asked["stop"] is not None and count >= asked["stop"]:
                    thinking.stop()
                judge.thought(state, thought, is_whole=thought.stopped in ("depth", "solved"))
            thought = thinking.result()
            judge.thought(state, thought, is_whole=thought.stopped in ("depth", "solved"))
            if asked["search"] not in ("selective", "solve"):
                judge_number(case, asked, thought)
            if asked.get("threads", 1) == 1 and asked["limit"].nodes is not None and "solver" not in how:
                # More are the root, and the node that met the limit, of each attempt.
                most = asked["limit"].nodes + 2 * thought.depth + 4
                _sure(thought.nodes <= most, f"{thought.nodes} nodes are more than {most}")
        except Failure as failure:
            wrong.append(f"game {seed}, node {case.node}, {case.kind}, {_words(asked)}: {failure}; {thought}")
        finally:
            thinking.close()
    return wrong


def _words(asked: dict[str, Any]) -> str:
    limit = asked["limit"]
    return " ".join(
        f"{name}={value}"
        for name, value in (asked | {"depth": limit.depth, "nodes": limit.nodes, "table": limit.table}).items()
        if name != "limit" and value is not None
    )


class Rational:
    """The same game, paid and diced in exact fractions."""

    def __init__(self, game: Game) -> None:
        self._game = game
        names = ("result", "payoffs", "chances")
        self.leaves_out = frozenset(name for name in names if not says(game, name))
        self.players, self.to_move, self.is_over, self.moves, self.play = (
            getattr(game, name) for name in ("players", "to_move", "is_over", "moves", "play")
        )

    def start(self) -> Any:
        return self._game.start()

    def result(self, state: Any) -> Fraction:
        return Fraction(self._game.result(state))

    def payoffs(self, state: Any) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self._game.payoffs(state)))

    def chances(self, state: Any) -> list[tuple[int, Fraction]]:
        return [(outcome, Fraction(weight)) for outcome, weight in self._game.chances(state)]


def look_at_party(seed: int) -> list[str]:
    """What is wrong in what is said of a random game of several players, any sum and chance, by all searches for such games."""
    dice, wrong = random.Random(f"party {seed}"), []
    shape, sums = dice.choice(["tree", "meeting"]), dice.choice(["any", "constant", "zero"])
    design = plan(
        seed, dice.randint(2, 4) if sums != "zero" else 2, shape, sums, dice.choice([0, 0.25, 0.6]), dice.random() < 0.7
    )
    game: Any = design.duel() if sums == "zero" else design.share() if dice.random() < 0.3 else design.party()
    rational: Any = Rational(game)
    wise: Any = (Hunch if sums == "zero" else Feeling)(game) if dice.random() < 0.6 else None
    for search in ("maxn", "maxn", "paranoid", "best_reply", *(("expectiminimax",) if sums == "zero" else ())):
        ties = dice.choice(TIE_RULES) if search == "maxn" else "first"
        nodes, depth = dice.choice([None, int(2 ** dice.uniform(0, 9))]), dice.choice([None, None, *range(1, 7)])
        asked: dict[str, Any] = {
            "ties": ties,
            "all_moves": dice.random() < 0.4,
            "limit": Limit(depth, None, nodes, dice.choice([256, 4096, 2**20])),
        }
        more = {"ties": ties} if search == "maxn" else {}
        try:
            truth = getattr(reference_several, search)(rational, game.start(), None, **more)
            thinking, stop = begin(game, search=search, knowledge=wise, **asked), dice.choice([None, None, 0, 1, 2])
            for count, thought in enumerate(thinking):
                if stop is not None and count >= stop:
                    thinking.stop()
                judge_party(game, search, truth, thought)
            judge_party(game, search, truth, thinking.result())
        except Failure as failure:
            wrong.append(f"search={search} party {seed} {asked}: {failure}")
    return wrong


def judge_party(game: Game, search: str, truth: "reference_several.Judged", thought: Thought) -> None:
    """Raises Failure where what is claimed as proved is not what exact fractions say, or the move does not keep it."""
    _sure((thought.best is None) == (truth.best is None), f"{thought.best} is named, where it should be {truth.best}")
    if thought.stopped == "solved":
        _sure(thought.value.kind != "estimate" or search == "best_reply", f"solved, and {thought.value}")
    claims = [(thought.value, truth.value)]
    if thought.best is not None:
        claims.append((thought.value, truth.moves[thought.best]))
    claims += [(one.value, truth.moves[one.move]) for one in thought.moves]
    for value, found in claims:
        numbers = (value.payoffs or (value.result,)) if search == "maxn" else (value.result,)
        exact = found if isinstance(found, tuple) else (found,)
        is_so = all(abs(one - float(other)) <= ROUNDED * (1 + abs(one)) for one, other in zip(numbers, exact, strict=True))
        _sure(value.kind == "estimate" or is_so, f"{value}, where it is {exact}; {thought}")
    if thought.moves and search != "maxn" and thought.best is not None:
        first = thought.moves[0].value
        proved = [one for one in thought.moves if one.value.result == first.result and one.value.kind in LOW]
        _sure(not proved or first.kind in LOW, f"{first} is named before {proved}")
    state = game.start()
    for move in thought.line:
        _sure(move in legal(game, state), f"{thought.line}: {move} is no move")
        state = game.play(state, move)


def look_at_board(spec: str, seed: int, threads: int = 4) -> list[str]:
    """What is wrong in what is proved of one late state of a real game, by several threads with little memory, ended or not."""
    game, dice = load(spec), random.Random(f"{spec} {seed}")
    state, wrong = late_state(game, seed), []
    for number in range(6):
        nodes = None if number % 2 else int(2 ** dice.uniform(0, 9))
        asked = {"all_moves": number % 3 == 0, "distance": True, "threads": threads}
        thought = solve(game, state, limit=Limit(nodes=nodes, table=256), **asked)  # type: ignore[arg-type]  # as it says
        try:
            Judge(game, solver(game)).thought(state, thought, is_whole=thought.stopped == "solved")
            _sure(nodes is not None or thought.stopped == "solved", f"ended by {thought.stopped}")
        except Failure as failure:
            wrong.append(f"search=solve {spec} {seed} nodes={nodes} {asked}: {failure}; {thought}")
    return wrong


def _run(job: tuple[int, int, float]) -> tuple[int, list[str]]:
    first, step, end = job
    count, wrong = 0, []
    seed = first
    while time.monotonic() < end:
        wrong += look(seed)
        if seed % 2:
            wrong += look_at_party(seed)
        if seed % 20 == 0:
            wrong += look_at_board(BOARDS[seed // 20 % len(BOARDS)], seed // 20)
        seed += step
        count += 1
    return count, wrong


def main() -> int:
    """1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        found = pool.map(_run, [(given.seed + job, given.jobs, end) for job in range(given.jobs)])
    games, wrong = sum(count for count, _ in found), [one for _, some in found for one in some]
    kinds = Counter(one.partition("search=")[2].split()[0] for one in wrong)
    print("\n".join(wrong[:40]))
    print(f"{games:,} games from seed {given.seed}, {12 * games:,} searches: {len(wrong)} wrong {dict(kinds) or ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
