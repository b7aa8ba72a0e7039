"""Random games to their end, compiled: how long they are, and what each player gets.

Each game draws its dice from the seed and its own number, so any number of threads plays the same games.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

from kibitz.core.arguments import checked
from kibitz.core.laws import short_repr
from kibitz.core.notebook_table import NotebookTable
from kibitz.core.rules import Game, has_recurred
from kibitz.errors import RulesError, SearchError
from kibitz.kernel import extend, machine_of, read
from kibitz.position import Position
from kibitz.search.drivers.request import game_of
from kibitz.search.monte_carlo.game_path import PATH_WORDS, remember_played
from kibitz.search.monte_carlo.random_games import (
    LENGTHS,
    NO_ROOM,
    PAID,
    ROOM_BITS,
    SHARES,
    SQUARES,
    STUCK,
    SUMS,
    WINS,
    play_games,
)

LONGEST = 10_000  # plies after which a game is given up, by default
FIRST_GAMES, MOST_GAMES, BATCH = 8, 1 << 20, 0.05  # of one call: the first one, the longest one, and seconds that one takes
TICK = 0.02
Z = 1.96  # standard errors to the ends of a 95 % interval


@dataclass(frozen=True)
class PlayoutOutcome:
    """One player's results in random games: the `mean` payoff, half the width of its 95 % interval (None for fewer than two
    games), games in which no one else got as much (`wins`), and games in which others got the same (`shares`).
    """

    mean: float
    error: float | None
    wins: int
    shares: int


@dataclass(frozen=True)
class PlayoutTally:
    """The tally of some random games: how many ended, their plies, how many were given up, and how often each length was met.

    `sums` and `squares` of each player's payoffs, `wins` and `shares` as in `PlayoutOutcome`. Tallies add up.
    """

    games: int
    plies: int
    endless: int
    lengths: dict[int, int]
    sums: tuple[float, ...]
    squares: tuple[float, ...]
    wins: tuple[int, ...]
    shares: tuple[int, ...]

    @classmethod
    def nothing(cls, players: int) -> "PlayoutTally":
        """No game."""
        return cls(0, 0, 0, {}, (0.0,) * players, (0.0,) * players, (0,) * players, (0,) * players)

    def __add__(self, other: "PlayoutTally") -> "PlayoutTally":
        lengths = Counter(self.lengths)
        lengths.update(other.lengths)
        added: dict[str, Any] = {
            name: tuple(one + two for one, two in zip(getattr(self, name), getattr(other, name), strict=True))
            for name in ("sums", "squares", "wins", "shares")
        }
        numbers: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in ("games", "plies", "endless")}
        return PlayoutTally(lengths=dict(sorted(lengths.items())), **numbers, **added)

    def playouts(self, seconds: float) -> "Playouts":
        """The outcome of these games, which took so long."""
        outcomes = tuple(map(self._outcome, range(len(self.sums))))
        return Playouts(self.games, self.plies, self.endless, seconds, self.lengths, outcomes)

    def _outcome(self, player: int) -> PlayoutOutcome:
        games = self.games
        mean = self.sums[player] / games if games else 0.0
        variance = max(0.0, self.squares[player] - games * mean * mean) / (games - 1) if games > 1 else None
        error = None if variance is None else Z * sqrt(variance / games)
        return PlayoutOutcome(mean, error, self.wins[player], self.shares[player])


@dataclass(frozen=True)
class Playouts(NotebookTable):
    """The outcome of random games: `games` that ended, `plies` of all of them together, `endless` ones that were given up.

    `lengths`: the number of games for each length in plies. `outcomes`: first player first. `seconds` of wall time, without
    compiling.
    """

    games: int = 0
    plies: int = 0
    endless: int = 0
    seconds: float = 0.0
    lengths: dict[int, int] = field(default_factory=dict)
    outcomes: tuple[PlayoutOutcome, ...] = ()

    @property
    def length(self) -> float:
        """The average length, in plies."""
        return self.plies / self.games if self.games else 0.0

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, first player first, for `pandas.DataFrame`: its `PlayoutOutcome`, and how many games."""
        return [{"seat": seat} | vars(one) | {"games": self.games} for seat, one in enumerate(self.outcomes)]


@checked()
def playouts(
    game: Game | Position | str,
    games: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 0,
    longest: int = LONGEST,
    plain: bool = False,
) -> Playouts:
    """Random games from the start of a game, or from a position: by number or by time; by default for a second.

    Each legal move is as likely as any other, and dice fall by their weights. A game of more than `longest` plies is given up.
    With `games` and a seed the same games come out, however many threads play them. RulesError where a position that is not
    over has no moves.
    """
    if games is not None and games < 1:
        raise SearchError(f"{short_repr(games)} games cannot be played out: give a whole number from 1 up")
    if seconds is not None and not 0 < seconds < inf:
        raise SearchError(f"{short_repr(seconds)} is not a time to play: give seconds above 0")
    run = PlayoutRun(game, threads, seed, longest, plain)
    run.play(games, 1.0 if games is None and seconds is None else seconds)
    return run.found


