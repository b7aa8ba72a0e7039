"""The sample that a report is made of: games that were played, positions that were looked at, and what it was all asked for."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game

TRIES, WALK = 10, 100_000  # random games for each game of equal players; moves tried while positions are counted
LONGEST = 1000  # plies after which a game is given up
STEP = 4  # each strength has so many times the playouts of the one below


@dataclass(frozen=True)
class ReportOrder:
    """What a report is asked for: so many rounds of games, and how strong the equal players are, in playouts a move.

    `minutes`: it ends then, without what is under way (None: with all of them). `longest`: plies after which a game is given
    up. `walk`: moves that are tried while all positions are counted.
    """

    games: int = 100
    playouts: int = 200
    seed: int = 0
    minutes: float | None = None
    longest: int = LONGEST
    walk: int = WALK

    @property
    def strengths(self) -> tuple[int, ...]:
        """The playouts of each player whose skill is compared, from the weakest on; 0 moves at random."""
        return 0, max(1, self.playouts // STEP), self.playouts, STEP * self.playouts


@dataclass(frozen=True)
class Outlook:
    """What each player gets from a position on, as far as a search knows; `sure`: it is proved who wins."""

    payoffs: tuple[float, ...]
    sure: bool = False


@dataclass(frozen=True)
class SampleGame:
    """A game that was played: for each ply who moved, how many moves were legal, and what the position was worth to all.

    An outlook is None where nobody thought: at random, by dice, or with one move only. `payoffs` is None where the game was
    given up. `seat`: the stronger player's; `step`: how strong, from 1 (both None where all are equal). `opening`: the place
    of its first move in the list of openings.
    """

    movers: tuple[int, ...]
    widths: tuple[int, ...]
    outlooks: tuple[Outlook | None, ...]
    payoffs: tuple[float, ...] | None
    step: int | None = None
    seat: int | None = None
    opening: int | None = None

    @property
    def length(self) -> int:
        """In plies."""
        return len(self.movers)

    @property
    def points(self) -> tuple[float, ...]:
        """The point of a game that ended, shared out among its winners."""
        return GameOutcome(self.payoffs or ()).shares()

    @property
    def winner(self) -> int | None:
        """The only winner of a game that ended."""
        return GameOutcome(self.payoffs or ()).winner


@dataclass(frozen=True)
class RandomWalk:
    """A game of random moves: its length, what it paid (None: given up), and the logarithm of the size of Knuth's tree."""

    length: int
    payoffs: tuple[float, ...] | None
    log_size: float


@dataclass(frozen=True)
class PositionLook:
    """A position in which somebody had a choice, and what each of the moves is worth to all; `proved`: all of them are."""

    mover: int
    outlooks: tuple[Outlook, ...]
    proved: bool


@dataclass(frozen=True)
class PositionCount:
    """How many positions a walk through all of them has met (`whole`: there are no more), and how many random games have met.

    `least`: how many there are at least, as it seems by how often random games met the same ones.
    """

    walked: int = 0
    whole: bool = False
    met: int = 0
    least: float = 0.0


@dataclass(frozen=True)
class Sample:
    """All that was gathered of a game. `openings`: names of first moves, those that mirror each other together."""

    game: Game
    order: ReportOrder
    openings: tuple[tuple[str, ...], ...] = ()
    first_moves: int = 0
    equal: tuple[SampleGame, ...] = ()
    opened: tuple[SampleGame, ...] = ()
    stronger: tuple[SampleGame, ...] = ()
    random: tuple[RandomWalk, ...] = ()
    looks: tuple[PositionLook, ...] = ()
    positions: PositionCount = PositionCount()

    def plus(self, **news: Any) -> "Sample":
        """The same with more in it: tuples grow, all else is replaced."""
        grown: dict[str, Any] = {
            name: (*getattr(self, name), *new) if isinstance(new, tuple) else new for name, new in news.items()
        }
        return replace(self, **grown)

    @cached_property
    def ended(self) -> tuple[SampleGame, ...]:
        """The games of equal players that came to their end."""
        return tuple(one for one in self.equal if one.payoffs is not None)

    @property
    def is_whole(self) -> bool:
        """Whether all the rounds that were asked for are played."""
        return len(self.equal) >= self.order.games
