"""The input and the answers of a search that runs until it is stopped."""

import random
from dataclasses import dataclass
from typing import Any

from kibitz.core.rules import Game, legal
from kibitz.core.thought import Limit, MoveValue, Value
from kibitz.kernel import Machine, low_bits, mixed
from kibitz.search.parts.memory import HashTable, Memory
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.scores import INFINITE
from kibitz.search.parts.team import Searcher, SearchStopped, Worker


@dataclass(frozen=True)
class Answer:
    """A search's findings so far.

    `best`: a legal move, None where dice or cards decide. `value`: the value of the position with it, seen from the side to
    move; where players have a number each, all of them in `Value.payoffs`. `line`: moves that show it, `best` first. `moves`:
    the value of each legal move, if the search can tell, best first.
    """

    best: int | None
    value: Value
    line: tuple[int, ...] = ()
    moves: tuple[MoveValue, ...] = ()


class SearchTask(Searcher):
    """The task of a search.

    `game`, `state`, `turn` (the player to move, from 0; CHANCE where dice or cards decide): the position, which is not over.
    `rules`: the same game as compiled searches see it, with its knowledge (`rules.estimate(state)`, `rules.guess(...)`; see
    `kibitz.kernel.rules.Rules`). `dice`: random numbers from the seed of the request. `table_bytes`: the memory the search may
    take. `values_all_moves`: whether the caller wants the value of each move.
    """

    def __init__(
        self, machine: Machine, game: Game, state: Any, turn: int, *, limit: Limit, seed: int, all_moves: bool
    ) -> None:
        self.game, self.state, self.turn, self.rules = game, state, turn, machine.rules
        self.seed, self.dice = seed, random.Random(seed)
        self.table_bytes, self.values_all_moves = limit.table, all_moves
        self._machine, self._most, self._nodes, self._ended = machine, limit.nodes, 0, False
        self._worker: Worker | None = None

    def count(self, nodes: int = 1) -> None:
        """Count positions, or playouts, that were looked at; every few milliseconds, then the search keeps its limits.

        Raises SearchStopped when time or nodes are used up, and when the search was stopped; it need not be caught.
        """
        self._nodes += nodes
        if self._ended or (self._most is not None and self._nodes >= self._most):
            raise SearchStopped

    def compile(self, function: Any) -> Any:
        """A function `f(rules, fields, ...)`, compiled for this game where that is possible, to be called as `f(fields, ...)`.

        Beside `fields` it takes whole numbers and memory (`words`), and returns a whole number.
        """
        return self._machine.ready(function)

    def fields(self, state: Any) -> Any:
        """The state as a compiled function takes it; there `rules.enter(fields)` is the state."""
        return self._machine.arguments(state)

    @property
    def is_compiled(self) -> bool:
        """Whether functions run as machine code."""
        return self._machine.compiled

    @property
    def first_move(self) -> int:
        """The first of the legal moves."""
        return int(legal(self.game, self.state)[0])

    @property
    def nodes_left(self) -> int:
        """How many positions may still be counted before the search is stopped."""
        return INFINITE if self._most is None else max(1, self._most - self._nodes)

    def create_memory(self, enter: Any, scale: Scale, room: int, table: HashTable) -> Memory:
        """The memory of a search that goes depth first from `enter`, with what was on the board before this position.

        `room`: words for the moves of open nodes.
        """
        self._worker = Worker(self._machine, enter, scale, room, table, 1, root=self.state)
        if self._ended:
            self._worker.stop()
        return self._worker.memory

    def words(self, count: int) -> Any:
        """A memory of `words` words of 64 bits, all zero, for compiled functions; the first word holds their number."""
        return self._machine.words(count)

    @property
    def dice_seed(self) -> int:
        """The seed as the first state of dice in a compiled function (`kibitz.kernel.next_dice`)."""
        return low_bits(mixed(self.seed, 1), 62)

    def end(self) -> None:
        """Let the next `count` end the search, and whatever uses the memory of `create_memory` unwind."""
        self._ended = True
        if self._worker is not None:
            self._worker.stop()

    @property
    def nodes(self) -> int:
        """Nodes counted so far."""
        return self._nodes

    @property
    def laid_out(self) -> tuple[int, int]:
        """Unknown: the search lays out its own memory."""
        return 0, 0
