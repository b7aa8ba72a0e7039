"""Memory that kernels share, and names for its words, with one meaning plain and compiled.

`Words` is a run of 64-bit integers. Compiled, it travels through a recursion as one register (a Numba array takes seven).
Word 0 holds the length, so that a run with NUMBA_BOUNDSCHECK=1 can check every access. Plain, it is a list.
"""

import ctypes
import mmap
from collections.abc import Callable
from operator import itemgetter
from typing import Annotated, Any, NamedTuple, get_type_hints


class Words:
    """Zeroed 64-bit words that outlive the calls they are given to; `array` shows them to Python.

    A subclass may name some of them (`MemoryLayout`), as the first is named here. The memory is fresh from the system, which
    lays a page out when it is first used: a large table costs nothing before.
    """

    length: int

    def __init__(self, count: int) -> None:
        self._address: int | None = None
        self.words: memoryview[int]
        self._numbers: Any  # the same memory as floats, and as floats of 32 bits
        self._halves: Any
        self._take(_memory("PyMem_RawCalloc", max(count, 1), WORD), count)
        self.words[0] = count

    @property
    def address(self) -> int:
        """The address of word 0."""
        assert self._address is not None
        return self._address

    _as_parameter_ = address  # what ctypes passes on

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """NumPy's view of the memory; an array of it keeps this object alive."""
        return {"shape": (len(self),), "typestr": "<i8", "data": (self.address, False), "version": 3}

    @property
    def array(self) -> Any:
        """The words as a NumPy array of int64, which shares the memory, until `extend` moves it."""
        import numpy as np  # here and no sooner: few need it

        return np.asarray(self)

    def __getitem__(self, index: int) -> int:
        return self.words[index]

    def number(self, index: int) -> float:
        """A word that holds a float."""
        return float(self._numbers[index])

    def set_number(self, index: int, value: float) -> None:
        """Make a word hold a float."""
        self._numbers[index] = value

    def __setitem__(self, index: int, value: int) -> None:
        self.words[index] = value

    def half(self, index: int) -> float:
        """Half a word, numbered from 0, that holds a float of 32 bits."""
        return float(self._halves[index])

    def set_half(self, index: int, value: float) -> None:
        """Make half a word, numbered from 0, hold a float of 32 bits."""
        self._halves[index] = value

    def __len__(self) -> int:
        return len(self.words)

    def extend(self, count: int) -> None:
        """Make it `count` words long in all, the new ones zero; where the system can, nothing is copied."""
        old = len(self)
        self.words = memoryview(b"").cast("q")
        self._numbers = self._halves = None
        self._take(_memory("PyMem_RawRealloc", self.address, count * WORD), count)
        ctypes.memset(self.address + old * WORD, 0, (count - old) * WORD)

    def _take(self, address: int | None, count: int) -> None:
        if not address:
            raise MemoryError(f"there is no memory for {count} words")
        self._address = address
        _ask_for_large_pages(address, count * WORD)
        held = memoryview((ctypes.c_char * (count * WORD)).from_address(address)).cast("B")
        self.words, self._numbers, self._halves = held.cast("q"), held.cast("d"), held.cast("f")

    def __del__(self) -> None:
        if self._address is not None:
            _free(self._address)


WORD = 8  # bytes
_free = ctypes.pythonapi.PyMem_RawFree
_free.argtypes, _free.restype = [ctypes.c_void_p], None


def _memory(function: str, *arguments: int) -> int | None:
    """The address that one of Python's functions for memory returns."""
    call = ctypes.pythonapi[function]
    call.argtypes, call.restype = [ctypes.c_size_t, ctypes.c_size_t], ctypes.c_void_p
    return call(*arguments)  # type: ignore[no-any-return]  # an address, None without memory


LARGE = 2**22  # bytes, from which on large pages are worth their while
PAGE = 4096  # bytes of a small one


