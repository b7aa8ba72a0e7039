"""The rows as a Markdown table, and the place in a README where it stands."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.row import Row

WORDS = {True: "yes", False: "**no**", None: ""}


def markdown(rows: Sequence[Row], footer: str) -> str:
    """The table, with the sentence that says where it was measured."""
    lines = ["| what | measured | must reach | reached | how |", "|---|---|---|---|---|"]
    lines += [f"| {row.name} | {row.figure} | {row.target} | {WORDS[row.reached]} | {row.how} |" for row in rows]
    return "\n".join([*lines, "", footer])


def write_into(readme: Path, table: str, mark: str) -> None:
    """Put the table between the two marks; all else in the file stays as it is."""
    before, after = around(readme, mark)
    readme.write_text(f"{before}\n{table}\n{after}", encoding="utf-8")


def around(readme: Path, mark: str) -> tuple[str, str]:
    """What stands before and after the table, with the marks. SystemExit where there is no place for it."""
    opening, closing = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    before, begin, rest = text.partition(opening)
    _, end, after = rest.partition(closing)
    if not begin or not end:
        raise SystemExit(f"{readme} has no place for the table: write {opening} and {closing} where it shall stand")
    return before + begin, end + after
