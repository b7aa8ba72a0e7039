"""The player that looks to the end: the strong search, in principle without a horizon."""

from kibitz.players._engine import SETTINGS, Engine
from kibitz.players._settings import read_settings
from kibitz.thought import Limit

PATIENCE = 60.0  # seconds a move: enough to solve the small games, and better than never an answer in the large ones


def make(spec: str, seed: int | None) -> Engine:
    """`perfect`, or `perfect:time=600,threads=4,table=1GB`; a value that is not "exact" says that the time was too short."""
    given = read_settings(spec, {name: SETTINGS[name] for name in ("time", "threads", "table")})
    limit = Limit(time=given.get("time", PATIENCE), table=given.get("table", Limit().table))
    return Engine(spec, "deepening", limit, given.get("threads", 1), opening=True)
