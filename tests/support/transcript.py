"""Transcripts: what is said to something, line by line, and what it answers. They lie in tests/transcripts, as plain text.

A line "# ..." is the sentence that the lines below it show, and begins anew; "> ..." is said, and the lines after it are the
answer. `transcripts/web_table.txt` belongs to `test_web_table.py`, whose `session` says how the lines are answered;
`python tests/support/transcript.py web_table` writes the answers anew, for a person to read before they are kept.
"""

import importlib
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "transcripts"
Answer = Callable[[str, str | None], str]
Session = Callable[[], AbstractContextManager[Answer]]


def sections(name: str) -> dict[str, str]:
    """The parts of a transcript, by the sentence that each shows."""
    parts = f"\n{(FOLDER / f'{name}.txt').read_text('utf-8')}".split("\n# ")
    return {part.partition("\n")[0]: part.partition("\n")[2].strip("\n") for part in parts[1:]}


def replayed(section: str, session: Session, anew: bool = False) -> str:
    """A part of a transcript with the answers of today; who answers is told what is expected, unless that is written anew."""
    parts = re.split(r"^> ", section, flags=re.MULTILINE)[1:]
    with session() as answer:
        told = []
        for line, _, expected in (part.rstrip("\n").partition("\n") for part in parts):
            told.append("\n".join([f"> {line}", *answer(line, None if anew else expected).splitlines()]))
    return "\n".join(told)


def main(names: list[str]) -> None:
    """Writes transcripts anew."""
    for name in names:
        session: Session = importlib.import_module(f"test_{name}").session
        told = [f"# {title}\n{replayed(text, session, anew=True)}\n" for title, text in sections(name).items()]
        (FOLDER / f"{name}.txt").write_text("\n".join(told), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
