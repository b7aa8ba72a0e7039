"""Inlining: all functions of a kernel are inlined wherever they are called, but those that would grow too large by it.

What is inlined calls others that are: a kernel of ten thousand instructions may become two million, most of them copies. LLVM
throws these away again, but takes a minute. A function that grows beyond LARGEST is left to LLVM's own judgement: it inlines
it where it is called once.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

INLINED = "alwaysinline"
LARGEST = 100_000  # instructions, as Numba writes them


@contextmanager
def inlined_where_small(functions: Iterable[Any], kept: dict[str, int]) -> Iterator[None]:
    """While this lasts, functions that would grow too large are not marked for inlining. `kept`: sizes of others they call."""
    by_name = {function.name: function for function in functions}
    sizes = grown(by_name.values(), kept)
    large = [one for name, one in by_name.items() if sizes[name] > LARGEST and INLINED in one.attributes]
    for function in large:
        function.attributes.discard(INLINED)
    try:
        yield
    finally:
        for function in large:
            function.attributes.add(INLINED)


def grown(written: Iterable[Any], kept: dict[str, int]) -> dict[str, int]:
    """The instructions of each function, with those of the functions that are inlined into it and stay small enough."""
    functions = {function.name: function for function in written}
    sizes = dict(kept)

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = 0  # where it calls itself
            instructions = [one for block in functions[name].blocks for one in block.instructions]
            calls = [one.callee.name for one in instructions if isinstance(one, ir.CallInstr)]
            inlined = [one for one in calls if one in kept or (one in functions and INLINED in functions[one].attributes)]
            sizes[name] = len(instructions) + sum(grown for grown in map(size, inlined) if grown <= LARGEST)
        return sizes[name]

    for name in functions:
        size(name)
    return sizes
