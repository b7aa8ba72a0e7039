"""Everything in kibitz that relies on Numba's internals; `PRIVATE` says what and why, and a test compares it with Numba.

Five functions of Numba are replaced when this module is imported. pyproject.toml pins the Numba that this was tested with.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding
from numba import _dynfunc
from numba.core import cgutils, registry
from numba.core.codegen import CPUCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext
from numba.core.generators import GeneratorDescriptor
from numba.core.typeinfer import TypeInferer
from numba.core.types import BaseFunction, int64, unliteral
from numba.cpython.unsafe.tuple import tuple_setitem

from kibitz.kernel.targets import aimed

__all__ = [
    "PRIVATE",
    "UNRESOLVED",
    "compiled_library",
    "empty_module",
    "has_feature",
    "libraries_of",
    "raw_modules",
    "remembered_signatures",
    "start_runtime",
    "tuple_setitem",
    "unlinked",
    "without_literals",
    "written_functions",
]

PRIVATE = {
    "CPUContext.get_executable": "Replaced: compiled functions are not made callable from Python one by one.",
    "CPUCodeLibrary.add_ir_module": "Replaced: a function's code stays as it was written, to be optimised in the whole kernel.",
    "CPUCodeLibrary.finalize": "Replaced: nothing is linked, optimised or emitted for a function alone.",
    "GeneratorDescriptor.from_generator_fndesc": "Replaced: a generator's step is inlined, as functions are.",
    "BaseFunction.get_call_type": "Replaced: the type of a call is looked up once for each compilation.",
    "TypeInferer.return_types_from_partial": "Replaced: a function that says it returns an int is believed where it calls itself.",
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
        if not hasattr(library, "unlinked"):
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

    Numba infers all its types anew at each of its calls to itself, in each round: three quarters of the time for a search's.
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
