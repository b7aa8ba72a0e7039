"""HTML pages that stand alone, without network or script, from the folder `templates/`. Whatever a game says is escaped."""

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.drawing.text import clean

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent


def document(heading: str, style: str, body: str) -> str:
    """A whole page around a body; light, dark where the reader's system is, and fit for narrow windows."""
    return render("document.html", heading=heading, style=f"{style}\n{(HERE / 'page.css').read_text('utf-8')}", body=body)


def render(template: str, **values: Any) -> str:
    """A template filled in."""
    return _templates().get_template(template).render(**values)


def without_style(picture: str) -> str:
    """An SVG picture for a page that has its style sheet."""
    return re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # here: it takes a tenth of a second to import

    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        finalize=lambda value: clean(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
