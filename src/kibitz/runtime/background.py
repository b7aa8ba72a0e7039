"""Whether machine code is made in the background: beside a search that has begun, and ahead of games that will be played."""

import os


def is_beside() -> bool:
    """Whether searches begin before their code is there; KIBITZ_COMPILE=first lets them wait for it."""
    return os.environ.get("KIBITZ_COMPILE", "") != "first"
