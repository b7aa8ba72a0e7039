"""Compile beforehand for a job to come: {game, what, player}.

`what` is the job, "move" of that `player`, or "values". The answer is empty: the machine code is kept.
"""

from collections.abc import Callable
from typing import Any

from kibitz import players
from kibitz.core.rules import Game
from kibitz.jobs.job import NICENESS
from kibitz.jobs.kinds import move, position, values
from kibitz.jobs.worker import Stop
from kibitz.kernel.apart import compile_gently


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """No news."""
    game = position(args).game
    compile_gently(NICENESS)  # nobody has asked for it yet
    try:
        _prepare(args, game, stop)
    finally:
        compile_gently(0)
    return {}


def _prepare(args: dict[str, Any], game: Game, stop: Stop) -> None:
    if args["what"] == "move":
        move.prepare(players.player(args["player"]), game, stop)
    else:
        values.prepare(values.open_ladder(game, stop), game, stop)
