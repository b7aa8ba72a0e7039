"""A search as a player: the book and a proof before it, a slip after it; its thoughts may be heard as they come."""

import random
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kibitz.book import Book
from kibitz.players.halt import Halt, Thoughts, final_of
from kibitz.players.knowledge_option import Wisdom
from kibitz.players.levels import TIME
from kibitz.players.trap_finder import Trapper, check_traps
from kibitz.position import Position
from kibitz.rules import Game, says
from kibitz.search.fit import search_for
from kibitz.thought import Limit, Thought, Value

if TYPE_CHECKING:
    from kibitz.search.proof_search import ProofSearch

# How much of its time it may take to prove something, in times of the limit: where a book says how a game begins, all that
# comes later is solved in a second or two; elsewhere a proof may be far, and the search must have its time.
PATIENT, HASTY = 5.0, 0.3
MOMENT = 0.1  # seconds: the least that a search gets when a proof has taken all the time, or was stopped


@dataclass
class Engine:
    """Plays what a search finds within its limit; with the chance `slip` it takes the second best move instead.

    `dice`: for slips and, in games of which nothing is known, for the choice among moves that seem equal.
    `search`: None for the one that fits the game. `exact`: before that it looks into the book which comes with the game, and
    tries to prove what the position is worth, where two play and nothing is left to chance; what is proved when its time is
    over bounds what is said of the move that the search finds. `together`: the time of the limit is for that and the search
    together; otherwise it is the search's, and a proof has its own. `trapper`: it chooses among moves of equal value. `wisdom`:
    where its knowledge and its weights come from.
    """

    name: str
    search: str | None
    limit: Limit
    threads: int = 1
    slip: float = 0.0
    dice: random.Random = field(default_factory=random.Random)
    exact: bool = False
    together: bool = False
    trapper: Trapper | None = None
    wisdom: Wisdom = field(default_factory=Wisdom)
    _solving: "ProofSearch | None" = None  # about the position before: its proofs serve again
    _halt: Halt = field(default_factory=Halt)

    def admit(self, game: Game) -> None:
        """Raises SearchError, which names a search that fits, when its own does not fit the game; PlayerError for weights."""
        if self.search is not None:
            search_for(game, self.search)
        self.wisdom.of(game)
        if self.trapper is not None:
            check_traps(game)

    def prepare(self, game: Game) -> None:
        """Brings the compiler, and lets it do what it has to: that takes seconds, and is no part of thinking."""
        if self.trapper is not None:
            self.trapper.prepare(game)
            return
        from kibitz.kernel import machine_of
        from kibitz.search.algorithms import solve

        machine = machine_of(game, self.wisdom.of(game))
        machine.ready(search_for(game, self.search).enter)
        if self.exact and can_be_proved(game):
            machine.ready(solve.enter)

    def think(self, position: Position) -> Thought:
        """What the book says, or a proof, or the search; on a slip, what it thinks of the second best move."""
        return final_of(self.thoughts(position))

    def thoughts(self, position: Position) -> Thoughts:
        """Better and better thoughts, the last of them what `think` gives; closed early, they end the search.

        Those of a proof carry the limits that are proved so far, `Thought.bounds`. A slip shows in the last one only. `stop`
        is for the thoughts that were asked for last.
        """
        self._halt = Halt()
        return self._thoughts(position, self._halt)

    def stop(self) -> None:
        """End the thinking under way, from any thread: the last thought is the best so far, and says that it was interrupted.

        It takes milliseconds; in the midst of a proof the search still has a tenth of a second, for what is not proved yet
        says little about moves. What can be told at once, from a book, is told as ever. Without thinking nothing happens.
        """
        self._halt.ask()

    def _thoughts(self, position: Position, halt: Halt) -> Thoughts:
        """What `thoughts` says, of one door after the other: traps; or the book and a proof, then the search."""
        if self.trapper is not None:
            yield from self.trapper.thoughts(position, halt)
            return
        began, known = time.perf_counter(), None
        if self.exact and can_be_proved(position.game):
            for known in self._proof(position, halt):
                yield known
            if known is not None and known.value.kind == "exact":
                return
        for found in self._search(position, halt, time.perf_counter() - began):
            yield found if known is None else keep_proved(found, known)

    def _proof(self, position: Position, halt: Halt) -> Thoughts:
        """The exact value and a move that keeps it, quickest win and slowest loss; not exact if that takes too long."""
        book = Book.shipped(position.game)
        known = book.lookup(position) if book else None
        if known is not None:
            yield known
        elif not halt.requested:
            yield from halt.heard(self._solve(position, PATIENT if book else HASTY))

    def _solve(self, position: Position, patience: float) -> "ProofSearch":
        """A proof begun, with what the one before has proved; `patience`: its time, in times of the limit."""
        from kibitz.search.proof_search import ProofSearch
        from kibitz.search.request import SearchRequest

        seconds = (self.limit.time or TIME) * patience / (1 + patience if self.together else 1)
        before = self._solving
        proofs = before.solver if before and before.ended and before.game == position.game else None
        limit = Limit(time=seconds, table=max(self.limit.table, Limit().table))
        request = SearchRequest(limit=limit, knowledge=self.wisdom.of(position.game), threads=self.threads, solver=proofs)
        self._solving = ProofSearch(position, None, request)
        return self._solving

    def _search(self, position: Position, halt: Halt, spent: float) -> Thoughts:
        """What the search finds, in the end what it slips to; `spent`: seconds for what was tried before."""
        from kibitz.search.entry import begin  # here and no sooner: it brings the compiler, which takes a second to import

        slips, limit, late = self.slip > 0 and self.dice.random() < self.slip, self.limit, halt.requested
        if self.together and limit.time is not None:
            limit = replace(limit, time=max(MOMENT, limit.time - spent))
        if late:
            halt, limit = Halt(), replace(limit, time=min(limit.time or MOMENT, MOMENT))
        wise = self.wisdom.of(position.game)
        # Where nothing is known of the game most moves are equal as far as is seen: then the dice say which one is named.
        first = None if self.wisdom.estimates(position.game) else self.dice.choice(position.legal())
        thinking = begin(
            position, search=self.search, limit=limit, knowledge=wise, all_moves=slips, threads=self.threads, first=first
        )
        for thought in halt.heard(thinking):
            yield thought
        if slips and len(thought.moves) > 1:
            second = thought.moves[1]
            thought = replace(thought, best=second.move, value=second.value, line=second.line, bounds=None)
        yield replace(thought, stopped="interrupted") if late and thought.stopped != "solved" else thought


