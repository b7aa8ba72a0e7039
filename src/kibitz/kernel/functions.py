"""Functions on their way into compiled code: what one can reach, and copies with other globals.

Compiling copies a function with other globals (a helper becomes compiled code, a state class casts its fields); the
fingerprint walks the same names, so that nothing compiled in can change without changing the fingerprint.
"""

import hashlib
import sys
import types as python
from collections.abc import Iterator, Mapping
from typing import Any

from kibitz.kernel.words import Words

Function = python.FunctionType
OURS = (
    "kibitz.browser",
    "kibitz.patterns",
    "kibitz.search",
    "kibitz.solutions",
    "kibitz.checking",
    "kibitz.learning",
)  # homes of kernels: their functions are compiled along
PACKAGE = __name__.partition(".")[0]
TRACES = "TRACES"  # the constant behind which searches write down what they do
FOREIGN = sys.stdlib_module_names | {"llvmlite", "numba", "numpy"}


def names_in(code: python.CodeType) -> Iterator[str]:
    """The global (and attribute) names a code object mentions, nested functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, python.CodeType):
            yield from names_in(constant)


def globals_of(function: Function) -> dict[str, Any]:
    """The global values a function mentions by name."""
    return {name: function.__globals__[name] for name in names_in(function.__code__) if name in function.__globals__}


def copied(function: Function, replaced: Mapping[str, Any]) -> Function:
    """The same function with some of its globals replaced."""
    twin = Function(
        function.__code__, {**function.__globals__, **replaced}, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__qualname__, twin.__module__, twin.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return twin


def is_state(value: Any) -> bool:
    """Whether a value is a NamedTuple class."""
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


class DoesNotCompile(Exception):
    """Rules that stay plain Python; the text says why."""


def goes_along(mentioned: Function, function: Function) -> bool:
    """Whether a function that another mentions is part of the kernel: a search's, or of the package that brings a search."""
    home = function.__module__.partition(".")[0]
    return mentioned.__module__.startswith(OURS) or (home != PACKAGE and mentioned.__module__.partition(".")[0] == home)


class Fingerprint:
    """A hash of code and constants, following functions into what they mention."""

    def __init__(self) -> None:
        self.size = 0  # bytes of Python's code
        self._digest = hashlib.sha256()
        self._seen: set[int] = set()

    def hex(self) -> str:
        """The hash of all that was added, 20 digits."""
        return self._digest.hexdigest()[:20]

    def add(self, *values: Any) -> None:
        """Add values, and all that they mention."""
        for value in values:
            self._one(value)

    def _text(self, *texts: str) -> None:
        for text in texts:
            self._digest.update(text.encode())
            self._digest.update(b"\0")

    def _one(self, value: Any) -> None:
        function = plain_function(value)
        if function is not None:
            if id(function) in self._seen:
                return
            self._seen.add(id(function))
            self._code(function.__code__)
            self._text(*(repr(words_named(hint)) for hint in function.__annotations__.values()))
            keywords = function.__kwdefaults__ or {}
            self._text(f"{len(function.__defaults__ or ())} {sorted(keywords)}")
            self.add(*function.__defaults__ or (), *(keywords[word] for word in sorted(keywords)))
            for cell in function.__closure__ or ():
                self._one(cell.cell_contents)
            self._mentioned(function.__globals__, set(names_in(function.__code__)), frozenset())
        elif is_state(value):
            self._text(value.__qualname__, repr(value.__annotations__), repr(value._field_defaults))
        elif isinstance(value, (type, python.ModuleType, python.BuiltinFunctionType)):
            self._text(str(type(value)), value.__name__)
        else:
            self._text(type(value).__name__, _stable(value))

    def _mentioned(self, values: Mapping[str, Any], names: set[str], above: frozenset[int]) -> None:
        """Add the values that code mentions by these names; of a module, what it mentions as an attribute.

        Not the place where a module lies: code made on one machine is the same on another.
        """
        for word in sorted((names & values.keys()) - {"__file__"}):
            value = values[word]
            self._text(word)
            self._one(value)
            if isinstance(value, python.ModuleType) and id(value) not in above and not _is_foreign(value):
                self._mentioned(vars(value), names, above | {id(value)})

    def _code(self, code: python.CodeType) -> None:
        self.size += len(code.co_code)
        self._digest.update(code.co_code)
        self._text(repr(code.co_names), repr(code.co_varnames), code.co_name)
        for constant in code.co_consts:
            if isinstance(constant, python.CodeType):
                self._code(constant)
            else:
                self._text(_stable(constant))


def _is_foreign(module: python.ModuleType) -> bool:
    """Whether a module is Python's or NumPy's, whose functions Numba compiles in its own way."""
    return module.__name__.partition(".")[0] in FOREIGN


def words_named(hint: Any) -> list[str]:
    """The words that a class of memory names, in their order, which is where they lie; of anything else none."""
    if not (isinstance(hint, type) and issubclass(hint, Words)):
        return []
    return [
        f"{name}: {holds}" for base in reversed(hint.__mro__) for name, holds in vars(base).get("__annotations__", {}).items()
    ]


def plain_function(value: Any) -> Function | None:
    """The Python function of a function, a static or class method or an object that compiled one; else None."""
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    value = getattr(value, "py_func", value)
    return value if isinstance(value, Function) else None


def _stable(value: Any) -> str:
    """A text that is the same in every process: no addresses, sets in order."""
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(sorted(map(_stable, value))) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ",".join(map(_stable, value)) + ")"
    if isinstance(value, dict):
        return "{" + ",".join(f"{_stable(key)}:{_stable(value[key])}" for key in value) + "}"
    if hasattr(value, "tobytes"):  # an array: its repr leaves the middle out
        return f"{getattr(value, 'dtype', '')}{getattr(value, 'shape', '')}{value.tobytes().hex()}"
    has_no_text = getattr(type(value), "__repr__", None) is getattr(object, "__repr__", None)
    return type(value).__qualname__ if has_no_text else repr(value)


def code_name(kernel: Function) -> str:
    """The name under which the machine code of a kernel is kept: it changes with all code that the kernel reaches."""
    version = Fingerprint()
    version.add(kernel)
    return f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}.{version.hex()}"
