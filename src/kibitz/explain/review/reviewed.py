"""What a review has found: the moves of a game with their verdicts, and what each player made of it."""

from collections import Counter
from dataclasses import dataclass

from kibitz.explain.review.ply import Ply
from kibitz.explain.review.scale import VERDICTS, VerdictScale
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import Value


@dataclass(frozen=True)
class Tally:
    """What the moves of one player were: how many of each verdict, how many there was no choice about, and on what grounds."""

    player: int
    verdicts: dict[str, int]
    forced: int
    proved: int
    estimated: int


@dataclass(frozen=True)
class Reviewed:
    """A game, or the part of it that has been looked at.

    `players` are the names of those who played, first player first, if they are known. `end` is the position in which the game
    ended or was left; `last` what that is worth to the side to move, None where it is over. `forfeit` is the player who lost by
    a fault or resigned, `reason` why the game came to no end by its rules. The first `opening` moves were laid down before the
    game began: they are judged in nobody's name, and no tally counts them.
    """

    game: Game
    players: tuple[str, ...]
    end: Position
    plies: tuple[Ply, ...]
    last: Value | None
    scale: VerdictScale
    nodes: int = 0
    forfeit: int | None = None
    reason: str = ""
    opening: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all moves of the game have been looked at."""
        return len(self.plies) == len(self.end.moves)

    @property
    def missing(self) -> int:
        """How many moves, from the first on, have not been looked at."""
        return len(self.end.moves) - len(self.plies)

    def tallies(self) -> list[Tally]:
        """The tally of each player, first player first."""
        return [self._tally(player) for player in range(self.game.players)]

    def _tally(self, player: int) -> Tally:
        moves = [ply for ply in self.plies if ply.mover == player]
        chosen = [ply for ply in moves if ply.verdict is not None and not ply.forced]
        counts = Counter(ply.verdict for ply in chosen)
        proved = sum(ply.proved for ply in chosen)
        return Tally(
            player,
            {verdict: counts[verdict] for verdict in VERDICTS},
            sum(ply.forced for ply in moves),
            proved,
            len(chosen) - proved,
        )
