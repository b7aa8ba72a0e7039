"""How kibitz thinks as an engine: its level, its search, its memory; and the player that this makes."""

from dataclasses import dataclass

from kibitz.core.rules import Game
from kibitz.patterns.library import AUTO
from kibitz.players.engine import Engine, make_engine
from kibitz.players.kinds import computer
from kibitz.players.levels import TIME

MEGABYTE = 2**20


@dataclass(frozen=True)
class EngineSettings:
    """`level`: 1 to 10, or None for full strength; `search`: None for the one that fits; `table` in bytes; `knowledge`: see
    `kibitz.begin`.

    `time`: seconds for a move, if the request has no limit. `lines`: how many of the best moves are reported, each with its
    value; at a level it is always the best alone.
    """

    level: int | None = None
    search: str | None = None
    threads: int = 1
    table: int = 64 * MEGABYTE
    knowledge: str = AUTO
    time: float | None = None
    lines: int = 1

    @property
    def reported(self) -> int:
        """The number of moves that are reported."""
        return self.lines if self.level is None else 1

    def engine(self, game: Game) -> Engine:
        """The player, ready for the game but not compiled. Raises KibitzError for what does not fit."""
        given = {"threads": str(self.threads)}
        if self.level is not None:  # at a level it has the table that the level was measured with
            given["level"] = str(self.level)
        else:
            given["table"] = str(self.table)
        if self.knowledge != AUTO:
            given["knowledge"] = self.knowledge
        if self.time is not None or self.level is None:
            given["time"] = f"{self.time or TIME:g}"
        spec = f"{self.search or 'computer'}:{','.join(f'{name}={value}' for name, value in given.items())}"
        engine = computer.make(spec, None) if self.search is None else make_engine(spec, None, self.search)
        engine.admit(game)
        return engine
