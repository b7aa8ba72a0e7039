"""The rows as a Markdown table, and the place in a README where it stands."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.row import Row

HEAD = ("| what | measured | must reach | reached | how |", "|---|---|---|---|---|")
WORDS = {True: "yes", False: "**no**", None: ""}


def markdown(rows: Sequence[Row], footer: str) -> str:
    """The table, with the sentence that says where it was measured."""
    return "\n".join([*HEAD, *map(_line, rows), "", footer])


def joined(before: str, rows: Sequence[Row], footer: str) -> str:
    """The table with the rows of an earlier one that were not measured again, if `footer` says the same of both."""
    lines = before.split("\n")
    if footer not in lines:
        return markdown(rows, footer)
    known = {_name(line): line for line in lines[: lines.index(footer)] if line.startswith("| ") and line not in HEAD}
    known |= {row.name: _line(row) for row in rows}
    return "\n".join([*HEAD, *known.values(), "", footer])


def write_into(readme: Path, table: str, mark: str) -> None:
    """Put the table between the two marks; all else in the file stays as it is."""
    before, _, after = around(readme, mark)
    readme.write_text(f"{before}\n{table}\n{after}", encoding="utf-8")


def around(readme: Path, mark: str) -> tuple[str, str, str]:
    """What stands before the table, the table, and what stands after it. SystemExit where there is no place for it."""
    opening, closing = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    before, begin, rest = text.partition(opening)
    table, end, after = rest.partition(closing)
    if not begin or not end:
        raise SystemExit(f"{readme} has no place for the table: write {opening} and {closing} where it shall stand")
    return before + begin, table, end + after


def _line(row: Row) -> str:
    return f"| {row.name} | {row.figure} | {row.target} | {WORDS[row.reached]} | {row.how} |"


def _name(line: str) -> str:
    return line.removeprefix("| ").partition(" | ")[0]
