"""Everything in kibitz that relies on Numba's internals; `PRIVATE` says what and why, and a test compares it with Numba.

Six functions of Numba are replaced when this module is imported. pyproject.toml pins the Numba that this was tested with.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from llvmlite import binding
from numba import _dynfunc
from numba.core import cgutils, registry
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext
from numba.core.environment import Environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.generators import GeneratorDescriptor
from numba.core.typeinfer import TypeInferer
from numba.core.types import BaseFunction, int64
from numba.core.types.misc import unliteral
from numba.core.typing import signature
from numba.cpython.unsafe.tuple import tuple_setitem

from kibitz.kernel.targets import aimed

__all__ = [
    "PRIVATE",
    "UNRESOLVED",
    "KeptFunction",
    "compiled_library",
    "empty_module",
    "has_feature",
    "kept_library",
    "kept_sizes",
    "libraries_of",
    "raw_modules",
    "remembered_signatures",
    "start_runtime",
    "tuple_setitem",
    "unlinked",
    "with_kept",
    "without_literals",
    "written_functions",
]

PRIVATE = {
    "CPUContext.get_executable": "Replaced: compiled functions are not made callable from Python one by one.",
    "CPUCodeLibrary.add_ir_module": "Replaced: a function's code stays as it was written, to be optimised in the whole kernel.",
    "CPUCodeLibrary.finalize": "Replaced: nothing is linked, optimised or emitted for a function alone.",
    "GeneratorDescriptor.from_generator_fndesc": "Replaced: a generator's step is inlined, as functions are.",
    "BaseFunction.get_call_type": "Replaced: the type of a call is looked up once for each compilation.",
    "TypeInferer.return_types_from_partial": "Replaced: a function that says it returns an int is believed by itself.",
    "Dispatcher._cache": "Set: it is asked for a function before that is compiled.",
    "Dispatcher.get_call_template": "Wrapped: a function is not compiled anew for each number written in a call of it.",
    "CPUCodeLibrary._ensure_finalized": "Called where a function is compiled.",
    "CPUCodeLibrary._get_module_for_linking": "Called for code that Numba brings.",
    "CPUCodeLibrary._linking_libraries": "Read: the libraries that a function calls.",
    "CPUCodeLibrary.codegen": "Read: the processor that code is made for.",
    "CPUCodegen._create_empty_module": "Called for a module with the layout of data that Numba uses.",
    "PythonFunctionDescriptor.lookup_module": "Called for the module of a function.",
    "RuntimeLinker.PREFIX": "Read: what the name of an address begins with that Numba fills in later.",
}

UNRESOLVED = RuntimeLinker.PREFIX  # of the name of an address that Numba fills in later
RUNTIME = "nrt"  # the library of Numba's runtime, which others in this process may call
_thread = threading.local()  # is_unlinked: libraries keep what was added; signatures: the types of calls found so far


def has_feature(name: str) -> bool:
    """Whether code is made for a processor with this feature, as LLVM names it."""
    return f"+{name}" in aimed().features.split(",")


def start_runtime() -> None:
    """Have Numba's runtime ready: rules that allocate memory call it."""
    registry.cpu_target.target_context.refresh()


@contextmanager
def unlinked() -> Iterator[None]:
    """While this lasts, functions that this thread compiles stay as Numba wrote them: `emit` links and optimises them once."""
    _thread.is_unlinked = True
    try:
        yield
    finally:
        _thread.is_unlinked = False


def without_literals(dispatcher: Any) -> Any:
    """Have a function compiled for numbers as such, and not anew for each number that is written in a call of it."""
    plain = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: plain(
        tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()}
    )
    return dispatcher


@dataclass(frozen=True)
class KeptFunction:
    """A function that was compiled before: its name in a library of kept functions, and its types."""

    symbol: str
    arguments: tuple[Any, ...]
    returns: Any
    library: Any

    def result(self, function: Any) -> Any:
        """The description that Numba keeps of a compiled function, here of `function`."""
        names = [f"argument{number}" for number in range(len(self.arguments))]
        descriptor = PythonFunctionDescriptor(
            True,
            function.__module__,
            function.__qualname__,
            self.symbol,
            "",
            None,
            self.returns,
            None,
            names,
            [],
            mangler=lambda *_, **__: self.symbol,
            argtypes=self.arguments,
            inline=True,
        )
        environment = Environment.from_fndesc(descriptor)
        entry = _dynfunc.make_function(descriptor.lookup_module(), function.__name__, "", 0, environment, (self.library,))
        kinds = signature(self.returns, *self.arguments)
        return SimpleNamespace(
            entry_point=entry, fndesc=descriptor, library=self.library, signature=kinds, objectmode=False, metadata={}
        )


class _KeptFunctions(NullCache):  # type: ignore[misc]  # Numba ships no types
    """Numba asks it for a function before it compiles one."""

    def __init__(self, function: Any, find: Callable[[tuple[Any, ...]], KeptFunction | None]) -> None:
        self._function, self._find = function, find

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._find(tuple(sig))
        return found.result(self._function) if found is not None else None


