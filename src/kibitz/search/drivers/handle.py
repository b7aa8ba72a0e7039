"""A search under way in threads of its own: limits, the clock, the stop flag, and better and better thoughts."""

import math
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from kibitz.core.laws import NO_MOVES, broken
from kibitz.core.recurrence import score_of
from kibitz.core.rules import CHANCE, Game, is_over, legal, says, worth_of_end
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.core.thought import Stopped as Why
from kibitz.errors import ANSWER_SECONDS, Unanswered, blamed, unanswered
from kibitz.kernel import Machine, ahead, compiling, machine_of
from kibitz.kernel.ahead import Kernel
from kibitz.patterns.library import describe_estimate
from kibitz.position import Position
from kibitz.runtime.background import is_beside
from kibitz.runtime.deadlines import leave_behind
from kibitz.runtime.orders import LISTEN
from kibitz.runtime.rule_watch import watched_rules
from kibitz.search.descriptor import search_of
from kibitz.search.drivers.request import SearchRequest, root_of
from kibitz.search.kernels import kernels_of
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.team import Searcher, SearchStopped

TICK = 0.25  # seconds between thoughts when nothing new was found
WORD = 8  # bytes
LOST_SECONDS = 20.0  # of the processor, in which machine code that searches has come to no other position
PATIENCE = 1.0  # seconds to wait for a search to end


Found = TypeVar("Found")


class Background(ABC, Generic[Found]):
    """A search in a thread of its own; `result` waits for it."""

    _found: Found

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest) -> None:
        self.game, self.state, self.turn = root_of(game, state)
        self.request = request
        self._why: Why | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def result(self) -> Found:
        """The final thought; waits for it. Raises RulesError for rules that cannot be searched or never return."""
        while not self._done.wait(LISTEN):
            self._give_up_if_lost()
        self._notice()
        if self._error is not None:
            raise self._error
        return self._found

    def _notice(self) -> None:
        """Warn of what came up meanwhile, in the thread of the caller."""

    def _start(self, name: str) -> None:
        """Begin, in a thread of this name."""
        self._thread = threading.Thread(target=self._lead, name=name, daemon=True)
        self._thread.start()

    def _give_up_if_lost(self) -> None:
        """Abandon a search that does not end: machine code of a rule that never returns."""

    @abstractmethod
    def _work(self) -> Found:
        """Search, in the thread of the search."""

    def _lead(self) -> None:
        try:
            with watched_rules():
                self._found = self._work()
        except (Exception, Unanswered) as wrong:
            self._error = blamed(wrong)
        finally:
            self._finish()

    def _finish(self) -> None:
        """Release the threads that wait for the end."""
        self._done.set()


