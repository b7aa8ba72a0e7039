"""The threads of a search by playouts: they grow one tree in one memory."""

import threading
import time
from dataclasses import dataclass
from math import inf
from types import ModuleType
from typing import Any

from kibitz.core.laws import NO_MOVES, broken
from kibitz.core.rules import CHANCE, Game, says
from kibitz.errors import SearchError
from kibitz.kernel import Machine, extend, low_bits, mixed, read_half, words_of_fields
from kibitz.search.drivers.continuation import KeptTree
from kibitz.search.drivers.playouts import LONGEST
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo import tree as t
from kibitz.search.monte_carlo.extent import payoff_range, table_bits
from kibitz.search.monte_carlo.game_path import note_last, remember_played
from kibitz.search.monte_carlo.options import PLAYOUTS
from kibitz.search.monte_carlo.random_games import NO_ROOM, ROOM_BITS, SEEDS, STUCK
from kibitz.search.parts.scores import INFINITE
from kibitz.search.parts.team import Searcher

FIRST_DESCENTS, BATCH, TICK = 8, 0.02, 0.25  # of one call: the first one, and seconds that one takes; seconds between thoughts
PLAIN_WORDS = 1 << 18  # a list of Python ints takes five times the memory
LEAST_WORDS, FEWEST_BLOCKS = 64, 16  # of a tree, as large as that of the root
EXPLORING, INFORMED, CALM = 0.7, 0.3, 0.25  # with averages alone; with what a knowledge thinks; with averages of moves
URGENCY, WINNING = 10.0, 0.9
PRIOR, LEARNED_PRIOR = 0.5, 3.0  # where a knowledge says which moves are likely: by its own words, or as it has learned
RIPE = 3
RAVE = 300.0  # visits
TABLES = 0.25  # of a tree's memory is for tables of move averages


@dataclass(frozen=True)
class MoveAverage:
    """A tree's figures for a move: how often it was made, each player's average result, and proved limits.

    `least`, `most`: the proved limits of its value for its maker. `block`: of the position after. `likely`: its share of the
    prior, if there is one.
    """

    move: int
    visits: int
    share: float
    payoffs: tuple[float, ...] | None
    least: float
    most: float
    block: int
    likely: float | None = None

    @property
    def is_settled(self) -> bool:
        """Whether its value is proved."""
        return self.least == self.most