class PlayoutRun:
    """Random games under way; `found` is what has come of them so far, from any thread."""

    def __init__(
        self, game: Game | Position | str, threads: int = 1, seed: int = 0, longest: int = LONGEST, plain: bool = False
    ) -> None:
        """Compiles."""
        position = game if isinstance(game, Position) else Position.after(game_of(game))
        if has_recurred(position.game, position.state):
            raise SearchError("the game is over, for this position has come back too often: there is nothing to play out")
        self.position, self.seed, self.longest = position, seed, longest
        self._machine = machine_of(position.game, plain=plain)
        self._play = self._machine.ready(play_games)
        self._memories = [self._memory() for _ in range(threads)]
        self._guard, self._next, self._began, self._seconds = threading.Lock(), 0, 0.0, 0.0
        self._problem: BaseException | None = None

    @property
    def found(self) -> Playouts:
        """The results of all threads' games."""
        return self.tally.playouts(self._seconds)

    @property
    def tally(self) -> PlayoutTally:
        """The same as numbers that add up."""
        nothing = PlayoutTally.nothing(self.position.game.players)
        return sum(map(self._tally_of, self._memories), nothing)

    def _tally_of(self, memory: Any) -> PlayoutTally:
        players = self.position.game.players

        def each(kind: int, read_one: Callable[[int], Any]) -> tuple[Any, ...]:
            return tuple(read_one(PAID + kind * players + player) for player in range(players))

        return PlayoutTally(
            int(memory.games),
            int(memory.plies),
            int(memory.endless),
            _counts(memory, PAID + LENGTHS * players, self.longest + 1),
            each(SUMS, memory.number),
            each(SQUARES, memory.number),
            each(WINS, lambda at: int(read(memory, at))),
            each(SHARES, lambda at: int(read(memory, at))),
        )

    def start_at(self, first: int) -> None:
        """Begin with the game of this number, from 0."""
        self._next = first

    def play(self, games: int | None, seconds: float | None) -> None:
        """Play this number of games, or for this time, whichever ends first. RulesError where rules leave no move."""
        end = inf if games is None else self._next + games
        self._began = time.perf_counter()
        due = self._began + (inf if seconds is None else seconds)
        team = [threading.Thread(target=self._work, args=(memory, end, due), daemon=True) for memory in self._memories]
        for thread in team:
            thread.start()
        while busy := [thread for thread in team if thread.is_alive()]:
            busy[0].join(max(0.0, min(TICK, due - time.perf_counter())))
            self._seconds = time.perf_counter() - self._began
            if time.perf_counter() >= due:
                self.halt()
                busy[0].join(TICK)
        self._seconds = time.perf_counter() - self._began
        if self._problem is not None:
            raise self._problem
        if any(memory.stuck == STUCK for memory in self._memories):
            raise RulesError(
                f"{type(self.position.game).__name__}: a random game came to a position without moves that is not over; "
                "`kibitz check` shows one"
            )

    def halt(self) -> None:
        """End after the games under way; from any thread."""
        for memory in self._memories:
            memory.halt = 1

    def _work(self, memory: Any, end: float, due: float) -> None:
        """One thread takes games, a batch after the other, each as long as BATCH; near the end half of its share of those left,
        so that no thread waits long for the last one.
        """
        batch, fields = FIRST_GAMES, self._machine.arguments(self.position.state)
        try:
            while not memory.halt and time.perf_counter() < due:
                with self._guard:
                    left = end - self._next
                    first, count = self._next, int(min(batch, left, max(FIRST_GAMES, left / (2 * len(self._memories)))))
                    self._next += count
                if count <= 0:
                    break
                began, played = time.perf_counter(), 0
                while played < count and not memory.halt:
                    played += self._play(fields, first + played, count - played, self.longest, self.seed, memory)
                    if memory.stuck == NO_ROOM:
                        self._enlarge(memory)
                    elif memory.stuck == STUCK:
                        self.halt()
                spent = time.perf_counter() - began
                batch = max(1, min(MOST_GAMES, int(batch * min(4.0, BATCH / max(spent, 1e-6)))))
        except BaseException as problem:
            self._problem = problem
            self.halt()

    def _memory(self) -> Any:
        players = self.position.game.players
        memory = self._machine.words(self._room + (1 << ROOM_BITS))
        memory.games = memory.plies = memory.endless = memory.stuck = 0
        memory.players, memory.starter, memory.room_bits = players, self.position.to_move, ROOM_BITS
        memory.path_words = self._path_words
        memory.path_at = self._room - self._path_words
        remember_played(self._machine, self.position.state, self.position.to_move, memory)
        return memory

    @property
    def _room(self) -> int:
        """The word where moves are written down."""
        return PAID + LENGTHS * self.position.game.players + self.longest + 1 + self._path_words

    @property
    def _path_words(self) -> int:
        """Words for what was on the board, where that matters."""
        return PATH_WORDS if self.position.game.recurrence else 0

    def _enlarge(self, memory: Any) -> None:
        """Room for twice as many moves."""
        memory.room_bits += 1
        extend(memory, self._room + (1 << memory.room_bits))
        memory.stuck = 0


def _counts(memory: Any, at: int, count: int) -> dict[int, int]:
    return {index: int(many) for index in range(count) if (many := read(memory, at + index))}
