"""A stored game as a position and as a record: its moves played again by the rules."""

from collections.abc import Sequence

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.errors import MoveError, StoreError
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import GameRecord


def replay(game: Game, played: Played) -> Position:
    """Where a game ended. StoreError when the rules of today do not allow its moves, or pay something else for them."""
    position = play_names(game, played.moves)
    if played.payoffs is not None and position.payoffs != played.payoffs:
        now = "is not over there" if position.payoffs is None else f"pays {_format_payoffs(position.payoffs)}"
        raise StoreError(
            f"the stored game ended with {_format_payoffs(played.payoffs)}, but by the rules as they are now it {now}: "
            "they have changed since it was played"
        )
    return position


def play_names(game: Game, names: Sequence[str]) -> Position:
    """The position after stored moves. StoreError when the rules do not allow one of them."""
    position = Position.after(game)
    for name in names:
        try:
            position = position.play(name)
        except MoveError as problem:
            raise StoreError(
                f"the stored game does not follow the rules as they are now: move {len(position.moves) + 1}: {problem}"
            ) from None
    return position


def record(plan: Plan, fixture: Fixture, played: Played) -> GameRecord:
    """A stored game as the record of a game."""
    players = tuple(plan.players[seat] for seat in fixture.seats)
    opening = len(fixture.opening.split())
    return GameRecord(plan.game, played.moves, players, played.payoffs, played.forfeit, played.reason, opening)


def _format_payoffs(payoffs: Sequence[float]) -> str:
    return ", ".join(f"{one:g}" for one in payoffs)
