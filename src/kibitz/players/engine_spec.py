"""An engine from its spec: `deepening:depth=6`, `alphabeta:time=0.2`, `maxn:level=4`, `computer:level=8,time=1`."""

import random
from dataclasses import replace

from kibitz.errors import PlayerError
from kibitz.parameters import Setting
from kibitz.players.engine import Engine
from kibitz.players.knowledge_option import SETTINGS as WISE
from kibitz.players.knowledge_option import Wisdom
from kibitz.players.levels import LEVELS, TIME
from kibitz.players.opponent_model import WARM, opponent
from kibitz.players.settings import above, read_settings, seconds, size, whole
from kibitz.players.trap_finder import Trapper
from kibitz.search.fit import takes_no_depth
from kibitz.thought import Limit

SETTINGS = {
    "depth": Setting(whole(1, 10**6), "a whole number of plies from 1 up, such as depth=6"),
    "time": Setting(seconds, "seconds above 0, such as time=0.5"),
    "nodes": Setting(whole(1, 10**18), "a whole number of positions from 1 up, such as nodes=100000"),
    "level": Setting(whole(min(LEVELS), max(LEVELS)), f"a whole number from {min(LEVELS)}, weak, to {max(LEVELS)}, all it can"),
    "threads": Setting(whole(1, 64), "a whole number from 1 to 64"),
    "table": Setting(size, "an amount of memory, such as table=64MB"),
    "traps": Setting(str, "a model of the opponent: uniform, soft, or a player such as greedy"),
    "temperature": Setting(above(0), "a number above 0, such as temperature=0.5"),
    "margin": Setting(above(-1e-9), "how much of the result may be risked, a number from 0 up, such as margin=0.1"),
    **WISE,
}


def make(spec: str, seed: int | None, search: str | None) -> Engine:
    """The engine with the settings of a spec; without limits it takes two seconds a move. `search`: None for what fits.

    A level may have limits too: `level=8,time=1` is that level, but a move takes it a second at most. Raises PlayerError.
    """
    given = read_settings(spec, SETTINGS)
    limits = {name: given[name] for name in ("depth", "time", "nodes") if name in given}
    level = LEVELS[given["level"]] if "level" in given else None
    if level is not None:
        limit = level.within(**limits)
    else:
        limit = Limit(**limits) if limits else Limit(time=TIME)
    if limit.depth is not None and search is not None and takes_no_depth(search):
        raise PlayerError(
            f"{search} looks to the end, and takes no depth, nor a level below {max(LEVELS)}: write {search}:time={TIME:g}"
        )
    if "table" in given:
        limit = replace(limit, table=given["table"])
    wisdom, trapper = Wisdom.from_settings(given), None
    if "traps" in given:
        model = opponent(given["traps"], given.get("temperature", WARM), seed or 0)
        trapper = Trapper(model, limit, given.get("margin", 0.0), wisdom=wisdom)
    elif "margin" in given or "temperature" in given:
        raise PlayerError(f"margin and temperature in {spec} are for setting traps: add traps=uniform, or leave them out")
    return Engine(
        spec,
        search,
        limit,
        given.get("threads", 1),
        slip=level.slip if level else 0.0,
        dice=random.Random(seed),
        exact=level.exact if level else False,
        together="time" in limits,
        trapper=trapper,
        wisdom=wisdom,
    )
