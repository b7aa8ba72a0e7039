"""Opening books of the first version: read as they are, and written in today's format by `kibitz book`.

Their file is one line of JSON, then the keys and values of every ply, compressed, and a check sum. The keys of a ply are
sorted, each written as its distance from the one before; all first bytes of these distances come first, then all second bytes,
and so on. The values follow in the same way, by their numbers.
"""

import hashlib
import json
import lzma
import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from kibitz.rules import Game
from kibitz.tables.file import TableKind
from kibitz.tables.fingerprint import play_at_random
from kibitz.tables.layout import SymmetricKeys
from kibitz.thought import Value

MAGIC = b'{"magic": "kibitz book 1"'
CHECKED = hashlib.sha256().digest_size
GAMES, PLIES = 8, 200


def is_version_1(path: Path) -> bool:
    """Whether a file is a book of the first version."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:  # whoever reads it in the new format finds a sentence for that
        return False


def read_version_1(path: Path, kind: TableKind) -> tuple[dict[str, Any], dict[int, Value]]:
    """The first line of a book, and its values by key; the kind's error when it is damaged."""
    content = path.read_bytes()
    if hashlib.sha256(content[:-CHECKED]).digest() != content[-CHECKED:]:
        raise kind.damaged(path, "is damaged")
    heading, _, packed = content.partition(b"\n")
    facts = json.loads(heading)
    different = [Value("exact", result, plies or None) for result, plies in facts["values"]]
    values: dict[int, Value] = {}
    pages, at = lzma.decompress(packed[:-CHECKED]), 0
    for count in facts["counts"]:
        middle, end = at + count * facts["key_size"], at + count * (facts["key_size"] + facts["value_size"])
        keys, numbers = accumulate(_numbers(pages[at:middle], count)), _numbers(pages[middle:end], count)
        values |= {key: different[number] for key, number in zip(keys, numbers, strict=True)}
        at = end
    return facts, values


def _numbers(columns: bytes, count: int) -> Iterator[int]:
    return (int.from_bytes(columns[row::count], "little") for row in range(count))


def fingerprint_version_1(game: Game) -> str:
    """What the first version knew the rules by: the keys of a few random games, their moves and results."""
    keys, dice, digest = SymmetricKeys(game), random.Random(1), hashlib.sha256()

    def choose(moves: list[int]) -> int:
        return sorted(moves)[int(dice.random() * len(moves))]

    for _ in range(GAMES):
        for key, mover, seen in play_at_random(game, keys.of, PLIES, choose):
            digest.update(repr((key, mover, sorted(seen) if isinstance(seen, list) else seen)).encode())
    return digest.hexdigest()[:16]
