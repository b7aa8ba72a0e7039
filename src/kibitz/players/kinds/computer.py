"""The player that takes the search which fits the game: `computer`, `computer:level=4`, `computer:time=0.5`."""

from pathlib import Path

from kibitz.core.parameters import Setting
from kibitz.errors import PlayerError
from kibitz.players.engine import SETTINGS, Engine, make_engine
from kibitz.players.fitted_levels import FITTED
from kibitz.players.levelled import LevelledEngine
from kibitz.players.settings import read_settings

FILE = Setting(Path, "a file of levels, such as levels=mine.levels")
BESIDE = {"level", "levels", "time", "threads"}  # what leaves a level what it was measured to be, but for a shorter time


def make(spec: str, seed: int | None) -> Engine:
    """`computer`, with the settings of a search: for two or more players, any sum, with chance or without."""
    given = read_settings(spec, {**SETTINGS, "levels": FILE})
    level, file = given.get("level"), given.pop("levels", None)
    is_fitted = level is not None and level <= FITTED and set(given) <= BESIDE
    if file is not None and not is_fitted:
        raise PlayerError(
            f"levels in {spec} goes with level=1 to {FITTED}, and with time and threads alone: leave the rest out"
        )
    plain = ",".join(part for part in spec.partition(":")[2].split(",") if not part.startswith("levels="))
    engine = make_engine(f"computer:{plain}" if plain else "computer", seed, None)
    engine.name = spec
    return LevelledEngine.of(engine, level, file) if level is not None and is_fitted else engine
