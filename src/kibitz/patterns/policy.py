"""A learned policy of moves: how likely a good player makes each, by what the move changes and what stands around.

A move is seen as the places that it changes, each from one symbol to another. The logarithm of a move's weight is a sum over
these places and over the *shapes* around each: the eight neighbours at once, and each of the four lines through the place, four
places to either side. A shape has a weight for each symbol that goes and comes in its middle; symmetric shapes share theirs. In
a state of numbers alone a place has no neighbours, and stands for itself. Where each move fills one place, a policy may have
weights for playouts too, which look at the neighbours only (drops.py).

All of it is data: `policy_plan` says where the places lie, `policy_table` holds the weights by a hash of the shape, and
`policy_drops` those for playouts.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import cached_property, lru_cache
from typing import Any

from kibitz.core.data import Numbers
from kibitz.core.rules import Game, Knowledge
from kibitz.kernel import bits_of, count_ones, read, squares_with, write, write_number
from kibitz.patterns.drops import DIGIT, begin_drops, drop_key, follow_drop, weigh_drops
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.likelihood import (
    BYTES,
    DROPS,
    DROPS_AT,
    HEAD,
    MOST_PLACES,
    MOST_SYMBOLS,
    NEAR_AT,
    NEXT_VIEW,
    PLACES,
    PLACES_AT,
    REACH,
    RELATIVE,
    SYMBOLS,
    TABLE_BITS,
    TURNED_AT,
    WAYS,
    WORDS,
    list_keys,
    read_position,
    weight_of,
)
from kibitz.patterns.reading import WORD, BoardReading, CellReading, StateReading


@dataclass(frozen=True)
class PolicyLayout:
    """How a policy sees a game.

    `near`: for each place and way the places at distance 1 to REACH, -1 beyond the edge; empty for numbers. `next_view`: what
    each symbol is in the eyes of the next player, and `next_places`, where each place lies for them; `relative`: whether states
    are seen by the player to move. `symmetries`: as of the estimate. `drops`: for each move, by its number, the place that it
    fills, or -1; empty where moves are of another kind.
    """

    reading: StateReading
    near: tuple[tuple[int, ...], ...]
    next_view: tuple[int, ...]
    next_places: tuple[int, ...]
    relative: bool
    symmetries: tuple[Symmetry, ...]
    drops: tuple[int, ...] = ()

    @property
    def alphabet(self) -> int:
        """How many symbols there are."""
        return len(self.next_view)

    @property
    def words(self) -> int:
        """How many words the symbols of a state take."""
        if isinstance(self.reading, BoardReading):
            return self.reading.words * (self.alphabet - 1)
        return (self.reading.places + 7) // 8

    @property
    def is_sound(self) -> bool:
        """Whether it looks at no place that is not there."""
        places = self.reading.places
        ways = len(WAYS) * REACH
        rows = isinstance(self.reading, CellReading) or len(self.near) == places
        return (
            rows
            and places <= MOST_PLACES
            and 2 <= self.alphabet <= MOST_SYMBOLS
            and sorted(self.next_view) == list(range(self.alphabet))
            and sorted(self.next_places) == list(range(places))
            and all(len(row) == ways and all(-1 <= one < places for one in row) for row in self.near)
            and all(sorted(one.places) == list(range(places)) for one in self.symmetries)
            and all(-1 <= one < places for one in self.drops)
            and (not self.drops or self.has_codes)
        )

    @property
    def has_codes(self) -> bool:
        """Whether what stands around a place fits into a code: of a board that both players see alike but for the sides."""
        places = range(self.reading.places)
        mirrored = all(
            self.near[other][(len(WAYS) - 1 - way) * REACH] == place
            for place in places
            for way in range(len(WAYS))
            if self.near and (other := self.near[place][way * REACH]) >= 0
        )
        turned_back = all(self.next_view[seen] == symbol for symbol, seen in enumerate(self.next_view))
        same_places = self.next_places == tuple(places)
        return bool(self.near) and mirrored and turned_back and same_places and self.alphabet < 1 << DIGIT

    def plan(self, table_bits: int) -> "array[int]":
        """The plan, 32 bits a number."""
        reading = self.reading
        at = HEAD + (reading.words * WORD if isinstance(reading, BoardReading) else 0)
        head = [0] * HEAD
        head[PLACES], head[RELATIVE], head[TABLE_BITS] = reading.places, int(self.relative), table_bits
        head[SYMBOLS], head[PLACES_AT], head[NEAR_AT] = self.alphabet - 1, HEAD, at
        head[NEXT_VIEW : NEXT_VIEW + self.alphabet] = self.next_view
        turned = () if self.next_places == tuple(range(reading.places)) else self.next_places
        head[TURNED_AT] = at + len(self.near) * len(WAYS) * REACH if turned else 0
        head[DROPS], head[DROPS_AT] = len(self.drops), at + len(self.near) * len(WAYS) * REACH + len(turned)
        places: list[int] = []
        if isinstance(reading, BoardReading):
            head[WORDS] = reading.words
            places = [-1] * (reading.words * WORD)
            for place, square in enumerate(reading.squares):
                places[square] = place
        else:
            head[BYTES], head[WORDS] = 1, self.words
        edge = reading.places  # a place of its own, which holds another symbol than all others
        around = [one if one >= 0 else edge for row in self.near for one in row]
        return array("i", [*head, *places, *around, *turned, *self.drops])


@dataclass(frozen=True)
class Policy:
    """A layout and its weights: the logarithms in whole numbers of 1/UNIT, int16, by `table_bits` bits of a shape's hash.

    `drops`: the weights for playouts, likewise; None without.
    """

    layout: PolicyLayout
    table_bits: int
    table: Any
    title: str
    drops: Any = None

    @cached_property
    def numbers(self) -> dict[str, Numbers]:
        """Plan and tables as machine code reads them, by the names of the fields that hold them."""
        found = {"policy_plan": Numbers(self.layout.plan(self.table_bits)), "policy_table": Numbers(self.table)}
        return found if self.drops is None else found | {"policy_drops": Numbers(self.drops)}


@dataclass(frozen=True, eq=False, kw_only=True)
class PolicyKnowledge(Knowledge):
    """The weights of a policy, beside all else that is known of a game. Each kind of state has a class of its own."""

    policy_plan: Numbers
    policy_table: Numbers
    policy_title: str

    __eq__, __hash__ = object.__eq__, object.__hash__

    def read_position(self, last: Any, state: Any, same: bool, at: int, memory: Any) -> None:
        """Write the symbols of a state into a work space (likelihood.py) that begins at `at`, and what is new since `last`."""
        read_position(self, last, state, same, at, memory)

    def list_keys(self, after: Any, mover: int, same: bool, at: int, memory: Any) -> int:
        """Write the keys of the move of `mover` that leads to `after` from the position that was read; how many there are."""
        return list_keys(self, after, mover, same, at, memory)

    def weigh_moves(
        self,
        rules: Any,
        last: Any,
        before: int,
        state: Any,
        mover: int,
        room: int,
        count: int,
        at: int,
        memory: Any,
        target: Any,
        first: int,
    ) -> None:
        """Write the weight of each of the moves listed from `room` on into the words of `target` from `first` on.

        `last`: the state before, where `before` moved.
        """
        read_position(self, last, state, before == mover, at, memory)
        for number in range(count):
            after = rules.play(state, read(memory, room + number))
            many = list_keys(self, after, mover, rules.mover(mover, after) == mover, at, memory)
            write_number(target, first + number, weight_of(self, many, at, memory))

    @property
    def parts(self) -> tuple[Knowledge | None, Policy]:
        """The knowledge without the policy, and the policy."""
        return self.__policy_of__  # type: ignore[attr-defined, no-any-return]  # set by `with_policy`

    def __reduce__(self) -> Any:
        return with_policy, (self.game, *self.parts)


@dataclass(frozen=True, eq=False, kw_only=True)
class DropKnowledge(PolicyKnowledge):
    """The same with weights for playouts."""

    policy_drops: Numbers

    __eq__, __hash__ = object.__eq__, object.__hash__

    def begin_drops(self, state: Any, mover: int, at: int, memory: Any) -> None:
        """Begin to keep the codes of a playout in the work space (drops.py) that begins at `at`."""
        begin_drops(self, state, mover, at, memory)

    def follow_drop(self, state: Any, mover: int, ply: int, at: int, memory: Any) -> None:
        """Go on to the next state of the playout."""
        follow_drop(self, state, mover, ply, at, memory)

    def drop_key(self, move: int, mover: int, ply: int, at: int, memory: Any) -> int:
        """The key of a move of the playout."""
        return drop_key(self, move, mover, ply, at, memory)

    def weigh_drops(self, mover: int, many: int, room: int, ply: int, at: int, memory: Any) -> float:
        """Write the weights of the moves listed; their sum."""
        return weigh_drops(self, mover, many, room, ply, at, memory)


def with_policy(game: Game, beside: Knowledge | None, policy: Policy) -> PolicyKnowledge:
    """The knowledge of a game, if any, and a policy beside it."""
    kind = PolicyKnowledge if policy.drops is None else DropKnowledge
    cls: Any = _class_for(_code_of(policy.layout), kind, Knowledge if beside is None else type(beside))
    more = {field.name: getattr(beside, field.name) for field in fields(beside) if field.init} if beside is not None else {}
    more.pop("game", None)
    more |= {**policy.numbers, "policy_title": policy.title}
    found: PolicyKnowledge = cls(game, **more)
    for name, value in (("__policy_of__", (beside, policy)), ("layout", getattr(beside, "layout", None))):
        object.__setattr__(found, name, value)  # no fields, for machine code does not ask
    return found


@lru_cache(maxsize=64)
def _class_for(code: str, kind: type[PolicyKnowledge], base: type[Knowledge]) -> type[Knowledge]:
    scope: dict[str, Any] = {
        "bits_of": bits_of,
        "count_ones": count_ones,
        "squares_with": squares_with,
        "write": write,
        "__name__": __name__,
    }
    exec(compile(code, "<symbols of states>", "exec"), scope)
    bases = (kind,) if base is Knowledge else (kind, base)
    members = {"store_symbols": scope["store_symbols"], "tunes": getattr(base, "tunes", {})}
    found = make_dataclass(f"Likely{base.__name__}", [], bases=bases, namespace=members, frozen=True, eq=False, kw_only=True)
    found.__module__ = __name__
    return found


def _code_of(layout: PolicyLayout) -> str:
    """The method that writes the symbols of a state into a memory, as Python that compiles."""
    reading = layout.reading
    if isinstance(reading, BoardReading):
        lines: Sequence[str] = reading.lines()
    else:
        assert isinstance(reading, CellReading)
        lines = _cell_lines(reading)
    stores = [f"write(memory, at + {number}, words[{number}])" for number in range(layout.words)]
    return "\n".join(["def store_symbols(self, state, memory, at):", *(f"    {line}" for line in [*lines, *stores]), ""])


def _cell_lines(reading: CellReading) -> Sequence[str]:
    """Numbers as they are, up to the largest that a byte holds."""
    words = []
    for first in range(0, reading.places, 8):
        part = range(first, min(first + 8, reading.places))
        numbers = (f"min(max(int({reading.cells[one].text}), 0), {MOST_SYMBOLS - 1}) << {8 * (one - first)}" for one in part)
        words.append(" | ".join(numbers))
    return [f"words = ({', '.join(words)},)"]
