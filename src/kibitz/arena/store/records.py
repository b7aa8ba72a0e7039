"""Records of the store: matches, how they stand, and games of people."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.arena.fixture import ThinkingTime
from kibitz.core.thought import AGREED, RESIGNED, TIMEOUT, GameRecord

Pair = tuple[int, int]  # two players, as places in `Plan.players`


@dataclass(frozen=True)
class Summary:
    """A match in one line of a list. `games` are scheduled, `played` have a result; `created` is in seconds since 1970."""

    number: int
    game: str
    players: tuple[str, ...]
    form: str
    created: float
    kibitz: str
    games: int
    played: int


@dataclass(frozen=True)
class Meeting:
    """How two of the players of one game fared against each other.

    `first` and `second` are places in `Plan.players`; `first` sat before `second`. `score` is the first's: 1, 0.5 or 0. A game
    of two is one meeting, one of three players is three.
    """

    pair: int
    side: int
    first: int
    second: int
    score: float


@dataclass(frozen=True)
class Cross:
    """All meetings of two players in which `first` sat before `second`: what the first made of them."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int


def count_results(crosses: Collection[Cross], a: int = 0, b: int = 1) -> tuple[int, int, int]:
    """Wins of player `a` against `b`, wins of `b`, and draws."""
    ahead = [one for one in crosses if (one.first, one.second) == (a, b)]
    behind = [one for one in crosses if (one.first, one.second) == (b, a)] if a != b else []
    return (
        sum(one.wins for one in ahead) + sum(one.losses for one in behind),
        sum(one.losses for one in ahead) + sum(one.wins for one in behind),
        sum(one.draws for one in crosses if {one.first, one.second} == {a, b}),
    )


def count_by_seat(crosses: Collection[Cross]) -> tuple[int, int, int]:
    """Wins of those who sat first, of those who sat second, and draws; with more seats, of the earlier and the later."""
    return sum(one.wins for one in crosses), sum(one.losses for one in crosses), sum(one.draws for one in crosses)


@dataclass(frozen=True)
class Faults:
    """Games that a player lost by a fault, and the most recent reasons, the newest first."""

    games: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Conduct:
    """How long a player has thought in all games of a match, and how often it lost by each kind of fault."""

    time: ThinkingTime
    faults: Mapping[str, int]


@dataclass(frozen=True)
class Totals:
    """How a match stands.

    `distinct` counts games with the same seats and moves once; `stopped` are games that grew too long; `unfinished` are games
    from files without a result, which count in no score. `resigned` and `agreed` are games that the players ended before the
    rules did, which count as losses and draws. `pentas` has, for two players a < b of a game of two, how many of
    their complete pairs brought a 0, 0.5, 1, 1.5 and 2 points. `faults` has the players who lost by one.
    """

    scheduled: int
    played: int
    distinct: int
    stopped: int = 0
    crosses: tuple[Cross, ...] = ()
    pentas: Mapping[Pair, tuple[int, ...]] = field(default_factory=dict)
    faults: Mapping[int, Faults] = field(default_factory=dict)
    unfinished: int = 0
    resigned: int = 0
    agreed: int = 0

    def results(self, a: int = 0, b: int = 1) -> tuple[int, int, int]:
        """Wins of player `a` against `b`, wins of `b`, and draws."""
        return count_results(self.crosses, a, b)

    def penta(self, a: int = 0, b: int = 1) -> tuple[int, int, int, int, int]:
        """Complete pairs by the points of player `a` against `b`: 0, 0.5, 1, 1.5, 2."""
        counts = self.pentas.get((min(a, b), max(a, b)), (0,) * 5)
        lost, less, even, more, won = counts if a < b else reversed(counts)
        return lost, less, even, more, won

    @property
    def by_seat(self) -> tuple[int, int, int]:
        """Wins of those who sat first, of those who sat second, and draws."""
        return count_by_seat(self.crosses)


SOLVED, OPEN, REVEALED = 1, 0, -1  # what a visitor made of a puzzle: found; not yet; the answer was shown before that


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one good move, out of a game that was reviewed.

    `owner` is the visitor whose game it was, "" for everybody; `source` names the game as `match:12/3/1` or `play:KEY`.
    `game` is its spec, `moves` are names from the start; `best` is the good one, `proved` says whether that is so by proof.
    `worths` has, of each move, name, value and line as JSON, as `explain/review/puzzles.py` writes it. `kept` is in seconds
    since 1970.
    """

    owner: str
    source: str
    game: str
    moves: tuple[str, ...]
    best: str
    proved: bool
    worths: tuple[Mapping[str, Any], ...]
    kept: float = 0.0

    @property
    def key(self) -> str:
        """The name of the position, the same for every player: 32 hexadecimal digits."""
        return hashlib.sha256("\0".join((self.game, *self.moves)).encode(errors="replace")).hexdigest()[:32]


Ended = Literal["", "over", "resigned", "timeout", "agreed"]
PERSON = "human"  # the spec of a person's seat


@dataclass(frozen=True)
class NextMove:
    """The move that came next in a game, and what each player of the game got at its end, first player first."""

    name: str
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class Sitting:
    """People and players at one board, with what has happened there so far.

    `key` names it: 32 hexadecimal digits that nobody can guess, as `secrets.token_hex(16)` makes them. `owner` is the visitor
    who began it. `game` and `seats` are specs, first player first, "human" for people; `moves` are names from the start, with
    what dice brought and passes. `ended` is "" while it goes on, "over" when it has come to its end by the rules, which paid
    `payoffs`, "resigned" when the player in seat `loser` has given it up, "timeout" when the clock of that player ran out, and
    "agreed" when it is drawn by agreement. `settings` holds what its page needs again, as JSON.
    `created` and `changed` are in seconds since 1970. `version` counts the changes, from 1.
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

    @property
    def proofs(self) -> tuple[tuple[int, ...], list[Any]]:
        """The moves of the game, and what was proved of its positions, as `Proofs.as_json` has it."""
        moves, proofs = self.settings.get("proofs", ((), ()))
        return tuple(moves), list(proofs)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people in their seats, "" for those who gave none and for players of the program."""
        return tuple(self.settings.get("people") or [""] * len(self.seats))

    def seat_of(self, visitor: str) -> int | None:
        """The seat of a visitor: of people apart the one they hold, else the first that a person has; None for a spectator."""
        apart = self.settings.get("apart")
        if apart:
            return apart["holders"].index(visitor) if visitor in apart["holders"] else None
        return next((seat for seat, spec in enumerate(self.seats) if spec == PERSON), None)

    def record(self) -> GameRecord:
        """The game, so far, as the record of a game."""
        payoffs = self.payoffs if self.ended == "over" else None
        reason = {"resigned": RESIGNED, "timeout": TIMEOUT, "agreed": AGREED}.get(self.ended, "")
        loser = self.loser if self.ended in ("resigned", "timeout") else None
        return GameRecord(self.game, self.moves, self.seats, payoffs, loser, reason)
