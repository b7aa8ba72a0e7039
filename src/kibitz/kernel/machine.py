"""A game made ready for kernels: compiled when its rules compile, plain Python when they do not.

A kernel is a plain Python function whose first argument is `rules`. `Machine.ready(kernel)` gives a callable: machine code
for this very game, or the function itself. Numba is imported when a game is to be compiled, and not before.
"""

import functools
import os
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

from kibitz.core.rules import Game, Knowledge
from kibitz.errors import RulesWarning
from kibitz.kernel.apart import Announcer, apart
from kibitz.kernel.functions import TRACES, DoesNotCompile, copied, globals_of, goes_along
from kibitz.kernel.rules import Rules
from kibitz.kernel.states import FieldKinds, as_arguments, kinds_of
from kibitz.kernel.words import PlainWords, Words

if TYPE_CHECKING:
    from kibitz.kernel.compiled import Compiler

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")  # nothing is compiled in this process
_announcer: list[Announcer] = [nullcontext]


def set_announcer(announcer: Announcer) -> None:
    """From now on compiling happens inside `announcer(text)`, a context manager: a face shows a spinner there."""
    _announcer[0] = announcer


class Machine:
    """One game with one knowledge, ready to run kernels."""

    def __init__(self, game: Game, knowledge: Knowledge | None = None, plain: bool = False, traces: bool = False) -> None:
        """`plain` asks for plain Python even where the rules would compile; `traces`: searches write down what they do."""
        self.rules = Rules(game, knowledge, traces)
        self.name = type(game).__name__
        self.compiler: Compiler | None = None
        self.problem = ""
        self._entries: dict[FunctionType, Callable[..., Any]] = {}
        if game.compiles and not plain and not PLAIN:
            try:
                self.compiler = load_compiler().Compiler(self.rules)
            except TypeError as wrong:
                self._give_up(str(wrong))

    @property
    def compiled(self) -> bool:
        """Whether kernels run as machine code."""
        return self.compiler is not None

    @property
    def key(self) -> str:
        """All that the machine code depends on; empty for a machine without it."""
        return self.compiler.key if self.compiler else ""

    @functools.cached_property
    def _kinds(self) -> FieldKinds:
        """The kinds of the fields of its states."""
        return kinds_of(self.rules.game.start())

    def words(self, count: int) -> Any:
        """Zeroed memory for kernels: word 0 holds the count."""
        return Words(count) if self.compiled else PlainWords([count] + [0] * (count - 1))

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """A state on its way into a kernel (which begins with `rules.enter`)."""
        return as_arguments(state, self._kinds) if self.compiled else self.rules.fields(state)

    def ready(self, kernel: Callable[..., int]) -> Callable[..., int]:
        """The kernel for this game, to be called without `rules`: fields of a state (a tuple), ints and words.

        Ctrl-C is heard while it compiles, and passed on at once; asked again, it waits for the code that is under way.
        """
        assert isinstance(kernel, FunctionType)
        entry = self._entries.get(kernel)
        if entry is None:
            entry = self._entries[kernel] = self._prepare(kernel)
        return entry

    def specialisations(self, function: Callable[..., Any]) -> int:
        """How many versions of a search's function this process has compiled for this game; more than 1 is a mistake."""
        assert isinstance(function, FunctionType)
        dispatcher = self.compiler.code.functions.get(function) if self.compiler else None
        return len(dispatcher.signatures) if dispatcher is not None else 0

    def _prepare(self, kernel: FunctionType) -> Callable[..., int]:
        compiler = self.compiler
        if compiler is not None:
            try:
                return apart(lambda caller: compiler.entry(kernel, caller, _announcer[0]))
            except DoesNotCompile as wrong:
                self._give_up(str(wrong))
        return functools.partial(_tracing(kernel) if self.rules.traces else kernel, self.rules)

    def _give_up(self, problem: str) -> None:
        """From now on plain; kernels made before must go plain too, for their memory is of another kind."""
        self.compiler, self.problem = None, problem
        self._entries.clear()
        warnings.warn(f"{self.name} runs as plain Python, right but slow: {problem}", RulesWarning, stacklevel=4)


@functools.cache
def _tracing(function: FunctionType) -> FunctionType:
    """A plain function of the searches that traces, as do all that it reaches."""
    twin = copied(function, {TRACES: True})
    for name, value in globals_of(function).items():
        if isinstance(value, FunctionType) and goes_along(value, function):
            twin.__globals__[name] = twin if value is function else _tracing(value)
    return twin


def machine_of(game: Game, knowledge: Knowledge | None = None, plain: bool = False, traces: bool = False) -> Machine:
    """The machine for a game and its knowledge, made once and kept."""
    wanted = (type(game), game, type(knowledge), knowledge, plain, traces)
    try:
        if wanted not in _machines:
            if len(_machines) >= KEPT:
                del _machines[next(iter(_machines))]
            _machines[wanted] = Machine(game, knowledge, plain, traces)
        return _machines[wanted]
    except TypeError:  # a field that cannot be hashed
        return Machine(game, knowledge, plain, traces)


KEPT = 64
_machines: dict[tuple[Any, ...], Machine] = {}


@functools.cache
def load_compiler() -> Any:
    """Import the part of the kernel that needs Numba: apart, for it takes a second, and Ctrl-C would leave half of it."""
    return apart(lambda caller: import_module("kibitz.kernel.compiled"))
