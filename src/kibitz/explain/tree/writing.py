"""A tree written to a file, whose ending says what it becomes."""

import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from kibitz.core import registry
from kibitz.errors import TreeError
from kibitz.explain.tree.shape import Branch
from kibitz.files.whole_file import WholeFile


@dataclass(frozen=True)
class DrawingOptions:
    """The wishes for a drawn tree.

    `boards`: pictures of the states, or only values; `windows`: alpha and beta. None: what suits the drawing.
    `reasons`: a sentence for each cut.
    """

    boards: bool | None = None
    windows: bool | None = None
    reasons: bool = False


USUAL = DrawingOptions()
FAMILY = "explain.tree.formats"


def format_of(file: Path, options: DrawingOptions) -> ModuleType:
    """The format that writes files of this ending.

    TreeError where there is none, or no such folder, or where the format cannot do what the options ask for.
    """
    ending, known = file.suffix[1:].lower(), [f".{name}" for name in registry.names(FAMILY)]
    if f".{ending}" not in known:
        raise TreeError(f"a tree is written as {', '.join(known[:-1])} or {known[-1]}: {file.name} ends in none of these")
    if file.is_dir() or not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise TreeError(f"{file} cannot be written: name a file in a folder that is there and may be written to")
    found = format_named(ending)
    for wish in ("boards", "windows", "reasons"):
        if getattr(options, wish) and wish not in found.TAKES:
            takers = [f".{name}" for name in registry.names(FAMILY) if wish in format_named(name).TAKES]
            raise TreeError(f".{ending} shows no {wish}: {' and '.join(takers) or 'no kind of file'} can")
    return found


def write(branch: Branch, file: Path, options: DrawingOptions = USUAL) -> None:
    """Writes what is shown of a tree, whole or not at all; what was in the file before is gone."""
    write_whole(file, format_of(file, options).write(branch, options))


def format_named(name: str) -> ModuleType:
    """The format of files with that ending."""
    found: ModuleType = registry.member(FAMILY, name, TreeError, "kind of file")
    return found


def write_whole(file: Path, content: str) -> None:
    """Writes a text; whoever is interrupted or has no room leaves what was there before. OSError names the file itself."""
    with WholeFile(file) as out:
        out.write(content.encode())
