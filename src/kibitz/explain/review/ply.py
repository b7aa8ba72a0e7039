"""One move of a game as a review sees it."""

from dataclasses import dataclass

from kibitz.explain.review.scale import Verdict
from kibitz.explain.review.threats import Threat
from kibitz.position import Position
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
