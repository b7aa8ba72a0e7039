"""A learned policy of moves: how likely a good player makes each, by what the move changes and what stands around.

A move is seen as the places that it changes, each from one symbol to another. The logarithm of a move's weight is a sum over
these places and over the *shapes* around each: the eight neighbours at once, and each of the four lines through the place, four
places to either side. A shape has a weight for each symbol that goes and comes in its middle; symmetric shapes share theirs. In
a state of numbers alone a place has no neighbours, and stands for itself.

All of it is data: `policy_plan` says where the places lie, `policy_table` holds the weights by a hash of the shape.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import cached_property, lru_cache
from typing import Any

from kibitz.core.data import Numbers
from kibitz.core.rules import Game, Knowledge
from kibitz.kernel import bits_of, count_ones, read, squares_with, write, write_number
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.likelihood import (
    BYTES,
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
    are seen by the player to move. `symmetries`: as of the estimate.
    """

    reading: StateReading
    near: tuple[tuple[int, ...], ...]
    next_view: tuple[int, ...]
    next_places: tuple[int, ...]
    relative: bool
    symmetries: tuple[Symmetry, ...]

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
        )

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
        places: list[int] = []
        if isinstance(reading, BoardReading):
            head[WORDS] = reading.words
            places = [-1] * (reading.words * WORD)
            for place, square in enumerate(reading.squares):
                places[square] = place
        else:
            head[BYTES], head[WORDS] = 1, self.words
        edge = reading.places  # a place of its own, which holds another symbol than all others
        return array("i", [*head, *places, *(one if one >= 0 else edge for row in self.near for one in row), *turned])


@dataclass(frozen=True)
class Policy:
    """A layout and its weights: the logarithms in whole numbers of 1/UNIT, int16, by `table_bits` bits of a shape's hash."""

    layout: PolicyLayout
    table_bits: int
    table: Any
    title: str

    @cached_property
    def numbers(self) -> tuple[Numbers, Numbers]:
        """Plan and table as machine code reads them."""
        return Numbers(self.layout.plan(self.table_bits)), Numbers(self.table)


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


def with_policy(game: Game, beside: Knowledge | None, policy: Policy) -> PolicyKnowledge:
    """The knowledge of a game, if any, and a policy beside it."""
    cls: Any = _class_for(_code_of(policy.layout), Knowledge if beside is None else type(beside))
    more = {field.name: getattr(beside, field.name) for field in fields(beside) if field.init} if beside is not None else {}
    more.pop("game", None)
    plan, table = policy.numbers
    more |= {"policy_plan": plan, "policy_table": table, "policy_title": policy.title}
    found: PolicyKnowledge = cls(game, **more)
    for name, value in (("__policy_of__", (beside, policy)), ("layout", getattr(beside, "layout", None))):
        object.__setattr__(found, name, value)  # no fields, for machine code does not ask
    return found


@lru_cache(maxsize=64)
def _class_for(code: str, base: type[Knowledge]) -> type[Knowledge]:
    scope: dict[str, Any] = {
        "bits_of": bits_of,
        "count_ones": count_ones,
        "squares_with": squares_with,
        "write": write,
        "__name__": __name__,
    }
    exec(compile(code, "<symbols of states>", "exec"), scope)
    bases = (PolicyKnowledge,) if base is Knowledge else (PolicyKnowledge, base)
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
