"""Chess pieces as SVG paths on a square of 100 by 100, our own design.

Each has a body, thin lines on it, and dots (x, y, radius): balls on top, or an eye.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Chessman:
    """A piece: its body, the lines on it, the balls above it and its eyes."""

    body: str
    lines: str
    balls: tuple[tuple[float, float, float], ...] = ()
    eyes: tuple[tuple[float, float, float], ...] = ()


CHESSMEN: Mapping[str, Chessman] = MappingProxyType(
    {
        "P": Chessman(
            body="M29 87H71V81C71 72 60 67 57.5 52H63V46H58A12.5 12.5 0 1 0 42 46H37V52H42.5C40 67 29 72 29 81Z",
            lines="M43 52H57M36 78H64",
        ),
        "R": Chessman(
            body="M25 87H75V78L68 72L65 43H71V22H61V30H55V22H45V30H39V22H29V43H35L32 72L25 78Z",
            lines="M35 43H65M32 72H68M30 36H70",
        ),
        "N": Chessman(
            body="M27 87H75V79C75 74 72 72 72.5 66C74 44 69 28 51 23.5L46 15L40.5 25C33 31 28 40 22 53C19.5 59 24 66 31 64"
            "L36 60.5C41 60 45 58 49 54C48 62 36 67 34 77C29 77 27 79 27 82Z",
            lines="M55 30C65 38 67.5 50 66 64M35 78H69M27 58L30.5 55.5",
            eyes=((42.5, 38.5, 2.6),),
        ),
        "B": Chessman(
            body="M25 87H75V81C75 74 61 75 58 67H63V61H60C69 51 64 37 50 23C36 37 31 51 40 61H37V67H42C39 75 25 74 25 81Z",
            lines="M40 61H60M42 67H58M53 33L46 46",
            balls=((50, 18.5, 4.6),),
        ),
        "Q": Chessman(
            body="M26 87H74V80C74 76 68 74 66.5 67L79 35L67 50L64.5 28L55.5 48L50 24L44.5 48L35.5 28L33 50L21 35L33.5 67"
            "C32 74 26 76 26 80Z",
            lines="M33.5 67C44 63.5 56 63.5 66.5 67M31 76C43 72.5 57 72.5 69 76",
            balls=((20, 32, 4), (34.5, 24.5, 4), (50, 20, 4), (65.5, 24.5, 4), (80, 32, 4)),
        ),
        "K": Chessman(
            body="M47 10H53V15H58V21H53V29C56 32 56 38 53.5 43C58 37 64 35.5 70 38C83 44 80 58 66.5 67C68 74 74 76 74 80V87H26"
            "V80C26 76 32 74 33.5 67C20 58 17 44 30 38C36 35.5 42 37 46.5 43C44 38 44 32 47 29V21H42V15H47Z",
            lines="M33.5 67C44 63.5 56 63.5 66.5 67M31 76C43 72.5 57 72.5 69 76M50 63V49",
        ),
    }
)
