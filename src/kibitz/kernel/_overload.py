"""Numba's `overload` family for annotated functions: Numba compares signatures to the letter, annotations included."""

import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import extending
from numba.core.generators import GeneratorDescriptor
from numba.core.types import BaseFunction

Decorator = Callable[[Any], Any]
# Rules are small, and what two of them compute alike is then computed once. Python calls none of them: the wrappers for that
# would take a quarter of the time to compile.
INLINE = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _bare(function: Any) -> Any:
    if function is not None:
        function.__annotations__ = {}
    return function


def _resolving(decorate: Decorator) -> Decorator:
    def register(resolve: Any) -> Any:
        def bare(*args: Any, **kwargs: Any) -> Any:
            return _bare(resolve(*args, **kwargs))

        bare.__signature__ = _signature(resolve)  # type: ignore[attr-defined]  # what Numba reads the arguments from
        decorate(bare)
        return resolve

    return register


def _signature(resolve: Any) -> Any:
    return inspect.signature(_bare(resolve))


def overload(function: Any) -> Decorator:
    """As numba.extending.overload."""
    return _resolving(extending.overload(function, jit_options=INLINE))


def overload_method(kind: Any, name: str) -> Decorator:
    """As numba.extending.overload_method."""
    return _resolving(extending.overload_method(kind, name, jit_options=INLINE))


def overload_attribute(kind: Any, name: str) -> Decorator:
    """As numba.extending.overload_attribute."""
    return _resolving(extending.overload_attribute(kind, name, jit_options=INLINE))


def _inlined(
    cls: Any,
    func_ir: Any,
    fndesc: Any,
    gentype: Any,
    mangler: Any,
    plain: Any = GeneratorDescriptor.from_generator_fndesc.__func__,
) -> Any:
    """The step of a generator is put in line like the function it is written in: Numba says so of functions only."""
    descriptor = plain(cls, func_ir, fndesc, gentype, mangler)
    descriptor.inline = fndesc.inline
    return descriptor


GeneratorDescriptor.from_generator_fndesc = classmethod(_inlined)

_thread = threading.local()  # its `signatures`: what is remembered


@contextmanager
def remembered_signatures() -> Iterator[None]:
    """While this lasts, this thread asks Numba once what a function makes of arguments of given types.

    Numba finds it out anew for each call, in each pass over the types of a function: 35 times for each answer in the kernel of
    `solve`, a quarter of the time that takes to compile.
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


BaseFunction.get_call_type = _remembered  # type: ignore[method-assign, assignment]  # one argument more than Numba's
