"""A tournament in rounds: who meets whom depends on the rounds before; pairings and scores follow from stored games alone."""

import copy
import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kibitz.arena.fixture import Fixture
from kibitz.arena.store.records import Meeting
from kibitz.errors import MatchError

Couple = tuple[int, int | None]  # two who meet, as places in `Plan.players`; None: the other has a bye


@dataclass(frozen=True)
class Pairing:
    """Two players who meet in a round, and the games they have played so far; `second` is None for a player with a bye.

    `points`: of their games. `tie_breaks`: pairs of games that they play because the others left a tie. `winner`: None until
    it is over, and after a drawn meeting. `by_seed`: the winner is the higher seed, since all pairs left a tie.
    """

    first: int
    second: int | None
    points: tuple[float, float] = (0.0, 0.0)
    games: int = 0
    tie_breaks: int = 0
    winner: int | None = None
    is_over: bool = True
    by_seed: bool = False


@dataclass(frozen=True)
class TableRow:
    """A player in the table of a tournament. Players whom nothing sets apart share a `place`, counted from 1.

    `score`: of meetings, a bye among them. `tie_break`: what decides among equal scores, None where there is nothing of the
    kind. `points`: of games.
    """

    place: int
    player: int
    score: float
    tie_break: float | None
    points: float
    games: int


class Tournament(ABC):
    """The rounds of a tournament between players at a game of two, as far as their games have been played.

    A round is paired when the round before is whole, so that no pairing depends on which game was quicker. The schedule is
    made at once, with its openings, and players get their seats in it as the rounds come.
    """

    def __init__(self, players: int, rounds: int, pairs: int, tie_breaks: int = 0) -> None:
        """`pairs`: of games in each meeting; `tie_breaks`: how many more there may be where those leave a tie."""
        self.players, self.length, self.pairs = players, rounds, pairs
        self.rounds: list[tuple[Pairing, ...]] = []
        self._turns = pairs + tie_breaks  # pairs of a meeting in the schedule
        self._due: dict[int, tuple[int, int]] = {}
        self._couples: dict[tuple[tuple[Pairing, ...], ...], list[Couple]] = {}
        self.hear([])

    @abstractmethod
    def boards(self, number: int) -> int:
        """How many meetings a round has, counted from 0."""

    @abstractmethod
    def pair_round(self) -> list[Couple]:
        """Who meets whom in the next round, as `rounds`, which are whole, want it."""

    @abstractmethod
    def title(self, number: int) -> str:
        """The name of a round, counted from 0."""

    @abstractmethod
    def table(self) -> list[TableRow]:
        """The players from the first to the last, by the rounds so far."""

    def table_after(self, number: int) -> list[TableRow]:
        """The table after so many rounds, which are whole."""
        earlier = copy.copy(self)
        earlier.rounds = self.rounds[:number]
        return earlier.table()

    def break_tie(self, first: int, second: int) -> int | None:
        """The winner of a meeting whose pairs all left a tie; None: it is drawn."""
        return None

    @property
    def openings(self) -> int:
        """How many openings the schedule takes: those of a round are played at all its boards."""
        return self.length * self._turns

    def schedule(self, openings: Sequence[str]) -> list[Fixture]:
        """All games there may be, round by round, without seats."""
        return [
            Fixture(self._pair(number, turn, board), side, (), openings[number * self._turns + turn])
            for number in range(self.length)
            for turn in range(self._turns)
            for board in range(self.boards(number))
            for side in range(2)
        ]

    @property
    def due(self) -> Mapping[int, tuple[int, int]]:
        """The pairs of games that the rounds so far call for, and who plays them, the first to move in the first game first."""
        return self._due

    @property
    def scheduled(self) -> int:
        """How many games there are as far as is known: all meetings, and the tie-breaks so far."""
        ahead = sum(self.boards(number) for number in range(len(self.rounds), self.length))
        return 2 * (len(self._due) + self.pairs * ahead)

    @property
    def ended(self) -> bool:
        """Whether all rounds are whole."""
        return len(self.rounds) == self.length and self._is_whole

    @property
    def _is_whole(self) -> bool:
        return all(one.is_over for one in self.rounds[-1]) if self.rounds else True

    def hear(self, meetings: Iterable[Meeting]) -> None:
        """Take the games played so far, in any order; MatchError where others met than the rounds before call for."""
        points, games = Counter[tuple[int, int]](), Counter[int]()
        for one in meetings:
            points[one.pair, one.first] += round(2 * one.score)
            points[one.pair, one.second] += round(2 - 2 * one.score)
            games[one.pair] += 1
        self.rounds, self._due = [], {}
        while len(self.rounds) < self.length and self._is_whole:
            history = tuple(self.rounds)
            if history not in self._couples:
                self._couples[history] = self.pair_round()
            found, board = list[Pairing](), 0
            for first, second in self._couples[history]:
                if second is None:
                    found.append(Pairing(first, None, winner=first))
                else:
                    found.append(self._pairing(len(history), board, first, second, points, games))
                    board += 1
            self.rounds.append(tuple(found))
        if any(one not in self._due.get(pair, ()) for pair, one in points):
            raise MatchError("the stored games are not those of its pairings: another version of kibitz has paired this match")

    def _pairing(
        self, number: int, board: int, first: int, second: int, points: Counter[tuple[int, int]], games: Counter[int]
    ) -> Pairing:
        ours = theirs = played = turns = 0
        is_over = True
        for turn in range(self._turns):
            if turn >= self.pairs and (ours != theirs or not is_over):
                break
            pair = self._pair(number, turn, board)
            self._due[pair] = (first, second)
            ours, theirs = ours + points[pair, first], theirs + points[pair, second]
            played, turns, is_over = played + games[pair], turns + 1, is_over and games[pair] == 2
        winner = first if ours > theirs else second if theirs > ours else self.break_tie(first, second)
        by_seed = is_over and ours == theirs and winner is not None
        return Pairing(
            first,
            second,
            (ours / 2, theirs / 2),
            played,
            turns - self.pairs,
            winner if is_over else None,
            is_over,
            by_seed,
        )

    def _pair(self, number: int, turn: int, board: int) -> int:
        """The number of a pair of games in the schedule."""
        before = sum(self.boards(earlier) for earlier in range(number)) * self._turns
        return before + turn * self.boards(number) + board

    def first_pair_after(self, pair: int) -> int:
        """The first pair of the round after that of this pair."""
        ends = itertools.accumulate(self.boards(number) * self._turns for number in range(self.length))
        return next(end for end in ends if end > pair)

    def _points_of(self, player: int) -> tuple[float, int]:
        """The points of a player in games, and how many games those are."""
        met = [one for found in self.rounds for one in found if player in (one.first, one.second)]
        return sum(one.points[0 if one.first == player else 1] for one in met), sum(one.games for one in met)
