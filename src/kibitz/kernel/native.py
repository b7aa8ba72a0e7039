"""Machine code in this process: an object file is loaded by llvmlite, without Numba, and called by ctypes."""

import ctypes
import functools
import pickle
from array import array
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FunctionType
from typing import Any

from kibitz.core.data import Numbers
from kibitz.core.rules import Game, Knowledge
from kibitz.kernel.artefact import Artefact
from kibitz.kernel.identity import data_fields, kind_of_numbers

Entry = Callable[..., int]


class Loaded:
    """An artefact in memory, ready to be called."""

    def __init__(self, artefact: Artefact) -> None:
        """Raises OSError if the object file cannot be linked here."""
        binding = _binding()
        _provide(artefact.needs)
        missing = [name for name in artefact.needs if not binding.address_of_symbol(name)]
        if missing:
            raise OSError(f"nothing here is called {', '.join(missing)}")
        machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine()
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self._object = binding.ObjectFileRef.from_data(artefact.code)
        self._engine.add_object_file(self._object)
        self._engine.finalize_object()
        self._address = self._engine.get_function_address(artefact.symbol)
        if not self._address:
            raise OSError(f"{artefact.symbol} is missing")

    def entry(self, kernel: FunctionType, data: "DataTable") -> Entry:
        """The kernel, to be called without `rules`: fields of a state, ints and memories."""
        names = kernel.__code__.co_varnames[1 : kernel.__code__.co_argcount]
        kinds = [ctypes.c_int64 if kernel.__annotations__[name] is int else ctypes.c_void_p for name in names]
        call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, *kinds)(self._address)
        rules, pointer, number, empty = data.address, ctypes.byref, ctypes.c_int64, ctypes.c_void_p
        held = self, data

        def run(*arguments: Any) -> int:
            result, error = number(), empty()
            status = call(pointer(result), pointer(error), rules, *arguments)
            if status:
                raise _exception(status, error, held)
            return result.value

        return run


class DataTable:
    """The data of a game and its knowledge, where machine code finds it: two words for each field, an address and a count."""

    def __init__(self, game: Game, knowledge: Knowledge) -> None:
        self._numbers = [_buffer(getattr(owner, name)) for owner in (game, knowledge) for name in data_fields(owner)]
        self._words = (ctypes.c_int64 * max(2, 2 * len(self._numbers)))()
        for place, (numbers, count) in enumerate(self._numbers):
            self._words[2 * place], self._words[2 * place + 1] = numbers.address, count
        self.address = ctypes.addressof(self._words)


class Buffer(ctypes.Structure):
    """A buffer of Python's, `Py_buffer`, as long as this object lives; it may be read-only."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]

    @property
    def address(self) -> int:
        """Where it begins."""
        return self.buf or 0

    def __del__(self) -> None:
        if self.obj:
            ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self))


def numbers_in(field: Any) -> Any:
    """The numbers of a data field, one after the other as machine code reads them: an object with a buffer."""
    return field.array if isinstance(field, Numbers) else array(kind_of_numbers(field), field)


def _buffer(numbers: Any) -> tuple[Buffer, int]:
    """The numbers of a data field in memory, and their count."""
    held = numbers_in(numbers)
    found = Buffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(held), ctypes.byref(found), 0)
    return found, len(held)


def pack_fields(words: Sequence[int]) -> Any:
    """Words of a state as an argument of machine code, which reads them from word 1 on; word 0 holds their count."""
    return (ctypes.c_int64 * (len(words) + 1))(len(words) + 1, *words)


def unpack_fields(packed: bytes) -> Any:
    """The argument whose bytes these are."""
    return (ctypes.c_int64 * (len(packed) // 8)).from_buffer_copy(packed)


@functools.cache
def _binding() -> Any:
    """llvmlite's loader, made ready once."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _provide(names: Sequence[str]) -> None:
    """Make functions of Numba's runtime known, where code calls them: rules that allocate memory do."""
    if any(name.startswith(("NRT_", "numba_")) for name in names):
        import_module("kibitz.kernel.compiled.numba_private").start_runtime()


def _exception(status: int, error: ctypes.c_void_p, held: Any) -> BaseException:
    """The exception that compiled rules raised."""
    if status > 0 and error.value:
        content = ctypes.cast(error, ctypes.POINTER(_Raised)).contents
        kind, arguments, _ = pickle.loads(ctypes.string_at(content.pickled, content.size))
        if isinstance(kind, type) and issubclass(kind, BaseException):
            return kind(*arguments)
    return RuntimeError(f"the machine code of the rules ended with status {status}")


class _Raised(ctypes.Structure):
    """An exception as machine code reports it: its class and its arguments, pickled."""

    _fields_ = [("pickled", ctypes.c_void_p), ("size", ctypes.c_int32)]
