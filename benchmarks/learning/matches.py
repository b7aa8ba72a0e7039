"""What was learned, in matches: against knowledge written by hand, and against nothing."""

from collections.abc import Iterator

from benchmarks.duel import Duel
from benchmarks.learned import EXAMPLES, Lesson, Settings
from benchmarks.row import Row

HEX = "hex:size=7"
AMAZONS, ATAXX, DOTS = (str(EXAMPLES / "learning" / f"{name}.py") for name in ("amazons", "ataxx", "dots_and_boxes"))


def at_depth(game: str, minutes: float, depth: int, target: float, openings: str, search: str = "deepening") -> Duel:
    """The same search for both: what differs is the estimate."""
    one, other = (f"{search}:depth={depth},knowledge={knowledge}" for knowledge in ("FILE", "hand"))
    title = f"{game}, learned for {minutes:g} min, against the hand-written knowledge: depth {depth}"
    return Duel(title, game, one, other, target, openings, Lesson(game, minutes))


def in_time(game: str, minutes: float, seconds: float, knowledge: str, target: float, openings: str, title: str = "") -> Duel:
    """The same time for both: what was learned is searched by `selective`, what it is measured beside by `deepening`."""
    one, other = f"selective:time={seconds:g},knowledge=FILE", f"deepening:time={seconds:g},knowledge={knowledge}"
    against = "nothing" if knowledge == "none" else "the hand-written knowledge"
    row = f"{title or game}, learned for {minutes:g} min, against {against}: {seconds:g} s a move"
    return Duel(row, game, one, other, target, openings, Lesson(game, minutes))


DUELS = (
    at_depth("othello", 1, 4, 92, "random:8"),
    in_time("othello", 10, 0.1, "hand", 95, "random:8"),
    at_depth("connect_four", 3, 4, 78, "random:4"),
    at_depth("connect_four", 3, 8, 72, "random:4"),
    in_time("connect_four", 3, 0.05, "hand", 72, "random:4"),
    at_depth("breakthrough", 10, 4, 75, "random:6"),
    in_time("breakthrough", 10, 0.2, "hand", 75, "random:6"),
    in_time(HEX, 10, 0.2, "none", 90, "random:2", "hex 7x7"),
    at_depth("checkers", 10, 6, 75, "random:6"),
    at_depth("kalah", 5, 6, 75, "random:4"),
    at_depth("einstein", 5, 4, 75, "auto", "expectiminimax"),
    in_time(AMAZONS, 5, 0.2, "none", 90, "random:2", "amazons 6x6"),
    in_time(ATAXX, 5, 0.2, "none", 90, "random:4", "ataxx 7x7"),
    in_time(DOTS, 5, 0.2, "none", 90, "random:6", "dots and boxes 4x4"),
)


def rows(settings: Settings) -> Iterator[Row]:
    """The table of matches, those first that take minutes."""
    for duel in DUELS:
        if settings.wants(duel.row):
            yield duel.measure(settings)
