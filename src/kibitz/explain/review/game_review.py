"""What a review has found: the moves of a game with their verdicts, and what each player made of it."""

from collections import Counter
from dataclasses import dataclass

from kibitz.explain.review.finding import Threat
from kibitz.explain.review.judge import VERDICTS, Verdict, VerdictScale
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import Value


@dataclass(frozen=True)
class Ply:
    """A move, or what dice or cards brought, in the position before it.

    `before` is what the position was worth to the mover, `after` what the move made of that; both None where chance decided.
    `line` is the best line from the position, the move `best` first; `equal` are other moves known to be as good. `verdict` is
    None where nobody chose, or nothing is known; it is proved or an estimate, and so is `lost`, in the units of the results.
    `refutation` is what can be played after the move, and says why a bad one is bad; `refuted`: it is proved to be best play,
    where else it is the opinion of a search, even if the verdict is proved. `only`: every other move is proved to have a worse
    outcome; `forced`: there was no other. `threat` is what the mover threatens after the move. `line_keeps_value`: the
    line is what `before` stands for; else a search thinks it best, and the value is known from elsewhere. `opening`: the move
    was laid down before the game began, so it has values and no verdict, and nothing is said of what would have been better.
    """

    number: int  # from 1
    position: Position
    move: int
    before: Value | None = None
    after: Value | None = None
    best: int | None = None
    line: tuple[int, ...] = ()
    equal: tuple[int, ...] = ()
    verdict: Verdict | None = None
    proved: bool = False
    lost: float | None = None
    only: bool = False
    forced: bool = False
    refutation: tuple[int, ...] = ()
    refuted: bool = False
    threat: Threat | None = None
    line_keeps_value: bool = True
    opening: bool = False

    @property
    def mover(self) -> int:
        """The player who moved, or CHANCE."""
        return self.position.to_move

    @property
    def name(self) -> str:
        """What people call the move."""
        return self.position.name(self.move)

    @property
    def after_it(self) -> Position:
        """The position that the move leads to."""
        return self.position.play(self.move)


@dataclass(frozen=True)
class Tally:
    """What the moves of one player were: how many of each verdict, how many there was no choice about, and on what grounds."""

    player: int
    verdicts: dict[str, int]
    forced: int
    proved: int
    estimated: int


@dataclass(frozen=True)
class GameReview:
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
