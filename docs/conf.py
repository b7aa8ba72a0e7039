"""How `make docs` builds the site: Sphinx reads the Markdown of the whole project where it lies, and follows its links."""

import re
import tomllib
from pathlib import Path
from typing import Any

import click

from kibitz.browser.linking import linker
from kibitz.cli.app import commands
from kibitz.core.registry import names
from kibitz.errors import PageError

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = SETTINGS["name"]
version = release = SETTINGS["version"]
project_copyright = "kibitz, MIT licence"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/*/README.md", "tests/README.md"]
exclude_patterns = ["build", "src", ".*", "tests/golden", "tests/by_hand"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # the changelog begins its levels where others end theirs

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
add_module_names = False
python_maximum_signature_line_length = 100
default_role = "code"  # docstrings have single backticks, as in Markdown
smartquotes = False

html_theme = "furo"
html_title = "kibitz"
html_static_path = ["site/static"]
html_css_files = ["kibitz.css"]
html_copy_source = False
html_show_sphinx = False
toc_object_entries = False
highlight_language = "text"  # of blocks that do not say what they are
pygments_style, pygments_dark_style = "tango", "monokai"


def read_as_prose(app: Any, what: str, name: str, thing: object, options: Any, lines: list[str]) -> None:
    """Escape stars and bars in docstrings: there they mean multiplication and alternatives, not markup."""
    lines[:] = [re.sub(r"(?<!\\)([*|])", r"\\\1", line) if "`" not in line else line for line in lines]


def add_help(app: Any, name: str, source: list[str]) -> None:
    """Append what `--help` says of every command to the page of the commands."""
    if name == "docs/commands":
        source[0] += "".join(f"\n## {command}\n\n```text\n{describe(command)}\n```\n" for command in names("cli"))


GALLERY = "<!-- gallery -->"
FIRST = "tic_tac_toe"  # whose page is the front page of `docs/live.py`
# Games of which one is shown at a time, and where they stand: both as the addresses of their pages have them.
LIVE = re.compile(r"<!-- live: ((?:\w+ )+)(\S+) -->")


def add_boards(app: Any, name: str, source: list[str]) -> None:
    """Put a board to play on where a page asks for one; readers of the plain Markdown do not see that."""
    if not has_linker():
        return
    up = "../" * name.removeprefix("docs/").count("/")
    gallery = f'<p><a href="{up}live/index.html">Play all games here</a>: they think in your browser.</p>'
    source[0] = source[0].replace(GALLERY, f"```{{raw}} html\n{gallery}\n```")
    source[0] = LIVE.sub(lambda found: f"```{{raw}} html\n{frame(up, found[1].split(), found[2])}\n```", source[0])


def frame(up: str, games: list[str], stands: str) -> str:
    """The board of the first of these games, and links that put another in its place."""
    addresses = [f"{up}live/{'index' if game == FIRST else game}.html#{stands}" for game in games]
    names = [game.replace("_", " ") for game in games]
    links = [f'<a href="{address}" target="live">{name}</a>' for address, name in zip(addresses, names, strict=True)]
    row = f'<p class="boards">Play {" · ".join(links)}</p>' if len(games) > 1 else ""
    return f'{row}<iframe class="live" name="live" src="{addresses[0]}" title="{names[0]}" loading="lazy"></iframe>'


def has_linker() -> bool:
    """Whether `docs/live.py` will write the boards."""
    try:
        linker()
    except PageError:
        return False
    return True


def describe(name: str) -> str:
    """The text of `kibitz NAME --help`."""
    above = click.Context(commands, info_name="kibitz", **commands.context_settings)
    command = commands.get_command(above, name)
    assert command is not None
    return command.get_help(click.Context(command, parent=above, info_name=name, max_content_width=80))


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", read_as_prose)
    app.connect("source-read", add_help)
    app.connect("source-read", add_boards)
