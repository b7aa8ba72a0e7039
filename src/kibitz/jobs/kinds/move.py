"""A player's move: {game, moves, player, seed, limit: {time}}.

`player` is a spec, such as `computer:level=4`, and `seed` is for its dice. `limit` stops a player that would think longer. The
game's dice are not thrown here.
"""

import threading
from collections.abc import Callable
from typing import Any

from kibitz import players
from kibitz.core.rules import Game
from kibitz.errors import PlayerError
from kibitz.jobs.kinds import answer, position
from kibitz.jobs.worker import Stop
from kibitz.players.engine import Engine
from kibitz.position import Position
from kibitz.present.answer import final
from kibitz.table.served_games import name_game


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """The answer is the JSON of `kibitz analyze`, with `words`; `best` is the move."""
    here = position(args)
    if here.is_over:
        return answer(here, final(here))
    if here.is_chance:
        raise PlayerError("dice or cards decide here: no player is to move")
    player = players.player(args["player"], args.get("seed"))
    try:
        return _played(player, here, args.get("limit", {}).get("time"), tell, stop)
    finally:
        players.close([player])


def prepare(player: players.Player, game: Game, stop: Stop) -> None:
    """Lets the player do what it has to before it thinks. PlayerError where it does not play this game."""
    players.admit([player], game)
    with stop.preparing(f"preparing {name_game(game)}"):
        players.prepare([player], game)


def _played(
    player: players.Player, here: Position, seconds: float | None, tell: Callable[[dict[str, Any]], None], stop: Stop
) -> dict[str, Any]:
    players.admit([player], here.game)
    if isinstance(player, Engine):
        player.is_hurried = player.is_level  # a person waits for it
    halt = getattr(player, "stop", _cannot)
    stop.call(halt)
    clock, thought = _clock(seconds, stop), None
    try:
        for thought in players.thoughts(player, here):
            if stop.is_requested:  # perhaps before it had begun to think: it may not have heard
                halt()
            if thought.best is not None:
                tell(answer(here, thought))
    finally:
        clock.cancel()
    if thought is None or thought.best not in here.legal():
        raise PlayerError(f"{player.name} gave no legal move")
    return answer(here, thought)


def _clock(seconds: float | None, stop: Stop) -> threading.Timer:
    clock = threading.Timer(seconds or 0.0, stop.ask)
    clock.daemon = True
    if seconds is not None:
        clock.start()
    return clock


def _cannot() -> None:
    """A player that cannot be stopped: the one who waits for it ends the process."""
