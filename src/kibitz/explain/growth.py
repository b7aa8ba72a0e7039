"""The cost of searching: each depth from scratch, for one search after the other."""

import math
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Stopped, Thought, Value
from kibitz.errors import SearchError
from kibitz.position import Position
from kibitz.search.descriptor import fitting, search_for, search_of
from kibitz.search.drivers.request import KnowledgeSource
from kibitz.search.entry import begin
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.perft import perft

Why = Literal["depth", "time", "solved"]


@dataclass(frozen=True)
class Measurement:
    """The cost of one search from scratch to one depth.

    `nodes`: all visited positions, root included, over all iterations of a deepening search. `memory`: bytes allocated, of
    which `table` for positions seen; the rest is for best lines and open nodes. `value` is for the side to move.
    """

    search: str
    depth: int
    nodes: int
    seconds: float
    memory: int
    table: int
    value: Value
    stopped: Stopped

    @property
    def effective(self) -> float:
        """The effective branching factor b*: 1 + b* + (b*)^2 + ... + (b*)^depth = nodes."""
        return effective(self.nodes, self.depth)


@dataclass(frozen=True)
class LeftOff:
    """The last depth of a search, 0 for none, and why it stopped.

    "time": its share was over. "depth": no deeper one was wanted or exists. "solved": the tree ends there, or its value is
    proved.
    """

    search: str
    depth: int
    why: Why


@dataclass(frozen=True)
class Growth:
    """How the cost of searching a position grows with depth.

    `sequences`: the number of sequences of 0, 1, 2, ... moves, as far as counted; 0 where all games are over.
    """

    position: Position
    searches: tuple[str, ...]
    sequences: tuple[int, ...] = (1,)
    rows: tuple[Measurement, ...] = ()
    left_off: tuple[LeftOff, ...] = ()

    def of(self, search: str) -> tuple[Measurement, ...]:
        """The rows of one search, shallowest first."""
        return tuple(row for row in self.rows if row.search == search)

    def step(self, row: Measurement) -> float | None:
        """The ratio of a row's nodes to the nodes of the depth before; None for the first."""
        before = [one.nodes for one in self.of(row.search) if one.depth == row.depth - 1]
        return row.nodes / before[0] if before else None

    @property
    def deepest(self) -> int:
        """The largest depth any search reached."""
        return max((row.depth for row in self.rows), default=0)

    @property
    def branching(self) -> float | None:
        """The mean branching factor b of the plain tree; see `mean`."""
        return mean(self.sequences)


HALVINGS = 100  # more than a float has bits


def mean(sequences: Sequence[int]) -> float | None:
    """The mean branching factor of a tree with these numbers of move sequences.

    The b for which 1 + b + b^2 + ... + b^m is the number of positions down to m, the last ply that has any: `effective` for a
    search that leaves nothing out. None where nothing below the root is counted.
    """
    plies = max((ply for ply, count in enumerate(sequences) if count > 0), default=0)
    return effective(sum(sequences), plies) if plies else None


def effective(nodes: int, depth: int) -> float:
    """The b* for which 1 + b* + ... + (b*)^depth is `nodes`: the width of a uniform tree of that size."""
    if depth < 1 or nodes < 1:
        raise ValueError(f"a tree of {nodes} nodes and depth {depth} has no branching factor")
    low, high = 0.0, math.pow(nodes, 1 / depth)  # whose last power alone is so much
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _is_below(middle, nodes, depth) else (low, middle)
    return (low + high) / 2


def _is_below(width: float, nodes: int, depth: int) -> bool:
    total = 1.0
    for _ in range(depth):  # Horner's way, left as soon as it is too much: no power grows beyond a float
        total = 1 + width * total
        if total >= nodes:
            return False
    return True


class TimeShares:
    """The time each search may still spend; None: unlimited."""

    def __init__(self, seconds: float | None, names: Iterable[str]) -> None:
        self._seconds = seconds
        self._spent = dict.fromkeys(names, 0.0)
        self.going = list(self._spent)

    def left(self, name: str) -> float | None:
        """The seconds left to a search: an equal part of what the finished ones did not spend."""
        if self._seconds is None:
            return None
        gone = sum(spent for one, spent in self._spent.items() if one not in self.going)
        return (self._seconds - gone) / len(self.going) - self._spent[name]

    def spend(self, name: str, seconds: float) -> None:
        """Deduct the time of a search."""
        self._spent[name] += seconds

    def leave_off(self, name: str) -> None:
        """Stop spending on a search."""
        self.going.remove(name)


PATIENCE = 5.0  # seconds for all searches, when no limit is given
OF_TWO = ("minimax", "alphabeta")
OF_OTHERS = ("expectiminimax", "maxn", "paranoid")


