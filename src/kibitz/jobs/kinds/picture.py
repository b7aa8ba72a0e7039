"""A position as PNG, or a game as GIF: {game, moves, kind}; `kind` is ".png" or ".gif". The answer: {data}, in base64."""

import base64
from collections.abc import Callable
from typing import Any

from kibitz.jobs.kinds import position
from kibitz.jobs.worker import Stop
from kibitz.present.film import KINDS


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """No news. PictureError where the packages are missing."""
    return {"data": base64.b64encode(KINDS[args["kind"]](position(args))).decode()}
