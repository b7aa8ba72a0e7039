"""The position that `--moves` sets up: moves from the start, or a game of the store."""

from kibitz.position import Position, try_rules
from kibitz.rules import Game

STORED = ("match:", "play:")  # what the name of a stored game begins with


def tried(game: Game, moves: str) -> Position:
    """The position after `moves`, for a command that searches; RulesError where the rules fail (see `try_rules`)."""
    position = after(game, moves)
    try_rules(position)
    return position


def after(game: Game, moves: str) -> Position:
    """The position after `moves`; `match:12/3/1@20`, `play:3f9a0c@20` are the first 20 of a stored game (see `reference`)."""
    if not moves.strip().startswith(STORED):
        return Position.after(game, moves)
    from kibitz.arena.store.replay import resolve  # brings SQLAlchemy

    return resolve(moves).position(game)
