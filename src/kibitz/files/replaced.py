"""Files of the user's that others took the place of: each is kept beside, and can be brought back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kibitz.files.whole_file import WholeFile

BEFORE, UNDONE = "before", "undone"


@contextmanager
def replacing(file: Path) -> Iterator[None]:
    """Keeps what a file holds now while the body writes another content there; not where the body fails. Raises OSError."""
    if not file.is_file():
        yield
        return
    kept = _next(file, BEFORE)
    with WholeFile(kept) as out:
        out.write(file.read_bytes())
    try:
        yield
    except BaseException:
        kept.unlink(missing_ok=True)
        raise


def bring_back(file: Path) -> Path:
    """Undo the last change of a file: what it held before is there again, or it is gone where it held nothing.

    The path is where what it holds now lies from then on. Raises OSError.
    """
    undone, kept = _next(file, UNDONE), _numbered(file, BEFORE)
    file.rename(undone)
    if kept:
        kept[max(kept)].rename(file)
    return undone


def _next(file: Path, word: str) -> Path:
    number = max(_numbered(file, word), default=0) + 1
    return file.with_name(f"{file.stem}-{word}-{number}{file.suffix}")


def _numbered(file: Path, word: str) -> dict[int, Path]:
    """The files of a kind beside a file, by their numbers."""
    name = re.compile(rf"{re.escape(file.stem)}-{word}-(\d{{1,9}}){re.escape(file.suffix)}")
    return {int(found[1]): place for place in file.parent.iterdir() if (found := name.fullmatch(place.name))}
