"""Who sits at a table: people, and players of the program, each by its spec and by the name that people read."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.players import HUMAN


@dataclass(frozen=True)
class Seat:
    """One side of a table, `spec` as the command line has it: "human", "computer:level=7"."""

    spec: str

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who has to be waited for."""
        return self.spec == HUMAN

    @property
    def name(self) -> str:
        """What people read: "you", "computer, level 7", "alphabeta"."""
        kind, _, rest = self.spec.partition(":")
        if self.is_person:
            return "you"
        parts = [part.partition("=") for part in rest.split(",") if part]
        settings = ", ".join(f"{text} s" if name == "time" else f"{name} {text}" for name, _, text in parts)
        return f"{kind.replace('_', ' ')}, {settings}" if settings else kind.replace("_", " ")


def people(seats: Sequence[Seat]) -> list[int]:
    """The sides on which people play."""
    return [side for side, one in enumerate(seats) if one.is_person]
