"""The state of a check: the nodes seen, what the laws remember, and the values of small positions."""

import math
import random
import time
from collections import Counter
from functools import cached_property
from typing import Any

from kibitz.checking.node import CheckNode, RuleAnswer, Watch, ask, ask_within
from kibitz.core.best_result import best_result
from kibitz.core.laws import is_pair
from kibitz.core.rules import Game, Knowledge, can_be_proved, says

MAX_GAME_STATES = 6_000  # states: a game that has no more (tic-tac-toe: 5,478) is solved at once, and every node has a value
WHOLE_GAME_SHARE = 0.15  # of the time, at most
BUSY = 4.0  # times as long as the processor needs, by the clock
MAX_GAME_MOVES = 10_000  # a random game that is longer is given up
NODE_STATES = 500  # states to look at for the value of one node


# Plain minimax for small positions: the value that bounds, candidates and symmetries are held against.

Worth = tuple[int, int]
"""The result still to come for the side to move, and the plies to the end of a win or loss played at its best.

0 plies for a draw, and where moves bring rewards.
"""


class _TooMuch(Exception):
    """The position is not small."""


class PlainSolver:
    """Values by looking at every line to its end; it remembers each state it has solved."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Any, Worth] = {}
        self._open: set[Any] = set()
        self._left, self._end = 0, 0.0

    @cached_property
    def can(self) -> bool:
        """Whether minimax is all there is to it: two players, what one wins the other loses, and nothing left to chance."""
        return self.game.players == 2 and can_be_proved(self.game)

    def worth(self, state: Any, nodes: int, seconds: float = 1.0) -> Worth | None:
        """The worth of the state for the side to move; None when it takes more states or time, or the rules fail."""
        if not self.can:
            return None
        self._left, self._end = nodes, time.thread_time() + seconds
        self._open.clear()
        return ask_within(seconds + 1.0, self._solve, state).value  # type: ignore[no-any-return]  # a RuleAnswer holds anything

    def worth_of_move(self, state: Any, move: int, nodes: int) -> Worth | None:
        """The worth of a move for the side that makes it; None as for `worth`."""
        after = self.game.play(state, move)
        found = self.worth(after, nodes)
        return None if found is None else self._seen_before(state, move, after, found)

    def _solve(self, state: Any) -> Worth:
        if state in self._known:
            return self._known[state]
        if (
            self._left <= 0 or time.thread_time() > self._end or state in self._open
        ):  # a state inside its own tree has no value: play need not end
            raise _TooMuch
        self._left -= 1
        if self.game.is_over(state):
            found: Worth = self.game.result(state), 0
        else:
            self._open.add(state)
            afters = [(move, self.game.play(state, move)) for move in self.game.moves(state)]
            found = max((self._seen_before(state, move, after, self._solve(after)) for move, after in afters), key=worth_order)
            self._open.discard(state)
        self._known[state] = found
        return found

    def _seen_before(self, state: Any, move: int, after: Any, worth: Worth) -> Worth:
        """The worth of the state after a move, for the side that made it."""
        result, plies = worth
        if not says(self.game, "to_move") or self.game.to_move(state) != self.game.to_move(after):
            result = -result
        if says(self.game, "reward"):
            return result + self.game.reward(state, move), 0
        return result, plies + 1 if result else 0


def worth_order(worth: Worth) -> Worth:
    """Sorts: the better result first counts, then the quicker win and the later loss."""
    result, plies = worth
    return result, -plies if result > 0 else plies


class CheckContext:
    """A game under examination."""

    def __init__(self, game: Game, knowledge: Knowledge | None, seed: int, seconds: float) -> None:
        self.game, self.knowledge = game, knowledge
        self.seed, self.random = seed, random.Random(seed)
        self.seconds, self._end = seconds, time.thread_time() + seconds
        self._began = time.monotonic()
        self.nodes: list[CheckNode] = []  # each state the walk in breadth has seen, once, nearest to the start first
        self.steps: dict[Any, list[tuple[int, Any]]] = {}  # what each of these states leads to, by which move
        self.playouts: list[CheckNode] = []  # the last nodes of random games
        self.circles: list[CheckNode] = []  # nodes of random games whose state had come before in the same game
        self.endless: list[CheckNode] = []  # nodes where random games were given up
        self.wandered: list[CheckNode] = []  # the nodes of random games, as far as they are kept
        self.machines: tuple[Any, Any] | None = None  # the game compiled and the game plain, once they are made
        self.notes: list[str] = []  # what could not be looked at
        self.watch = Watch()  # over questions that are never answered
        self.complete = False  # whether the walk in breadth has seen every state
        self.keys: dict[Any, CheckNode] = {}  # the first node with each key
        self.looked: Counter[tuple[str, str]] = Counter()  # how often each law was looked at, in each walk
        self.solver = PlainSolver(game)
        self.solvable = False  # whether positions here are small enough for another try

    @cached_property
    def best(self) -> int | None:
        """The largest result, as far as it is known."""
        return ask(best_result, self.game).value  # type: ignore[no-any-return]  # a RuleAnswer holds anything

    def time_left(self, share: float = 1.0) -> bool:
        """Whether less than this share of the time has gone: the processor's, so that a busy machine finds the same, or nearly.

        On one so busy that it takes `BUSY` times as long, the clock's.
        """
        if time.monotonic() > self._began + BUSY * (share * self.seconds + self.watch.seconds):
            return False
        return time.thread_time() < self._end + self.watch.seconds - (1 - share) * self.seconds

    def worth(self, node: CheckNode) -> Worth | None:
        """The worth of a node for the side to move; None where that is not quickly found."""
        found = self.solver.worth(node.state, NODE_STATES) if self.solvable else None
        self.solvable = found is not None
        return found

    def worth_of_move(self, node: CheckNode, move: int) -> Worth | None:
        """The worth of a move for the side that makes it, once the node itself has been solved."""
        return self.solver.worth_of_move(node.state, move, NODE_STATES)

    def start(self) -> CheckNode | None:
        """The first node; None when `start` does not answer."""
        state = ask(self.game.start)
        return None if state.error else CheckNode(self.game, state.value)

    def replay(self, line: tuple[int, ...]) -> CheckNode | None:
        """The node at the end of a line, asked afresh; None when a move of it is not legal."""
        node = self.start()
        for move in line:
            if node is None or move not in node.legal or node.after(move).error:
                return None
            node = node.child(move)
        return node


# How little each player can get, and how much all together, as far as a game says: searches leave out what lies beyond.

ROUNDING = 1e-9  # of the sum


def payoff_limits_of(context: CheckContext) -> tuple[int, int] | None:
    """The least that any player can get, and the most that all can get together; None where the game does not say."""
    if says(context.game, "result"):
        return None if context.best is None else (-context.best, 0)
    declared = ask(context.game.payoff_limits).value if says(context.game, "payoff_limits") else None
    return declared if is_pair(declared) else None


def describe_excess(limits: tuple[int, int] | None, row: tuple[Any, ...]) -> str | None:
    """How one number for each player breaks the limits, in words, if it does."""
    if limits is None:
        return None
    least, together = limits
    total = math.fsum(row)
    if min(row) < least:
        return f"{min(row):.10g} for a player, but no one can get less than {least}"
    if total > together + ROUNDING * max(1.0, abs(total)):
        return f"{total:.10g} to all players together, but they cannot get more than {together}"
    return None


# The questions that laws put to a knowledge.

MAX_ITEMS = 1000  # a method that yields more of them yields them without end


def ask_knowledge(context: CheckContext, method: str, *arguments: Any) -> RuleAnswer:
    """The answer of a method of the knowledge."""
    return ask(getattr(context.knowledge, method), *arguments)


def ask_knowledge_list(context: CheckContext, method: str, state: Any) -> RuleAnswer:
    """All that a method of the knowledge yields, as a list that ends."""

    def items() -> list[Any]:
        found = []
        for item in getattr(context.knowledge, method)(state):
            found.append(item)
            if len(found) > MAX_ITEMS:
                raise ValueError(f"it yields more than {MAX_ITEMS} of them")
        return found

    return ask(items)


def format_worth(worth: Worth) -> str:
    """The worth of a state, in words."""
    result, plies = worth
    return f"{result} in {plies} plies" if plies else str(result) if result else "a draw"
