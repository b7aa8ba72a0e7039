"""Files as people and programs write them, broken ones among them: what is read of each, and what is told."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from golden_file import assert_golden
from kibitz.formats.annotated import AnnotatedGame, Flaw, score_text, winner_of
from kibitz.formats.files import format_named
from kibitz.formats.source import Source
from kibitz.rules import Game

FOLDER = Path(__file__).parent / "by_hand"
FILES = sorted(FOLDER.glob("*.txt"))
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in FILES}


def cases(name: str) -> list[tuple[str, str]]:
    """The files of a format, each with its title."""
    parts = re.split(r"^### (.*)\n", TEXTS[name], flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def read(name: str, content: bytes, game: Game | None = None, pieces: int = 1 << 16) -> list[AnnotatedGame | Flaw]:
    source = Source(content[at : at + pieces] for at in range(0, len(content), pieces))
    return list(format_named(name).read(source, game))


def described(found: AnnotatedGame | Flaw) -> str:
    if isinstance(found, Flaw):
        return f"  {found.line}! {found.reason}"
    record = found.record
    result = score_text(winner_of(record)) if len(record.players) == 2 else str(record.payoffs)
    facts = [
        f"{record.game}: {' '.join(record.moves)}".strip(),
        " - ".join(record.players),
        f"{result} {record.reason}".strip(),
    ]
    facts += [f"opening {record.opening}"] if record.opening else []
    facts += [f"{name}={value}" for name, value in found.tags.items()]
    facts += [f"{ply}{{{text}}}" for ply, text in found.comments.items()]
    facts += [f"{ply}${marks}" for ply, marks in found.glyphs.items()]
    return f"  {found.line}: {' | '.join(facts)}"


def outcomes(name: str) -> Iterator[str]:
    for title, text in cases(name):
        yield f"### {title}"
        yield from map(described, read(name, text.encode()))


@pytest.mark.parametrize("name", TEXTS)
def test_each_file_is_read_as_it_was(name: str) -> None:
    assert len(cases(name)) >= 20
    assert_golden(f"formats/{name}.txt", "\n".join(outcomes(name)) + "\n")
