"""Two people at one table, each at a device of their own: who holds which seat, and what one asks of the other."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.errors import PlayerError

NOBODY = ""
DIGITS = 24  # of an invitation
UNDO, DRAW = "undo", "draw"  # what may be asked


@dataclass(frozen=True)
class RemoteSeats:
    """The seats of a table whose people are apart.

    `holders`: the visitor who plays each seat, "" for a free seat and for a player of the program. `invites`: the secret that
    gives a person a free seat, "" for the others. `question`: what was asked last, at the ply `asked_at`, by the seat `asker`:
    it lapses with the next move. `next_table`: the key of the game that was begun after this one.
    """

    holders: tuple[str, ...]
    invites: tuple[str, ...]
    question: str = ""
    asker: int = -1
    asked_at: int = -1
    next_table: str = ""

    @classmethod
    def begin(cls, people: Sequence[int], seats: int, visitor: str, own: int) -> "RemoteSeats":
        """The seats of a new game: the player who begins it holds `own`, one of the seats of `people`, and invites for each
        other.

        PlayerError if there is no one to invite.
        """
        if len(people) < 2:
            raise PlayerError("a link invites another person: choose a person for two sides")
        others = {*people} - {own}
        return cls(
            tuple(visitor if seat == own else NOBODY for seat in range(seats)),
            tuple(secrets.token_hex(DIGITS // 2) if seat in others else "" for seat in range(seats)),
        )

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "RemoteSeats":
        """As it was kept in the store."""
        return cls(
            tuple(kept["holders"]),
            tuple(kept["invites"]),
            kept["question"],
            kept["asker"],
            kept["asked_at"],
            kept["next_table"],
        )

    def seat_of(self, visitor: str) -> int | None:
        """The seat that a visitor holds; None for one who looks on."""
        return self.holders.index(visitor) if visitor and visitor in self.holders else None

    def invited(self, secret: str) -> int | None:
        """The seat to which an invitation leads, as long as it is free."""
        return self.invites.index(secret) if secret and secret in self.invites else None

    def join(self, secret: str, visitor: str) -> "RemoteSeats":
        """With the visitor in the seat of the invitation, which is used up. PlayerError where it leads nowhere."""
        seat = self.invited(secret)
        if seat is None:
            raise PlayerError("this invitation has been taken by somebody else")
        if self.seat_of(visitor) is not None:
            raise PlayerError("you sit at this table already: send the link to the other person")
        holders = tuple(visitor if at == seat else holder for at, holder in enumerate(self.holders))
        return replace(self, holders=holders, invites=tuple("" if at == seat else one for at, one in enumerate(self.invites)))

    def turned(self) -> "RemoteSeats":
        """The same people in a new game, each one seat further on."""
        return RemoteSeats(self.holders[-1:] + self.holders[:-1], self.invites[-1:] + self.invites[:-1])

    def again(self) -> "RemoteSeats":
        """The same people in a new game, in the same seats."""
        return RemoteSeats(self.holders, self.invites)
