"""A match: planned and checked with its schedule, then played by workers, stored game by game, and counted."""

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count, takewhile
from typing import Any

from kibitz.arena.adjudication import Adjudication
from kibitz.arena.crew.flow import flow
from kibitz.arena.fixture import FROM, Fixture, Key, Plan, Played
from kibitz.arena.openings import choose, settle
from kibitz.arena.sequential import Selection, Sequential
from kibitz.arena.standing import Standing
from kibitz.arena.stats import Pentanomial, run_sprt
from kibitz.arena.stats.counts import Result
from kibitz.arena.stats.crosstable import NEEDS_SCIPY, Crosstable, can_rate, make_crosstable
from kibitz.arena.store import Store
from kibitz.arena.tournaments import FORMS, Tournament, tournament_of
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import MatchError, StatisticsError
from kibitz.patterns.library import HAND, learned_file
from kibitz.players import admit, player
from kibitz.players.choice import choice_for
from kibitz.players.game_clock import CLOCK_FORM, GameClock
from kibitz.players.levelled import name_levels
from kibitz.players.settings import wisdom_of
from kibitz.runtime.user_code import format_value
from kibitz.workers.files import collect_files
from kibitz.workers.spot_check import SpotCheck, WorkerLies

GAMES, MEETING_GAMES, MOST_GAMES = 100, 2, 10**7  # of a match; of a meeting in a tournament; of either at most
CLOCK_SECONDS = 60.0  # a move: far more than any limit in use, and still an end for a player that hangs

Seats = tuple[int, ...]  # places in `Plan.players`


def plan_match(
    game: Game,
    players: Sequence[str],
    *,
    games: int | None = None,
    form: str | None = None,
    openings: str = "auto",
    seed: int | None = None,
    clock: float | None = CLOCK_SECONDS,
    time_control: str | None = None,
    sprt: Mapping[str, Any] | None = None,
    resign: str | None = None,
    draw: str | None = None,
    rounds: int | None = None,
) -> tuple[Plan, list[Fixture]]:
    """The plan of a match between `players` (specs), and its schedule; nothing is played yet.

    `games`: how many in all, or between each two who meet, rounded up to whole pairs; None for 100, or 2 in a tournament.
    `form`: "pairs" where just as many come as the game is for; "round_robin" (each against each), "gauntlet" (the first against
    each) or a tournament, "swiss" or "knockout" (see `arena.tournaments`), for more, at games of two; None for what fits.
    `rounds`: of a Swiss tournament, None for what is usual. `openings`: see `kibitz.arena.openings`. `seed`: where all dice
    come from; None to have it drawn. `clock`: seconds a move. `time_control`: a clock for the whole game in its place, such
    as "60+0.6" or "40/60". `sprt`: what `Plan.sprt` holds. `resign`, `draw`: when players resign, or agree on a draw,
    before the rules end the game (see `Adjudication.read`); None for never.

    Raises MatchError, and what the game, the players and the openings say that do not fit, each a sentence.
    """
    form, pairs, tournament = plan_form(game, len(players), form, games, rounds)
    if clock is not None and not 0 < clock < math.inf:
        raise MatchError(f"a clock of {clock:g} seconds leaves no time for a move: give a time above 0, or None for no clock")
    if time_control is not None:
        clock = None
        try:
            GameClock.read(time_control)
        except ValueError:
            raise MatchError(f"{time_control!r} is not a clock: {CLOCK_FORM}") from None
    if sprt is not None:
        if form not in ("pairs", "gauntlet") or game.players != 2:
            raise MatchError(
                "a test (SPRT) compares two players at a game of two, or in a gauntlet each of the others with the first: name "
                "two, or say the form gauntlet"
            )
        run_sprt(Pentanomial((0, 0, 0, 0, 0)), **sprt)  # says what is wrong with it, before any game is played
    Adjudication.read(resign, draw, game)  # says what is wrong with them
    built = [player(spec, 0) for spec in players]
    admit(built, game)
    players = [name_levels(spec, one, game) for spec, one in zip(players, built, strict=True)]
    takes_auto = any(wisdom is not None and wisdom.is_auto for wisdom in map(wisdom_of, built))
    auto = str((takes_auto and learned_file(game)) or HAND)
    choice = choice_for(game) if takes_auto else None
    chosen = choice.player if choice else ""
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    if tournament is not None:
        how = settle(game, openings, tournament.openings)
        fixtures = tournament.schedule(choose(game, how, tournament.openings, seed))
    else:
        how = settle(game, openings, pairs)
        fixtures = schedule_games(form, len(players), game.players, choose(game, how, pairs, seed))
    for start in {one.start: one for one in fixtures if one.start}.values():
        admit(built, start.from_start(game))
    spec = spec_of(game)
    travelling = collect_files([spec, *players, auto])
    plan = Plan(spec, tuple(players), seed, clock, form, how, sprt, travelling, auto, time_control, chosen, resign, draw)
    if tournament is not None:
        plan = replace(plan, rounds=tournament.length if form == "swiss" else None, pairs_each=pairs)
    return replace(plan, has_positions=any(one.opening.startswith(FROM) for one in fixtures)), fixtures


