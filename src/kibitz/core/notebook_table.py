"""Results as tables in a notebook: what has `rows()` shows them."""

from html import escape
from typing import Any

from kibitz.errors import KibitzError

MOST_ROWS = 60  # of a table; the first and the last of a longer one are shown


class NotebookTable:
    """A base of results whose `rows()` are plain dictionaries with the same keys: notebooks show these as a table."""

    def _repr_html_(self) -> str:
        try:
            rows: list[dict[str, Any]] = self.rows()  # type: ignore[attr-defined]
        except KibitzError as problem:  # of rules that are not here
            return f"<p>{escape(str(problem))}</p>"
        if not rows:
            return f"<p>{escape(type(self).__name__)}: nothing yet</p>"
        head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
        half = MOST_ROWS // 2
        visible = rows if len(rows) <= MOST_ROWS else [*rows[:half], None, *rows[-half:]]
        body = "".join(_row(row, len(rows[0]), len(rows) - 2 * half) for row in visible)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(row: dict[str, Any] | None, columns: int, left_out: int) -> str:
    if row is None:
        return f'<tr><td colspan="{columns}">{left_out:,} more</td></tr>'
    return "<tr>" + "".join(f"<td>{escape(_text(value))}</td>" for value in row.values()) + "</tr>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
