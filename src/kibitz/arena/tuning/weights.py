"""The file of weights that a tuning writes, and that a player is given: `deepening:depth=3,weights=FILE.json`."""

import json
import re
from collections.abc import Sequence

from kibitz.arena.tuning.parameters import Parameters
from kibitz.errors import TuningError
from kibitz.players import admit, player
from kibitz.players.knowledge_option import Wisdom
from kibitz.rules import Game, Knowledge
from kibitz.tables.book import spec_without_folder

WEIGHTS = re.compile("[:,]weights=[^,]*")  # of a player that begins with some


def content(parameters: Parameters, vector: Sequence[float]) -> bytes:
    """A file of weights with these numbers, as bytes; a game of a file is named without its folder, for files are moved."""
    knowledge = parameters.knowledge
    held = {
        "game": spec_without_folder(knowledge.game),
        "knowledge": type(knowledge).__name__,
        "weights": parameters.weights(vector),
    }
    return (json.dumps(held, indent=2, allow_nan=False) + "\n").encode()


def known_to(spec: str, game: Game) -> Knowledge | None:
    """The knowledge that a player looks through; TuningError when it looks through none."""
    built = player(spec, 0)
    admit([built], game)
    wisdom = getattr(built, "wisdom", None)
    if not isinstance(wisdom, Wisdom):
        raise TuningError(f"{spec} takes no weights: name a search with a depth, such as deepening:depth=3")
    return wisdom.of(game)


def with_weights(spec: str, file: str) -> str:
    """The player with the weights of a file, in the place of those it may have."""
    bare = WEIGHTS.sub("", spec)
    if ":" not in bare:
        bare = bare.replace(",", ":", 1)
    return f"{bare}{',' if ':' in bare else ':'}weights={file}"
