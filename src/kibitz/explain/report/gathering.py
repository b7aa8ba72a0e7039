"""Gathering a report's sample: each round has a bit of everything, so an early stop loses only precision."""

import functools
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Any

from kibitz.arena.play import draw_outcome
from kibitz.core.arguments import checked
from kibitz.core.registry import knowledge_of, spec_of
from kibitz.core.rules import (
    CHANCE,
    Game,
    can_be_proved,
    says,
)
from kibitz.core.thought import Limit, Value
from kibitz.errors import ReportError
from kibitz.explain.report.page import as_json, page, part
from kibitz.explain.report.positions import PositionCounter
from kibitz.explain.report.report import GameReport
from kibitz.explain.report.sample import (
    TRIES,
    Outlook,
    PositionLook,
    ReportOrder,
    Sample,
    SampleGame,
)
from kibitz.explain.report.sentences import sections
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.search.entry import solve, think
from kibitz.workers.jobs import DeadlineOver
from kibitz.workers.packed_position import PackedPosition
from kibitz.workers.workplace import Workplace

FIRST_TRIES = 20  # random games before anything else: if none of them ends, no report is made
LOOKS = 3  # positions examined in each game
PROOF = 100  # positions a proof may visit, per playout of the equal players
TABLE = 2 << 20  # bytes
EACH_OPENING = 5  # games of each first move, or fewer are compared
SEEDS = 1 << 30


USUAL = ReportOrder()


class DesignReport(GameReport):
    """A report that prints as sentences, shows itself in notebooks, and makes an HTML page."""

    def html(self) -> str:
        """A page that stands alone."""
        return page(self)

    def as_json(self) -> dict[str, Any]:
        """All figures, with their definitions."""
        return as_json(self)

    def __str__(self) -> str:
        return "\n\n".join("\n".join((one.title, *one.sentences)) for one in sections(self))

    def _repr_html_(self) -> str:
        return part(self)


class TimeUp(Exception):
    """The report's time is over; unfinished pieces are dropped."""


