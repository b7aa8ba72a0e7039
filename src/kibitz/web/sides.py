"""Those who sit at a table as sentences call them: whose move it is, who has won, who gives up."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.web.seats import Seat, people
from kibitz.web.thoughts import signed
from kibitz.wording.values import ValueWords


@dataclass(frozen=True)
class Sides:
    """The sides of a game and who plays them."""

    words: ValueWords
    seats: tuple[Seat, ...]

    def called(self, side: int) -> str:
        """Who plays a side: "X (you)", "O (computer, level 7)", or "X" among people."""
        name, seat = self.words.names[side], self.seats[side]
        if all(one.is_person for one in self.seats) and len(self.seats) > 1:
            return name
        return name if seat.is_person and not self.has_one_person else f"{name} ({seat.name})"

    @property
    def has_one_person(self) -> bool:
        """Whether just one side is a person's: then that is "you"."""
        return len(people(self.seats)) == 1

    def turn(self, side: int) -> str:
        """Whose move it is."""
        name = self.words.names[side]
        if not self.seats[side].is_person:
            return f"{self.called(side)} thinks ..."
        return f"Your move, {name}." if self.has_one_person else f"{name} to move."

    def over(self, payoffs: Sequence[float]) -> str:
        """How a game has ended by its rules."""
        return signed(f"The game is over: {self.words.ending(payoffs, [self.called(side) for side in range(len(payoffs))])}.")

    def resigns(self, side: int) -> str:
        """A side gives the game up."""
        return f"{self.called(side)} resigns: {self._without(side)}."

    def resigned(self, side: int) -> str:
        """A side has given the game up."""
        return f"{self.called(side)} resigned: {self._without(side)}."

    def _without(self, side: int) -> str:
        """What it means that a side gives the game up."""
        return f"{self.called(1 - side)} wins" if self.words.duel else "the game ends here"