class TreeTeam(Searcher):
    """Threads that grow one tree in one memory. Each has a part of it, where it puts its blocks; the tree is all of theirs."""

    def __init__(
        self,
        machine: Machine,
        search: ModuleType,
        game: Game,
        state: Any,
        turn: int,
        request: SearchRequest,
        threads: int,
        last: tuple[Any, int] | None = None,
    ) -> None:
        """`last`: the state before this one, and who moved there."""
        self.machine, self._search, self._game, self._state, self._turn = machine, search, game, state, turn
        self._call = machine.ready(search.enter)
        self._most_playouts, self._seed, self._even = request.limit.nodes, request.seed, request.all_moves
        self._options = options = request.playouts
        options.check_game(game, machine.rules.knowledge)
        self._rave = RAVE if options.rave is None else options.rave
        usual = LEARNED_PRIOR if machine.rules.has_policy else PRIOR if machine.rules.has_weight else 0.0
        self._prior = usual if options.prior is None else options.prior
        self._columns = t.COLUMNS + options.asks_knowledge + (self._rave > 0) + (self._prior > 0)
        self.least, self.most, known = payoff_range(game)
        self.proves = known and says(game, "result")
        words = max(request.limit.table // 8, LEAST_WORDS)
        self.tree: Any = machine.words(words if machine.compiled else min(words, PLAIN_WORDS))
        self.tree.root_block = 0
        self._ended = False
        self._tables_at = len(self.tree) - int(TABLES * len(self.tree) * (self._rave > 0))
        self.tree.next_table = self._tables_at
        size = (self._tables_at - t.FIRST_BLOCK) // threads
        self.parts = tuple((t.FIRST_BLOCK + number * size, t.FIRST_BLOCK + (number + 1) * size) for number in range(threads))
        self._workers = [self._memory(number) for number in range(threads)]
        if last is not None and game.compiles and machine.rules.has_policy and size_of(last[0]) <= t.LAST_WORDS:
            machine.ready(note_last)(machine.arguments(last[0]), last[1], t.LAST_AT, self._workers[0])

    def adopt(self, kept: KeptTree, moves: tuple[int, ...]) -> None:
        """Continue with the tree of an earlier search in the same game, if it holds the position after these moves."""
        own, fits = self.tree, len(kept.words) == len(self.tree) and kept.parts == self.parts
        if kept.machine is not self.machine or not fits or moves[: len(kept.moves)] != kept.moves:
            return
        self.tree, block = kept.words, int(kept.words.root_block)
        for move in moves[len(kept.moves) :]:
            block = next((one.block for one in self.branches(block) if one.move == move), 0) if block else 0
        if block == 0:
            self.tree = own
            return
        self.tree.root_block = block
        for memory in self._workers:
            memory.arena_at = memory.arena_end = memory.next_run = 0
        self._make_room()

    def leave(self) -> None:
        """Leave the tree as another search can adopt it: with the length of each free run at its beginning."""
        for memory in self._workers:
            if memory.arena_end > memory.arena_at:
                self.tree[memory.arena_at] = memory.arena_at - memory.arena_end

    def plant(self) -> None:
        """Make the block of the root. SearchError where the memory has no room for it."""
        memory = self._workers[0]
        while self.tree.root_block == 0 or memory.stuck:
            self._call(self.machine.arguments(self._state), 0, self._turn, memory, self.tree)
            self._mend(memory)
            root = self.tree.root_block
            rows = int(self.tree[root + t.ROWS]) if root else 0
            if memory.full or len(self.tree) < FEWEST_BLOCKS * t.block_words(rows, self._game.players, self._columns):
                size = 8 * len(self.tree)
                raise SearchError(f"a table of {size:,} bytes has no room for a tree: give it more (--table, table=)")

    def grow(self, seconds: float) -> bool:
        """Let all threads grow the tree for so long; whether anything is left: an open root, and playouts to be made."""
        due = time.perf_counter() + seconds
        for memory in self._workers:
            memory.halt = 0
        if self._ended:
            return False
        team = [threading.Thread(target=self._work, args=(memory, due), daemon=True) for memory in self._workers[1:]]
        for thread in team:
            thread.start()
        self._work(self._workers[0], due)
        for memory in self._workers[1:]:
            memory.halt = 1
        for thread in team:
            thread.join()
        for memory in self._workers:
            self._mend(memory)
        if any(memory.full for memory in self._workers):
            self._make_room()
        return not self._ended and not self.is_settled and not self.is_spent

    @property
    def is_settled(self) -> bool:
        """Whether the value of the root is proved."""
        least, most = self.limits
        return least == most

    @property
    def is_spent(self) -> bool:
        """Whether the playouts that were asked for are made."""
        return self._most_playouts is not None and self.nodes >= self._most_playouts

    @property
    def limits(self) -> tuple[float, float]:
        """The payoff limits of the root for the player to move there (where dice decide, for the first player)."""
        root = self.tree.root_block
        if not self.proves or self.tree[root + t.PROOFS] == 0:
            return -inf, inf
        limits = [(one.least, one.most) for one in self.branches(root)]
        best = min if self._turn == CHANCE else max
        return best(least for least, _ in limits), max(most for _, most in limits)

    def end(self) -> None:
        """Stop for good, within microseconds."""
        self._ended = True
        for memory in self._workers:
            memory.halt = 1

    @property
    def nodes(self) -> int:
        """Playouts of all threads together."""
        return sum(int(memory.playouts_made) for memory in self._workers)

    @property
    def laid_out(self) -> tuple[int, int]:
        """Words: of all threads, and of the tree."""
        return sum(map(len, self._workers)), len(self.tree)

    def payoffs(self, block: int) -> tuple[float, ...]:
        """Each player's average over the playouts from a block."""
        visits = max(1, self.tree[block + t.VISITS])
        return tuple(self.tree.number(block + t.PAYOFFS + player) / visits for player in range(self._game.players))

    def branches(self, block: int) -> list[MoveAverage]:
        """The figures for each move of a block, in the order of the rules."""
        tree, players = self.tree, self._game.players
        first, rows = t.first_row(block, players), tree[block + t.ROWS]
        found = []
        for row in range(rows):
            entry = tree[first + row]
            below, proofs = entry >> t.CHILD_BITS, 2 * (first + t.LIMITS * rows + row)
            above, short = (read_half(tree, proofs + end) for end in (0, 1))
            least, most = (self.least + above, self.most - short) if self.proves else (-inf, inf)
            visits = entry & t.COUNT_MASK
            share = 1.0 / max(1, visits) * tree.number(first + t.GAINS * rows + row)  # rounded as the kernel does
            paid = self.payoffs(below) if below else None
            has_prior = self._prior > 0 and tree[block + t.MOVER] >= 0
            likely = tree.number(first + (self._columns - 1) * rows + row) if has_prior else None
            found.append(MoveAverage(tree[first + t.MOVES * rows + row], visits, share, paid, least, most, below, likely))
        return found

    def _work(self, memory: Any, due: float) -> None:
        """One thread's descents, in batches."""
        fields, batch = self.machine.arguments(self._state), FIRST_DESCENTS
        while not memory.halt and not memory.full and not memory.stuck and time.perf_counter() < due:
            began = time.perf_counter()
            done = self._call(fields, batch, self._turn, memory, self.tree)
            if done < batch:
                break
            spent = time.perf_counter() - began
            batch = max(1, int(batch * min(4.0, BATCH / max(spent, 1e-7))))

    def _mend(self, memory: Any) -> None:
        """Give a thread what it stopped for. RulesError where rules leave no move."""
        if memory.stuck == STUCK:
            raise broken(NO_MOVES)
        if memory.stuck == NO_ROOM:
            memory.room_bits += 1
            extend(memory, t.tree_words(self._game.players) + (1 << memory.room_bits))
            memory.stuck = 0

    def _make_room(self) -> None:
        """Give up the blocks that were not visited for longest, and all that does not hang on the root any more."""
        ages_at, now = t.AGES_AT, int(self.tree.clock)
        ages = [0] * t.AGES
        for memory, (first, last) in zip(self._workers, self.parts, strict=True):
            for place in range(t.AGES):
                memory[ages_at + place] = 0
            self._keep_house(memory, t.COUNT_AGES, first, last)
            ages = [words + int(memory[ages_at + place]) for place, words in enumerate(ages)]
        kept, since = 0, now
        for place in range(t.AGES - 1, -1, -1):
            kept += ages[place]
            if kept > t.KEPT * (self._tables_at - t.FIRST_BLOCK):
                break
            since = place * (now + 1) // t.AGES
        self._keep_house(self._workers[0], t.MARK_KEPT, since=since)
        for memory, (first, last) in zip(self._workers, self.parts, strict=True):
            memory.next_run = self._keep_house(memory, t.FREE_UNMARKED, first, last)
            memory.arena_at = memory.arena_end = memory.full = 0
        self._keep_house(self._workers[0], t.CLEAR_TABLES, self._tables_at, len(self.tree))
        self.tree.next_table = self._tables_at

    def _keep_house(self, memory: Any, task: int, first: int = 0, last: int = 0, since: int = 0) -> int:
        """One task of those that make room, while no thread grows the tree."""
        memory.task, memory.task_from, memory.task_to, memory.task_since = task, first, last, since
        found = self._call(self.machine.arguments(self._state), 0, self._turn, memory, self.tree)
        memory.task = t.GROW
        return int(found)

    def _write_options(self, memory: Any) -> None:
        options = self._options
        by_itself = t.POLICY if self.machine.rules.has_drops else t.RANDOM
        memory.playout = by_itself if options.playout is None else PLAYOUTS.index(options.playout)
        memory.columns = self._columns
        memory.opinions = t.COLUMNS if options.asks_knowledge else 0
        memory.keys = t.COLUMNS + options.asks_knowledge if self._rave > 0 else 0
        memory.priors, memory.prior = self._columns - 1 if self._prior > 0 else 0, self._prior
        memory.random_plies, memory.implicit, memory.rave = options.random_plies, options.implicit, self._rave
        memory.judged, memory.compared = int(options.rave is not None), 0
        memory.agreement = memory.own_spread = memory.other_spread = 0.0
        memory.table_bits = table_bits(self._game) if self._rave > 0 else 0
        usual = CALM if options.rave else INFORMED if options.asks_knowledge else EXPLORING
        memory.exploring = usual if options.exploration is None else options.exploration
        memory.calm = CALM if options.exploration is None else options.exploration

    def _memory(self, number: int) -> Any:
        players = self._game.players
        memory = self.machine.words(t.tree_words(players) + (1 << ROOM_BITS))
        memory.players, memory.room_bits, memory.dice = (
            players,
            ROOM_BITS,
            low_bits(mixed(mixed(self._seed, SEEDS), number), 62),
        )
        memory.arena_at, memory.arena_end = self.parts[number]
        memory.ripe, memory.longest_game, memory.urgency, memory.even = RIPE, LONGEST, URGENCY, int(self._even)
        self._write_options(memory)
        memory.winning = WINNING if self.proves else 0.0
        memory.least_paid, memory.most_paid, memory.proves = self.least, self.most, int(self.proves)
        share, more = divmod(INFINITE if self._most_playouts is None else self._most_playouts, len(self.parts))
        memory.most_playouts = share + (number < more)
        for name in ("halt", "full", "stuck", "endless", "plies", "playouts_made", "next_run", "games", "task", "noted"):
            setattr(memory, name, 0)
        memory.path_at = t.PATH
        remember_played(self.machine, self._state, self._turn, memory)
        return memory


def size_of(state: Any) -> int:
    """The words that a state takes."""
    return max((words.stop for words in words_of_fields(state).values()), default=0)
