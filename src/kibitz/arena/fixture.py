"""Data that travel between schedule, workers and store: the plan of a match, one scheduled game, one game played."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.core import registry
from kibitz.core.outcome import GameOutcome, has_result
from kibitz.core.rules import Game
from kibitz.patterns.library import HAND

IMPORTED = "imported"  # the form of a match whose games come from files; it has no pairs, and nothing left to play
FROM = "from="  # begins an opening that is a position of its own, before the spec of the game from there
Key = tuple[int, int]  # pair and side: which game of a match it is


def ordinal(pair: int, side: int, seats: int) -> int:
    """The number of the game with this key in a match, from 1, where a pair has a game for each seat."""
    return pair * seats + side + 1


@dataclass(frozen=True)
class Plan:
    """All that decides how the games of a match go.

    `game` and `players` are specs, as on the command line; the same spec may stand twice among the players. `seed` is where
    all dice come from. `clock`: the seconds a player has for a move before it loses the game; None without end.
    `time_control`: in its place a clock for the whole game, such as "60+0.6". `form` is how the players meet: "pairs",
    "round_robin", "gauntlet", "swiss", "knockout"; "imported" where they met elsewhere, and are names, not specs. `rounds` is
    how many a Swiss tournament has, `pairs_each` the pairs of games in each meeting of a tournament. `has_positions`: some
    openings are positions that no moves from the usual start lead to. `openings` says how the
    openings were chosen, `files` holds what the specs name on disk, each path with its content. `sprt`: elo0, elo1, alpha,
    beta, model, if the match may end early. `auto`: what `knowledge=auto` is for its players, wherever they play: a learned
    estimate, one of the `files`, or what is written by hand. `chosen`: the search that `kibitz choose` has chosen for the
    game, as a player; "" for none. `resign` and `draw`: when players resign, or agree on a draw (see `Adjudication.read`).
    """

    game: str
    players: tuple[str, ...]
    seed: int
    clock: float | None = None
    form: str = "pairs"
    openings: str = ""
    sprt: Mapping[str, Any] | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    auto: str = HAND
    time_control: str | None = None
    chosen: str = ""
    resign: str | None = None
    draw: str | None = None
    rounds: int | None = None
    pairs_each: int = 0
    has_positions: bool = False


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played.

    All games of a `pair` begin with the same `opening` (moves by name, separated by spaces; before them may stand a position of
    its own, such as from=chess:fen=..., from which they are made); `side` counts them from 0, and the
    players change seats from one to the next. `seats` says who sits where, first player first, as places in `Plan.players`; it
    is empty where that depends on games of a tournament that are not over yet.
    """

    pair: int
    side: int
    seats: tuple[int, ...]
    opening: str

    @property
    def key(self) -> Key:
        """The key of this game in its match, the same in every run."""
        return self.pair, self.side

    @property
    def start(self) -> str:
        """The spec of the game from the position that the opening sets up; "" for the usual start."""
        return self.opening.partition(" ")[0].removeprefix(FROM) if self.opening.startswith(FROM) else ""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the opening."""
        names = self.opening.split()
        return tuple(names[1:] if self.opening.startswith(FROM) else names)

    def from_start(self, game: Game) -> Game:
        """The game of the match, from the position that the opening sets up."""
        return registry.load(self.start) if self.start else game

    @property
    def ordinal(self) -> int:
        """The number of the game in its match, from 1 in the order of the schedule."""
        return ordinal(*self.key, len(self.seats))

    def seed(self, match: int, seat: int | None = None) -> int:
        """The seed for the dice of this game, or for the player in one of its seats; `match` is `Plan.seed`."""
        text = f"{match}/{self.pair}/{self.side}/{'table' if seat is None else seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


FaultKind = Literal["", "time", "illegal move", "error", "crash"]


@dataclass(frozen=True)
class ThinkingTime:
    """How long a player has thought, over `moves`, in all and about the one that took longest, in seconds."""

    moves: int
    seconds: float
    longest: float

    @property
    def mean(self) -> float:
        """Seconds a move; 0 without a move."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True, init=False)
class Played:
    """How a fixture went. `moves` are names from the start, the opening among them.

    `payoffs` has one number per seat. It is None where the game came to no end by its rules, and `reason` says why: a player
    lost by a fault, whose seat is `forfeit`, or it went on too long, and counts as a draw. `seconds` is how long it took.
    `fault`: the kind of a fault. `times`: of each seat; empty where they are not known, as for games out of the store.
    """

    pair: int
    side: int
    moves: tuple[str, ...]
    payoffs: tuple[float, ...] | None
    forfeit: int | None = None
    reason: str = ""
    seconds: float = 0.0
    fault: FaultKind = field(default="", compare=False)
    times: tuple[ThinkingTime, ...] = field(default=(), compare=False)

    def __init__(
        self,
        pair: int,
        side: int,
        moves: tuple[str, ...],
        payoffs: tuple[float, ...] | None,
        forfeit: int | None = None,
        reason: str = "",
        seconds: float = 0.0,
        fault: FaultKind = "",
        times: tuple[ThinkingTime, ...] = (),
    ) -> None:
        # One is made for each game: what a frozen dataclass does of itself takes three times as long.
        kept = self.__dict__
        kept["pair"], kept["side"], kept["moves"], kept["payoffs"] = pair, side, moves, payoffs
        kept["forfeit"], kept["reason"], kept["seconds"] = forfeit, reason, seconds
        kept["fault"], kept["times"] = fault, times

    @property
    def key(self) -> Key:
        """The pair and side of the fixture that was played."""
        return self.pair, self.side

    @property
    def has_result(self) -> bool:
        """Whether anybody knows how it ended: see `has_result`."""
        return has_result(self.payoffs, self.forfeit, self.reason)

    def scores(self, seats: int) -> tuple[float, ...]:
        """The points of each seat in a game that has a result, from 0 to 1: see `points`."""
        return GameOutcome.of(self.payoffs, self.forfeit, seats).points()