def plan_form(
    game: Game, count: int, form: str | None, games: int | None = None, rounds: int | None = None
) -> tuple[str, int, Tournament | None]:
    """The form of a match between so many players, the pairs of games of each meeting, and its tournament, if it is one.

    MatchError where these do not fit together.
    """
    form = _check_form(game, count, form)
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise MatchError(f"{format_value(games)} games cannot be played: give a whole number from 1 to {MOST_GAMES:,}")
    pairs = count_pairs(count_games(form, games), game.players)
    if form in FORMS:
        return form, pairs, FORMS[form](count, pairs, rounds)
    if rounds is not None:
        raise MatchError("rounds are for a Swiss tournament: say the form swiss, or leave them out")
    return form, pairs, None


def _check_form(game: Game, count: int, form: str | None) -> str:
    """The form of the match; MatchError if it does not fit the number of players."""
    needed = game.players
    if needed < 2:
        raise MatchError(f"{spec_of(game)} is played alone: a match is for games of two or more")
    if count < needed or (count > needed > 2):
        raise MatchError(f"{spec_of(game)} is for {needed} players, but {count} came: name {needed}")
    if form is None:
        return "pairs" if count == needed else "round_robin"
    if form in FORMS and needed != 2:
        raise MatchError(f"{form} is for two players or more at a game of two; {count} came to a game of {needed}")
    if form == "pairs" and count > needed:
        raise MatchError(f"{count} players are too many for pairs: take round_robin, each against each, or gauntlet")
    return form


# Which games a match has: who meets whom, from which opening, and who begins.
#
# Games come in pairs: from one opening each player sits in each seat once, so that neither the opening nor the first move
# favours anybody. (With three players a "pair" has three games, and one of somebody alone.) The games of a pair stand together,
# and each opening is played by all who meet before the next one is: a match that is stopped early is as balanced as can be.


def schedule_games(form: str, players: int, seats: int, openings: Iterable[str]) -> list[Fixture]:
    """The games of a match of this form for a number of players and seats; form: a key of `MEETINGS`.

    Raises MatchError when these do not fit together.
    """
    if form not in MEETINGS:
        raise MatchError(f"players do not meet as {form!r}: there are {', '.join([*MEETINGS, *FORMS])}")
    if form == "pairs" and players != seats:
        raise MatchError(f"a match at this game is between {seats} players, but {players} came")
    if form != "pairs" and (seats != 2 or players < 2):
        raise MatchError(f"{form} is for two players or more at a game of two; {players} came to a game of {seats}")
    return _list_fixtures(MEETINGS[form](players), openings)


def count_games(form: str | None, games: int | None) -> int:
    """The games of a match, or of each meeting, where none are named."""
    return games if games is not None else MEETING_GAMES if form in FORMS else GAMES


