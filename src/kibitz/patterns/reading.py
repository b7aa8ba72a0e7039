"""How the states of a game are read by an estimate: as symbols on places, side by side in a few words.

A place is a square of a board, or a cell that holds a number. The symbols of a place count from 0, which is the empty square.
Squares are read as one word for each symbol but the empty one, a bit for each square, and as several for more than 64 squares;
numbers as bytes, eight in a word.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

PARITY, NOBODY = "parity", ""  # the side to move is not a field: the number of taken squares tells; or nothing does
MOVER, ROLES = "to_move", "roles"  # of several players: the rules tell; or states are seen by the player to move
BYTE, WORD = 8, 64
MASK = (1 << WORD) - 1


@dataclass(frozen=True)
class StateReading(ABC):
    """The fields of a state that are read.

    `side`: the field of 0 or 1 that tells the side to move, PARITY or NOBODY; `first`: its value for the first player.
    `players`: 0 where one number is the value of a state; else each player has one, and `side` may be a field that counts the
    players, MOVER or ROLES.
    """

    side: str
    first: int
    players: int = field(default=0, kw_only=True)

    @property
    @abstractmethod
    def places(self) -> int:
        """How many places there are."""

    @abstractmethod
    def alphabet(self, place: int) -> int:
        """How many symbols a place may hold."""

    @abstractmethod
    def lines(self) -> list[str]:
        """Statements that read `state`: they end in `words` (a tuple), `side` (0 or 1) and `count` (of places not empty)."""

    def differing_lines(self) -> list[str]:
        """Statements that return the squares of the board's word `place`, as bits, that `reading` and `other` tell apart."""
        return ["return bits_of(0)"]

    @abstractmethod
    def symbols_in(self, state: Any) -> tuple[int, ...]:
        """The symbol on each place of a state."""

    @property
    def sides(self) -> int:
        """Into how many kinds the side to move divides the states; of several players, those where dice decide are one more."""
        if self.side in (NOBODY, ROLES):
            return 1
        return self.players + 1 if self.players else 2

    def side_to_move(self, state: Any, mover: int = 0) -> int:
        """0 for the first player, 1 for the second and so on; 0 where nothing says it. `mover`: who is, if the rules say it."""
        if self.players:
            return 0 if self.sides == 1 else mover % self.sides if self.side == MOVER else int(getattr(state, self.side))
        if self.side == PARITY:
            return self.taken(state) & 1 ^ self.first
        return int(bool(getattr(state, self.side))) ^ self.first if self.side else 0

    @abstractmethod
    def taken(self, state: Any) -> int:
        """How many places are not empty."""

    def to_json(self) -> dict[str, Any]:
        """The JSON that `reading_from` reads."""
        return {"kind": type(self).__name__, **asdict(self)}

    @property
    def view(self) -> str:
        """Python code for the player whose number comes first; for two players with one number, its owner."""
        if not self.players:
            return "side"
        return "self.game.to_move(state)" if self.side == ROLES else "0"

    def _side_line(self) -> str:
        if self.players and self.sides > 1:
            return f"side = self.game.to_move(state) % {self.sides}" if self.side == MOVER else f"side = int(state.{self.side})"
        if self.players:
            return "side = 0"
        if self.side == PARITY:
            return f"side = count & 1 ^ {self.first}"
        return f"side = {1 - self.first} if state.{self.side} else {self.first}" if self.side else "side = 0"


@dataclass(frozen=True)
class Feature:
    """One bit for each square: the bits of a field that is a board, or the squares where a field of numbers holds `value`.

    `words`: the number of words of 64 squares in the field.
    """

    field: str
    value: int | None = None
    words: int = 1

    def word(self, state: Any) -> int:
        """The bits in a state."""
        held = getattr(state, self.field)
        if self.value is None:
            return int(getattr(held, "bits", held))
        return sum(1 << place for place, cell in enumerate(held) if cell == self.value)

    def fields_of(self, state: Any, word: int) -> dict[str, Any]:
        """The field of a state with these squares; of a feature without `value`."""
        return {self.field: type(getattr(state, self.field))(word)}

    def text(self, place: int) -> str:
        """One word of the same, the lowest being 0, as Python that compiles."""
        if place >= self.words:
            return "bits_of(0)"
        field, first = f"state.{self.field}", WORD * place
        if self.value is None:
            return f"bits_of({field} >> {first})" if first else f"bits_of({field})"
        part = f"{field}[{first}:{first + WORD}]" if self.words > 1 else field
        return f"squares_with({part}, {self.value})"


