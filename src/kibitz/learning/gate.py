"""The gate: a new estimate has to win against the game's estimate before, at equal time.

The match at equal time against the current players comes first and gets at least half of the time, for it decides. Others
follow as time allows: at equal depth, against the hand-written knowledge, and the search for play against the default search,
both with the new estimate.

Pairs of games from random openings with seats swapped, under a sequential test (normalized Elo, 0 against 50), and under a time
limit for all matches together, compiling included. A test that is not finished by then still names the stronger if equal
players would seldom come as far apart.

With several players one has the new estimate and all others the old one; each opening is played once from each seat, and a
higher payoff wins. Such a match is decided when the 95 % interval of its score excludes one half.
"""

import contextlib
import functools
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from kibitz.arena.match import plan_match
from kibitz.arena.stats.figures import finite
from kibitz.arena.timed_match import STRONGER, WINS, MatchScore, TimedMatch
from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.patterns.file import EstimateFile, read_estimate
from kibitz.patterns.library import ENDING, ESTIMATE_FILES
from kibitz.present.sentences import format_strength
from kibitz.search.descriptor import fitting, may_fit
from kibitz.workers.workplace import Workplace

DEPTH, DEPTH_OF_SEVERAL = 4, 2  # plies; of several players' moves little can be cut
A_MOVE, QUICK = 0.05, 0.02  # seconds; the quick ones where ...
ENOUGH_GAMES = 40  # ... fewer games than that would be played
PLAY, SAME = "selective", "the same with deepening"  # the search for play must win for its own part
DECIDING = 0.5  # of the time: for the match that decides
SHORTEST = 8.0  # seconds: for less no match is begun that decides nothing
GAMES = 400  # of a match, at most
MOMENT = 0.05  # seconds
TEST = {"elo0": 0.0, "elo1": 50.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}


