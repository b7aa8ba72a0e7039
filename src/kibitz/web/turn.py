"""What the rules say of a position, asked once: whose turn it is, and what may happen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.position import Position

Line = tuple[int, ...]  # the moves since the start


@dataclass(frozen=True)
class Turn:
    """The moves of the `mover`; where chance decides what it may bring, and the share of each; where it is over the payoffs."""

    line: Line
    mover: int
    moves: tuple[int, ...]
    shares: Mapping[int, float] = field(default_factory=dict)
    payoffs: tuple[float, ...] | None = None

    @classmethod
    def of(cls, position: Position) -> "Turn":
        """It asks the rules."""
        weights = {int(move): weight for move, weight in position.game.chances(position.state)} if position.is_chance else {}
        shares = {move: weight / sum(weights.values()) for move, weight in weights.items()}
        return cls(position.moves, position.to_move, position.legal(), shares, position.payoffs)
