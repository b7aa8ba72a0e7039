"""The one door from Python to the searches: limits, the clock, threads and the stop flag, and a `Thought` at the end."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from kibitz.errors import KibitzError, RulesError, SearchError
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.registry import knowledge_of, load, member
from kibitz.rules import Game, Knowledge, says
from kibitz.search import _memory as m
from kibitz.search._root import Answer, MoveAnswer, each_move, from_root, in_turn
from kibitz.search._scale import LARGEST, Scale
from kibitz.search._table import LOG, table_words
from kibitz.search._worker import Stopped, TooSmall, Worker
from kibitz.thought import Limit, MoveValue, Thought, Value
from kibitz.thought import Stopped as Why

ROOM = 1 << 14  # words for the moves of open nodes, to begin with
PLAIN_LOG = 15  # a list of Python ints takes five times the memory of a table
FIRST_LOG = 12  # a search begins with a small table and takes a larger one as it goes: fresh memory costs time
TICK = 0.25  # seconds between thoughts when nothing new was found


def think(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str = "deepening",
    limit: Limit = Limit(),
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    all_moves: bool = False,
    threads: int = 1,
    distance: bool = True,
) -> Thought:
    """What a search makes of a state.

    `game`: a game, its spec, or a position, which brings its state. `state`: None for the start. `search`: a name from `kibitz.search`. `knowledge`: "auto" for what the package or the game's
    file knows, None for nothing. `all_moves`: value every legal move exactly, not just the best. `threads`: side by side on
    one table (deepening only). `distance`: whether quicker wins and later losses are better; without it a value is a bare
    result. Without a limit the search goes on until the state is solved. Ctrl-C stops the search and is passed on.

    Raises GameError, SearchError or RulesError, each a sentence.
    """
    thinking = Thinking(
        game, state, search=search, limit=limit, knowledge=knowledge, all_moves=all_moves, threads=threads, distance=distance
    )
    try:
        return thinking.result()
    except BaseException:
        thinking.stop()
        raise


class Thinking:
    """A search under way in threads of its own, begun at once; the arguments are those of `think`.

    Iterate over it for better and better thoughts, the last of them final; `result` waits for that one; `stop` asks for it now.
    """

    def __init__(
        self,
        game: Game | Position | str,
        state: Any = None,
        *,
        search: str = "deepening",
        limit: Limit = Limit(),
        knowledge: Knowledge | Literal["auto"] | None = "auto",
        all_moves: bool = False,
        threads: int = 1,
        distance: bool = True,
    ) -> None:
        if isinstance(game, Position):
            game, state = game.game, game.state
        self.game = load(game) if isinstance(game, str) else game
        self.state = self.game.start() if state is None else state
        self.limit = limit
        self._module = member("search", search, SearchError, "search")
        _check(self.game, limit, threads)
        wise = knowledge_of(self.game) if knowledge == "auto" else knowledge
        self._machine = machine_of(self.game, wise)
        self._machine.ready(self._module.enter)
        self._all = all_moves
        self._threads = threads if self._module.HAS_TABLE else 1
        self._scale = Scale.of(self.game, distance)
        self._legal = [] if self.game.is_over(self.state) else [int(move) for move in self.game.moves(self.state)]
        self._spent = 0  # nodes of memories given up
        self._why: Why | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._thoughts: queue.SimpleQueue[Thought] = queue.SimpleQueue()
        self._workers: list[Worker] = []
        self._began = time.perf_counter()
        self._thought = self._first_thought()
        self._depth_now = 0
        if not self._legal:
            self._finish("solved")
            return
        self._lay_out(ROOM)
        if limit.time is not None:
            self._alarm(limit.time, "time")
        threading.Thread(target=self._lead, name="kibitz", daemon=True).start()

    def __iter__(self) -> Iterator[Thought]:
        last = time.perf_counter()
        while True:
            try:
                yield self._thoughts.get(timeout=TICK / 4)
                last = time.perf_counter()
            except queue.Empty:
                if self._done.is_set() and self._thoughts.empty():
                    break
                if time.perf_counter() - last > TICK:
                    yield self._counted(self._thought)
                    last = time.perf_counter()
        yield self.result()

    def stop(self) -> None:
        """End now, with the best so far; takes effect within milliseconds."""
        self._end("interrupted")

    def result(self) -> Thought:
        """The final thought, once there is one."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._thought

    # What follows runs in the search's own threads.

    def _lead(self) -> None:
        """The thread that walks through the depths, and tells what it finds."""
        helpers: list[threading.Thread] = []
        try:
            for i in range(1, self._threads):
                helpers.append(threading.Thread(target=self._help, args=(i,), name=f"kibitz-{i}", daemon=True))
                helpers[-1].start()
            self._finish(self._search())
        except KibitzError as wrong:
            self._error = wrong
        except Exception as wrong:
            self._error = RulesError(f"the rules raised {type(wrong).__name__}: {wrong}; `kibitz check` shows where")
            self._error.__cause__ = wrong
        finally:
            self._end("interrupted")
            for helper in helpers:
                helper.join()
            self._thought = self._counted(self._thought)
            self._done.set()

    def _search(self) -> Why:
        """Go through the depths until something ends it; says what."""
        deepest = min(self.limit.depth or m.DEEPEST, m.DEEPEST)
        if not self._module.DEEPENS:
            bounded = self.limit.time is not None or self.limit.nodes is not None
            if self._whole_tree(deepest, bounded):
                return self._why or ("solved" if self._is_solved() else "depth")
        for depth in range(1, deepest + 1):
            self._depth_now = depth
            try:
                answer = self._retrying(depth)
            except Stopped:
                return self._why or "nodes"
            self._tell(answer)
            self._halt_helpers()
            if not answer.whole:
                return self._why or "nodes"
            if self._is_solved():
                return "solved"
            self._grow()
        return "depth"

    def _whole_tree(self, depth: int, bounded: bool) -> bool:
        """A textbook search goes straight to the depth wanted; under a clock it may spend a quarter on that before it deepens."""
        alarm = None
        if bounded:
            if self.limit.time is not None:
                alarm = threading.Timer(self.limit.time / 4, lambda: self._workers[0].stop(for_good=False))
                alarm.daemon = True
                alarm.start()
            self._limit_nodes(4)
        try:
            answer = self._retrying(depth)
        except Stopped:
            if self._why is not None:
                return True
            answer = None
        finally:
            if alarm is not None:
                alarm.cancel()
        if answer is not None and (answer.whole or self._why is not None):
            self._tell(answer)
            return True
        self._limit_nodes(1)
        self._workers[0].begin()
        return False

    def _retrying(self, depth: int) -> Answer:
        """One iteration; memory laid out too small is laid out anew."""
        while True:
            try:
                return self._iterate(self._workers[0], depth, self._legal)
            except TooSmall as small:
                if self._scale.known and small.status == m.TOO_LARGE:
                    raise RulesError(
                        f"result() gave more than best_result(), which is {self._scale.most}; `kibitz check` shows where"
                    ) from None
                if self._scale.most > LARGEST:
                    raise RulesError(f"results beyond {LARGEST} are too large to search: use a larger unit") from None
                room = len(self._workers[0].memory) - m.MOVES
                self._scale = self._scale.wider() if small.status == m.TOO_LARGE else self._scale
                self._lay_out(room * 4 if small.status == m.NO_ROOM else room)

    def _iterate(self, worker: Worker, depth: int, order: list[int]) -> Answer:
        worker.begin()
        if self._all or not self._module.HAS_WINDOW:
            guesses = {one.move: one.packed for one in self._before.moves} if self._before and self._module.HAS_TABLE else {}
            first = [one.move for one in self._before.moves] if self._before else []
            ranked = [*first, *(move for move in order if move not in first)]
            return each_move(worker, self.state, depth, ranked if self._module.HAS_TABLE else order, guesses)
        if not self._module.HAS_TABLE:
            return in_turn(worker, self.state, depth, order)
        return from_root(worker, self.state, depth, self._before)

    def _help(self, number: int) -> None:
        """A further thread: searches what the leader searches, or one depth ahead, into the same table."""
        done = 0
        while self._why is None and not self._done.is_set():
            worker = self._workers[number]
            depth = max(self._depth_now, done + 1, 1)
            if depth > min(self.limit.depth or m.DEEPEST, m.DEEPEST):
                time.sleep(0.001)
                continue
            try:
                answer = self._iterate(worker, depth, self._legal[number:] + self._legal[:number])
                done = depth if answer.whole else done
            except (Stopped, TooSmall):
                time.sleep(0)
            except Exception:  # the leader meets the same mistake of the rules, and tells it
                return

    def _lay_out(self, room: int) -> None:
        """Give every thread its memory, and all of them one table."""
        table = self._table(min(FIRST_LOG, self._largest_log))
        self._spent += sum(worker.nodes for worker in self._workers)
        old = self._workers
        self._before: Answer | None = None
        enter, scale, threads = self._module.enter, self._scale, self._threads
        self._workers = [Worker(self._machine, enter, scale, room, table, threads) for _ in range(threads)]
        self._limit_nodes(1)
        for worker in old:
            worker.stop()
        if self._why is not None:
            for worker in self._workers:
                worker.stop()

    @property
    def _largest_log(self) -> int:
        log = max(3, (max(self.limit.table, 256) // 16).bit_length() - 1)
        return min(log, 28 if self._machine.compiled else PLAIN_LOG)

    def _table(self, log: int) -> Any:
        """An empty table of 2**log buckets (next to nothing for a search without one)."""
        table = self._machine.words(table_words(log) if self._module.HAS_TABLE else 2)
        table[LOG] = log
        return table

    def _grow(self) -> None:
        """A larger table when this one is full; what it held is found again in less time than it took to fill."""
        log = self._workers[0].table[LOG]
        if self._module.HAS_TABLE and log < self._largest_log and self._workers[0].nodes > 1 << log:
            table = self._table(min(log + 4, self._largest_log))
            for worker in self._workers:
                worker.table = table

    def _limit_nodes(self, share: int) -> None:
        if self.limit.nodes is not None:
            for worker in self._workers:
                worker.limit_nodes(max(1, (self.limit.nodes - self._spent) // (share * self._threads)))

    def _halt_helpers(self) -> None:
        """A depth is done: helpers still at it take up the next one."""
        for worker in self._workers[1:]:
            worker.stop(for_good=False)

    def _alarm(self, seconds: float, why: Why) -> None:
        def ring() -> None:
            if not self._done.wait(max(0.0, self._began + seconds - time.perf_counter())):
                self._end(why)

        threading.Thread(target=ring, name="kibitz-clock", daemon=True).start()

    def _end(self, why: Why) -> None:
        self._why = self._why or why
        for worker in self._workers:
            worker.stop()

    def _finish(self, why: Why) -> None:
        self._thought = replace(self._counted(self._thought), stopped=why)
        if not self._workers:
            self._done.set()

    # From answers to thoughts.

    def _is_solved(self) -> bool:
        if self._all:
            return all(one.value.kind == "exact" for one in self._thought.moves)
        return self._thought.value.kind == "exact"

    def _tell(self, answer: Answer) -> None:
        self._before = answer if answer.whole else self._before
        depth = answer.depth if answer.whole else None
        moves = tuple(self._valued(one, depth) for one in answer.moves)
        value = self._scale.value(answer.packed, depth)
        self._thought = self._counted(
            replace(
                self._thought,
                best=answer.best.move,
                value=value,
                line=answer.best.line,
                moves=moves or self._thought.moves,
                depth=self._depth_of(answer),
            )
        )
        self._thoughts.put(self._thought)

    def _depth_of(self, answer: Answer) -> int:
        """The depth searched to the end; of a tree without a horizon, the length of its best line."""
        if not answer.whole:
            return self._thought.depth
        return len(answer.best.line) if answer.depth == m.DEEPEST else answer.depth

    def _valued(self, one: MoveAnswer, depth: int | None) -> MoveValue:
        return MoveValue(one.move, self._scale.value(one.packed, depth), one.line)

    def _first_thought(self) -> Thought:
        """Before any search: the first legal move, and what the knowledge thinks at a glance."""
        if not self._legal:
            result = self.game.result(self.state)
            return Thought(None, Value("exact", result, 0 if result else None), threads=self._threads)
        guess = self._machine.rules.estimate(self.state)
        value = Value("estimate", round(guess, 4))
        moves = tuple(MoveValue(move, value, (move,)) for move in self._legal) if self._all else ()
        return Thought(self._legal[0], value, (self._legal[0],), moves, threads=self._threads)

    def _counted(self, thought: Thought) -> Thought:
        probes = sum(worker.memory[m.PROBES] for worker in self._workers)
        hits = sum(worker.memory[m.HITS] for worker in self._workers)
        return replace(
            thought,
            nodes=self._spent + sum(worker.nodes for worker in self._workers),
            seconds=time.perf_counter() - self._began,
            hits=int(hits) / int(probes) if probes else None,
        )


def _check(game: Game, limit: Limit, threads: int) -> None:
    if not says(game, "result"):
        raise SearchError(f"{type(game).__name__} gives payoffs, not a result for two: no search of this version plays it")
    for name in ("depth", "time", "nodes"):
        amount = getattr(limit, name)
        if amount is not None and amount <= 0:
            raise SearchError(f"a search limited to {name} {amount} finds nothing: give a {name} above 0")
    if threads < 1:
        raise SearchError(f"{threads} threads cannot search: give 1 or more")
