"""Ten levels of strength: how far each looks ahead, and how often it takes the second best move.

    level   plies   slips        level   plies   slips
      1       1      50 %          6       6       8 %
      2       2      35 %          7       8       4 %
      3       3      25 %          8      10       1 %
      4       4      18 %          9      14       0 %
      5       5      12 %         10     any       0 %

So it is in games to which no levels were fitted by play (`players/fitted_levels.py`), and beside settings other than a time.

A throw of dice is a ply too. Every level answers after two seconds at the latest, or after the time set beside it:
`level=8,time=0.5` is level 8, cut short where it takes longer. Only level 10 without such a time, in a game that a book
comes with, may take ten to prove its move, and seldom needs two: it plays such a game without a mistake, and others as soon
as the end can be proved. Levels 1 to 8 usually need far less: they stop at their depth, so a seed makes them play the same
again on any machine, as long as the rules are fast enough that the clock does not decide.

Each level is stronger than the one before: in Connect Four, over 40 to 120 games with the colours changing, levels 2 to 8
made 82, 59, 70, 58, 60, 66 and 64 % of the points against the level below, and level 7 made 96 % against level 2.
"""

from dataclasses import dataclass, replace

from kibitz.core.thought import Limit

TIME = 2.0  # seconds: as long as a person likes to wait
SMALL = 4 * 2**20  # bytes: more room would take longer to clear than a shallow search lasts


@dataclass(frozen=True)
class Level:
    """One row of the table; `depth` in plies, `slip` a chance from 0 to 1; `exact`: whether it proves what it can."""

    depth: int | None
    slip: float
    exact: bool = False

    @property
    def limit(self) -> Limit:
        """The limits of a search at this level."""
        small = self.depth is not None and self.depth <= 8
        return Limit(self.depth, TIME, table=SMALL) if small else Limit(self.depth, TIME)

    def within(self, depth: int | None = None, time: float | None = None, nodes: int | None = None) -> Limit:
        """The same with further limits, of which the first one reached ends a search; a time replaces the level's."""
        own = self.limit
        return replace(own, depth=min(filter(None, (own.depth, depth)), default=None), time=time or own.time, nodes=nodes)


LEVELS = {
    1: Level(1, 0.50),
    2: Level(2, 0.35),
    3: Level(3, 0.25),
    4: Level(4, 0.18),
    5: Level(5, 0.12),
    6: Level(6, 0.08),
    7: Level(8, 0.04),
    8: Level(10, 0.01),
    9: Level(14, 0.00),
    10: Level(None, 0.00, exact=True),
}
