"""Makes machine code of what Python calls only: Numba would make it of every function that a kernel is linked from, too.

A function without a wrapper for Python is called by other compiled functions alone, and these link its optimised intermediate
code, which is the same with and without. Compiling a kernel takes about a tenth less time.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.cpu import CPUContext

_thread = threading.local()  # its `is_sparing`: whether it does without


@contextmanager
def helpers_linked() -> Iterator[None]:
    """While this lasts, this thread makes machine code of functions with a wrapper for Python only."""
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


CPUContext.get_executable = _executable
JITCodeLibrary._finalize_final_module = _finished
