"""A game's learned estimate, ready for its page: {game}.

The answer has `lineage` and `stages`, each with its boards and patterns, all as texts; it is empty if nothing was learned.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.core.registry import load
from kibitz.errors import LearningError
from kibitz.jobs.worker import Stop
from kibitz.learning.features.inspection import Stage, StrongPattern
from kibitz.learning.gate import describe_rows
from kibitz.learning.showcase import Showcase, find_file

GAMES = 16  # that are looked at: some seconds at most
KEPT = 8
STEPS = 8  # of a colour


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """No news."""
    try:
        path = find_file(load(args["game"]))
    except LearningError:
        return {}
    return _answer(args["game"], path, path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=KEPT)
def _answer(spec: str, path: Path, changed: int) -> dict[str, Any]:
    """The learned estimate; `changed`: the time of the file, so that a new one is read."""
    found = Showcase.of(load(spec), path, GAMES)
    lineage, inspection, signs = found.file.lineage, found.inspection, found.signs
    return {
        "title": lineage.title,
        "games": lineage.games,
        "positions": lineage.positions,
        "matches": describe_rows(lineage.matches),
        "view": inspection.view,
        "least": f"{inspection.least:g}".replace("-", "\N{MINUS SIGN}"),
        "most": f"{inspection.most:g}",
        "signs": [[signs[symbol], inspection.symbols[symbol]] for symbol in (0, *found.order)],
        "stages": [_stage(found, stage) for stage in inspection.stages],
    }


def _stage(found: Showcase, stage: Stage) -> dict[str, Any]:
    most = max((abs(one.worth) for one in stage.squares), default=1.0) or 1.0
    boards = []
    for symbol in found.order:
        worths = {one.place: one.worth for one in stage.squares if one.symbol == symbol}
        if worths:
            cells = [[_cell(found, worths.get(place), most) for place in row] for row in found.rows]
            boards.append({"sign": found.signs[symbol], "name": found.inspection.symbols[symbol], "rows": cells})
    patterns = [_pattern(found, one) for one in stage.patterns]
    return {
        "first": stage.first,
        "last": stage.last,
        "positions": stage.positions,
        "boards": boards,
        "patterns": patterns,
    }


def _cell(found: Showcase, worth: float | None, most: float) -> dict[str, Any]:
    """A cell's text, and its colour: `step` is its share of the largest worth, below 0 for what does harm."""
    if worth is None:
        return {"text": "", "step": 0}
    return {"text": found.format_worth(worth), "step": round(STEPS * worth / most)}


def _pattern(found: Showcase, one: StrongPattern) -> dict[str, Any]:
    here = dict(zip(one.places, one.symbols, strict=True))
    side = "" if one.side is None else f", {found.describe_turn(one.side)}"
    rows = [[found.signs[here[place]] if place in here else "" for place in row] for row in found.rows]
    words = ", ".join(f"{found.inspection.symbols[symbol]} on {place}" for place, symbol in here.items())
    return {"worth": found.format_worth(one.worth), "met": one.met, "side": side, "rows": rows, "words": words}
