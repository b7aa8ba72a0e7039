"""Names and values as lines of text that have room in a picture."""

import textwrap

from kibitz.drawing.paint import clean

MOST = 28  # letters of a name
LINE = 11  # of a value that is written in several lines
NAMED = 40  # of the names of moves that were never looked at
TOGETHER = ",\N{NO-BREAK SPACE}"


def shortened(text: str) -> str:
    """At most MOST letters, and no line feeds."""
    text = " ".join(clean(text).split())
    return text if len(text) <= MOST else text[: MOST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def wrapped(text: str, most: int = LINE) -> list[str]:
    """A text of several words in lines of about that many letters; numbers in brackets stay together."""
    unbroken = text.replace(", ", TOGETHER)
    lines = textwrap.wrap(unbroken, most, break_long_words=False, break_on_hyphens=False) or [""]
    return [line.replace(TOGETHER, ", ") for line in lines]


def shorten_names(names: tuple[str, ...]) -> str:
    """As many names as there is room for, and the number of the others."""
    text = ""
    for number, name in enumerate(names):
        longer = f"{text} {shortened(name)}".strip()
        if text and len(longer) > NAMED:
            return f"{text} +{len(names) - number}"
        text = longer
    return text
