"""The door for a search that goes on until it is stopped: a generator of answers, in plain Python or with compiled parts.

A module with `SEARCH = Search(goes_on=True)` and a function `answers(task)` is such a search: playouts, proof numbers, the best
node first, or whatever else knows no depths. kibitz begins it in a thread of its own, watches over its limits, and hears its
answers as they come; the last one stands.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.errors import KibitzError, SearchError
from kibitz.kernel import Machine, low_bits, mixed
from kibitz.laws import short_repr
from kibitz.position import Position
from kibitz.registry import line_in
from kibitz.rules import CHANCE, Game, legal, says
from kibitz.runtime.user_code import describe_error
from kibitz.search.descriptor import title_of
from kibitz.search.handle import Thinking
from kibitz.search.memory import HashTable, Memory
from kibitz.search.request import SearchRequest, game_of
from kibitz.search.scale import Scale
from kibitz.search.scores import INFINITE
from kibitz.search.team import Searcher, SearchStopped, Worker
from kibitz.search.vector_search import check_turn, seen_value
from kibitz.thought import MoveValue, Value
from kibitz.thought import Stopped as Why


@dataclass(frozen=True)
class Answer:
    """What a search has found out so far.

    `best`: a legal move, None where dice or cards decide. `value`: what the position is worth with it, seen from the side to
    move; where players have a number each, all of them in `Value.payoffs`. `line`: moves that show it, `best` first. `moves`:
    what each of the legal moves is worth, where the search can tell, the best first.
    """

    best: int | None
    value: Value
    line: tuple[int, ...] = ()
    moves: tuple[MoveValue, ...] = ()


class SearchTask(Searcher):
    """What a search is to do, and with what.

    `game`, `state`, `turn` (who is to move, from 0; CHANCE where dice or cards decide): the position, which is not over.
    `rules`: the same game as compiled searches see it, with what is known of it (`rules.estimate(state)`, `rules.guess(...)`;
    see `kibitz.kernel._rules.Rules`). `dice`: random numbers from the seed of the request. `table_bytes`: how much memory the
    search may take. `values_all_moves`: whether it is asked for the value of each move.
    """

    def __init__(self, machine: Machine, game: Game, state: Any, turn: int, request: SearchRequest) -> None:
        self.game, self.state, self.turn, self.rules = game, state, turn, machine.rules
        self.seed, self.dice = request.seed, random.Random(request.seed)
        self.table_bytes, self.values_all_moves = request.limit.table, request.all_moves
        self._machine, self._most, self._nodes, self._ended = machine, request.limit.nodes, 0, False

    def count(self, nodes: int = 1) -> None:
        """Count positions, or playouts, that were looked at; every few milliseconds, then the search keeps its limits.

        Raises SearchStopped when time or nodes are over, and when somebody has stopped the search; it need not be caught.
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
        return Worker(self._machine, enter, scale, room, table, 1, root=self.state).memory

    def words(self, count: int) -> Any:
        """A memory of so many words of 64 bits, all zero, for compiled functions; the first holds how many there are."""
        return self._machine.words(count)

    @property
    def dice_seed(self) -> int:
        """The seed as the first state of dice in a compiled function (`kibitz.kernel.next_dice`)."""
        return low_bits(mixed(self.seed, 1), 62)

    def end(self) -> None:
        """Let the next `count` end the search."""
        self._ended = True

    @property
    def nodes(self) -> int:
        """What was counted."""
        return self._nodes

    @property
    def laid_out(self) -> tuple[int, int]:
        """Nobody knows: the search lays out its own memory."""
        return 0, 0


class OwnSearch(Thinking):
    """A `Thinking` of a search that answers by itself."""

    _team: SearchTask

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: ModuleType) -> None:
        check_turn(game, state, says(game_of(game), "payoffs"))
        self._title = title_of(module)
        if request.limit.depth is not None:
            raise SearchError(f"{self._title} knows no depth: limit its time, or its nodes")
        super().__init__(game, state, request, module)

    def _prepare(self, machine: Machine) -> None:
        """Nothing: what it has compiled it asks for itself."""

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        self._team = SearchTask(machine, self.game, self.state, self.turn, self.request)

    def _search(self) -> Why:
        answers: Iterator[Answer] = self._module.answers(self._team)
        known = None
        try:
            for known in answers:
                self._check(known)
                self._tell(best=known.best, value=known.value, line=known.line, moves=known.moves)
                if self._team._ended:
                    raise SearchStopped
        except SearchStopped:
            return self._why or "nodes"
        except KibitzError:
            raise
        except Exception as wrong:
            where = line_in(Path(self._module.__file__ or ""), wrong)
            raise SearchError(f"{self._title}{where} failed: {describe_error(wrong)}") from wrong
        if known is None:
            raise SearchError(f"{self._title} has ended without an answer: let it yield one at least")
        return "solved" if known.value.kind == "exact" else self._why or "nodes"

    def _check(self, answer: Any) -> None:
        """Raises SearchError for what is no answer about this position."""
        if not isinstance(answer, Answer) or not isinstance(answer.value, Value):
            raise SearchError(f"{self._title} has answered {short_repr(answer)}: let it yield Answer(best, Value(...))")
        moves = set(legal(self.game, self.state))
        if self.turn == CHANCE:
            moves.add(None)  # type: ignore[arg-type]  # nobody chooses
        named = [answer.best, *answer.line[:1], *(one.move for one in answer.moves)]
        wrong = [move for move in named if move not in moves]
        if wrong:
            raise SearchError(f"{self._title} has named the move {short_repr(wrong[0])}, which is not legal here")
        if self._is_shared and answer.value.payoffs is None:
            raise SearchError(f"{self._title} gives one number for {self.game.players} players: it needs Value(payoffs=...)")

    @property
    def _is_shared(self) -> bool:
        """Whether a value has a number for each player."""
        return not says(self.game, "result")

    def _ending(self, machine: Machine) -> Value:
        return seen_value(self.game, self.state, self.turn, "exact", machine.rules.pay, self._is_shared)

    def _glance(self, machine: Machine) -> Value:
        return seen_value(self.game, self.state, self.turn, "estimate", machine.rules.guess, self._is_shared)
