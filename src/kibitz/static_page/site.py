"""The pages of a folder: their settings, and how each is written."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Value
from kibitz.drawing.raster import is_possible
from kibitz.errors import PageError, SolutionError
from kibitz.position import Position
from kibitz.present.film import animated_svg, gif
from kibitz.present.sentences import as_sentence
from kibitz.present.values import ValueWords
from kibitz.search.drivers.request import SearchRequest
from kibitz.static_page import graph, records
from kibitz.static_page.folder import check_folder, whole_folder
from kibitz.static_page.live_files import SHARED, LiveFiles, table_fields, write_live
from kibitz.static_page.parts import Site, SiteOrder, format_size, own_text, page_style
from kibitz.table.served_games import describe_game, name_game
from kibitz.web.board.pictures import picture

HERE = Path(__file__).parent
REVIEW_TIME = 0.2  # seconds a move
KILO, MEGA = 1_000, 1_000_000


def write_site(
    game: Game,
    folder: Path,
    order: SiteOrder,
    progress: Callable[[str], None] = lambda note: None,
    others: Sequence[Game] = (),
) -> tuple[list[str], list[str]]:
    """Write a page of a game, and of `others` to be played, into a folder, whole or not at all; returns, in sentences, what it
    contains and what not, and why.

    PageError if a game was to be played, and can neither be played by its rules nor looked up; and for a folder that is not
    ours.
    """
    check_folder(folder)
    with whole_folder(folder) as new:
        site = Site(game, new)
        site.slugs |= set() if order.tree is None else {"tree"}
        front = _add_play(site, order, progress)
        more = [one for other in others if (one := _add_other(site, other, progress)) is not None]
        _add_games(site, order, progress)
        _add_tree(site, order, progress)
        _add_report(site, order, progress)
        site.write("kibitz.css", page_style(*(["front.css"] if more else [])))
        site.write_assets("icon.svg", "licences.txt")
        cards = [_card(one) for one in more]
        template = "index.html" if front is None else "live.html"
        fields = {"picture": picture(game)} if front is None else front
        site.write("index.html", site.page(template, links=site.links, notes=site.notes, cards=cards, **fields))
        _keep_offline(site, new)
        whole = sum(one.stat().st_size for one in new.iterdir())
        held = [*site.about, *(f"{one['label']}: {one['about']}" for one in site.links)]
    return [*held, f"{folder} holds the page, {format_size(whole)}: open {folder / 'index.html'}"], site.notes


def _card(files: LiveFiles) -> dict[str, Any]:
    """A game in the list of those that are there, too."""
    about = describe_game(files.game)
    return {"address": f"{files.slug}.html", "name": name_game(files.game), "about": about, "picture": picture(files.game)}


def _keep_offline(site: Site, folder: Path) -> None:
    """Let browsers keep the page for times without a network, and install it."""
    name = name_game(site.game)
    about = {"name": f"{name} · kibitz", "short_name": name, "start_url": "index.html", "display": "standalone"}
    icons = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    colours = {"background_color": "#fbfaf7", "theme_color": "#fbfaf7"}
    site.write("manifest.webmanifest", json.dumps({**about, **colours, "icons": icons}, indent=1))
    files = sorted(folder.iterdir())
    digest = hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()[:12]
    page = json.dumps({"version": f"kibitz-{digest}", "files": ["./", *(file.name for file in files)]})
    site.write("offline.js", own_text("offline.js").replace('"use strict";\n', f'"use strict";\nconst PAGE = {page};\n', 1))


# What a page may hold.


def _add_play(site: Site, order: SiteOrder, progress: Callable[[str], None]) -> dict[str, Any] | None:
    """The game to be played by its rules, or looked up in its strong solution: the fields of its page; None where it is not."""
    try:
        files = write_live(site, site.game, progress)
    except PageError as problem:
        site.notes.append(as_sentence(str(problem)))
        return _add_solved(site, order, progress, problem)
    site.about.append(_played(files))
    return files.fields


def _add_other(site: Site, game: Game, progress: Callable[[str], None]) -> LiveFiles | None:
    """One more game, on a page of its own; a note where it cannot be played."""
    try:
        files = write_live(site, game, progress)
    except PageError as problem:
        site.notes.append(as_sentence(str(problem)))
        return None
    page = site.page("live.html", game, links=[], notes=[], cards=[], **files.fields)
    site.write(f"{files.slug}.html", page)
    site.about.append(_played(files))
    return files


def _played(files: LiveFiles) -> str:
    return f"{name_game(files.game)}: to be played, {format_size(files.size)} of rules and searches"


def _add_solved(site: Site, order: SiteOrder, progress: Callable[[str], None], unplayed: PageError) -> dict[str, Any] | None:
    """The game looked up in its strong solution; `unplayed`: why it cannot be played by its rules."""
    game = site.game
    try:
        chart = graph.solved_chart(game, order.most, progress)
    except SolutionError as unsolved:
        if order.is_bare:
            raise PageError(f"{unplayed}; nor can it be looked up: {unsolved}") from unsolved
        site.notes.append(as_sentence(f"nobody plays here: {unsolved}"))
        return None
    progress("writing")
    size = format_size(site.write_pack("solved_data.js", "packed", chart.packed()))
    site.write_assets(*SHARED, "solved.js", "table.js")
    result, plies = chart.header["worths"][chart.columns["value"][0]]
    value = ValueWords(game).say(Value("exact", result, plies), chart.columns["mover"][0])
    site.about.append(f"{name_game(game)}: {len(chart):,} positions, {size}; from the start: {value}")
    levels = [{"number": 1, "label": "plays perfectly", "title": "looks every position up"}]
    scripts = ("solved_data.js", *SHARED, "solved.js", "table.js")
    return table_fields(game) | {"levels": levels, "scripts": scripts, "tree": "", "frame": None, "first": ""}


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
    size = format_size(site.write_pack("games_data.js", "packed", records.played_chart(site.game, games).packed()))
    site.write("games.html", site.page("games.html"))
    site.write_assets("kibitz.js", "games.js")
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
