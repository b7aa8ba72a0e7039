"""The clocks of a game in a match: the time for each move, and losses on time."""

from typing import Protocol

from kibitz.players import Player
from kibitz.players.game_clock import ClockReading, GameClock

SLACK_SECONDS, SLACK_SHARE = 0.05, 0.05  # what is forgiven, for a busy machine: the share of the time if that is more
GAME_SLACK = 0.1  # seconds that a clock for the whole game forgives


class Clocks(Protocol):
    """The clocks of all seats, in seconds."""

    @property
    def soonest(self) -> float:
        """Seconds until the player to move can lose on time; None if nobody is to move."""
        ...

    def allowed(self, seat: int) -> float:
        """How long the next move of a seat may take."""
        ...

    def show(self, seat: int, player: Player) -> None:
        """Lets a player that wants to know see what the clocks show before its move."""
        ...

    def press(self, seat: int, seconds: float) -> None:
        """A seat has made its move, which took so long."""
        ...

    def late(self, seat: int, name: str) -> str:
        """The sentence for a player who did not move in time."""
        ...


class MoveClocks:
    """A fixed time for each move."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.soonest = seconds + max(SLACK_SECONDS, SLACK_SHARE * seconds)

    def allowed(self, seat: int) -> float:
        """The time for any move, with the grace added."""
        return self.soonest

    def show(self, seat: int, player: Player) -> None:
        """Nothing: who plays knows the limit."""

    def press(self, seat: int, seconds: float) -> None:
        """Nothing is left over."""

    def late(self, seat: int, name: str) -> str:
        """The sentence for a player who exceeded the time for a move."""
        return f"{name} gave no move within {self._seconds:g} seconds"


class GameClocks:
    """One clock for the whole game for each seat. The grace applies to every move, so the clock never falls below 0."""

    def __init__(self, clock: GameClock, seats: int) -> None:
        self._reading = ClockReading.full(clock, seats)

    @property
    def soonest(self) -> float:
        """The least time that any seat has left."""
        return min(self._reading.left) + GAME_SLACK

    def allowed(self, seat: int) -> float:
        """The time left, with the grace added."""
        return self._reading.left[seat] + GAME_SLACK

    def show(self, seat: int, player: Player) -> None:
        """Players with a `hear_clock` method hear it."""
        hear = getattr(player, "hear_clock", None)
        if hear is not None:
            hear(self._reading)

    def press(self, seat: int, seconds: float) -> None:
        """Takes what it took, and gives what the move adds."""
        self._reading = self._reading.after_seconds(seat, seconds).after_move(seat)

    def late(self, seat: int, name: str) -> str:
        """The sentence for a player whose flag fell."""
        left = self._reading.left[seat]
        return f"{name} ran out of time: {self._reading.clock} for the game, and {left:.2f} s were left for this move"


def clocks_of(seconds: float | None, clock: str | None, seats: int) -> Clocks | None:
    """The clocks of a plan: for the whole game (see `GameClock.read`), for each move, or none."""
    if clock is not None:
        return GameClocks(GameClock.read(clock), seats)
    return None if seconds is None else MoveClocks(seconds)
