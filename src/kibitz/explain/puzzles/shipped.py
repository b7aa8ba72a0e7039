"""Files of puzzles: the ones that ship with kibitz, and what `kibitz puzzles` writes."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.explain.puzzles.good_move import GoodMove
from kibitz.files.whole_file import WholeFile

FOLDER = Path(__file__).parent / "data"


def puzzles_as_json(game: Game, puzzles: Sequence[GoodMove]) -> dict[str, Any]:
    """Puzzles of a game for programs: each with the names of the moves before."""
    return {
        "game": spec_of(game),
        "puzzles": [{"moves": list(one.position.names()[: one.ply])} | one.as_json() for one in puzzles],
    }


def write_puzzles(path: Path, game: Game, puzzles: Sequence[GoodMove]) -> None:
    """Write them as JSON, one a line. OSError where that cannot be."""
    found = puzzles_as_json(game, puzzles)
    lines = ",\n".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in found["puzzles"])
    text = f'{{"game":{json.dumps(found["game"])},"puzzles":[\n{lines}\n]}}\n'
    with WholeFile(path) as out:
        out.write(text.encode("utf-8"))


@cache
def shipped_puzzles() -> tuple[dict[str, Any], ...]:
    """The content of the files that ship with kibitz, as `puzzles_as_json` has it, game by game."""
    return tuple(json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json")))
