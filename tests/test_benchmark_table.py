"""The table of a benchmark of which some rows are measured again."""

from pathlib import Path

import pytest

from benchmarks.row import Row, at_least
from benchmarks.table import around, joined, markdown, write_into

TODAY, YESTERDAY = "Measured on 2026-11-23: here.", "Measured on 2026-11-22: here."
SLOW, QUICK, NEW = at_least("one", 1.0, 2, "s", "how"), at_least("one", 3.0, 2, "s", "how"), Row("three", "7", how="`a | b`")
OTHER = at_least("two", 5.0, 4, "s", "how")


def test_rows_of_the_same_day_stay_where_they_are() -> None:
    assert joined(markdown([SLOW, OTHER], TODAY), [NEW, QUICK], TODAY) == markdown([QUICK, OTHER, NEW], TODAY)
    assert joined(markdown([OTHER, NEW], TODAY), [], TODAY) == markdown([OTHER, NEW], TODAY)


@pytest.mark.parametrize("before", ["", markdown([SLOW, OTHER], YESTERDAY)])
def test_rows_of_another_day_are_left_out(before: str) -> None:
    assert joined(before, [NEW], TODAY) == markdown([NEW], TODAY)


def test_a_table_that_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("before\n<!-- it: begin --><!-- it: end -->\nafter", encoding="utf-8")
    for row in (SLOW, OTHER, QUICK):
        write_into(file, joined(around(file, "it")[1], [row], TODAY), "it")
    assert file.read_text(encoding="utf-8") == (
        f"before\n<!-- it: begin -->\n{markdown([QUICK, OTHER], TODAY)}\n<!-- it: end -->\nafter"
    )
    with pytest.raises(SystemExit, match="no place for the table"):
        around(file, "another")
