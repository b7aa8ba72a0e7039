"""The few ANSI colours of a board in a terminal, and text that can do no harm."""

import re

PLAYERS = ("1;36", "1;33", "1;35", "1;32")  # first, second, ...
QUIET = "2"
OPEN = "32"
LAST = "4"
MARKED = "7"


def paint(text: str, *styles: str, colour: bool) -> str:
    """`text` in colours, given as numbers of an ANSI sequence; as it is when nothing is asked for."""
    style = ";".join(filter(None, styles))
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and text.strip() else text


def clean(text: str) -> str:
    """Text of a game without what a terminal would obey, XML cannot hold or turns what follows round; line feeds stay."""
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]", "", text)
