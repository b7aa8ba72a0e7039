"""A kernel becomes machine code for one game: Numba types every function that it reaches, and LLVM makes one object of them.

One kernel has one specialisation per game: a second would mean that types differ where the kernel expects one.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import njit, types
from numba.core import event
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from kibitz.kernel.apart import Caller
from kibitz.kernel.artefact import Artefact
from kibitz.kernel.compiled.diagnose import diagnose
from kibitz.kernel.compiled.emit import ENTRY, emit
from kibitz.kernel.compiled.helpers import HelperFile, kept
from kibitz.kernel.compiled.numba_private import compiled_library, remembered_signatures, unlinked, without_literals
from kibitz.kernel.compiled.overloads import INLINE
from kibitz.kernel.compiled.rules_type import RulesType, rules_type
from kibitz.kernel.compiled.words import words_type
from kibitz.kernel.functions import OURS, TRACES, DoesNotCompile, copied, globals_of, goes_along
from kibitz.kernel.rules import Rules

# What rules that do not compile end in: no NumbaErrors are the last two, of `yield from` and of a method that calls itself.
UNCOMPILED = (NumbaError, UnsupportedBytecodeError, RecursionError)
OPTIONS = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # Python calls the object by ctypes
_shared: dict[FunctionType, Any] = {}
_functions: dict[str, dict[FunctionType, Any]] = {}  # of the rules of that name


def compile_kernel(rules: Rules, kernel: FunctionType, caller: Caller, root: Path | None = None) -> Artefact:
    """The kernel as machine code; its helpers are kept under `root`. Raises DoesNotCompile with the reason."""
    began = time.process_time()
    steps = event.install_listener("numba:run_pass", _PassListener(caller))
    try:
        with steps, _uncollected(), remembered_signatures(), unlinked():
            helpers = HelperFile(kernel, root)
            if not rules.traces:
                helpers.load()
            entry = _Compiler(rules).compile(kernel)
            library, symbol = compiled_library(entry)
            code, target, needs = emit(library, symbol)
            if not rules.traces:
                helpers.save(_shared_by(kernel))
    except UNCOMPILED as wrong:
        raise DoesNotCompile(diagnose(rules, wrong)) from wrong
    return Artefact("", target.name, ENTRY, code, needs, round(time.process_time() - began, 2))


def specialisations(rules: Rules, function: Any) -> int:
    """How many versions of a search's function this process has compiled for these rules; more than 1 is a mistake."""
    dispatcher = _functions.get(rules_type(rules).name, {}).get(function)
    return len(dispatcher.signatures) if dispatcher is not None else 0


def _shared_by(kernel: FunctionType) -> dict[FunctionType, Any]:
    """The dispatchers of the functions that a kernel shares with those of other games."""
    reached, waiting = {kernel}, [kernel]
    while waiting:
        function = waiting.pop()
        called = {one for one in globals_of(function).values() if isinstance(one, FunctionType) and goes_along(one, function)}
        waiting += called - reached
        reached |= called
    return {function: _shared[function] for function in reached if function in _shared}


class _Compiler:
    """Compiles kernels for one game with one knowledge."""

    def __init__(self, rules: Rules) -> None:
        self._type: RulesType = rules_type(rules)
        self._functions = _functions.setdefault(self._type.name, {})
        # Constants that replace those of the modules in this game's copies of functions.
        self._constants = {TRACES: True} if rules.traces else {}

    def compile(self, kernel: FunctionType) -> Any:
        """Numba's dispatcher of a kernel, with all its functions compiled."""
        names = kernel.__code__.co_varnames[1 : kernel.__code__.co_argcount]
        kinds = [types.int64 if kernel.__annotations__[name] is int else words_type for name in names]
        entry = njit(**OPTIONS)(copied(kernel, self._constants))
        self._link(entry, kernel)
        entry.compile(types.int64(self._type, *kinds))
        for function, dispatcher in self._functions.items():
            if function.__name__ in function.__code__.co_names and len(dispatcher.signatures) > 1:
                raise AssertionError(f"{function.__name__} recurs and has the specialisations {dispatcher.signatures}")
        return entry

    def _link(self, dispatcher: Any, function: FunctionType) -> None:
        """Give a kernel's copy compiled helpers for the functions of the searches that it mentions."""
        for name, value in globals_of(function).items():
            if isinstance(value, FunctionType) and goes_along(value, function):
                dispatcher.py_func.__globals__[name] = self._function(value)

    def _function(self, function: FunctionType) -> Any:
        # What does not look at the rules is the same for every game: compiled once in a process.
        is_shared = function.__code__.co_varnames[:1] != ("rules",) and not self._constants
        helpers = _shared if is_shared else self._functions
        if function not in helpers:
            twin = copied(function, self._constants)
            if function.__module__.startswith(OURS):  # mypy has seen that it returns what it says
                twin.__annotations__ = function.__annotations__
            dispatcher = without_literals(njit(**INLINE)(twin))
            helpers[function] = kept(dispatcher, function) if is_shared else dispatcher
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
