"""A game made ready for kernels: compiled when its rules compile, plain Python when they do not.

A kernel is a plain Python function whose first argument is `rules`. `Machine.ready(kernel)` gives a callable: machine code
for this very game, or the function itself. One kernel has one specialisation per game; a second would end in a crash when
the code is loaded by another process (Numba's cache and recursion), so the compiler refuses to make one.
"""

import functools
import gc
import hashlib
import platform
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

import numba
from numba import config, njit, types
from numba.core import event
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from kibitz.core.rules import Game, Knowledge
from kibitz.errors import RulesWarning
from kibitz.kernel._apart import Caller, apart
from kibitz.kernel._cache import CodeFolder
from kibitz.kernel._diagnose import diagnose
from kibitz.kernel._functions import INLINE, Fingerprint, copied, globals_of
from kibitz.kernel._numba_private import KeptCode, helpers_linked, processor, remembered_signatures
from kibitz.kernel._rules import Rules
from kibitz.kernel._rules_type import Handle
from kibitz.kernel._states import FieldKinds, as_arguments, kinds_of
from kibitz.kernel._words import PlainWords, Words, words_type

OURS = (
    "kibitz.patterns",
    "kibitz.search",
    "kibitz.solutions",
    "kibitz.checking",
    "kibitz.learning",
)  # homes of kernels: their functions are compiled along
PACKAGE = __name__.partition(".")[0]
TRACES = "TRACES"  # the constant behind which searches write down what they do
# What rules that do not compile end in: no NumbaErrors are the last two, of `yield from` and of a method that calls itself.
UNCOMPILED = (NumbaError, UnsupportedBytecodeError, RecursionError)
Announcer = Callable[[str], AbstractContextManager[Any]]
Fields = tuple[Any, ...]
_announcer: list[Announcer] = [nullcontext]
_shared: dict[FunctionType, Any] = {}


def set_announcer(announcer: Announcer) -> None:
    """From now on compiling happens inside `announcer(text)`, a context manager: a face shows a spinner there."""
    _announcer[0] = announcer


class Code:
    """The compiled code for one type of rules, shared by machines that differ only in data, such as weights."""

    def __init__(self) -> None:
        self.functions: dict[FunctionType, Any] = {}
        self.entries: dict[FunctionType, Any] = {}
        self.kept: list[Any] = []  # what the entries need to stay in memory


