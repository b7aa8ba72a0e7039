"""One game, played out between players from a position to its end."""

from collections.abc import Sequence

from kibitz.arena.dice import Dice
from kibitz.errors import GameError, PlayerError
from kibitz.notation import legal_sentence
from kibitz.players import Player, admit
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.thought import GameRecord


def play_out(game: Game, players: Sequence[Player], start: Position | None = None, seed: int | None = None) -> GameRecord:
    """The record of a game between `players`, the first player first; from `start`, if given, whose moves it begins with.

    Where dice or cards decide, they are thrown with `seed`; what they bring is among the moves of the record. The same
    players, made with the same seeds, play the same game. Raises PlayerError when there are too few or too many players, or
    when one of them names a move that is not legal; GameError when `start` belongs to another game; and what a player says
    that cannot play such a game (see `admit`).
    """
    if len(players) != game.players:
        raise PlayerError(f"{spec_of(game)} is for {game.players} players, but {len(players)} came")
    position = Position.after(game) if start is None else start
    if position.game != game:
        raise GameError(f"the position to start from belongs to {spec_of(position.game)}, not to {spec_of(game)}")
    admit(players, game)
    dice = Dice(seed)
    while not position.is_over:
        if position.is_chance:
            position = position.play(dice.throw(position))
            continue
        mover = players[position.to_move]
        move = mover.think(position).best
        if move is None or move not in position.legal():
            raise PlayerError(f"{mover.name} played {move}{_where(position)}; {legal_sentence(game, position.state)}")
        position = position.play(move)
    return GameRecord(spec_of(game), position.names(), tuple(player.name for player in players), position.payoffs)


def _where(position: Position) -> str:
    names = position.names()
    return f" after {' '.join(names[-6:])}" if names else " as the first move"
