"""How a drawn tree is to look, as far as one may wish for it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """`boards`: pictures of the states, or only values; `windows`: alpha and beta. None: what suits the drawing.

    `reasons`: a sentence for each cut.
    """

    boards: bool | None = None
    windows: bool | None = None
    reasons: bool = False


USUAL = Look()