def describe_rounding(games: int, seats: int) -> str:
    """A sentence if more games are played than requested, so that everybody moves first equally often; else ""."""
    played = seats * count_pairs(games, seats)
    if played == games:
        return ""
    times = "twice, with the sides changed" if seats == 2 else f"{seats} times, with another player in each seat"
    return f"{played} games are played instead of {games}: each opening {times}"


def count_pairs(games: int, seats: int = 2) -> int:
    """The number of pairs (one opening, a game for every seat) that make at least this many games."""
    return -(-games // seats)


def _meet_in_rounds(players: int) -> list[Seats]:
    """The circle method: one stays, the others move on by a place after each round."""
    ring = [*range(players + players % 2)]  # of an odd number, the opponent of the last place sits out
    half, meetings = len(ring) // 2, list[Seats]()
    for _ in ring[1:]:
        couples = zip(ring[:half], ring[: -half - 1 : -1], strict=True)
        meetings += [(min(couple), max(couple)) for couple in couples if max(couple) < players]
        ring[1:] = [ring[-1], *ring[1:-1]]
    return meetings


MEETINGS: dict[str, Callable[[int], list[Seats]]] = {
    "pairs": lambda players: [tuple(range(players))],
    "round_robin": _meet_in_rounds,
    "gauntlet": lambda players: [(0, other) for other in range(1, players)],
}


def _list_fixtures(meetings: Sequence[Seats], openings: Iterable[str]) -> list[Fixture]:
    games = [(opening, meeting) for opening in openings for meeting in meetings]
    return [
        Fixture(pair, side, (*meeting[side:], *meeting[:side]), opening)
        for pair, (opening, meeting) in enumerate(games)
        for side in range(len(meeting))
    ]


LOOK_SECONDS = 0.25  # between two looks at the totals while games are played
PAUSE_PER_LOOK = 20  # times what the last look took: one at a long match is long, and must not keep the players waiting


@dataclass
class Match:
    """A match in a store under its `number`; it can be continued at any time."""

    store: Store
    number: int

    def __post_init__(self) -> None:
        self.plan = self.store.plan(self.number)
        is_gauntlet = self.plan.form == "gauntlet"
        self.test = None if is_gauntlet else Sequential.of(self.plan.sprt)
        self.tournament = tournament_of(self.plan)
        self.selection: Selection | None = None
        if is_gauntlet and self.plan.sprt:
            self._candidates = len(self.plan.players) - 1
            pairs = self.store.totals(self.number).scheduled // (2 * self._candidates)
            self.selection = Selection(self.plan.sprt, self._candidates, pairs)
        self._began = 0.0
        self._before = 0

    def play(
        self,
        executor: Executor,
        workers: int | Callable[[], int],
        tell: Callable[[Standing], None] = lambda standing: None,
        heard: Callable[[Sequence[Played]], None] = lambda played: None,
        check: SpotCheck | None = None,
    ) -> Standing:
        """Play what is left; `workers`: see `flow`; `tell` gets the standing now and then, `heard` the games that are stored.
        `check`: plays some of them again; the games of a worker that lies are taken back, and WorkerLies says its name.

        Each game is stored once, as soon as its batch is back; nothing is lost, however this ends, and the next call continues.
        With a test (`Plan.sprt`) it ends at the verdict.
        """
        self._began = time.monotonic()
        self._before = self.store.totals(self.number).played
        sent: dict[str, list[Key]] = {}
        try:
            while left := self.next_fixtures():
                with closing(flow(executor, self.plan, left, workers, check=check, sent=sent if check else None)) as batches:
                    self._play(batches, tell, heard)
                if self.selection is None and self.tournament is None:
                    break
        except WorkerLies as problem:
            taken, later = self.store.take_back(self.number, sent[problem.worker]), ""
            if self.tournament is not None:
                after = self.tournament.first_pair_after(min(sent[problem.worker])[0])
                later = f", and {self.store.take_back_from(self.number, after):,} of the rounds after them"
            sentence = f"{problem}. Its {taken:,} games of this run were taken back{later}"
            raise WorkerLies(sentence, problem.worker) from None
        return self.standing()

    def next_fixtures(self) -> list[Fixture]:
        """The fixtures to play: all that are left, or those of the next round of a selection or tournament; none at its end."""
        left = [] if self._decided() else self.store.open_fixtures(self.number)
        if self.tournament is not None:
            return self._seat(self.tournament, left)
        if self.selection is None:
            return left
        turns = {pair * self._candidates + one for one, pairs in self.selection.turns() for pair in pairs}
        return [fixture for fixture in left if fixture.pair in turns]

    def _seat(self, tournament: Tournament, left: Sequence[Fixture]) -> list[Fixture]:
        """The fixtures that the rounds so far call for, with their seats, which the store learns too."""
        new = {one.pair: tournament.due[one.pair] for one in left if one.pair in tournament.due and not one.seats}
        if new or tournament.ended:
            self.store.seat(self.number, new, tournament.scheduled)
        called = [one for one in left if one.pair in tournament.due]
        return [replace(one, seats=tournament.due[one.pair][:: -1 if one.side else 1]) for one in called]

    def _play(
        self,
        batches: Iterable[list[Played]],
        tell: Callable[[Standing], None],
        heard: Callable[[Sequence[Played]], None],
    ) -> None:
        """Keep these games as they come, or as many as a test of two players needs."""
        tell_at = test_at = -math.inf
        for played in batches:
            self.store.keep(self.number, played)
            heard(played)
            now = time.monotonic()
            if now > tell_at:
                tell(self.standing(conduct=False))
                done = time.monotonic()
                tell_at = done + max(LOOK_SECONDS, PAUSE_PER_LOOK * (done - now))
            if now > test_at and self.test is not None:
                test_at = now + LOOK_SECONDS
                if self._decided():
                    break

    def standing(self, conduct: bool = True) -> Standing:
        """The standing of the match from the stored games; of a decided test, from the games up to its verdict.

        `conduct`: with thinking times and kinds of faults.
        """
        self._decided()
        last, test = (self.test.decided, self.test.result) if self.test else (None, None)
        seconds = time.monotonic() - self._began if self._began else 0.0
        totals = self.store.totals(self.number, last)
        spent = self.store.conduct(self.number, last) if conduct else {}
        return Standing(self.number, self.plan, totals, test, seconds, self._before, self.selection, self.tournament, spent)

    def crosstable(self) -> Crosstable:
        """The points of all players against each other, with ratings; in games of several players by order of finish.

        StatisticsError without SciPy.
        """
        if not can_rate():
            raise StatisticsError(NEEDS_SCIPY)
        from kibitz.arena.stats.ratings import rate_players  # brings SciPy

        met = self.store.meetings(self.number)
        results = [Result(one.first, one.second, one.score, one.pair, True) for one in met]
        names = self.plan.players
        return make_crosstable(names, results, rate_players(len(names), results))

    def _decided(self) -> bool:
        """Whether the test has its verdict, counting pairs in schedule order up to the first gap."""
        if self.tournament is not None:
            self.tournament.hear(self.store.meetings(self.number))
            return self.tournament.ended
        if self.selection is not None:
            self.selection.hear(self._points_of_candidates())
            return not self.selection.turns()
        if self.test is None:
            return False
        self.test.hear(self.store.points(self.number, self.test.heard))
        return self.test.decided is not None

    def _points_of_candidates(self) -> list[list[int]]:
        """The points of each candidate against the first player, in halves, of its pairs up to the first gap."""
        points, games = Counter[int](), Counter[int]()
        for one in self.store.meetings(self.number):
            points[one.pair] += round(2 * (one.score if one.first else 1 - one.score))
            games[one.pair] += 1
        whole = (takewhile(lambda pair: games[pair] == 2, count(one, self._candidates)) for one in range(self._candidates))
        return [[points[pair] for pair in pairs] for pairs in whole]
