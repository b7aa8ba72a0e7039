"""What one may wish for in a drawn tree."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DrawingOptions:
    """`boards`: pictures of the states, or only values; `windows`: alpha and beta. None: what suits the drawing.

    `reasons`: a sentence for each cut.
    """

    boards: bool | None = None
    windows: bool | None = None
    reasons: bool = False


USUAL = DrawingOptions()