class Thinking(Background[Thought]):
    """A search under way in threads of its own, begun at once by `kibitz.begin`.

    Iterate over it for better and better thoughts, the last of them final; `result` waits for that one; `stop` asks for it now.
    """

    _team: Searcher

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest, module: Any) -> None:
        """`module`: the search, which `request` names."""
        super().__init__(game, state, request)
        request.check_threads()
        self.limit, self._module = request.limit, module
        self._wanted = machine_of(self.game, request.knowledge_for(self.game))
        machine = self._begin_plainly() if is_beside() and not request.compile_first else self._wanted
        if machine is self._wanted:
            for kernel in self._kernels():
                machine.ready(kernel)  # before the clock starts
        self._threads = request.threads if search_of(module).has_table else 1
        choices = [int(move) for move in legal(self.game, self.state)]
        if not choices and not is_over(self.game, self.state):
            raise broken(NO_MOVES)
        self._last_progress: tuple[Why | None, int] = None, -1  # why it was ended, if it was, and its nodes, when ...
        self._since = (0.0, 0.0)  # ... these had changed, by the clock and by the processor
        self._lost_seconds = self._patience_with(machine)
        self._has_code = False  # machine code has come, so what searches plainly gives way
        self._plain_thought: Thought | None = None  # the last one before that
        self._thoughts: queue.SimpleQueue[Thought | None] = queue.SimpleQueue()  # None: there will be no more
        self._began = time.perf_counter()
        self._found = self._first_thought(machine, choices)
        self._has_team = bool(choices)
        if not choices:
            self._finish()
            return
        self._begin(machine, choices)
        if self.limit.time is not None:
            threading.Thread(target=self._ring, args=(self.limit.time,), name="kibitz-clock", daemon=True).start()
        if machine is not self._wanted:
            threading.Thread(target=self._await_code, name="kibitz-code", daemon=True).start()
        self._start("kibitz")

    def _kernels(self) -> list[Kernel]:
        """The kernels of this search, of which machine code is made."""
        return kernels_of(self._module, self.game, self._wanted)

    def _begin_plainly(self) -> Machine:
        """The machine to begin with: the one wanted, or while it has no code yet, plain Python in its place."""
        if not self._wanted.compiled or all(map(self._wanted.is_at_hand, self._kernels())):
            return self._wanted
        return machine_of(self.game, self._wanted.rules.knowledge, stand_in=True)

    def _patience_with(self, machine: Machine) -> float:
        """After how many seconds without a new position a search is lost; plain Python raises an error sooner."""
        return LOST_SECONDS if machine.compiled and hasattr(self._module, "enter") else math.inf

    @abstractmethod
    def _begin(self, machine: Machine, choices: list[int]) -> None:
        """Create the `_team` that searches."""

    @abstractmethod
    def _search(self) -> Why:
        """Search, in the thread of the search, until something ends it; return what did."""

    def __iter__(self) -> Iterator[Thought]:
        last = time.perf_counter()
        while True:
            try:
                thought = self._thoughts.get(timeout=TICK / 4)
            except queue.Empty:
                self._give_up_if_lost()
                if self.ended:
                    break
                if time.perf_counter() - last <= TICK:
                    continue
                thought = self._counted(self._found if self._has_caught_up else self._plain_thought or self._found)
            if thought is None:
                break
            yield thought
            last = time.perf_counter()
        yield self.result()

    def stop(self) -> None:
        """End now, with the best so far; takes effect within milliseconds."""
        self._end("interrupted")

    def close(self) -> None:
        """End now and wait for the threads, at most PATIENCE: a user's rule may never return."""
        self.stop()
        self._done.wait(PATIENCE)

    @property
    def ended(self) -> bool:
        """Whether the search has ended, with a final thought or an error."""
        return self._done.is_set()

    @property
    def memory(self) -> tuple[int, int]:
        """Bytes laid out, used or not: for lines and open nodes, of all threads; and for the table.

        Without machine code the words are Python's, which take more.
        """
        nodes, table = self._team.laid_out if self._has_team else (0, 0)
        return WORD * nodes, WORD * table

    # What follows runs in the search's own threads.

    def _work(self) -> Thought:
        """Search depth after depth and report each thought; begin again when machine code comes: that is far quicker."""
        why = self._search()
        if self._has_code and self._why is None and why not in ("depth", "solved"):
            self._plain_thought = self._found
            choices = [int(move) for move in legal(self.game, self.state)]
            self._found = self._first_thought(self._wanted, choices)
            self._lost_seconds = self._patience_with(self._wanted)
            self._begin(self._wanted, choices)
            if self._why is not None:
                self._interrupt()
            why = self._search()
            if why in ("time", "interrupted") and not self._has_caught_up:
                self._found = self._plain_thought
        return replace(self._found, stopped=why)

    @property
    def _has_caught_up(self) -> bool:
        """Whether machine code has come as far as plain Python had when it began."""
        plain, now = self._plain_thought, self._found
        if plain is None or now.value.kind == "exact":
            return True
        return now.depth >= plain.depth if plain.depth else now.nodes >= plain.nodes

    def _notice(self) -> None:
        self._wanted.warn()

    def _await_code(self) -> None:
        """Have the machine code made, if the search is not over at once, and let it take over."""
        if not self._done.wait(ahead.DELAY):
            ahead.prepare(self._wanted, self._kernels()).when_done(self._take_over)

    def _take_over(self) -> None:
        """Machine code is there, or cannot be had."""
        if self._wanted.compiled and not self._done.is_set():
            self._has_code = True
            self._interrupt()

    def _deepen(self, search_depth: Callable[[int], Why | None]) -> Why:
        """Search one ply deeper each time, until something ends it or `search_depth` is satisfied; return what ended it."""
        for depth in range(1, min(self.limit.depth or DEEPEST, DEEPEST) + 1):
            try:
                ended = search_depth(depth)
            except SearchStopped:
                return self._why or "nodes"
            if ended is not None:
                return ended
        return "depth"

    def _tell(self, **news: Any) -> None:
        """Report a better thought: the last one with some parts replaced."""
        self._found = self._counted(replace(self._found, **news))
        if self._has_caught_up:
            self._thoughts.put(self._found)

    def _finish(self) -> None:
        if self._has_team:
            self._team.end()
            self._team.join()
            self._found = self._counted(self._found)
        super()._finish()
        self._thoughts.put(None)

    def _ring(self, seconds: float) -> None:
        """The clock's thread."""
        if not self._done.wait(max(0.0, self._began + seconds - time.perf_counter())):
            self._end("time")

    def _end(self, why: Why) -> None:
        self._why = self._why or why
        if not self._done.is_set():
            self._interrupt()

    def _interrupt(self) -> None:
        """End what is searching now; from any thread."""
        self._team.end()

    def _give_up_if_lost(self) -> None:
        if self._done.is_set() or self._thread is None:
            return
        progress = self._why, self._team.nodes
        if progress != self._last_progress or compiling():
            self._last_progress, self._since = progress, (time.monotonic(), time.process_time())
            return
        spent = min(time.monotonic() - self._since[0], time.process_time() - self._since[1])
        if spent < (ANSWER_SECONDS if self._why is not None else self._lost_seconds):
            return
        leave_behind(self._thread)
        self._error = self._error or unanswered(f"{type(self.game).__name__}, compiled,")
        super()._finish()
        self._thoughts.put(None)

    def _first_thought(self, machine: Machine, choices: list[int]) -> Thought:
        """The thought before any search: the first legal move with the knowledge's estimate, or a finished game's result."""
        if not choices:
            return Thought(None, self._ending(machine), threads=self._threads, stopped="solved")
        value = self._glance(machine)
        moves = tuple(MoveValue(move, value, (move,)) for move in choices) if self.request.all_moves else ()
        line = () if self.turn == CHANCE else (choices[0],)
        best = line[0] if line else None
        informed = says(machine.rules.knowledge, "evaluate") or says(machine.rules.knowledge, "estimates")
        learned = describe_estimate(machine.rules.knowledge)
        return Thought(
            best, value, line, moves, threads=self._threads, stopped="interrupted", informed=informed, learned=learned
        )

    def _ending(self, machine: Machine) -> Value:
        """The value of a game that is over."""
        result = worth_of_end(self.game, self.state)
        return Value("exact", result, 0 if result and not says(self.game, "reward") else None)

    def _glance(self, machine: Machine) -> Value:
        """The estimate of the state without any search."""
        return self._in_total(Value("estimate", round(machine.rules.estimate(self.state), 4)))

    def _in_total(self, value: Value) -> Value:
        """A value at the root plus the rewards won before it."""
        score = score_of(self.state)
        return replace(value, result=round(value.result + score, 4)) if score else value

    def _counted(self, thought: Thought) -> Thought:
        seconds = time.perf_counter() - self._began
        return replace(thought, nodes=self._team.nodes, seconds=seconds, hits=self._team.hits, table_used=self._team.table_used)