@dataclass(frozen=True)
class JoinedFeature(Feature):
    """One bit for each square of two fields that are boards: the squares of `beyond` begin at `shift`."""

    beyond: str = ""
    shift: int = 0

    def word(self, state: Any) -> int:
        held, more = getattr(state, self.field), getattr(state, self.beyond)
        return int(getattr(held, "bits", held)) | int(getattr(more, "bits", more)) << self.shift

    def text(self, place: int) -> str:
        first, here = WORD * place, f"state.{self.field}"
        parts = [f"bits_of({here} >> {first})" if first else f"bits_of({here})"] if first < self.shift else []
        if first + WORD > self.shift:
            back, more = first - self.shift, f"state.{self.beyond}"
            parts.append(f"bits_of({more} >> {back})" if back >= 0 else f"bits_of({more}) << bits_of({-back})")
        return f"({' | '.join(parts)})"

    def fields_of(self, state: Any, word: int) -> dict[str, Any]:
        here, more = type(getattr(state, self.field)), type(getattr(state, self.beyond))
        return {self.field: here(word & (1 << self.shift) - 1), self.beyond: more(word >> self.shift)}


@dataclass(frozen=True)
class Landing:
    """Where something may come to lie, if only on what lies there: empty squares `step` beyond a taken square or an edge."""

    step: int
    edge: int  # squares that have nothing before them
    board: int  # all squares

    def word(self, taken: int) -> int:
        """The squares where a piece can land."""
        beyond = taken << self.step if self.step > 0 else taken >> -self.step
        return self.board & ~taken & (beyond | self.edge)

    def text(self, taken: Sequence[str], place: int) -> str:
        """One word of the same as Python that compiles; `taken`: the names of all words."""
        there, (along, back, beside) = taken[place], ("<<", ">>", place - 1) if self.step > 0 else (">>", "<<", place + 1)
        shift = f"{there} {along} bits_of({abs(self.step)})"
        if 0 <= beside < len(taken):
            shift += f" | {taken[beside]} {back} bits_of({WORD - abs(self.step)})"
        edge, board = (squares >> WORD * place & MASK for squares in (self.edge, self.board))
        return f"bits_of({board}) & ~{there} & ({shift} | bits_of({edge}))"


@dataclass(frozen=True)
class BoardReading(StateReading):
    """Squares, each with a symbol that one bit of each feature says."""

    features: tuple[Feature, ...]
    squares: tuple[int, ...]  # the bits that are squares: place 0 first
    symbols: tuple[tuple[int, ...], ...]  # of each symbol but the empty one, the bits
    landing: Landing | None = None  # where given, the last symbol

    @property
    def places(self) -> int:
        return len(self.squares)

    @property
    def words(self) -> int:
        """How many words of 64 squares the board fills."""
        return self.squares[-1] // WORD + 1

    def alphabet(self, place: int) -> int:
        return 1 + len(self.symbols) + (self.landing is not None)

    def lines(self) -> list[str]:
        found, every = list[str](), range(len(self.features))
        ends = [f"_{place}" if place else "" for place in range(self.words)]  # of the names of each word
        taken = [f"taken{end}" for end in ends]
        for place, end in enumerate(ends):
            found += [f"f{number}{end} = {feature.text(place)}" for number, feature in enumerate(self.features)]
            found.append(f"taken{end} = {' | '.join(f'f{number}{end}' for number in every)}")
        found.append(f"count = {' + '.join(f'count_ones({word})' for word in taken)}")
        words = []
        for number, bits in enumerate(self.symbols):
            # The bits that are set come first: what follows takes some away, and no number is below 0.
            order = sorted(every, key=lambda one: -bits[one])
            for end in ends:
                words.append(f"s{number}{end}")
                found.append(f"{words[-1]} = {' & '.join(f'f{one}{end}' if bits[one] else f'~f{one}{end}' for one in order)}")
        if self.landing is not None:
            for place, end in enumerate(ends):
                words.append(f"landing{end}")
                found.append(f"{words[-1]} = {self.landing.text(taken, place)}")
        return [*found, self._side_line(), f"words = ({', '.join(words)},)"]

    def differing_lines(self) -> list[str]:
        found, kinds = ["words, others = reading[0], other[0]"], self.alphabet(0) - 1
        for place in range(self.words):
            pairs = [f"(words[{at}] ^ others[{at}])" for at in range(place, kinds * self.words, self.words)]
            found += [f"if place == {place}:", f"    return {' | '.join(pairs)}"]
        return [*found, "return bits_of(0)"]

    def united(self, state: Any) -> int:
        """The squares that are not empty, as bits."""
        taken = 0
        for feature in self.features:
            taken |= feature.word(state)
        return taken

    def taken(self, state: Any) -> int:
        return self.united(state).bit_count()

    def symbols_in(self, state: Any) -> tuple[int, ...]:
        words, taken = [feature.word(state) for feature in self.features], self.united(state)
        landing = self.landing.word(taken) if self.landing is not None else 0
        found = []
        for square in self.squares:
            bits = tuple(word >> square & 1 for word in words)
            if any(bits):
                found.append(1 + self.symbols.index(bits) if bits in self.symbols else 0)
            else:
                found.append(1 + len(self.symbols) if landing >> square & 1 else 0)
        return tuple(found)


