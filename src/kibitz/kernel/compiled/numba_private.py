"""Everything in kibitz that relies on Numba's internals; `PRIVATE` says what and why, and a test compares it with Numba.

Four functions of Numba are replaced when this module is imported. pyproject.toml pins the Numba that this was tested with.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import _dynfunc
from numba.core import compiler, registry
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.generators import GeneratorDescriptor
from numba.core.serialize import dumps
from numba.core.types import BaseFunction
from numba.cpython.unsafe.tuple import tuple_setitem

from kibitz.kernel.cache import CodeFolder

__all__ = ["PRIVATE", "KeptCode", "helpers_linked", "processor", "remembered_signatures", "tuple_setitem"]

PRIVATE = {
    "CPUContext.get_executable": "Replaced: helpers that only machine code calls get no wrapper for Python.",
    "JITCodeLibrary._finalize_final_module": "Replaced: their machine code is not emitted; kernels link their LLVM code.",
    "GeneratorDescriptor.from_generator_fndesc": "Replaced: a generator's step is inlined, as functions are.",
    "BaseFunction.get_call_type": "Replaced: the type of a call is looked up once for each compilation.",
    "JITCodeLibrary._ensure_finalized": "Called before a helper is linked.",
    "JITCodeLibrary._finalize_dynamic_globals": "Called where a helper's code is not emitted.",
    "JITCodeLibrary.codegen": "Read: the processor that code is made for is part of the key of kept code.",
    "PythonFunctionDescriptor.llvm_cpython_wrapper_name": "Read: whether a function has a wrapper for Python.",
    "PythonFunctionDescriptor.lookup_module": "Called for the module of a function without a wrapper.",
    "_Cache.load_overload": "Overridden: code is loaded from a folder of kibitz, without an index.",
    "_Cache.save_overload": "Overridden: code is saved to a folder of kibitz, without an index.",
    "CompileResult._reduce": "Called: what Numba keeps of compiled code.",
    "CompileResult._rebuild": "Called: compiled code from what was kept.",
}

_thread = threading.local()  # is_sparing: no code of its own for helpers; signatures: the types of calls found so far


def processor() -> Any:
    """The processor and its features, as Numba names them: code made for one does not run on another."""
    return registry.cpu_target.target_context.codegen().magic_tuple()


@contextmanager
def helpers_linked() -> Iterator[None]:
    """While this lasts, this thread emits machine code only for functions that Python calls.

    Other compiled functions link the optimised LLVM code of the rest, which is the same either way. It saves a tenth of the
    time to compile a kernel.
    """
    _thread.is_sparing = True
    try:
        yield
    finally:
        _thread.is_sparing = False


def _executable(context: Any, library: Any, fndesc: Any, env: Any, plain: Any = CPUContext.get_executable) -> Any:
    if not getattr(_thread, "is_sparing", False) or _defines(library, fndesc.llvm_cpython_wrapper_name):
        library.is_called = True
        return plain(context, library, fndesc, env)
    library._ensure_finalized()
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.rpartition(".")[2], "", 0, env, (library,))


def _finished(library: Any, plain: Any = JITCodeLibrary._finalize_final_module) -> None:
    if not getattr(_thread, "is_sparing", False) or getattr(library, "is_called", False):
        plain(library)
        return
    library._finalize_dynamic_globals()
    library._finalized = True


def _defines(library: Any, name: str) -> bool:
    return any(function.name == name and not function.is_declaration for function in library._final_module.functions)


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


class KeptCode(_Cache):  # type: ignore[misc]  # Numba ships no types
    """Numba's cache for one entry, kept in a folder of kibitz: one signature, one file."""

    def __init__(self, folder: CodeFolder, name: str) -> None:
        self._folder, self._name = folder, name
        self._payload: Any = None

    @property
    def cache_path(self) -> str:
        return str(self._folder.path)

    def holds(self) -> bool:
        """Whether there is code to load."""
        self._payload = self._folder.load(self._name)
        return self._payload is not None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if self._payload is None:
            return None
        target_context.refresh()
        return compiler.CompileResult._rebuild(target_context, *self._payload)

    def save_overload(self, sig: Any, cres: Any) -> None:
        if not cres.library.has_dynamic_globals and not any(not part.can_cache for part in cres.lifted):
            self._folder.save(self._name, dumps(cres._reduce()))

    def enable(self) -> None:
        """Nothing to do: it is always on."""

    def disable(self) -> None:
        """Nothing to do: it is always on."""

    def flush(self) -> None:
        """Nothing to do: there is no index."""


CPUContext.get_executable = _executable
JITCodeLibrary._finalize_final_module = _finished
GeneratorDescriptor.from_generator_fndesc = classmethod(_inlined)
BaseFunction.get_call_type = _remembered  # type: ignore[method-assign, assignment]  # one argument more than Numba's