def growing(
    game: Game | Position | str,
    *,
    searches: Sequence[str] | None = None,
    limit: Limit = Limit(),
    knowledge: KnowledgeSource = "auto",
) -> Iterator[Growth]:
    """The measurements so far, whenever a search reaches a depth or stops; the last has them all.

    `game`: a game, its spec, or a position. `searches`: names; None for minimax, alpha-beta and the strong search, or those
    that take a game of chance or without a single loser. `limit`: depth, and the time for all together (5 seconds by default),
    shared among the searches; its table is for each. Values are bare results, without distances, as in textbooks. Compiling
    comes first and is not measured.

    Raises SearchError, GameError, or RulesError.
    """
    position = game if isinstance(game, Position) else Position.after(game)
    names = tuple(dict.fromkeys(searches or _fitting(position.game)))
    modules = {name: search_for(position.game, name) for name in names}
    if position.is_over:
        raise SearchError("the game is over here: there is no tree whose growth could be measured")
    if limit.nodes is not None:
        raise SearchError("nodes are what is measured here, and do not limit it: give a depth or a time")
    if solving := [name for name in names if search_of(modules[name]).solves]:
        raise SearchError(f"{solving[0]} looks to the end of the game, whatever the depth: take another search")
    if limit.depth is limit.time is None:
        limit = replace(limit, time=PATIENCE)
    return _growing(position, modules, limit, knowledge)


def growth(
    game: Game | Position | str,
    *,
    searches: Sequence[str] | None = None,
    limit: Limit = Limit(),
    knowledge: KnowledgeSource = "auto",
) -> Growth:
    """The complete result of `growing`."""
    *_, last = growing(game, searches=searches, limit=limit, knowledge=knowledge)
    return last


def _fitting(game: Game) -> tuple[str, ...]:
    """The default searches for a game."""
    names = (*OF_TWO, fitting(game)) if _takes("minimax", game) else OF_OTHERS
    return tuple(name for name in names if _takes(name, game))


def _takes(name: str, game: Game) -> bool:
    try:
        search_for(game, name)
    except SearchError:
        return False
    return True


def _growing(position: Position, modules: dict[str, Any], limit: Limit, knowledge: KnowledgeSource) -> Iterator[Growth]:
    counts = sequences(position, limit.depth)
    found = Growth(position, tuple(modules), counts)
    yield found
    deepest = min(limit.depth or DEEPEST, len(counts) - 2 if counts[-1] == 0 else DEEPEST)
    last: Why = "solved" if deepest < (limit.depth or DEEPEST) else "depth"
    shares = TimeShares(limit.time, modules)
    for depth in range(1, deepest + 1):
        for name in tuple(shares.going):
            row = _measured(position, name, replace(limit, depth=depth, time=None), knowledge, shares)
            before = found.of(name)
            why: Why | None = None
            if row is None:
                why = "time"
            elif _is_last(modules[name], row, before):
                why = "solved"
            elif depth == deepest:
                why = last
            if row is not None and not (why == "solved" and _is_same(row, before)):
                found = replace(found, rows=(*found.rows, row))
            if why is not None:
                shares.leave_off(name)
                found = replace(found, left_off=(*found.left_off, LeftOff(name, len(found.of(name)), why)))
            yield found


def _is_last(module: Any, row: Measurement, before: tuple[Measurement, ...]) -> bool:
    """Whether a deeper search would be the same: its value is proved, or nothing is deeper."""
    ends = search_of(module).deepens or search_of(module).values != "score"
    return row.stopped == "solved" and (ends or _is_same(row, before))


def _is_same(row: Measurement, before: tuple[Measurement, ...]) -> bool:
    """Whether one more ply brought nothing: the value is known, and no other position was visited."""
    return bool(before) and (before[-1].nodes, before[-1].stopped) == (row.nodes, "solved")


def _measured(
    position: Position, name: str, limit: Limit, knowledge: KnowledgeSource, shares: TimeShares
) -> Measurement | None:
    """One search to one depth; None if its time runs out."""
    left = shares.left(name)
    if left is not None and left <= 0:
        return None
    thinking = begin(position, search=name, limit=limit, knowledge=knowledge, distance=False)
    bell = None if left is None else threading.Timer(left, thinking.stop)
    try:
        if bell is not None:
            bell.daemon = True
            bell.start()
        thought: Thought = thinking.result()
    except BaseException:
        thinking.stop()
        raise
    finally:
        if bell is not None:
            bell.cancel()
    shares.spend(name, thought.seconds)
    if thought.stopped == "interrupted":
        return None
    open_nodes, table = thinking.memory
    assert limit.depth is not None
    return Measurement(
        name, limit.depth, thought.nodes, thought.seconds, open_nodes + table, table, thought.value, thought.stopped
    )


SHARE = 0.1  # seconds: a count hears no Ctrl-C


def sequences(position: Position, plies: int | None = None) -> tuple[int, ...]:
    """The numbers of sequences of 0, 1, 2, ... moves up to `plies`, as far as a moment allows; 0 where all games are over."""
    perft(position.game, position.state, 0)  # compiles or loads
    counts, began, last = [1], time.perf_counter(), 0.0
    while counts[-1] > 0 and len(counts) <= min(plies or DEEPEST, DEEPEST):
        since = time.perf_counter()
        wider = counts[-1] / counts[-2] if len(counts) > 1 else 1.0
        if last * max(1.0, wider) > SHARE - (since - began):
            break
        counts.append(perft(position.game, position.state, len(counts)))
        last = time.perf_counter() - since
    return tuple(counts)