@dataclass(frozen=True)
class NumberCell:
    """A number in a state: a field, or a cell of one that is a tuple; and the symbol of each value, larger ones as the last."""

    field: str
    index: int | None
    symbols: tuple[int, ...]

    def symbol(self, state: Any) -> int:
        """The symbol in a state."""
        held = getattr(state, self.field)
        value = int(held if self.index is None else held[self.index])
        return self.symbols[min(value, len(self.symbols) - 1)]

    @property
    def text(self) -> str:
        """The number as Python that compiles."""
        return f"state.{self.field}" if self.index is None else f"state.{self.field}[{self.index}]"


@dataclass(frozen=True)
class CellReading(StateReading):
    """Numbers, each in few classes."""

    cells: tuple[NumberCell, ...]

    @property
    def places(self) -> int:
        return len(self.cells)

    def alphabet(self, place: int) -> int:
        return 1 + max(self.cells[place].symbols)

    def lines(self) -> list[str]:
        found, at = [], 0
        for number, cell in enumerate(self.cells):
            last = len(cell.symbols) - 1
            found.append(f"s{number} = self.pattern_maps[{at} + min(int({cell.text}), {last})]")
            at += last + 1
        nonzero = " + ".join(f"(1 if s{number} else 0)" for number in range(len(self.cells)))
        words = []
        for first in range(0, len(self.cells), BYTE):
            part = range(first, min(first + BYTE, len(self.cells)))
            words.append(" | ".join(f"s{number} << {BYTE * (number - first)}" for number in part))
        return [*found, f"count = {nonzero}", self._side_line(), f"words = ({', '.join(words)},)"]

    def taken(self, state: Any) -> int:
        return sum(map(bool, self.symbols_in(state)))

    def symbols_in(self, state: Any) -> tuple[int, ...]:
        return tuple(cell.symbol(state) for cell in self.cells)

    def tables(self) -> list[int]:
        """The symbol of each value, cell after cell: where `lines` looks them up."""
        return [symbol for cell in self.cells for symbol in cell.symbols]


def reading_from(facts: Mapping[str, Any]) -> StateReading:
    """The reading that `to_json` has written. ValueError for one that is none: what it says becomes code."""
    _check_names(facts)
    players = facts.get("players", 0)
    if facts["kind"] == CellReading.__name__:
        cells = (NumberCell(cell["field"], cell["index"], tuple(cell["symbols"])) for cell in facts["cells"])
        return CellReading(facts["side"], facts["first"], tuple(cells), players=players)
    return BoardReading(
        facts["side"],
        facts["first"],
        tuple((JoinedFeature if "beyond" in feature else Feature)(**feature) for feature in facts["features"]),
        tuple(facts["squares"]),
        tuple(map(tuple, facts["symbols"])),
        None if facts["landing"] is None else Landing(**facts["landing"]),
        players=players,
    )


def _check_names(facts: Any) -> None:
    """Raises ValueError for anything but names and whole numbers."""
    if isinstance(facts, Mapping):
        facts = tuple(facts.values())
    if isinstance(facts, (list, tuple)):
        for one in facts:
            _check_names(one)
    elif not (facts is None or isinstance(facts, int) or (isinstance(facts, str) and (not facts or facts.isidentifier()))):
        raise ValueError(f"{facts!r} names nothing in a state")
