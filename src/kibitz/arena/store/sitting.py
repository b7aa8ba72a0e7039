"""A game that people play, or have played, as it is kept: not part of any match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.thought import RESIGNED, GameRecord

Ended = Literal["", "over", "resigned"]


@dataclass(frozen=True)
class Sitting:
    """People and players at one board, with what has happened there so far.

    `key` names it: 32 hexadecimal digits that nobody can guess, as `secrets.token_hex(16)` makes them. `owner` is the visitor
    who began it. `game` and `seats` are specs, first player first, "human" for people; `moves` are names from the start, with
    what dice brought and passes. `ended` is "" while it goes on, "over" when it has come to its end by the rules, which paid
    `payoffs`, and "resigned" when the player in seat `loser` has given it up. `settings` is whatever its page wants to find
    again, as far as JSON can hold it. `created` and `changed` are in seconds since 1970. `version` counts the changes, from 1.
    """

    key: str
    owner: str
    game: str
    seats: tuple[str, ...]
    moves: tuple[str, ...] = ()
    ended: Ended = ""
    loser: int | None = None
    payoffs: tuple[float, ...] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    created: float = 0.0
    changed: float = 0.0
    version: int = 1

    def record(self) -> GameRecord:
        """The game, so far, as the record of a game."""
        payoffs = self.payoffs if self.ended == "over" else None
        if self.ended == RESIGNED:
            return GameRecord(self.game, self.moves, self.seats, payoffs, self.loser, RESIGNED)
        return GameRecord(self.game, self.moves, self.seats, payoffs)
