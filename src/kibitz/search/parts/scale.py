"""How results become values: the units, what is known of the largest result, and back again to a `Value`."""

from dataclasses import dataclass

from kibitz.core.best_result import best_result
from kibitz.core.laws import LARGEST_RESULT
from kibitz.core.rules import Game, says
from kibitz.core.thought import Kind, Value
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.parts.scores import HIGH, LOW, REACH
from kibitz.search.parts.transposition_table import PROOF_BITS

FINE, COARSE = 4096, 512  # units of a result where it is win, loss or draw; where it is a margin
PLIES = 256  # units where nothing is estimated: room for the distance, no more
KINDS: dict[int, Kind] = {LOW | HIGH: "exact", LOW: "at_least", HIGH: "at_most", 0: "estimate"}


@dataclass(frozen=True)
class Scale:
    """The units of values.

    `most`: no |result| is larger; `known`: the game says so, it is not just our guess. `exact`: nothing is ever estimated.
    `adds`: moves bring rewards, which are added to what comes after them; distances do not count then.
    """

    most: int
    known: bool
    distance: bool
    exact: bool = False
    adds: bool = False

    @classmethod
    def of(cls, game: Game, distance: bool, exact: bool = False) -> "Scale":
        """For a game; where it does not say how large results get, 127 is assumed until one is larger."""
        most, adds = best_result(game), says(game, "reward")
        distance = distance and not adds
        return cls(127, False, distance, exact, adds) if most is None else cls(max(1, most), True, distance, exact, adds)

    def wider(self) -> "Scale":
        """For a game whose results turned out larger than assumed; at the last, one more than any may be."""
        return Scale(min(32 * self.most, LARGEST_RESULT + 1), False, self.distance, self.exact, self.adds)

    @property
    def unit(self) -> int:
        """The size of one point of result."""
        if self.exact:
            return PLIES if self.distance else 1
        return FINE if self.most == 1 else COARSE

    @property
    def mask(self) -> int:
        """The bits of a value that count its distance, as `age_score` takes them; 0 where distances do not count."""
        return self.unit - 1 if self.distance else 0

    @property
    def bits(self) -> int:
        """The bits a table entry needs for a value."""
        return (self.most * self.unit * (REACH if self.adds else 1)).bit_length() + 1

    @property
    def keeps_proofs(self) -> bool:
        """Whether a table keeps proofs: it tells positions apart by the bits that a value leaves."""
        return self.bits <= PROOF_BITS

    @property
    def ceiling(self) -> int:
        """No state that is not over is worth more."""
        return self.most * self.unit - int(self.distance) if self.known else 1 << 39

    @property
    def clamp(self) -> int:
        """The largest estimate: less than any win within reach of a search, where the largest result is known."""
        if self.adds:
            return self.most * self.unit
        return self.most * self.unit - (DEEPEST + 2 if self.known else 1)

    def value(self, packed: int, depth: int | None = None) -> Value:
        """A packed value as a `Value`; `depth` is given for a minimax value of that depth (not a bound of one)."""
        number, kind = packed >> 2, KINDS[packed & 3]
        if kind != "exact" and depth is not None and self.is_end(number):
            kind = "exact"
        if kind == "estimate":
            return Value("estimate", round(number / self.unit, 4))
        return Value(kind, *self.result(number))

    def is_end(self, number: int) -> bool:
        """Whether what a search of full width says of this number is proved: it is the largest result there is, found within
        the depth, and a quicker way to it would have been found too.
        """
        return self.known and not self.exact and not self.adds and abs(number) > self.clamp

    def result(self, number: int) -> tuple[int, int | None]:
        """The result of a value that is not an estimate, with its plies; None where those do not count."""
        result, rest = divmod(abs(number) + self.unit - 1, self.unit)
        plies = self.unit - 1 - rest
        if number == 0 or not self.distance or plies == self.unit - 1:
            return (result if number > 0 else -result or 0), None
        return (result if number > 0 else -result), plies