def _ask_for_large_pages(address: int, size: int) -> None:
    """Have the system lay memory out in large pages, if it can: a search jumps about in its table, and looks up fewer."""
    if size >= LARGE and LARGE_PAGES is not None:
        start = -(-address // PAGE) * PAGE
        ctypes.CDLL(None).madvise(ctypes.c_void_p(start), ctypes.c_size_t(address + size - start), LARGE_PAGES)


LARGE_PAGES: int | None = getattr(mmap, "MADV_HUGEPAGE", None)  # of Linux


class PlainWords(list[Any]):
    """The words of kernels that run plain: ints, and floats where a word holds one."""

    __slots__ = ()

    def number(self, index: int) -> float:
        """A word that holds a float."""
        return float(self[index])

    def set_number(self, index: int, value: float) -> None:
        """Make a word hold a float."""
        self[index] = value


def copy_tail(target: Any, source: Any, count: int) -> None:
    """Copy the last `count` words of one memory to another."""
    if isinstance(target, Words):
        target.words[-count:] = source.words[-count:]
    else:
        target[-count:] = source[-count:]


def extend(words: Any, count: int) -> None:
    """Make a memory `count` words long in all, the new ones zero."""
    words.extend(count if isinstance(words, Words) else [0] * (count - len(words)))
    words[0] = count


def read(words: Any, index: int) -> int:
    """One of this thread's own words."""
    return words[index]  # type: ignore[no-any-return]  # a list of ints or Words


def write(words: Any, index: int, value: int) -> None:
    """Change one of this thread's own words."""
    words[index] = value


def read_number(words: Any, index: int) -> float:
    """One of this thread's own words that holds a float; a word that was never written holds 0."""
    return words[index]  # type: ignore[no-any-return]  # a list of numbers or Words


def write_number(words: Any, index: int, value: float) -> None:
    """Change one of this thread's own words to a float."""
    words[index] = value


def read_half(words: Any, index: int) -> float:
    """Half of one of this thread's own words, a float of 32 bits; `index` counts halves. Plain: one of a pair."""
    if isinstance(words, Words):
        return words.half(index)
    pair: tuple[float, float] = words[index >> 1] or (0.0, 0.0)
    return pair[index & 1]


def write_half(words: Any, index: int, value: float) -> None:
    """Change half of one of this thread's own words to a float of 32 bits; `index` counts halves. Plain: one of a pair."""
    if isinstance(words, Words):
        words.set_half(index, value)
        return
    pair = words[index >> 1] or (0.0, 0.0)
    words[index >> 1] = (pair[0], value) if index & 1 else (value, pair[1])


def read_shared(words: Any, index: int) -> int:
    """A word that other threads may write: read whole, and afresh each time."""
    return words[index]  # type: ignore[no-any-return]  # a list of ints or Words


def write_shared(words: Any, index: int, value: int) -> None:
    """Write a word that other threads may read; they see the old one or the new one, never a mixture."""
    words[index] = value


def prefetch(words: Any, index: int) -> None:
    """Say that a word will be read soon: the memory begins to bring it while other work is done. Changes nothing."""


# Names for the words of a memory: `memory.nodes += 1` reads and writes one of them.
#
# A subclass of `Words` that only annotates says what the words hold, in their order, and is the type of the memory for
# type checkers; `MemoryLayout` gives each the next free word, and the words after them to lists and tables. All
# memories have one Numba type, so a name stands for one word in all of them.

Shared = Annotated[int, "shared"]  # a word that other threads write or read: whole, and afresh each time


class Register(NamedTuple):
    """A word that has a name."""

    number: int
    holds: Any  # int, float or Shared


registers: dict[str, Register] = {}


class MemoryLayout:
    """The layout of a memory in words. `spans`: the first and the last word of each part, by name."""

    def __init__(self, fields: type[Words]) -> None:
        """`fields`: a class of words that annotates each name with int, float or Shared; fields of its bases come first."""
        self.spans: dict[str, tuple[int, int]] = {}
        self.end = 0
        for name, holds in get_type_hints(fields, include_extras=True).items():
            self._name(name, holds)

    def words(self, name: str, count: int, multiple: int = 1) -> int:
        """The first of `count` words that belong to nothing else; its number is a multiple of `multiple`."""
        at = -(-self.end // multiple) * multiple
        self.spans[name] = at, at + count - 1
        self.end = at + count
        return at

    def _name(self, name: str, holds: Any) -> None:
        register = Register(self.words(name, 1), holds)
        if registers.setdefault(name, register) != register:
            raise AssertionError(f"{name} names word {registers[name].number} and word {register.number}")
        if name in PlainWords.__dict__:
            return
        assert not hasattr(PlainWords, name), f"lists have a method {name}"
        number = register.number
        setattr(PlainWords, name, property(itemgetter(number), _setter(number, write)))
        if holds is float:
            setattr(Words, name, property(lambda words: words.number(number), _setter(number, Words.set_number)))
        else:
            setattr(Words, name, property(lambda words: words.words[number], _setter(number, write)))


def _setter(index: int, put: Callable[[Any, int, Any], None]) -> Any:
    def setter(words: Any, value: Any) -> None:
        put(words, index, value)

    return setter
