"""The pages of a folder: their settings, and how each is written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from kibitz.browser.bundle import played_searches
from kibitz.browser.script import packed_script
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.drawing.raster import is_possible
from kibitz.errors import PageError, SolutionError
from kibitz.position import Position
from kibitz.present.film import animated_svg, gif
from kibitz.present.sentences import as_sentence
from kibitz.search.drivers.request import SearchRequest
from kibitz.static_page import MOST, graph, records
from kibitz.static_page.chart import Chart
from kibitz.static_page.folder import check_folder, whole_folder
from kibitz.static_page.live import live_game
from kibitz.static_page.numbered import pack_parts
from kibitz.table.served_games import describe_game, name_game
from kibitz.web.board.pictures import emblem, picture
from kibitz.web.site import templates
from kibitz.web.static_files import static_content

HERE = Path(__file__).parent
STYLES = ("kibitz.css", "play.css", "watch.css", "board.css")  # of the page of `kibitz serve`
REVIEW_TIME = 0.2  # seconds a move
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

    def write(self, name: str, content: str | bytes) -> int:
        """Write a file; how many bytes it has."""
        return (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def page(self, template: str, **fields: Any) -> str:
        """A page as text."""
        about = {"name": name_game(self.game), "about": describe_game(self.game)}
        return _templates().get_template(template).render(**about, **fields)

    def link(self, address: str, label: str, about: str) -> None:
        """A line of the index."""
        self.links.append({"address": address, "label": label, "about": about})

    def chart(self, chart: Chart, name: str) -> str:
        """Write positions, and the page and the script of that name, which show them; how large they are, in words."""
        emblems = [emblem(self.game, side) for side in range(self.game.players)]
        self.write(f"{name}.html", self.page(f"{name}.html", emblems=emblems, script=name))
        self.write(f"{name}.js", _own(f"{name}.js"))
        return format_size(self.write(f"{name}_data.js", f'"use strict";\nconst packed = "{chart.packed()}";\n'))


def write_site(
    game: Game, folder: Path, order: SiteOrder, progress: Callable[[str], None] = lambda note: None
) -> tuple[list[str], list[str]]:
    """Write a page of a game into a folder, whole or not at all; returns, in sentences, what it contains and what not, and why.

    SolutionError if only a perfect computer was requested, and there is none; PageError for a folder that is not ours.
    """
    check_folder(folder)
    with whole_folder(folder) as new:
        site = Site(game, new)
        _add_play(site, order, progress)
        _add_games(site, order, progress)
        _add_tree(site, order, progress)
        _add_report(site, order, progress)
        site.write("kibitz.css", "\n".join(static_content(name).decode() for name in STYLES) + _own("site.css"))
        site.write("kibitz.js", _own("kibitz.js"))
        site.write("icon.svg", static_content("icon.svg").decode())
        site.write("index.html", site.page("index.html", links=site.links, notes=site.notes, picture=picture(game)))
        whole = sum(one.stat().st_size for one in new.iterdir())
        held = [f"{one['label']}: {one['about']}" for one in site.links]
    return [*held, f"{folder} holds the page, {format_size(whole)}: open {folder / 'index.html'}"], site.notes


def _own(name: str) -> str:
    return (HERE / "assets" / name).read_text("utf-8")


def _templates() -> Environment:
    """The template environment of the server, with this folder added."""
    return templates().overlay(loader=FileSystemLoader(HERE / "templates"))


def format_size(size: int) -> str:
    """A number of bytes in words."""
    return f"{size / MEGA:.1f} MB" if size >= MEGA else f"{size / KILO:.0f} kB"


# What a page may hold.


def _add_play(site: Site, order: SiteOrder, progress: Callable[[str], None]) -> None:
    try:
        _add_live(site, progress)
    except PageError as problem:
        _add_solved(site, order, problem, progress)


def _add_live(site: Site, progress: Callable[[str], None]) -> None:
    """The game played by its rules and searches. PageError where they cannot be had."""
    game = site.game
    made = live_game(game, played_searches(game), progress)
    progress("writing")
    code = pack_parts({"game": made.data, "kernels": list(made.codes)}, list(made.codes.values()))
    weights = pack_parts({"counts": [count for _, count in made.numbers]}, [numbers for numbers, _ in made.numbers])
    size = site.write("play_code.js", f'"use strict";\nconst packedCode = "{code}";\n')
    site.write("play_weights.js", f'"use strict";\nconst packedWeights = "{weights}";\n')
    site.write("search.js", packed_script())
    for name in ("thinker.js", "live.js", "table.js"):
        site.write(name, _own(name))
    emblems = [emblem(game, side) for side in range(game.players)]
    levels = made.data["levels"]
    site.write("play.html", site.page("live.html", slug="play", emblems=emblems, levels=levels, sides=made.data["sides"]))
    site.link("play.html", "Play", f"against {len(levels)} levels, or two people; rules and searches, {format_size(size)}.")


def _add_solved(site: Site, order: SiteOrder, problem: PageError, progress: Callable[[str], None]) -> None:
    """The game looked up in its strong solution, where it cannot be played by its rules."""
    site.notes.append(as_sentence(str(problem)))
    try:
        chart = graph.solved_chart(site.game, order.most, progress)
    except SolutionError as problem:
        if order.is_bare:
            raise
        site.notes.append(as_sentence(f"nobody plays here: {problem}"))
        return
    progress("writing")
    size = site.chart(chart, "play")
    start = chart.header["worths"][chart.columns["value"][0]]["says"][0]
    site.link("play.html", "Play", f"{len(chart):,} positions, {size}; from the start: {start}.")


def _add_games(site: Site, order: SiteOrder, progress: Callable[[str], None]) -> None:
    if not (order.games or order.matches):
        return
    games: list[records.ShownGame] = []
    for one in _sources(site.game, order):
        if len(games) == records.MOST:
            site.notes.append(f"Of the games the first {records.MOST:,} are here: a page holds no more.")
            break
        games.append(one)
        progress(f"{len(games):,} games read")
    if not games:
        raise PageError("no game has been played there: leave it out, or name another")
    size = site.chart(records.played_chart(site.game, games), "games")
    about = f"{len(games):,} games, {size}." if len(games) > 1 else f"{games[0].title}, {size}."
    site.link("games.html", "Games", about)
    if order.pictures:
        _add_pictures(site, games, progress)
    if order.review is not None:
        _add_reviews(site, games, order.review, progress)


def _sources(game: Game, order: SiteOrder) -> Iterator[records.ShownGame]:
    for source in order.games:
        yield from records.games_named(game, source, order.store)
    for match in order.matches:
        yield from records.games_of_match(game, match, order.store)


def _add_pictures(site: Site, games: list[records.ShownGame], progress: Callable[[str], None]) -> None:
    """Each game as a GIF, or as an SVG where the packages are missing that a GIF needs."""
    ending = "gif" if is_possible() else "svg"
    for number, one in enumerate(games, 1):
        progress(f"picture {number:,} of {len(games):,}")
        size = site.write(f"game_{number}.{ending}", gif(one.end) if ending == "gif" else animated_svg(one.end))
        about = f"{', '.join(one.players) or 'move by move'}, {format_size(size)}."
        site.link(f"game_{number}.{ending}", f"{one.title}, as a picture that moves", about)


def _add_reviews(site: Site, games: list[records.ShownGame], seconds: float, progress: Callable[[str], None]) -> None:
    from kibitz.explain.review.reviewing import Reviewing  # brings the compiler

    reviewed = [one for one in games if one.end.moves]
    for number, one in enumerate(reviewed, 1):
        reviewing = Reviewing(one.record, request=SearchRequest(None, Limit(time=seconds)))
        for left, _ in zip(range(len(reviewing), 0, -1), reviewing, strict=True):
            progress(f"review {number:,} of {len(reviewed):,}, move {left}")
        size = site.write(f"review_{number}.html", reviewing.so_far().html())
        site.link(
            f"review_{number}.html",
            f"Review of {one.title}",
            f"{', '.join(one.players) or 'move by move'}, {format_size(size)}.",
        )


def _add_tree(site: Site, order: SiteOrder, progress: Callable[[str], None]) -> None:
    if order.tree is None:
        return
    progress("drawing the tree")
    from kibitz.explain.tree.shape import select_branch, usual
    from kibitz.explain.tree.tree import tree  # brings the compiler
    from kibitz.explain.tree.writing import USUAL, format_named

    root = tree(site.game, depth=order.tree).root
    for ending, label, about in (
        ("svg", "The tree of a search", "as a picture"),
        ("html", "The tree, step by step", "what the search does, and why"),
    ):
        kind = format_named(ending)
        branch = select_branch(root, usual(root, None, kind.MOST), None, kind.MOST)
        size = site.write(f"tree.{ending}", kind.write(branch, USUAL))
        site.link(f"tree.{ending}", label, f"{order.tree} plies deep, {about}, {format_size(size)}.")


def _add_report(site: Site, order: SiteOrder, progress: Callable[[str], None]) -> None:
    if order.report is None:
        return
    from kibitz.explain.report.gathering import Reporting  # brings the compiler
    from kibitz.explain.report.sample import ReportOrder

    reporting = Reporting(Position.after(site.game), ReportOrder(order.report))
    for _ in reporting:
        progress(f"report, round {len(reporting.sample.equal)} of {order.report}")
    size = site.write("report.html", reporting.so_far().html())
    site.link("report.html", "Report", f"The winners, the length of games, whether skill pays; {format_size(size)}.")
