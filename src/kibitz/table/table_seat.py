"""The seats of a table: people, and players of the program, each by its spec and by the name that people read."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.players import HUMAN
from kibitz.table.served_games import name_player


@dataclass(frozen=True)
class TableSeat:
    """One side of a table, `spec` as the command line has it: "human", "computer:level=7". `person`: a person's name, or ""."""

    spec: str
    person: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.spec == HUMAN

    @property
    def name(self) -> str:
        """The seat's name for people: "you", "computer, level 7", "alphabeta"."""
        return "you" if self.is_person else name_player(self.spec)


def people(seats: Sequence[TableSeat]) -> list[int]:
    """The sides on which people play."""
    return [side for side, one in enumerate(seats) if one.is_person]
