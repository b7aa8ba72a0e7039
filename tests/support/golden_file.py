"""What a test compares letter by letter: a file of tests/golden. `KIBITZ_GOLDEN=write pytest FILES` writes them anew."""

import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(name: str, text: str) -> None:
    """The text is that of the file."""
    file = GOLDEN / name
    if os.environ.get("KIBITZ_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"{name}: if this is meant, KIBITZ_GOLDEN=write writes it anew"
