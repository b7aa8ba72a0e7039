"""The gate: what was learned has to win against what the game had before, at equal depth and at equal time.

Then the search for play has to win against the one that fits the game, both with what was learned.

Pairs of games from random openings with the seats changed, under a sequential test (normalized Elo, 0 against 50), and under a
time for all matches together: what is not decided by then is left open. The time does not count while players compile.

Of several players one has learned, and all others know what was known before; each opening is played once from each seat, and
what counts is who gets more than whom. Such a match is decided when the 95 % interval of its score leaves out one half.
"""

import contextlib
import functools
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.arena.crew.crew import Crew
from kibitz.arena.match import plan_match
from kibitz.arena.stats.figures import finite
from kibitz.arena.timed_match import GAINS_NOTHING, LOSES, WINS, MatchScore, TimedMatch
from kibitz.errors import LearningError
from kibitz.patterns.file import EstimateFile, read_estimate
from kibitz.patterns.library import ENDING, SHIPPED, file_name, user_file
from kibitz.registry import knowledge_of
from kibitz.rules import Game
from kibitz.search.descriptor import fitting, may_fit

CONDITIONS = {"depth 4": "depth=4", "0.05 s a move": "time=0.05"}
OF_SEVERAL = {"depth 2": "depth=2", "0.05 s a move": "time=0.05"}  # of several players' moves little can be cut
PLAY, SAME = "selective", "the same with deepening"  # the search for play must win for its own part
LEAST_SECONDS, SHARE = 30.0, 0.2  # of the gate: at least, and of the time of learning
GAMES = 400  # of a match, at most
TEST = {"elo0": 0.0, "elo1": 50.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}


@dataclass(frozen=True)
class GateResult:
    """What a match of the gate came to, from the view of what was learned; `elo`, `error`: None where they are infinite.

    With several players `wins`, `draws` and `losses` count each of the others.
    """

    opponent: str
    condition: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    elo: float | None
    error: float | None
    verdict: str

    @property
    def facts(self) -> dict[str, Any]:
        """The row as a file keeps it."""
        return asdict(self)


def is_refuted(rows: Sequence[GateResult]) -> bool:
    """Whether a match against what was known before says that nothing was gained."""
    return any(row.verdict in (GAINS_NOTHING, LOSES) for row in rows if row.opponent != SAME)


def search_for_play(rows: Sequence[GateResult]) -> str:
    """The search that players take with the estimate where they name none and have a time: `selective` if it has won; or ""."""
    return PLAY if any(row.opponent == SAME and row.verdict == WINS for row in rows) else ""


def seconds_for(learning: float) -> float:
    """How long the gate may take after so many seconds of learning."""
    return max(LEAST_SECONDS, SHARE * learning)


class Gate:
    """The matches of an estimate against the knowledge that the game has besides, and against an `earlier` estimate."""

    def __init__(self, game: Game, found: EstimateFile, earlier: EstimateFile | None = None, seed: int = 1) -> None:
        self.game, self.found, self.earlier, self.seed = game, found, earlier, seed
        self._stopped = threading.Event()
        self._crew: Crew | None = None

    def play(
        self, seconds: float, workers: int, tell: Callable[[Sequence[GateResult]], None], games: int = GAMES
    ) -> list[GateResult]:
        """The results of all matches; `tell` hears them as they come, the last of them unfinished.

        Raises a KibitzError where the players do not fit the game.
        """
        rows: list[GateResult] = []
        with tempfile.TemporaryDirectory(prefix="kibitz-gate-", ignore_cleanup_errors=True) as folder:
            meetings = list(self._meetings(Path(folder)))
            try:
                for number, (opponent, condition, players) in enumerate(meetings):
                    if self._stopped.is_set():
                        break
                    if self._crew is None:
                        self._crew = Crew(workers)
                    began, store = time.monotonic(), str(Path(folder) / f"match_{number}.sqlite")
                    test = TEST if self.game.players == 2 else None
                    plan = plan_match(self.game, players, games=games, seed=self.seed, sprt=test)
                    meeting = TimedMatch(plan, store, self._crew)
                    hear = functools.partial(_tell_row, tell, tuple(rows), opponent, condition)
                    score = meeting.play(seconds / (len(meetings) - number), hear, self._stopped)
                    rows.append(_row(opponent, condition, score))
                    seconds -= min(time.monotonic() - began - meeting.compiling, seconds)
                    if meeting.is_stuck:
                        self._crew.stop()
                        self._crew = None
            finally:
                self.stop()
        return rows

    def stop(self) -> None:
        """End at once; from any thread."""
        self._stopped.set()
        if self._crew is not None:
            self._crew.stop()

    def _meetings(self, folder: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Opponent and condition in words, and the players."""
        ours = _write(self.found, folder / f"found{ENDING}")
        before = ("hand-written knowledge", "hand") if knowledge_of(self.game) is not None else ("no knowledge", "none")
        opponents = [before]
        if self.earlier is not None:
            opponents.append((f"{self.earlier.lineage.title} (before)", _write(self.earlier, folder / f"earlier{ENDING}")))
        search = fitting(self.game)
        for name, knowledge in opponents:
            for condition, limit in (CONDITIONS if self.game.players == 2 else OF_SEVERAL).items():
                others = [f"{search}:{limit},knowledge={knowledge}"] * (self.game.players - 1)
                yield name, condition, (f"{search}:{limit},knowledge={ours}", *others)
        if may_fit(self.game, PLAY):
            *_, (condition, limit) = CONDITIONS.items()
            yield SAME, condition, (f"{PLAY}:{limit},knowledge={ours}", f"{search}:{limit},knowledge={ours}")


def _write(estimate: EstimateFile, path: Path) -> str:
    estimate.write(path)
    return str(path)


def _tell_row(
    tell: Callable[[Sequence[GateResult]], None],
    before: Sequence[GateResult],
    opponent: str,
    condition: str,
    score: "MatchScore",
) -> None:
    tell([*before, _row(opponent, condition, score)])


def _row(opponent: str, condition: str, found: MatchScore | None) -> GateResult:
    one = found or MatchScore()
    elo, error = (None if number is None else round(number, 1) for number in (finite(one.elo), finite(one.error)))
    share = round(one.share, 4)
    return GateResult(opponent, condition, one.games, one.wins, one.draws, one.losses, share, elo, error, one.verdict)


def earlier_estimate(game: Game, file: Path) -> EstimateFile | None:
    """The estimate that lies in a file, or the one that players take; None where none serves for this game."""
    for path in (file, user_file(game), SHIPPED / file_name(game)):
        with contextlib.suppress(LearningError):
            found = read_estimate(path)
            found.estimate(game)
            return found
    return None


def describe_rows(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """The rows of a table for people, the head first; `rows`: as a file keeps them."""
    table: list[tuple[str, ...]] = [("against", "at", "games", "won - drawn - lost", "score", "Elo", "")]
    for row in rows:
        known = row["elo"] is not None
        elo = f"{row['elo']:+.0f}" + (f" +- {row['error']:.0f}" if row["error"] is not None else "") if known else "-"
        counts = f"{row['wins']} - {row['draws']} - {row['losses']}"
        score = f"{100 * row['score']:.1f} %" if row["games"] else "-"
        table.append((row["opponent"], row["condition"], str(row["games"]), counts, score, elo, row["verdict"]))
    return table