def with_kept(dispatcher: Any, find: Callable[[tuple[Any, ...]], KeptFunction | None]) -> Any:
    """Have a function looked for among kept ones, by the types of its arguments, before it is compiled."""
    dispatcher._cache = _KeptFunctions(dispatcher.py_func, find)
    return dispatcher


def kept_library(bitcode: bytes, sizes: dict[str, int]) -> Any:
    """A library of functions that were compiled before; `sizes`: how many instructions each has."""
    library = registry.cpu_target.target_context.codegen().create_library("kept")
    library.kept, library.sizes, library._finalized = bitcode, sizes, True
    return library


def kept_sizes(libraries: Iterable[Any]) -> dict[str, int]:
    """How many instructions the functions have that were compiled before."""
    return {name: size for library in libraries for name, size in getattr(library, "sizes", {}).items()}


def compiled_library(dispatcher: Any) -> tuple[Any, str]:
    """The library of a function that was compiled for one signature, and the function's name in it."""
    (result,) = dispatcher.overloads.values()
    return result.library, result.fndesc.llvm_func_name


def libraries_of(library: Any) -> list[Any]:
    """A library and those that it calls, callers first."""
    found: dict[Any, None] = {}
    waiting = [library]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += reversed(one._linking_libraries)
    return list(found)


def written_functions(libraries: Iterable[Any]) -> Iterator[Any]:
    """The functions that Numba has written in these libraries, as llvmlite builds them."""
    for library in libraries:
        for module in getattr(library, "unlinked", ()):
            yield from (function for function in module.functions if function.blocks)


def raw_modules(libraries: Iterable[Any]) -> Iterator[Any]:
    """The modules of these libraries, as LLVM reads them."""
    for library in libraries:
        if hasattr(library, "kept"):
            yield binding.parse_bitcode(library.kept)
        elif not hasattr(library, "unlinked"):
            yield library._get_module_for_linking().clone()
        for module in getattr(library, "unlinked", ()):
            yield binding.parse_assembly(cgutils.normalize_ir_text(str(module)))


def empty_module(library: Any, name: str) -> Any:
    """A module of LLVM for the same processor as a library's."""
    return binding.parse_assembly(str(library.codegen._create_empty_module(name)))


def _executable(context: Any, library: Any, fndesc: Any, env: Any, plain: Any = CPUContext.get_executable) -> Any:
    if not getattr(_thread, "is_unlinked", False):
        return plain(context, library, fndesc, env)
    library._ensure_finalized()
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.rpartition(".")[2], "", 0, env, (library,))


def _stays_unlinked(library: Any) -> bool:
    return getattr(_thread, "is_unlinked", False) and library.name != RUNTIME


def _added(library: Any, ir_module: Any, plain: Any = CPUCodeLibrary.add_ir_module) -> None:
    if not _stays_unlinked(library):
        plain(library, ir_module)
        return
    library.unlinked = [*getattr(library, "unlinked", ()), ir_module]


def _finished(library: Any, plain: Any = CPUCodeLibrary.finalize) -> None:
    if not _stays_unlinked(library):
        plain(library)
        return
    library.unlinked = getattr(library, "unlinked", [])
    library._finalized = True


def _inlined(
    cls: Any,
    func_ir: Any,
    fndesc: Any,
    gentype: Any,
    mangler: Any,
    plain: Any = GeneratorDescriptor.from_generator_fndesc.__func__,
) -> Any:
    descriptor = plain(cls, func_ir, fndesc, gentype, mangler)
    descriptor.inline = fndesc.inline
    return descriptor


@contextmanager
def remembered_signatures() -> Iterator[None]:
    """While this lasts, this thread asks Numba once what a function returns for arguments of given types.

    Numba works it out again for each call, in each pass over the types of a function: 35 times for each answer in the kernel of
    `solve`, a quarter of the time to compile it.
    """
    _thread.signatures = {}
    try:
        yield
    finally:
        del _thread.signatures


def _remembered(function: Any, context: Any, args: Any, kws: Any, plain: Any = BaseFunction.get_call_type) -> Any:
    known = getattr(_thread, "signatures", None)
    if known is None:
        return plain(function, context, args, kws)
    key = id(function), args, tuple(sorted(kws.items()))
    if key not in known:
        found = plain(function, context, args, kws)
        if found is None:
            return None
        known[key] = found, function  # which is kept: another one could have its id
    return known[key][0]


def _said_to_return(inferer: Any, plain: Any = TypeInferer.return_types_from_partial) -> Any:
    """The type of a function that calls itself, before its own types are known.

    Numba infers all its types anew at each of its calls to itself, in each round: two thirds of the time for a search's.
    """
    if getattr(_thread, "is_unlinked", False) and inferer.func_id.func.__annotations__.get("return") is int:
        return int64
    return plain(inferer)


CPUContext.get_executable = _executable
CPUCodeLibrary.add_ir_module = _added
CPUCodeLibrary.finalize = _finished
GeneratorDescriptor.from_generator_fndesc = classmethod(_inlined)
TypeInferer.return_types_from_partial = _said_to_return
BaseFunction.get_call_type = _remembered  # type: ignore[method-assign, assignment]  # one argument more than Numba's
