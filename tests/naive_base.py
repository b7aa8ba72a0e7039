"""What all naive twins have in common."""

from typing import Protocol

Square = tuple[int, int]
DICE = -1
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]


class Naive(Protocol):
    """A game under way; moves go by name, what dice bring too, and while they roll the mover is DICE."""

    mover: int

    def moves(self) -> list[str]: ...
    def play(self, name: str) -> None: ...
    def paid(self) -> tuple[float, ...]: ...
    def over(self) -> bool: ...


class ForTwo:
    """What one wins the other loses: `lead` is the result for the first player."""

    def lead(self) -> int:
        raise NotImplementedError

    def paid(self) -> tuple[float, ...]:
        return self.lead(), -self.lead()
