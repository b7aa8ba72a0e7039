"""The search that fits a game, chosen by matches: each that may fit meets the best so far, and the one that loses is out."""

import functools
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from math import comb, sqrt
from pathlib import Path
from typing import Any

from kibitz.arena.match import plan_match
from kibitz.arena.stats.figures import Z, finite
from kibitz.arena.timed_match import LOSES, OPEN, STRONGER, WEAKER, WINS, MatchScore, TimedMatch
from kibitz.core.rules import Game, says
from kibitz.errors import ChoiceError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.patterns.library import knowledge_for
from kibitz.players.choice import SearchChoice, spec_options
from kibitz.present.sentences import format_strength
from kibitz.search.descriptor import fitting, may_fit
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.workers.workplace import Workplace

PLAYOUTS = "mcts"
VARIANTS = (PlayoutOptions(playout="mast"), PlayoutOptions(rave=300.0))
INFORMED = (PlayoutOptions(playout="knowledge"), PlayoutOptions(implicit=0.4))
HOPELESS = 0.2  # of the points: where mcts makes fewer its options are not tried
GAMES = 400  # of a match, at most
FEWEST = 8  # games that an estimate of Elo needs; with fewer ...
LUCK = 0.05  # ... a challenger leads if luck alone would win it as many games no more often than this
TEST = {"elo0": -70.0, "elo1": 70.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
LEAST_SECONDS = 2.0  # for a match
COMPILING = 180.0  # seconds for the first game of all, at most, where it comes after the time is over


@dataclass(frozen=True)
class SearchCandidate:
    """A search with its options, that may fit a game."""

    search: str
    options: PlayoutOptions = PlayoutOptions()

    def spec(self, seconds: float | None = None) -> str:
        """The player with these options and this time for a move."""
        given = [*([] if seconds is None else [f"time={seconds:g}"]), *filter(None, [spec_options(self.options)])]
        return f"{self.search}:{','.join(given)}" if given else self.search


@dataclass(frozen=True)
class ChoiceMatch:
    """A match of a challenger against the best so far, from the challenger's view; `elo`, `error`: None where infinite."""

    challenger: str
    champion: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    elo: float | None
    error: float | None
    verdict: str


def candidates(game: Game) -> list[SearchCandidate]:
    """The players that may fit a game: the search by depth, `selective` where something estimates positions, and playouts."""
    knowledge = knowledge_for(game)
    estimates = says(knowledge, "evaluate") or says(knowledge, "estimates")
    found = [SearchCandidate(fitting(game))]
    if estimates and may_fit(game, "selective"):
        found.append(SearchCandidate("selective"))
    if game.players > 2 and may_fit(game, "paranoid"):
        found.append(SearchCandidate("paranoid"))
    found += [SearchCandidate(PLAYOUTS), *(SearchCandidate(PLAYOUTS, one) for one in VARIANTS)]
    if estimates:
        found += [SearchCandidate(PLAYOUTS, one) for one in INFORMED if not one.implicit or says(game, "result")]
    return found


class Choosing:
    """The matches among the candidates for a game; `stop` ends them, and what is known by then stands."""

    def __init__(self, game: Game, seconds: float, seed: int = 1) -> None:
        """`seconds`: of thinking for each move. ChoiceError for a game that is not a contest."""
        if game.players < 2:
            raise ChoiceError(f"{type(game).__name__} is for one player: there is nobody whom a search could beat")
        self.game, self.seconds, self.seed = game, seconds, seed
        self._fingerprint = rules_fingerprint(game)  # which takes a while: not when somebody waits for the end
        self.matches: list[ChoiceMatch] = []
        self.best = SearchCandidate(fitting(game))
        self._stopped = threading.Event()
        self._under_way: tuple[SearchCandidate, MatchScore] | None = None

    def run(self, seconds: float, place: Workplace, tell: Callable[[Sequence[ChoiceMatch]], None]) -> SearchChoice:
        """Play all matches within the given time, compiling included; `tell` hears how they stand.

        One match is played in any case, though it take longer until its players are compiled. ChoiceError where not a single
        game came to its end.
        """
        end = time.monotonic() + seconds
        self.best, *waiting = candidates(self.game)
        with tempfile.TemporaryDirectory(prefix="kibitz-choice-", ignore_cleanup_errors=True) as folder:
            try:
                while waiting and not self._stopped.is_set() and time.monotonic() < end:
                    challenger = waiting.pop(0)
                    if self._is_hopeless(challenger):
                        continue
                    store = str(Path(folder) / f"match_{len(self.matches)}.sqlite")
                    match = TimedMatch(self._plan(challenger), store, place)
                    now = time.monotonic()
                    share, until = max(LEAST_SECONDS, (end - now) / (1 + len(waiting))), end
                    if not self.matches:
                        until = max(end, now + COMPILING)
                    score = match.play(share, until, functools.partial(self._tell, tell, challenger), self._stopped)
                    if score is not None and not self._stopped.is_set():
                        self._judge(challenger, score)
            finally:
                place.stop()
        if not self.matches and not self._stopped.is_set():
            raise ChoiceError(f"no game was over within {seconds / 60:g} min: give it more --minutes")
        return self.choice

    def stop(self) -> SearchChoice:
        """End within moments, from any thread; the best so far, the match under way judged as it stands."""
        self._stopped.set()
        if self._under_way is not None:
            self._judge(*self._under_way)
        return self.choice

    @property
    def choice(self) -> SearchChoice:
        """The best so far, with its matches."""
        rows = tuple(asdict(row) for row in self.matches)
        today = date.today().isoformat()
        return SearchChoice(self.best.search, self.best.options, self.seconds, self._fingerprint, today, rows)

    def _tell(self, tell: Callable[[Sequence[ChoiceMatch]], None], challenger: SearchCandidate, score: MatchScore) -> None:
        self._under_way = challenger, score
        tell([*self.matches, self._row(challenger, score)])

    def _judge(self, challenger: SearchCandidate, score: MatchScore) -> None:
        """Write a match down; the challenger is the best now if it has won, or leads in a match that is open."""
        self._under_way = None
        row = self._row(challenger, score)
        self.matches.append(row)
        if row.verdict in (WINS, STRONGER) or (row.verdict == OPEN and _leads(row)):
            self.best = challenger

    def _is_hopeless(self, challenger: SearchCandidate) -> bool:
        """Whether it is a variant of a search that was beaten by far."""
        if challenger.options == PlayoutOptions():
            return False
        base = [row for row in self.matches if row.challenger == challenger.search and row.score < HOPELESS]
        return any(row.verdict != OPEN or row.games >= FEWEST for row in base)

    def _plan(self, challenger: SearchCandidate) -> Any:
        ours, best = challenger.spec(self.seconds), self.best.spec(self.seconds)
        test = TEST if self.game.players == 2 else None
        players = (ours, *[best] * (self.game.players - 1))
        return plan_match(self.game, players, games=GAMES, seed=self.seed + len(self.matches), sprt=test)

    def _row(self, challenger: SearchCandidate, score: MatchScore) -> ChoiceMatch:
        elo, error = (None if number is None else round(number, 1) for number in (finite(score.elo), finite(score.error)))
        verdict = score.verdict if score.verdict in (WINS, STRONGER, OPEN, WEAKER) else LOSES
        played = score.games, score.wins, score.draws, score.losses
        return ChoiceMatch(challenger.spec(), self.best.spec(), *played, round(score.share, 4), elo, error, verdict)


def _leads(row: ChoiceMatch) -> bool:
    """Whether the challenger leads by more than luck: its Elo is above 0 by more than a standard error.

    Pairs with equal results say nothing about that error; then single games are used, as in matches of few games.
    """
    if row.score <= 0.5:
        return False
    if row.games < FEWEST:
        decided = row.wins + row.losses
        return sum(comb(decided, wins) for wins in range(row.wins, decided + 1)) <= LUCK * (1 << decided)
    if row.elo is None or row.error is None:
        return row.wins - row.losses > sqrt(row.wins + row.losses)
    return row.elo > row.error / Z


def describe_matches(rows: Sequence[Any]) -> Iterator[tuple[str, ...]]:
    """The rows of a table for people, the head first; `rows`: as a file keeps them."""
    yield "", "against", "games", "won - drawn - lost", "score", "Elo", ""
    for row in rows:
        elo = format_strength(row["elo"], row["error"])
        counts = f"{row['wins']} - {row['draws']} - {row['losses']}"
        score = f"{100 * row['score']:.1f} %" if row["games"] else "-"
        yield row["challenger"], row["champion"], str(row["games"]), counts, score, elo, row["verdict"]
