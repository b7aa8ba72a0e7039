"""A page under way: what was asked of it, and the files that it consists of so far."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from kibitz.browser.script import script_text
from kibitz.core.rules import Game
from kibitz.static_page import MOST
from kibitz.table.served_games import describe_game, name_game
from kibitz.web.site import templates
from kibitz.web.static_files import static_content

HERE = Path(__file__).parent
STYLES = ("kibitz.css", "play.css", "watch.css", "board.css", "graph.css")  # of the page of `kibitz serve`
KILO, MEGA = 1_000, 1_000_000


@dataclass(frozen=True)
class SiteOrder:
    """The contents of a page beside the game itself; `most`: positions of a game to be played perfectly.

    `games`: files and names of stored games; `matches`: numbers of the store at `store`. `review`: seconds for each move of
    these games (None: no reviews); `pictures`: whether each is an animation, too. `tree`: plies of a drawn tree; `report`:
    rounds of games for a report.
    """

    most: int = MOST
    games: Sequence[str] = ()
    matches: Sequence[int] = ()
    store: str | None = None
    review: float | None = None
    pictures: bool = False
    tree: int | None = None
    report: int | None = None

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but the game to be played."""
        return not (self.games or self.matches or self.tree or self.report)


@dataclass
class Site:
    """A page under way: the lines of its index, and the files that it consists of."""

    game: Game
    folder: Path
    links: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    slugs: set[str] = field(default_factory=lambda: {"index", "play", "games", "report"})

    @property
    def pages(self) -> list[dict[str, str]]:
        """The links at the top of every page."""
        return [{"address": "index.html", "label": name_game(self.game)}]

    def free_slug(self, game: Game) -> str:
        """A name for the files of a game that no other here has."""
        plain = re.sub(r"[^a-z0-9]+", "_", name_game(game).lower()).strip("_") or "game"
        names = (plain, *(f"{plain}_{number}" for number in range(2, 1000)))
        slug = next(one for one in names if not {one, f"{one}_tree"} & self.slugs)
        self.slugs |= {slug, f"{slug}_tree"}
        return slug

    def write(self, name: str, content: str | bytes) -> int:
        """Write a file; how many bytes it has."""
        return (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def read(self, name: str) -> str:
        """The text of a file that was written."""
        return (self.folder / name).read_text("utf-8")

    def page(self, template: str, game: Game | None = None, **fields: Any) -> str:
        """A page as text; `game`: another than the first one, whose page it is."""
        its_game = self.game if game is None else game
        about = {"name": name_game(its_game), "about": describe_game(its_game), "pages": self.pages}
        return page_templates().get_template(template).render({**about, "is_alone": False, **fields})

    def link(self, address: str, label: str, about: str) -> None:
        """A line of the index."""
        self.links.append({"address": address, "label": label, "about": about})

    def write_pack(self, name: str, constant: str, packed: str) -> int:
        """Write a script that holds a pack; how many bytes it has."""
        return self.write(name, f'"use strict";\nconst {constant} = "{packed}";\n')

    def write_assets(self, *names: str) -> None:
        """Write some of our own scripts."""
        for name in names:
            self.write(name, own_text(name))


def page_style(*more: str) -> str:
    """The style sheet of all pages but trees; `more`: others of the server."""
    return "\n".join(static_content(name).decode() for name in (*STYLES, *more)) + own_text("site.css")


def own_text(name: str) -> str:
    """The text of one of our own files for pages, or of the server's."""
    file = HERE / "assets" / name
    if name == "words.js":
        return script_text("numbers") + file.read_text("utf-8")
    return file.read_text("utf-8") if file.is_file() else static_content(name).decode()


def page_templates() -> Environment:
    """The template environment of the server, with this folder added."""
    return templates().overlay(loader=FileSystemLoader(HERE / "templates"))


def format_size(size: int) -> str:
    """A number of bytes in words."""
    return f"{size / MEGA:.1f} MB" if size >= MEGA else f"{size / KILO:.0f} kB"
