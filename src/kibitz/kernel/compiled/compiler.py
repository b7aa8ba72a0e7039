"""Kernels become machine code for one game: compiled, or loaded from the folder where an earlier process kept it.

One kernel has one specialisation per game; a second would end in a crash when the code is loaded by another process (Numba's
cache and recursion), so the compiler refuses to make one.
"""

import functools
import gc
import hashlib
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

import numba
from numba import config, njit, types
from numba.core import event
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from kibitz.kernel.apart import Announcer, Caller
from kibitz.kernel.cache import CodeFolder
from kibitz.kernel.compiled.diagnose import diagnose
from kibitz.kernel.compiled.numba_private import KeptCode, helpers_linked, processor, remembered_signatures
from kibitz.kernel.compiled.overloads import INLINE
from kibitz.kernel.compiled.rules_type import Handle
from kibitz.kernel.compiled.words import words_type
from kibitz.kernel.functions import TRACES, DoesNotCompile, Fingerprint, copied, globals_of, goes_along
from kibitz.kernel.rules import Rules
from kibitz.kernel.states import Fields
from kibitz.kernel.words import Words

# What rules that do not compile end in: no NumbaErrors are the last two, of `yield from` and of a method that calls itself.
UNCOMPILED = (NumbaError, UnsupportedBytecodeError, RecursionError)
_shared: dict[FunctionType, Any] = {}


class Code:
    """The compiled code for one type of rules, shared by machines that differ only in data, such as weights."""

    def __init__(self) -> None:
        self.functions: dict[FunctionType, Any] = {}
        self.entries: dict[FunctionType, Any] = {}
        self.kept: list[Any] = []  # what the entries need to stay in memory


_codes: WeakValueDictionary[str, Code] = WeakValueDictionary()  # as long as a compiler holds it


class Compiler:
    """Compiles kernels for one game with one knowledge."""

    def __init__(self, rules: Rules) -> None:
        """Raises TypeError, in one sentence, for states that have no type."""
        self._rules = rules
        self.handle = Handle(rules)
        versions = (platform.python_version(), numba.__version__, config.BOUNDSCHECK)
        self.key = repr((self.handle.type.name, processor(), versions, _own_sources()))  # all that the machine code depends on
        self.code = _codes.setdefault(self.key, Code())

    def entry(self, kernel: FunctionType, caller: Caller, announcer: Announcer) -> Callable[..., int]:
        """The kernel as machine code, to be called without `rules`. Raises DoesNotCompile with the reason."""
        try:
            return functools.partial(self._compile(kernel, caller, announcer), self.handle)
        except UNCOMPILED as wrong:
            raise DoesNotCompile(diagnose(self._rules, wrong)) from wrong

    def _compile(self, kernel: FunctionType, caller: Caller, announcer: Announcer) -> Any:
        """Compile a kernel, and call it without Numba's dispatcher: that looks at the type of each argument every time, which
        takes 38 microseconds in Othello; the call takes half of one. So the arguments must have the right types.
        """
        if kernel in self.code.entries:
            return self.code.entries[kernel]
        hints = kernel.__annotations__
        kinds = [_kind(hints[name], self.handle) for name in kernel.__code__.co_varnames[1 : kernel.__code__.co_argcount]]
        folder = CodeFolder(self.key)
        entry = njit(nogil=True)(copied(kernel, self._constants))
        version = Fingerprint()
        version.add(kernel)
        entry._cache = KeptCode(folder, f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}.{version.hex()}")
        signature = types.int64(self.handle.type, *kinds)
        with nullcontext() if entry._cache.holds() else folder.locked(caller.before):  # it may lock for another kernel
            if not entry._cache.holds():
                steps = event.install_listener("numba:run_pass", _PassListener(caller))
                spinner = announcer(f"compiling {type(self._rules.game).__name__}")
                with spinner, steps, _uncollected(), remembered_signatures(), helpers_linked():
                    self._link(entry, kernel)
                    code = entry.compile(signature)
            else:
                self._link(entry, kernel)
                code = entry.compile(signature)
        entry.disable_compile()
        for function, dispatcher in self.code.functions.items():
            if function.__name__ in function.__code__.co_names and len(dispatcher.signatures) > 1:
                raise AssertionError(f"{function.__name__} recurs and has the specialisations {dispatcher.signatures}")
        self.code.kept.append(entry)
        self.code.entries[kernel] = code
        return code

    @property
    def _constants(self) -> dict[str, Any]:
        """Constants that replace those of the modules in this game's copies of functions."""
        return {TRACES: True} if self._rules.traces else {}

    def _link(self, dispatcher: Any, function: FunctionType) -> None:
        """Give a kernel's copy compiled helpers for the functions of the searches that it mentions."""
        for name, value in globals_of(function).items():
            if isinstance(value, FunctionType) and goes_along(value, function):
                dispatcher.py_func.__globals__[name] = self._function(value)

    def _function(self, function: FunctionType) -> Any:
        # What does not look at the rules is the same for every game: compiled once in a process.
        helpers = self.code.functions if function.__code__.co_varnames[:1] == ("rules",) else _shared
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
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for file in [
        *sorted(package.glob("kernel/**/*.py")),
        *(package / "core" / f"{name}.py" for name in ("board", "data", "rows")),
    ]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
