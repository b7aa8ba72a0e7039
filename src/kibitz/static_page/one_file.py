"""A game that plays by itself, as one HTML file: to send, to put anywhere, and for notebooks."""

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from kibitz.core.rules import Game
from kibitz.files.whole_file import write_whole
from kibitz.static_page.live_files import write_live
from kibitz.static_page.parts import Site, format_size, page_style

SCRIPT = re.compile(r'<script src="([^"]+)" defer></script>\n')
LINK = re.compile(r'<link rel="(?:manifest|icon|stylesheet)"[^>]*>\n')
POLICY = re.compile(r'(?<=Content-Security-Policy" content=")[^"]*')


def write_file(game: Game, file: Path, progress: Callable[[str], None]) -> str:
    """Write the page of a game into a file; returns a sentence. PageError, and OSError with the name of the file."""
    page = one_file(game, progress).encode()
    write_whole(file, page)
    return f"{file} holds the game, {format_size(len(page))}: open it"


def one_file(game: Game, progress: Callable[[str], None] = lambda note: None) -> str:
    """The page of a game, with all that it needs. PageError where the game cannot be played by its rules."""
    with TemporaryDirectory(prefix="kibitz-") as folder:
        site = Site(game, Path(folder))
        files = write_live(site, game, progress, with_tree=False)
        page = site.page("live.html", links=[], notes=[], cards=[], is_alone=True, **files.fields)
        scripts = [site.read(name) for name in SCRIPT.findall(page)]
    style = page_style()
    policy = (
        f"default-src 'none'; script-src 'wasm-unsafe-eval' {' '.join(map(_hash, scripts))}; style-src {_hash(style)}; "
        "style-src-attr 'unsafe-inline'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    page = POLICY.sub(policy, LINK.sub("", SCRIPT.sub("", page)))
    page = page.replace("</head>", f'<link rel="icon" href="data:,">\n<style>{style}</style>\n</head>')
    return page.replace("</body>", "".join(f"<script>{script}</script>\n" for script in scripts) + "</body>")


def _hash(text: str) -> str:
    """The hash by which a content security policy allows a script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
