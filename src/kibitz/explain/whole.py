"""Files that are written whole or not at all."""

import uuid
from pathlib import Path


def write_whole(file: Path, content: str) -> None:
    """Writes a text; whoever is interrupted or has no room leaves what was there before. OSError names the file itself."""
    beside = file.with_name(f".{uuid.uuid4().hex}.part")
    try:
        beside.write_text(content, encoding="utf-8")
        beside.replace(file)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(file)) from problem
    finally:
        beside.unlink(missing_ok=True)
