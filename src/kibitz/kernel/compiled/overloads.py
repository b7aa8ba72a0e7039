"""Numba's `overload` family for annotated functions: Numba compares signatures to the letter, annotations included."""

import inspect
from collections.abc import Callable
from typing import Any

from numba import extending

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
