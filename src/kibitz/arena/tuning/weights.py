"""The file of weights that a tuning writes, and that a player is given: `deepening:depth=3,weights=FILE.json`."""

import json
from collections.abc import Sequence

from kibitz.arena.tuning.parameters import Parameters
from kibitz.book._book import spec_without_folder


def content(parameters: Parameters, vector: Sequence[float]) -> bytes:
    """What such a file says of these numbers; a game of a file is named without its folder, for files are moved."""
    knowledge = parameters.knowledge
    held = {
        "game": spec_without_folder(knowledge.game),
        "knowledge": type(knowledge).__name__,
        "weights": parameters.weights(vector),
    }
    return (json.dumps(held, indent=2, allow_nan=False) + "\n").encode()
