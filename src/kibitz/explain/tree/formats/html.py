"""A page in one file: an outline to open and close, the search step by step, and a quiz.

The folder `html/` holds its parts: `page.html` and `page.css`; the explorer (`explorer.html`, `explorer.css`, `script/`),
shared with the server. The data of the tree is added.
"""

import base64
import hashlib
import html as markup
import json
from collections.abc import Callable
from string import Template

from kibitz.drawing.looks import board_sheet
from kibitz.drawing.text import clean
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.page_data import data_of
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.style import explorer_css, explorer_js, read_asset
from kibitz.explain.tree.writing import DrawingOptions

MOST = 5_000
TAKES = frozenset({"boards", "windows", "reasons"})  # a step of the search always shows its window, and a cut its reason


def write(branch: Branch, options: DrawingOptions) -> str:
    """The page."""
    return html(branch, boards=options.boards)


def html(
    branch: Branch,
    *,
    title: str | None = None,
    boards: bool | None = None,
    sentence: Callable[[Node], str | None] | None = None,
) -> str:
    """The page as text, to be written as UTF-8.

    `title`: the heading; None for the names of game and search. `boards`: draw positions; None for yes, unless the game is
    itself a drawn tree. `sentence`: why a node was cut, in words; None for the built-in words.
    """
    data = data_of(branch, title, boards, sentence)
    looks = sorted(set(data["boards"]["looks"])) if data["boards"] else []
    style = read_asset("page.css") + explorer_css() + board_sheet(*looks)
    script = explorer_js()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(read_asset("page.html")).substitute(
        title=markup.escape(data["title"]),
        policy=policy,
        style=style,
        explorer=read_asset("explorer.html"),
        script=script,
        data=data_text(data),
    )


def _hash(text: str) -> str:
    """The hash by which a content security policy allows a script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def data_text(data: dict[str, object]) -> str:
    """JSON that no text in it can end early: tags and comments begin with "<" only."""
    return clean(json.dumps(data, ensure_ascii=False, separators=(",", ":"))).replace("<", "\\u003c")