@dataclass(frozen=True)
class GateResult:
    """The result of a match of the gate, from the new estimate's side; `elo`, `error`: None where they are infinite.

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


def is_stronger(rows: Sequence[GateResult]) -> bool:
    """Whether the first match, at equal time against what players take now, says that it is stronger."""
    return bool(rows) and rows[0].verdict in (WINS, STRONGER)


def search_for_play(rows: Sequence[GateResult]) -> str:
    """The search that players take with the estimate where they name none and have a time: `selective` if it has won; or ""."""
    return PLAY if any(row.opponent == SAME and row.verdict in (WINS, STRONGER) for row in rows) else ""


class Written(Protocol):
    """Something learned that goes into a file."""

    def write(self, path: Path) -> int:
        """Write the file; gives its size."""


class Gate:
    """The matches of an estimate against an `earlier` one, if there is any, and against what else is known of the game.

    `plies`: how long a game is, about.
    """

    def __init__(self, game: Game, found: Written, earlier: EstimateFile | None = None, seed: int = 1, plies: int = 40) -> None:
        self.game, self.found, self.earlier, self.seed, self.plies = game, found, earlier, seed, plies
        self._stopped = threading.Event()
        self._place: Workplace | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def play(
        self, seconds: float, place: Workplace, tell: Callable[[Sequence[GateResult]], None], games: int = GAMES
    ) -> list[GateResult]:
        """The results of the matches for which there is time, the deciding one first.

        `tell` hears them as they come, the last of them unfinished. Raises a KibitzError where the players do not fit the game.
        """
        rows: list[GateResult] = []
        until = time.monotonic() + seconds
        self._place = place
        self._folder = tempfile.TemporaryDirectory(prefix="kibitz-gate-", ignore_cleanup_errors=True)
        with self._folder as folder:
            quick = seconds * DECIDING * place.count < ENOUGH_GAMES * self.plies * A_MOVE
            meetings = list(self._meetings(Path(folder), QUICK if quick else A_MOVE))
            try:
                for number, (opponent, condition, players) in enumerate(meetings):
                    share = _share(until - time.monotonic(), number, len(meetings))
                    if self._stopped.is_set() or not share:
                        break
                    store = str(Path(folder) / f"match_{number}.sqlite")
                    test = TEST if self.game.players == 2 else None
                    plan = plan_match(self.game, players, games=games, seed=self.seed, sprt=test)
                    meeting = TimedMatch(plan, store, place)
                    hear = functools.partial(_tell_row, tell, tuple(rows), opponent, condition)
                    score = meeting.play(share, until, hear, self._stopped)
                    if score is None:
                        break
                    rows.append(_row(opponent, condition, score))
            finally:
                self.stop()
        return rows

    def stop(self) -> None:
        """End at once, and leave no file; from any thread. Processes are killed without waiting."""
        self._stopped.set()
        if self._place is not None:
            killing = threading.Thread(target=self._place.stop, daemon=True)
            killing.start()
            killing.join(MOMENT)
        if self._folder is not None:
            self._folder.cleanup()

    def _meetings(self, folder: Path, a_move: float) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Opponent and condition in words, and the players."""
        ours = _write(self.found, folder / f"found{ENDING}")
        opponents = [("hand-written knowledge", "hand") if knowledge_of(self.game) is not None else ("no knowledge", "none")]
        if self.earlier is not None:
            before = f"{self.earlier.lineage.title} (before)", _write(self.earlier, folder / f"earlier{ENDING}")
            opponents.insert(0, before)
        search, others = fitting(self.game), self.game.players - 1
        depth = DEPTH if self.game.players == 2 else DEPTH_OF_SEVERAL
        in_time, at_depth = (f"{a_move:g} s a move", f"time={a_move:g}"), (f"depth {depth}", f"depth={depth}")
        for name, knowledge in opponents:
            for condition, limit in (in_time, at_depth):
                theirs = f"{search}:{limit},knowledge={knowledge}"
                yield name, condition, (f"{search}:{limit},knowledge={ours}", *[theirs] * others)
            if may_fit(self.game, PLAY) and knowledge == opponents[0][1]:
                condition, limit = in_time
                yield SAME, condition, (f"{PLAY}:{limit},knowledge={ours}", f"{search}:{limit},knowledge={ours}")


def _share(left: float, number: int, meetings: int) -> float:
    """The seconds of the match of this number, from 0; 0.0 where there is no time for it."""
    others = meetings - number - 1
    if number:
        return max(left / (others + 1), SHORTEST) if left >= SHORTEST else 0.0
    deciding = left * DECIDING
    return max(deciding if others and (left - deciding) / others >= SHORTEST else left, 0.0)


def _write(estimate: Written, path: Path) -> str:
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


def _row(opponent: str, condition: str, one: MatchScore) -> GateResult:
    elo, error = (None if number is None else round(number, 1) for number in (finite(one.elo), finite(one.error)))
    share = round(one.share, 4)
    return GateResult(opponent, condition, one.games, one.wins, one.draws, one.losses, share, elo, error, one.verdict)


def earlier_estimate(game: Game, file: Path) -> EstimateFile | None:
    """The estimate that lies in a file, or the one that players take; None where none serves for this game."""
    for path in (file, ESTIMATE_FILES.user_file(game), ESTIMATE_FILES.shipped / ESTIMATE_FILES.name(game)):
        with contextlib.suppress(LearningError):
            found = read_estimate(path)
            found.estimate(game)
            return found
    return None


def describe_rows(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """The rows of a table for people, the head first; `rows`: as a file keeps them."""
    table: list[tuple[str, ...]] = [("against", "at", "games", "won - drawn - lost", "score", "Elo", "")]
    for row in rows:
        elo = format_strength(row["elo"], row["error"])
        counts = f"{row['wins']} - {row['draws']} - {row['losses']}"
        score = f"{100 * row['score']:.1f} %" if row["games"] else "-"
        table.append((row["opponent"], row["condition"], str(row["games"]), counts, score, elo, row["verdict"]))
    return table
