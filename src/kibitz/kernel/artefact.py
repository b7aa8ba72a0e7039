"""Machine code of one kernel for one game as a file: a head in JSON, an object file, and a checksum that is looked at first.

The code takes words and addresses, so it needs neither Numba nor Python to run. Its ABI, number `identity.ABI`:

    int32 entry(int64 *result, void **error, int64 rules, int64 argument, ...)

The result of the call is 0, or not if the rules raised an exception, which `error` then points to. `rules` is the address of
two words for each data field of the game and its knowledge: the address of its numbers, and their count. An argument is a
number, or the address of words: a memory, or the fields of a state as `store_fields` writes them, from word 1 on.
"""

import hashlib
import json
import struct
from dataclasses import asdict, dataclass

MAGIC = b"kibitz-code\n"
CHECK = 32  # bytes of SHA-256, of all that follows
LENGTHS = struct.Struct("<II")  # of the head and of the object file


class Damaged(Exception):
    """The file is not an artefact, or was cut off or changed."""


@dataclass(frozen=True)
class Artefact:
    """The machine code of one kernel for one game.

    `key`: all that it depends on. `target`: the processors it runs on (see targets.py). `symbol`: the name of its entry.
    `needs`: functions of other libraries that it calls. `seconds`: the CPU time it took to compile.
    """

    key: str
    target: str
    symbol: str
    code: bytes
    needs: tuple[str, ...] = ()
    seconds: float = 0.0

    def to_bytes(self) -> bytes:
        """The file."""
        head = {name: value for name, value in asdict(self).items() if name != "code"}
        text = json.dumps(head, sort_keys=True).encode()
        body = LENGTHS.pack(len(text), len(self.code)) + text + self.code
        return MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, content: bytes) -> "Artefact":
        """The artefact in a file. Raises Damaged unless every byte is as it was written."""
        start = len(MAGIC) + CHECK
        body = memoryview(content)[start:]
        if content[: len(MAGIC)] != MAGIC or hashlib.sha256(body).digest() != content[len(MAGIC) : start]:
            raise Damaged
        head_size, code_size = LENGTHS.unpack_from(body)
        text = bytes(body[LENGTHS.size : LENGTHS.size + head_size])
        code = bytes(body[LENGTHS.size + head_size :])
        if len(code) != code_size:
            raise Damaged
        head = json.loads(text)
        return cls(**head | {"code": code, "needs": tuple(head["needs"])})
