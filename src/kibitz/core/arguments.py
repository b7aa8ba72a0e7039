"""Arguments of public functions, compared with their annotations before anything happens."""

import functools
import inspect
import os
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal, ParamSpec, TypeVar

from kibitz.core.laws import short_repr
from kibitz.errors import ArgumentError

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class ArgumentKind:
    """A kind of value that a parameter takes: a test, and the words for an error."""

    fits: Callable[[Any], bool]
    words: str


PLAIN: dict[Any, ArgumentKind] = {
    int: ArgumentKind(lambda value: isinstance(value, Integral) and not isinstance(value, bool), "a whole number"),
    float: ArgumentKind(lambda value: isinstance(value, Real) and not isinstance(value, bool), "a number"),
    bool: ArgumentKind(lambda value: value is not None and hasattr(value, "__bool__"), "True or False"),
    str: ArgumentKind(lambda value: isinstance(value, str), "a text"),
    os.PathLike: ArgumentKind(lambda value: isinstance(value, os.PathLike), "a path"),
    Callable: ArgumentKind(callable, "a function"),
    Mapping: ArgumentKind(lambda value: isinstance(value, Mapping), "a dict"),
    types.NoneType: ArgumentKind(lambda value: value is None, "None"),
}


def checked(*own: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that a call with an argument of a wrong type raises ArgumentError, which says what to give.

    Not compared are the parameters `own`, for which the function has sentences of its own, nor `game` (see `as_game`), nor
    annotations that say too little, such as Any.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kinds = functools.cache(lambda: _kinds_of(function, own))

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            signature, known = kinds()
            try:
                given = signature.bind(*args, **kwargs).arguments
            except TypeError:  # too many arguments, too few, or unknown ones: Python says it best
                return function(*args, **kwargs)
            for name, kind in known.items():
                several = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
                for value in given.get(name, ()) if several else [given[name]] if name in given else []:
                    if not kind.fits(value):
                        raise ArgumentError(f"{name}={short_repr(value)} does not fit: give {kind.words}")
            return function(*args, **kwargs)

        return call

    return decorate


def _kinds_of(function: Callable[..., Any], own: Iterable[str]) -> tuple[inspect.Signature, dict[str, ArgumentKind]]:
    """The signature, and the kind of each parameter that is compared."""
    signature = inspect.signature(function)
    kinds = {
        name: kind_of(parameter.annotation) for name, parameter in signature.parameters.items() if name not in ("game", *own)
    }
    return signature, {name: kind for name, kind in kinds.items() if kind is not None}


def kind_of(hint: Any) -> ArgumentKind | None:
    """The values that an annotation allows; None where it says too little."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _any_of([kind_of(one) for one in args])
    if (plain := PLAIN.get(hint) or PLAIN.get(origin)) is not None:
        return plain
    if origin is Literal:
        return ArgumentKind(lambda value: isinstance(value, type(args[0])), " or ".join(map(repr, args)))
    if origin is tuple and Ellipsis not in args:
        return _tuple_of([kind_of(one) for one in args])
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return _list_of(kind_of(args[0]))
    if inspect.isclass(hint) and origin is None and hint not in (Any, inspect.Parameter.empty):
        article = "an" if hint.__name__[0] in "AEIOU" else "a"
        return ArgumentKind(lambda value: isinstance(value, hint), f"{article} {hint.__name__}")
    return None


def _any_of(kinds: Sequence[ArgumentKind | None]) -> ArgumentKind | None:
    known = [kind for kind in kinds if kind is not None]
    if len(known) < len(kinds):
        return None
    *rest, last = [kind.words for kind in known]
    return ArgumentKind(lambda value: any(kind.fits(value) for kind in known), f"{', '.join(rest)} or {last}")


def _tuple_of(kinds: Sequence[ArgumentKind | None]) -> ArgumentKind | None:
    known = [kind for kind in kinds if kind is not None]

    def fits(value: Any) -> bool:
        return isinstance(value, tuple | list) and len(value) == len(kinds) and all(map(_fits, kinds, value))

    return ArgumentKind(fits, f"({', '.join(kind.words for kind in known)})") if len(known) == len(kinds) else None


def _list_of(kind: ArgumentKind | None) -> ArgumentKind:
    """Of lists the members are compared, too; other iterables can be gone through only once."""

    def fits(value: Any) -> bool:
        if isinstance(value, tuple | list):
            return all(_fits(kind, one) for one in value)
        return isinstance(value, Iterable) and not isinstance(value, str | bytes)

    return ArgumentKind(fits, "a list")


def _fits(kind: ArgumentKind | None, value: Any) -> bool:
    return kind is None or kind.fits(value)
