"""A search whose values are numbers, as Python holds it: its memory, its table, and calls that search a state to a depth."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.best_result import best_result, payoff_limits
from kibitz.errors import RulesError
from kibitz.kernel import Machine
from kibitz.laws import NO_MOVES
from kibitz.rules import Game, Knowledge, says
from kibitz.search import memory as m
from kibitz.search import vector_memory as w
from kibitz.search.descriptor import search_of
from kibitz.search.memory import MOVES, HashTable, Memory
from kibitz.search.scores import INFINITE
from kibitz.search.team import Searcher, SearchStopped, empty_table, largest_log
from kibitz.search.trace_format import begin_trace, record_words

ROOM = 1 << 12  # words for the moves and outcomes of open nodes, to begin with
LARGEST_LOG, PLAIN_LOG = 26, 14
ROUNDING = 1e-10  # of the span of payoffs
SOME = 1.0  # the span where it is not known, or all get the same: no window is ever empty
BROKEN = {
    m.BAD_CHANCE: "chances() must give weights above 0, and finite, and something must be able to happen",
    m.NO_MOVES: NO_MOVES,
    m.BAD_MOVER: "to_move() gives neither a player of the game nor, where dice or cards decide, CHANCE",
    m.BAD_PAYOFF: "the game ends with what is no number for each player, or beyond what best_result() or payoff_limits() allow",
    m.BAD_GUESS: "the knowledge estimates what is no number for each player",
    m.TOO_WIDE: "a state has more moves than a trace can number",
}


@dataclass(frozen=True)
class Weight:
    """What a call found that a state is worth: a number for each player, or the hero's alone; and the line that shows it."""

    numbers: tuple[float, ...]
    proved: bool
    line: tuple[int, ...]


class VectorSearcher(Searcher):
    """One thread's memory for one root. `stop` may be called from any other thread."""

    ply = 1  # where a call begins: below the root

    def __init__(
        self, machine: Machine, search: Any, game: Game, hero: int, ties: str, table: int, nodes: int | None, trace: int = 0
    ) -> None:
        """`hero`: whose payoff the value is, where it is one number; `table`: bytes at most; `nodes`: visited at most.

        `trace`: how many nodes are written down at most (trace_format.py).
        """
        self.machine, self.vectors, self._game, self._hero = machine, search_of(search).values == "payoffs", game, hero
        self._call = machine.ready(search.enter)
        self._ties, self._nodes = w.TIE_RULES.index(ties), INFINITE if nodes is None else nodes
        numbers = game.players if self.vectors else 1
        log = largest_log(table, w.HEAD + numbers, LARGEST_LOG if machine.compiled else PLAIN_LOG)
        self._table = empty_table(machine, w.ledger_words(log, numbers), log)
        self._ended, self._trace = False, trace
        self.memory: Any = None
        self._lay_out(ROOM)

    def _memories(self) -> tuple[list[Memory], HashTable]:
        return [self.memory], self._table

    def tied(self, numbers: Iterable[float]) -> float:
        """How far numbers may be apart that are equal but for rounding: as in `maxn.is_better`."""
        memory = self.memory
        return float(memory.tolerance * (max(1.0, *map(abs, numbers)) if memory.total == inf else 1.0))

    def count_root(self) -> None:
        """The root is a node too, where Python walks through its moves."""
        self.memory.nodes += 1

    def end(self) -> None:
        """Stop for good, within microseconds."""
        self._ended = True
        self.memory.stop = 1

    def weight(self, state: Any, depth: int, mover: int, alpha: float = -inf, nodes: int = INFINITE) -> Weight:
        """What a state with `mover` to move is worth, `depth` plies deep; in the case of one number, if it is above `alpha`.

        Raises SearchStopped, after so many `nodes` too, or RulesError for impossible rules.
        """
        while True:
            memory = self.memory
            memory.alpha, memory.beta, memory.status = alpha, inf, m.RUNNING
            memory.node_limit = min(self._nodes, self.nodes + nodes)
            proved = self._called(state, depth, mover)
            status = memory.status
            if status == m.NO_ROOM:
                self._lay_out((memory.room_end - MOVES) * 4)
                continue
            if status == m.STOPPED:
                raise SearchStopped
            if status in BROKEN:
                raise broken(status)
            return Weight(self._numbers(self.ply), bool(proved), m.line_at(self.ply, memory))

    def _called(self, state: Any, depth: int, mover: int) -> int:
        """One call of the search; 1 if what it finds is proved."""
        return self._call(self.machine.arguments(state), depth, mover, self.ply, self.memory, self._table)

    def _numbers(self, ply: int) -> tuple[float, ...]:
        at, read = w.place(ply, self._game.players) + 1, self.memory.number
        if self.vectors:
            return tuple(read(at + player) for player in range(self._game.players))
        return (read(at + self._hero),)

    def _lay_out(self, room: int) -> None:
        """Give the search its memory, or more of it, with room for so many words of moves and outcomes and the trace behind."""
        old, end = self.memory, MOVES + w.room_for(self._game.players) + room
        memory = self.machine.words(end + self._trace * record_words(self._game.players, self.vectors))
        begin_trace(end, self._trace, memory)
        least, most, together = limits_of(self._game, self.machine.rules.knowledge)
        self.most = most
        span = most - least if 0 < most - least < inf else SOME
        memory.root_hint, memory.hero, memory.ties = -1, self._hero, self._ties
        if old is not None:
            memory.nodes, memory.probes, memory.hits = old.nodes, old.probes, old.hits
        tied = ROUNDING * span / 2 if self.vectors and says(self._game, "chances") else 0.0  # less than the slack of pruning
        whole = not says(self._game, "chances") and not says(self.machine.rules.knowledge, "estimates")
        memory.lowest, memory.highest = max(-w.HUGE, min(least, 0.0)), min(w.HUGE, max(most, 0.0))
        memory.total, memory.tolerance = together, tied
        memory.slack = 0.0 if self.vectors and whole and self._ties == w.FIRST else ROUNDING * span
        self.memory = memory
        if self._ended:
            memory.stop = 1


def broken(status: int) -> RulesError:
    """The error for rules that break their contract."""
    return RulesError(f"{BROKEN[status]}; `kibitz check` shows where")


def limits_of(game: Game, knowledge: Knowledge | None) -> tuple[float, float, float]:
    """The least and the most that one player can get, and the most that all can get together; infinite where not known."""
    if says(game, "result"):
        most = best_result(game)
        return (-inf, inf, inf) if most is None else (-float(most), float(most), 0.0)
    limits = payoff_limits(game)
    if limits is None:
        return -inf, inf, inf
    least, together = limits
    most = together - least * (game.players - 1)
    # Without an opinion each is thought to get 0: where that is beyond the limits, they hold for the ends of games only.
    keeps = says(knowledge, "estimates") or least <= 0 <= together
    return float(least), float(most), float(together) if keeps else inf
