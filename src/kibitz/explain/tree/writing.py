"""A tree written to a file in the format of its ending."""

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
    """The options of a drawn tree; None: chosen to suit the drawing.

    `boards`: pictures of the states; `windows`: alpha and beta; `reasons`: a sentence for each cut.
    """

    boards: bool | None = None
    windows: bool | None = None
    reasons: bool = False


USUAL = DrawingOptions()
FAMILY = "explain.tree.formats"


def format_of(file: Path, options: DrawingOptions) -> ModuleType:
    """The format for a file's ending.

    TreeError for an unknown ending, a missing folder, or an option the format cannot honour.
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
    """Write the shown part of a tree, replacing the file whole or not at all."""
    write_whole(file, format_of(file, options).write(branch, options))


def format_named(name: str) -> ModuleType:
    """The format of that ending."""
    found: ModuleType = registry.member(FAMILY, name, TreeError, "kind of file")
    return found


def write_whole(file: Path, content: str) -> None:
    """Replace a file whole or not at all. OSError names the file."""
    with WholeFile(file) as out:
        out.write(content.encode())
