"""Compile beforehand for a job to come: {game, what, player}.

`what` is the job, "move" of that `player`, or "values". The answer is empty: the machine code is kept.
"""

from collections.abc import Callable
from typing import Any

from kibitz import players
from kibitz.jobs.kinds import move, position, values
from kibitz.jobs.worker import Stop


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """No news."""
    game = position(args).game
    if args["what"] == "move":
        move.prepare(players.player(args["player"]), game, stop)
    else:
        values.prepare(values.open_ladder(game, stop), game, stop)
    return {}
