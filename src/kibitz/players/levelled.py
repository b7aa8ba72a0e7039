"""The computer at a level that was fitted to the game, where one was; else at the level that is the same for all games."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.players.engine import Engine
from kibitz.players.fitted_levels import LEVEL_FILES
from kibitz.players.ladder import Thoughts
from kibitz.position import Position


@dataclass
class LevelledEngine(Engine):
    """An engine that asks which search, how many nodes and how many random moves its level means in the game at hand.

    `file`: the levels to take; None for those that are found, the user's among them where `own`.
    """

    level: int = 1
    file: Path | None = None
    own: bool = True
    _plain: Engine | None = None  # as it was made
    _settled: Game | None = None  # the game that it is set to

    @classmethod
    def of(cls, engine: Engine, level: int, file: Path | None) -> "LevelledEngine":
        """The same engine, at a level of the game's own."""
        return cls(**{field.name: getattr(engine, field.name) for field in fields(Engine)}, level=level, file=file)

    def __post_init__(self) -> None:
        self._plain = self._plain or Engine(**{field.name: getattr(self, field.name) for field in fields(Engine)})

    def admit(self, game: Game) -> None:
        """Raises what an engine says that does not fit the game, and LevelsError for a file of levels that does not."""
        self.settle(game)
        super().admit(game)

    def prepare(self, game: Game) -> None:
        """Lets the search of the level compile."""
        self.settle(game)
        super().prepare(game)

    def warm(self, game: Game) -> None:
        """Begin to make the machine code of the level's search."""
        self.settle(game)
        super().warm(game)

    def thoughts(self, position: Position) -> Thoughts:
        """Better and better thoughts, as an engine has them."""
        self.settle(position.game)
        return super().thoughts(position)

    def settle(self, game: Game) -> None:
        """Play this game from now on."""
        if self._settled == game or self._plain is None:
            return
        source = (self.file, LEVEL_FILES.load(self.file, game)) if self.file is not None else LEVEL_FILES.find(game, self.own)
        plain = self._plain
        self.search, self.limit, self.slip, self.randomness = plain.search, plain.limit, plain.slip, plain.randomness
        if source is not None:
            level = source[1].level(self.level)
            self.search, self.slip, self.randomness = source[1].search, 0.0, level.random
            self.limit = replace(plain.limit, depth=None, nodes=level.nodes, table=Limit().table)
        self._settled = game


def name_levels(spec: str, player: object, game: Game) -> str:
    """The spec of a player, which names the user's own levels if it takes them: so they go wherever its games are played."""
    source = LEVEL_FILES.find(game) if isinstance(player, LevelledEngine) and player.file is None else None
    return spec if source is None or source[0] != LEVEL_FILES.user_file(game) else f"{spec},levels={source[0]}"
