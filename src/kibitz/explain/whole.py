"""Files that are written whole or not at all."""

import uuid
from pathlib import Path


def write_whole(file: Path, content: str) -> None:
    """Writes a text; whoever is interrupted or has no room leaves what was there before."""
    beside = file.with_name(f".{file.name}.{uuid.uuid4().hex}.part")
    try:
        beside.write_text(content, encoding="utf-8")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
