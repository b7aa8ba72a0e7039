"""The winner of a game, by its payoffs or by the player who lost through a fault."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.thought import RESULTLESS


@dataclass(frozen=True)
class GameOutcome:
    """The end of a game: one number per seat, first player first; more is better."""

    payoffs: tuple[float, ...]

    @classmethod
    def of(cls, payoffs: Sequence[float] | None, loser: int | None, seats: int) -> "GameOutcome":
        """The outcome by the rules; without payoffs `loser` lost to all others, who are even (None: nobody lost)."""
        return cls(tuple(payoffs) if payoffs else tuple(float(seat != loser) for seat in range(seats)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that got the most."""
        most = max(self.payoffs)
        return tuple(seat for seat, paid in enumerate(self.payoffs) if paid == most)

    @property
    def winner(self) -> int | None:
        """The seat that got more than all others; None for a draw."""
        return self.winners[0] if len(self.winners) == 1 else None

    def compare(self, seat: int, other: int) -> int:
        """1 where `seat` beat `other`, 0 for a draw, -1 for a loss."""
        return (self.payoffs[seat] > self.payoffs[other]) - (self.payoffs[seat] < self.payoffs[other])

    def shares(self) -> tuple[float, ...]:
        """One point, shared out among the winners."""
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.payoffs)))

    def points(self) -> tuple[float, ...]:
        """The points of each seat, from 0 to 1: of two, 1 for a win and 0.5 for a draw; of more, its mean against each."""
        seats = range(len(self.payoffs))
        if len(seats) == 1:
            return (0.5,)
        met = [[0.5 + 0.5 * self.compare(seat, other) for other in seats if other != seat] for seat in seats]
        return tuple(sum(points) / len(points) for points in met)


def has_result(payoffs: Sequence[float] | None, forfeit: int | None, reason: str) -> bool:
    """Whether the game counts: an unfinished or broken-off one has no score."""
    return payoffs is not None or forfeit is not None or reason not in RESULTLESS
