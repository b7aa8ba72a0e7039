"""Helpers of the searches that do not look at the rules are the same for every game: compiled once, and kept as LLVM's bitcode.

A file holds those of one kernel: a table of their names and types in JSON, and one module. What is kept is linked into the next
game's kernel, as if it had been compiled with it; Numba learns of it as of a function that its own cache has found.
"""

import contextlib
import json
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
from numba import types

from kibitz.kernel.artefact import Artefact
from kibitz.kernel.cache import CodeFolder
from kibitz.kernel.compiled.emit import emit_helpers
from kibitz.kernel.compiled.numba_private import KeptFunction, kept_library, with_kept
from kibitz.kernel.compiled.words import words_type
from kibitz.kernel.functions import Fingerprint, code_name
from kibitz.kernel.identity import ABI, CHECKS_BOUNDS, compiler_sources
from kibitz.kernel.targets import aimed, host, runnable

KINDS = {kind.name: kind for kind in (types.int64, types.uint64, types.float64, types.boolean, types.none, words_type)}
LENGTH = struct.Struct("<I")  # of the table
Place = tuple[str, tuple[Any, ...]]  # the fingerprint of a helper, and the types of its arguments


@dataclass(frozen=True)
class _Row:
    """A helper in the table of a file: its fingerprint, types, and the length of its code in instructions of LLVM."""

    fingerprint: str
    arguments: list[str]
    returns: list[str]
    size: int

    @property
    def symbol(self) -> str:
        return f"kibitz.{self.fingerprint}({','.join(self.arguments)})"


_found: dict[Place, KeptFunction] = {}
_fingerprints: dict[FunctionType, str] = {}


class HelperFile:
    """The file of a kernel's helpers, for the processors that this process compiles for."""

    def __init__(self, kernel: FunctionType, root: Path | None) -> None:
        """`root`: where machine code is kept; None for the user's cache."""
        versions = numba.__version__, llvmlite.__version__, sys.version_info[:2]
        self._folder = CodeFolder(repr(("helpers", *versions, ABI, CHECKS_BOUNDS, compiler_sources())), root)
        self._name = f"helpers.{code_name(kernel)}"
        self._rows: set[str] = set()

    def load(self) -> None:
        """Have Numba find what is there instead of compiling it."""
        # Bitcode for a level serves this processor too: instructions are chosen when the kernel is whole.
        artefact = self._folder.load(self._name, runnable() if aimed() == host() else [aimed().name])
        if artefact is None:
            return
        (length,) = LENGTH.unpack_from(artefact.code)
        start = LENGTH.size + length
        rows = [_Row(*row) for row in json.loads(artefact.code[LENGTH.size : start])]
        library = kept_library(artefact.code[start:], {row.symbol: row.size for row in rows})
        for row in rows:
            self._rows.add(row.symbol)
            place = row.fingerprint, tuple(KINDS[name] for name in row.arguments)
            _found.setdefault(place, KeptFunction(row.symbol, place[1], _kind(row.returns), library))

    def save(self, dispatchers: dict[FunctionType, Any]) -> None:
        """Keep the helpers that a kernel was compiled with, unless the file holds them all or cannot be written."""
        helpers = {row.symbol: (row, result) for row, result in _compiled(dispatchers)}
        if helpers.keys() <= self._rows:
            return
        names = {result.fndesc.llvm_func_name: symbol for symbol, (_, result) in helpers.items()}
        code, sizes = emit_helpers([result.library for _, result in helpers.values()], names)
        rows = [[row.fingerprint, row.arguments, row.returns, sizes[symbol]] for symbol, (row, _) in helpers.items()]
        table = json.dumps(rows).encode()
        with contextlib.suppress(OSError):
            self._folder.save(self._name, Artefact("", aimed().name, "", LENGTH.pack(len(table)) + table + code))


def kept(dispatcher: Any, function: FunctionType) -> Any:
    """A helper's dispatcher, which looks among what was kept before it compiles."""
    return with_kept(dispatcher, lambda arguments: _found.get((_fingerprint(function), arguments)))


def _compiled(dispatchers: dict[FunctionType, Any]) -> Iterable[tuple[_Row, Any]]:
    for function, dispatcher in dispatchers.items():
        for arguments, result in dispatcher.overloads.items():
            names, returns = [one.name for one in arguments], result.signature.return_type
            parts = [one.name for one in (returns.types if isinstance(returns, types.BaseTuple) else (returns,))]
            if KINDS.keys() >= {*names, *parts}:
                returned = ["", *parts] if isinstance(returns, types.BaseTuple) else parts
                yield _Row(_fingerprint(function), names, returned, 0), result


def _kind(names: list[str]) -> Any:
    """The type of what a helper returns: one, or after an empty name the parts of a tuple."""
    kinds = [KINDS[name] for name in names if name]
    return types.Tuple(kinds) if names[0] == "" else kinds[0]


def _fingerprint(function: FunctionType) -> str:
    if function not in _fingerprints:
        digest = Fingerprint()
        digest.add(function)
        _fingerprints[function] = digest.hex()
    return _fingerprints[function]
