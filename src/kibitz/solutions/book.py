"""Opening books: the exact value of every position of a game within some plies of the start, in one small file."""

import functools
import hashlib
import json
import lzma
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.errors import BookError
from kibitz.files.fingerprint import play_at_random, rules_fingerprint
from kibitz.position import Position
from kibitz.solutions.file import Header, TableFile, TableKind, pack_columns, write_table
from kibitz.solutions.layout import SymmetricKeys
from kibitz.solutions.ranking import best_line, final_value, in_total, moves_in_total, rank_moves

SHIPPED = Path(__file__).parent / "data"
BOOK = TableKind(b"kibitz opening book 2\n", b"end of book\n", True, "an opening book", "kibitz book GAME --plies N", BookError)
BookValues = Mapping[int, Value]  # by key


@dataclass(frozen=True)
class BookTitle:
    """The subject of a book: the game's spec, the fingerprint of its rules, and the book's depth."""

    game: str
    rules: str
    plies: int

    @classmethod
    def of(cls, game: Game, plies: int) -> "BookTitle":
        """The title of a book of this game that is made today."""
        return cls(spec_without_folder(game), rules_fingerprint(game, SymmetricKeys(game).of), plies)

    def in_version_1(self, game: Game) -> "BookTitle":
        """The title of the same book where the first version made it."""
        return replace(self, rules=fingerprint_version_1(game))


class Book:
    """The exact values of all positions of a game up to `title.plies` from the start."""

    def __init__(self, title: BookTitle, values: BookValues, name: str) -> None:
        self.title, self.values, self.name = title, values, name
        self._game: Game | None = None

    @classmethod
    def open(cls, file: Path) -> "Book":
        """The book in a file; BookError when it is none, or not a whole one."""
        if is_version_1(file):
            facts, values = read_version_1(file)
            return cls(BookTitle(facts["game"], facts["rules"], facts["plies"]), values, str(file))
        table = TableFile(file, BOOK)
        header = table.header
        different = [Value("exact", result, plies) for result, plies in header.values]
        values = {key: different[number] for key, number in table.unpack()}
        return cls(BookTitle(header.game, header.fingerprint, header.about["plies"]), values, str(file))

    def write(self, file: Path) -> int:
        """Write the book into a file, whole or not at all; gives its size."""
        keys = sorted(self.values)
        values = [(int(value.result), value.plies) for value in map(self.values.__getitem__, keys)]
        different = sorted(set(values), key=lambda pair: (pair[0], pair[1] or 0))
        key_bytes = max([1, *((key.bit_length() + 7) // 8 for key in keys)])
        value_bytes = max(1, (len(different).bit_length() + 7) // 8)
        numbers = {value: number.to_bytes(value_bytes, "big") for number, value in enumerate(different)}
        columns = b"".join(key.to_bytes(key_bytes, "big") for key in keys), b"".join(map(numbers.__getitem__, values))
        title, about = self.title, {"plies": self.title.plies}
        header = Header(title.game, title.rules, len(keys), key_bytes, value_bytes, tuple(different), about)
        return write_table(file, BOOK, header, pack_columns(*columns, key_bytes))

    @classmethod
    def shipped(cls, game: Game) -> "Book | None":
        """The shipped book for exactly this game, if there is one."""
        return shipped(spec_without_folder(game))

    def __len__(self) -> int:
        return len(self.values)

    def value(self, game: Game, state: Any) -> Value | None:
        """The value of a state for its side to move; None if the book does not have it. BookError for another game.

        With rewards: those to come, and those before as far as the state remembers them.
        """
        if game != self._game:
            self._admit(game)
        value = final_value(game, state) if game.is_over(state) else self.values.get(self._keys.of(state))
        return None if value is None else in_total(state, value)

    def lookup(self, position: Position) -> Thought | None:
        """All that the book says: every move's value, best first, with the line as far as it goes.

        None when the book does not hold all that the moves lead to: it does with fewer than `title.plies` from the start.
        """
        game = position.game

        def rank(state: Any) -> list[MoveValue]:
            return rank_moves(game, state, lambda after: self.value(game, after))

        moves = moves_in_total(position.state, rank(position.state))
        if not moves:
            return None
        lines = [replace(one, line=(one.move, *best_line(game, game.play(position.state, one.move), rank))) for one in moves]
        best = lines[0]
        return Thought(best.move, best.value, best.line, tuple(lines), stopped="solved", bounds=(best.value, best.value))

    def _admit(self, game: Game) -> None:
        spec = spec_without_folder(game)
        if spec != self.title.game:
            raise BookError(f"the book {self.name} is about {self.title.game}, not about {spec}")
        title = BookTitle.of(game, self.title.plies)
        if title != self.title and title.in_version_1(game) != self.title:
            raise BookError(f"the book {self.name} was made with other rules of {spec}: make it again with `kibitz book`")
        self._game, self._keys = game, SymmetricKeys(game)


@functools.cache
def shipped(spec: str) -> Book | None:
    """The book among the package's data whose title names this game."""
    for file in sorted(SHIPPED.glob("*.book")):
        if TableFile(file, BOOK).header.game == spec:
            return Book.open(file)
    return None


def spec_without_folder(game: Game) -> str:
    """The game's spec, the same wherever its file lies."""
    spec = spec_of(game)
    file, python, rest = spec.partition(".py:")
    return Path(file).name + python + rest if python else spec


# Books of the first version: read as they are, and written in today's format by `kibitz book`.
#
# Their file is one line of JSON, then the keys and values of every ply, compressed, and a check sum. The keys of a ply are
# sorted, each written as its distance from the one before; all first bytes of these distances come first, then all second
# bytes, and so on. The values follow in the same way, by their numbers.

MAGIC = b'{"magic": "kibitz book 1"'
CHECKED = hashlib.sha256().digest_size
GAMES, MOST_PLIES = 8, 200


def is_version_1(path: Path) -> bool:
    """Whether a file is a book of the first version."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:  # a reader of the new format gets a sentence
        return False


def read_version_1(path: Path) -> tuple[dict[str, Any], dict[int, Value]]:
    """The first line of a book, and its values by key; BookError when it is damaged."""
    content = path.read_bytes()
    if hashlib.sha256(content[:-CHECKED]).digest() != content[-CHECKED:]:
        raise BOOK.damaged(path, "is damaged")
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
    """The fingerprint of rules in the first version: keys of a few random games, their moves and results."""
    keys, dice, digest = SymmetricKeys(game), random.Random(1), hashlib.sha256()

    def choose(moves: list[int]) -> int:
        return sorted(moves)[int(dice.random() * len(moves))]

    for _ in range(GAMES):
        for key, mover, seen in play_at_random(game, keys.of, MOST_PLIES, choose):
            digest.update(repr((key, mover, sorted(seen) if isinstance(seen, list) else seen)).encode())
    return digest.hexdigest()[:16]