class Reporting:
    """A report under way: iterate for better and better ones; `so_far` is the current one."""

    def __init__(self, game: Game | Position | str, order: ReportOrder = USUAL, place: Workplace | None = None) -> None:
        """`place`: where rounds are played (None: here). ReportError for a game that is over at the start, or an order for
        nothing.
        """
        wanted = (order.games, order.playouts, order.longest, order.walk)
        if not all(isinstance(number, int) for number in wanted) or not isinstance(order.minutes, int | float | None):
            raise ReportError("games, playouts, longest and walk of a report are whole numbers, and minutes is a number")
        if min(order.games, order.playouts, order.longest, order.walk) < 1 or (
            order.minutes is not None and order.minutes <= 0
        ):
            raise ReportError("a report of no games says nothing: ask for one game or more, and limits above 0")
        self._start = game if isinstance(game, Position) else Position.after(game)
        self._game = self._start.game
        if self._start.is_over:
            raise ReportError(f"{spec_of(self._game)} is over before it begins: there is nothing to report")
        self.sample, self._place = Sample(self._game, order), place
        self._positions = PositionCounter(self._start, order.longest, order.walk)
        self._due = inf  # when the minutes are over, on the clock of `time.monotonic`

    def so_far(self) -> DesignReport:
        """The report on everything gathered so far."""
        return DesignReport(self.sample)

    def __iter__(self) -> Iterator[DesignReport]:
        order = self.sample.order
        self._walk_at_random(min(FIRST_TRIES, TRIES * order.games))
        if all(one.payoffs is None for one in self.sample.random):
            raise ReportError(
                f"of {len(self.sample.random)} random games of {spec_of(self._game)} none ended within {order.longest:,} "
                "plies: give --longest more, or make the rules end every game"
            )
        yield self.so_far()
        self._prepare()
        if order.minutes is not None:
            self._due = time.monotonic() + 60 * order.minutes
        with suppress(TimeUp, DeadlineOver):
            for _ in self._gather():
                yield self.so_far()
        yield self.so_far()

    def _gather(self) -> Iterator[None]:
        """Gather piece by piece; each is in the sample once it is complete."""
        for walked, whole in self._positions.count(self._check_time):
            self._add(positions=replace(self.sample.positions, walked=walked, whole=whole))
            yield
        names = tuple(tuple(map(self._start.name, group)) for group in self._openings)
        self._add(openings=names)
        self.sample = self.sample.plus(first_moves=len(self._mirrored))
        for number, pieces in enumerate(self._rounds()):
            for news in pieces:
                self._add(**news)
                yield
            self._walk_at_random(TRIES * (number + 1) - len(self.sample.random))

    def _rounds(self) -> Iterator[Iterable[dict[str, Any]]]:
        """The rounds in their order, each in pieces: what it brings."""
        numbers = range(self.sample.order.games)
        if self._place is None:
            yield from (self.play_round(number) for number in numbers)
            return
        sent, waiting, following = PackedPosition.of(self._start), dict[int, Any](), 0
        jobs = ((sent, self.sample.order, number) for number in numbers)
        with closing(self._place.deal(play_round, jobs, due=self._due)) as rounds:
            for done in rounds:
                waiting[done.number] = done.result
                while following in waiting:
                    yield waiting.pop(following)
                    following += 1

    def play_round(self, number: int) -> Iterator[dict[str, Any]]:
        """Play a round: games of equal players, of a first move, and of each strength."""
        yield self._play_equal(number)
        yield self._play_opening(number)
        yield from self._play_stronger(number)

    def _prepare(self) -> None:
        """Compile the players; that time is not the report's."""
        think(self._start, search="mcts", limit=Limit(nodes=1, table=TABLE), **_dark(self._dice()), compile_first=True)
        if can_be_proved(self._game):
            solve(
                self._start, weak=True, all_moves=True, limit=Limit(nodes=1, table=TABLE), knowledge="hand", compile_first=True
            )

    def _check_time(self) -> None:
        """Raise TimeUp when the time is over."""
        if time.monotonic() >= self._due:
            raise TimeUp

    def _add(self, **news: Any) -> None:
        self.sample = self.sample.plus(**news)

    def _dice(self, *what: object) -> random.Random:
        """The dice for one piece of the sample, independent of the other pieces."""
        return random.Random(" ".join(map(str, (self.sample.order.seed, *what))))

    def _play_equal(self, number: int) -> dict[str, Any]:
        order, dice = self.sample.order, self._dice("equal", number)
        played, positions = self._play((order.playouts,) * self._game.players, dice)
        choices = [one for one in positions if not one.is_chance and len(one.legal()) > 1] if self._game.players > 1 else []
        looks = [self._look(one, dice) for one in dice.sample(choices, min(LOOKS, len(choices)))]
        return {"equal": (played,), "looks": tuple(looks)}

    def _play_opening(self, number: int) -> dict[str, Any]:
        groups = self._openings
        if len(groups) > 1 and self._game.players > 1:
            dice = self._dice("opening", number)
            place = number % len(groups)
            seats = (self.sample.order.playouts,) * self._game.players
            return {"opened": (self._play(seats, dice, dice.choice(groups[place]))[0],)}
        return {}

    def _play_stronger(self, number: int) -> Iterator[dict[str, Any]]:
        """One game of each strength against the one below in all other seats; alone in a one-player game."""
        strengths, players = self.sample.order.strengths, self._game.players
        for step in range(0 if players == 1 else 1, len(strengths)):
            seat = number % players
            seats = [strengths[max(0, step - 1)]] * players
            seats[seat] = strengths[step]
            played, _ = self._play(seats, self._dice("stronger", step, number))
            yield {"stronger": (SampleGame(played.movers, played.widths, (), played.payoffs, step, seat),)}

    def _play(self, seats: Sequence[int], dice: random.Random, first: int | None = None) -> tuple[SampleGame, list[Position]]:
        """A game between players with these playouts a move, and its positions; `first`: its first move."""
        position, longest = self._start, self.sample.order.longest
        plies: list[tuple[int, int, Outlook | None]] = []
        met: list[Position] = []
        while not position.is_over and len(plies) < longest:
            self._check_time()
            outlook: Outlook | None = None
            met.append(position)
            if position.is_chance:
                move = draw_outcome(position.chances(), dice)
            elif first is not None and not plies:
                move = first
            elif len(position.legal()) == 1 or seats[position.to_move] == 0:
                move = dice.choice(position.legal())
            else:
                thought = think(position, search="mcts", limit=Limit(nodes=seats[position.to_move], table=TABLE), **_dark(dice))
                assert thought.best is not None
                move, outlook = thought.best, self._outlook(position, thought.value)
            plies.append((position.to_move, len(position.legal()), outlook))
            position = position.play(move)
        movers, widths, outlooks = zip(*plies, strict=True)
        opening = None
        if not met[0].is_chance:
            first_made = position.moves[len(self._start.moves)]
            opening = next((place for place, group in enumerate(self._openings) if first_made in group), None)
        return SampleGame(movers, widths, outlooks, position.payoffs, opening=opening), met

    def _outlook(self, position: Position, value: Value) -> Outlook:
        """A value of the side to move (of the first player, where chance decides) as each player's outlook."""
        if value.payoffs is not None:
            return Outlook(value.payoffs)
        if self._game.players == 1:
            return Outlook((value.result,))
        mine = value.result if position.to_move in (0, CHANCE) else -value.result
        return Outlook((mine, -mine), value.kind == "exact")

    def _look(self, position: Position, dice: random.Random) -> PositionLook:
        """The value of each move: proved where that is quick, else by a search as strong as the equal players."""
        if can_be_proved(self._game):
            limit = Limit(nodes=PROOF * self.sample.order.playouts, table=TABLE)
            thought = solve(position, weak=True, all_moves=True, limit=limit, knowledge="hand")
            if thought.stopped == "solved" and all(one.value.kind == "exact" for one in thought.moves):
                proved = tuple(self._outlook(position, one.value) for one in thought.moves)
                return PositionLook(position.to_move, proved, True)
        limit = Limit(nodes=self.sample.order.playouts, table=TABLE)
        outlooks = []
        for move in position.legal():
            self._check_time()
            after = position.play(move)
            if after.payoffs is not None:
                outlooks.append(Outlook(after.payoffs, True))
            else:
                outlooks.append(self._outlook(after, think(after, search="mcts", limit=limit, **_dark(dice)).value))
        return PositionLook(position.to_move, tuple(outlooks), False)

    @cached_property
    def _mirrored(self) -> list[list[int]]:
        """The first moves, mirrored ones together; none where dice begin."""
        if self._start.is_chance:
            return []
        knowledge = knowledge_of(self._game)
        groups: list[tuple[Any, list[int]]] = []
        for move in self._start.legal():
            state = self._start.play(move).state
            same = [state, *knowledge.symmetries(state)] if knowledge and says(knowledge, "symmetries") else [state]
            group = next((moves for known, moves in groups if known in same), None)
            if group is None:
                groups.append((state, [move]))
            else:
                group.append(move)
        return [moves for _, moves in groups]

    @cached_property
    def _openings(self) -> list[list[int]]:
        """The first moves to compare: all, or as many drawn by lot as there are games for."""
        groups, most = self._mirrored, max(2, self.sample.order.games // EACH_OPENING)
        if len(groups) <= most:
            return groups
        return [groups[place] for place in sorted(self._dice("openings").sample(range(len(groups)), most))]

    def _walk_at_random(self, count: int) -> None:
        first = len(self.sample.random)
        walks = [self._positions.play_random(self._dice("random", number)) for number in range(first, first + count)]
        positions = replace(self.sample.positions, met=len(self._positions.met), least=self._positions.least())
        self._add(random=tuple(walks), positions=positions)


def play_round(start: PackedPosition, order: ReportOrder, number: int) -> list[dict[str, Any]]:
    """Play a round, in a worker: what each piece brings."""
    with blame_rules():
        return list(_reporting(start, order).play_round(number))


@functools.lru_cache(maxsize=1)
def _reporting(start: PackedPosition, order: ReportOrder) -> Reporting:
    return Reporting(start.unpack(), order)


def _dark(dice: random.Random) -> dict[str, Any]:
    """The search options of the sample's players: dice of their own, no knowledge."""
    return {"seed": dice.randrange(SEEDS), "knowledge": None}


@checked()
def report(
    game: Game | Position | str,
    *,
    games: int = 100,
    playouts: int = 200,
    seed: int = 0,
    minutes: float | None = None,
    longest: int = ReportOrder.longest,
    walk: int = ReportOrder.walk,
    workers: int | None = None,
    cluster: str | None = None,
    verify: bool = False,
) -> DesignReport:
    """Report on a game from games of equal players: who wins, length, number of positions, whether skill pays, and more.

    `games`: rounds, each with a game of equal players, one for a first move, and one for each step of skill. Equal players
    search with `playouts` random games a move and no knowledge. The same seed gives the same report, unless `minutes` end it
    sooner (compiling does not count). A game longer than `longest` plies is given up. `walk`: moves tried while counting
    positions. `workers`: processes that play the rounds; `cluster`: the address of a dask scheduler whose workers do; the
    report is the same. `verify`: play one in twenty rounds of theirs again here.

    Raises ReportError if there is nothing to report, RulesError for rules that break their contract, CrewError for workers that
    cannot be reached or send wrong results.
    """
    order = ReportOrder(games, playouts, seed, minutes, longest, walk)
    with Workplace(workers, cluster, verify) as place:
        reporting = Reporting(game, order, place if place.is_named else None)
        for _ in reporting:
            pass
    return reporting.so_far()
