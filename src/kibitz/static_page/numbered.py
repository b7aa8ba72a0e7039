"""Things by their numbers, and columns of numbers in one text that a script unpacks."""

import base64
import json
import zlib
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Numbered(Generic[T]):
    """Things in the order in which they came, each once, with its number from 0."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def number(self, one: T) -> int:
        """The number of a thing; a new one for what has not come before."""
        return self._numbers.setdefault(one, len(self._numbers))

    def __iter__(self) -> Iterator[T]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


# A pack: the length of the header in four bytes, the header as JSON, and the columns one behind the other, each number in one,
# two or four bytes, the lowest byte first; all of it deflated. Base64, for a page from the disk may read scripts and no more.

WIDTHS = {1: "B", 2: "H", 4: "I"}  # bytes, and what `array` calls them


def pack(header: Mapping[str, Any], columns: Mapping[str, Sequence[int]]) -> str:
    """A header and columns of numbers from 0 to 2**32 - 1 as one text."""
    widths = {name: _width(column) for name, column in columns.items()}
    about = {**header, "columns": [[name, widths[name], len(column)] for name, column in columns.items()]}
    text = json.dumps(about, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    written = [len(text).to_bytes(4, "little"), text]
    written += [_bytes(column, widths[name]) for name, column in columns.items()]
    return base64.b64encode(zlib.compress(b"".join(written), 9)).decode()


def pack_parts(header: Mapping[str, Any], parts: Sequence[bytes]) -> str:
    """A header and byte strings as one text, packed likewise; the header says how long each is."""
    text = json.dumps({**header, "parts": list(map(len, parts))}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    whole = b"".join([len(text.encode()).to_bytes(4, "little"), text.encode(), *parts])
    return base64.b64encode(zlib.compress(whole, 9)).decode()


def unpack(packed: str) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """The header and the columns of a text that `pack` has made."""
    written = zlib.decompress(base64.b64decode(packed))
    at = 4 + int.from_bytes(written[:4], "little")
    header = json.loads(written[4:at])
    columns = {}
    for name, width, count in header.pop("columns"):
        columns[name] = [int.from_bytes(written[one : one + width], "little") for one in range(at, at + width * count, width)]
        at += width * count
    return header, columns


def _width(column: Sequence[int]) -> int:
    return next(width for width in WIDTHS if max(column, default=0) < 256**width)


def _bytes(column: Sequence[int], width: int) -> bytes:
    numbers = array(WIDTHS[width], column)
    if memoryview(b"\1\0").cast("H")[0] != 1:  # a machine with the highest byte first
        numbers.byteswap()
    return numbers.tobytes()