def can_be_proved(game: Game) -> bool:
    """Whether two play, one wins what the other loses, and nothing is left to chance: the solver is for such games."""
    return says(game, "result") and not says(game, "chances")


# What a proof found before its time was over, and the move that a search finds after it: neither is lost, nor mixed up.


def keep_proved(found: Thought, proof: Thought) -> Thought:
    """What a search found, as far as it agrees with the `bounds` that were proved of the position before.

    A move that is proved a win is played, unless the search has proved one at least as good; one that is proved to be worth
    less, unless the search hopes for more than that. The value is that of the move which is named.
    """
    if proof.bounds is None:
        return found
    low, high = proof.bounds
    if low is not None and proof.value == low and not _is_better(found.value, low):
        return replace(found, best=proof.best, value=low, line=proof.line, moves=(), bounds=proof.bounds)
    if high is not None and found.value.kind == "estimate" and found.value.result >= high.result:
        return replace(found, value=high)  # no move is worth more
    return found


def _is_better(value: Value, low: Value) -> bool:
    """Whether a move of such a value is to be preferred to one that is proved to be worth at least `low`."""
    is_proved = value.kind in ("exact", "at_least")
    if value.result != low.result:
        return value.result > low.result and (is_proved or low.result <= 0)
    if is_proved:
        return value.plies is None or low.plies is None or value.order >= low.order
    return low.result < 0