class Machine:
    """One game with one knowledge, ready to run kernels."""

    def __init__(self, game: Game, knowledge: Knowledge | None = None, plain: bool = False, traces: bool = False) -> None:
        """`plain` asks for plain Python even where the rules would compile; `traces`: searches write down what they do."""
        self.rules = Rules(game, knowledge, traces)
        self.name = type(game).__name__
        self.handle: Handle | None = None
        self.problem = ""
        self._entries: dict[FunctionType, Callable[..., Any]] = {}
        if game.compiles and not plain and not config.DISABLE_JIT:
            try:
                self.handle = Handle(self.rules)
            except TypeError as wrong:
                self._give_up(str(wrong))

    @property
    def compiled(self) -> bool:
        """Whether kernels run as machine code."""
        return self.handle is not None

    @functools.cached_property
    def key(self) -> str:
        """All that the machine code depends on."""
        assert self.handle is not None
        versions = (platform.python_version(), numba.__version__, config.BOUNDSCHECK)
        return repr((self.handle.type.name, processor(), versions, _own_sources()))

    @functools.cached_property
    def _kinds(self) -> FieldKinds:
        """The kinds of the fields of its states."""
        return kinds_of(self.rules.game.start())

    @functools.cached_property
    def _code(self) -> Code:
        """The code of all machines with this key."""
        return _codes.setdefault(self.key, Code())

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
        dispatcher = self._code.functions.get(function) if self.compiled else None
        return len(dispatcher.signatures) if dispatcher is not None else 0

    def _prepare(self, kernel: FunctionType) -> Callable[..., int]:
        handle = self.handle
        if handle is not None:
            try:
                return functools.partial(apart(lambda caller: self._compile(kernel, handle, caller)), handle)
            except UNCOMPILED as wrong:
                self._give_up(diagnose(self.rules, wrong))
        return functools.partial(_tracing(kernel) if self.rules.traces else kernel, self.rules)

    def _give_up(self, problem: str) -> None:
        """From now on plain; kernels made before must go plain too, for their memory is of another kind."""
        self.handle, self.problem = None, problem
        self._entries.clear()
        warnings.warn(f"{self.name} runs as plain Python, right but slow: {problem}", RulesWarning, stacklevel=4)

    def _compile(self, kernel: FunctionType, handle: Handle, caller: Caller) -> Any:
        """Compile a kernel, and call it without Numba's dispatcher: that looks at the type of each argument every time, which
        takes 38 microseconds in Othello; the call takes half of one. So the arguments must have the right types.
        """
        if kernel in self._code.entries:
            return self._code.entries[kernel]
        hints = kernel.__annotations__
        kinds = [_kind(hints[name], handle) for name in kernel.__code__.co_varnames[1 : kernel.__code__.co_argcount]]
        folder = CodeFolder(self.key)
        entry = njit(nogil=True)(copied(kernel, self._constants))
        version = Fingerprint()
        version.add(kernel)
        entry._cache = KeptCode(folder, f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}.{version.hex()}")
        signature = types.int64(handle.type, *kinds)
        with nullcontext() if entry._cache.holds() else folder.locked(caller.before):  # it may lock for another kernel
            if not entry._cache.holds():
                steps = event.install_listener("numba:run_pass", _PassListener(caller))
                with _announcer[0](f"compiling {self.name}"), steps, _uncollected(), remembered_signatures(), helpers_linked():
                    self._link(entry, kernel)
                    code = entry.compile(signature)
            else:
                self._link(entry, kernel)
                code = entry.compile(signature)
        entry.disable_compile()
        for function, dispatcher in self._code.functions.items():
            if function.__name__ in function.__code__.co_names and len(dispatcher.signatures) > 1:
                raise AssertionError(f"{function.__name__} recurs and has the specialisations {dispatcher.signatures}")
        self._code.kept.append(entry)
        self._code.entries[kernel] = code
        return code

    @property
    def _constants(self) -> dict[str, Any]:
        """Constants that replace those of the modules in this machine's copies of functions."""
        return {TRACES: True} if self.rules.traces else {}

    def _link(self, dispatcher: Any, function: FunctionType) -> None:
        """Give a kernel's copy compiled helpers for the functions of the searches that it mentions."""
        for name, value in globals_of(function).items():
            if isinstance(value, FunctionType) and _goes_along(value, function):
                dispatcher.py_func.__globals__[name] = self._function(value)

    def _function(self, function: FunctionType) -> Any:
        # What does not look at the rules is the same for every game: compiled once in a process.
        helpers = self._code.functions if function.__code__.co_varnames[:1] == ("rules",) else _shared
        if function not in helpers:
            helpers[function] = njit(**INLINE)(copied(function, self._constants))
            self._link(helpers[function], function)
        return helpers[function]


@contextmanager
def _uncollected() -> Iterator[None]:
    """The garbage collector rests: almost all that compiling makes lives to its end, and to look through it takes a seventh
    of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _goes_along(mentioned: FunctionType, function: FunctionType) -> bool:
    """Whether a function that another mentions is part of the kernel: a search's, or of the package that brings a search."""
    home = function.__module__.partition(".")[0]
    return mentioned.__module__.startswith(OURS) or (home != PACKAGE and mentioned.__module__.partition(".")[0] == home)


@functools.cache
def _tracing(function: FunctionType) -> FunctionType:
    """A plain function of the searches that traces, as do all that it reaches."""
    twin = copied(function, {TRACES: True})
    for name, value in globals_of(function).items():
        if isinstance(value, FunctionType) and _goes_along(value, function):
            twin.__globals__[name] = twin if value is function else _tracing(value)
    return twin


def machine_of(game: Game, knowledge: Knowledge | None = None, plain: bool = False, traces: bool = False) -> Machine:
    """The machine for a game and its knowledge: the one made before, if there is one."""
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
_codes: WeakValueDictionary[str, Code] = WeakValueDictionary()  # as long as a machine holds it


class _PassListener(event.Listener):  # type: ignore[misc]  # Numba ships no types
    """Asks before each of Numba's many small steps whether it is worth while."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def on_start(self, event: Any) -> None:
        self._caller.between()

    def on_end(self, event: Any) -> None:
        """Nothing to do: the next step asks."""


def _kind(hint: Any, handle: Handle) -> Any:
    if isinstance(hint, type) and issubclass(hint, Words):
        return words_type
    return {int: types.int64, Fields: types.Tuple(handle.type.game.state.types)}[hint]


@functools.cache
def _own_sources() -> str:
    """A hash of the modules that say how rules become machine code; each kernel has a fingerprint of its own."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for file in [
        *sorted(package.glob("kernel/*.py")),
        *(package / "core" / f"{name}.py" for name in ("board", "data", "rows")),
    ]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
