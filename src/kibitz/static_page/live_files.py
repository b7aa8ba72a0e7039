"""The files of a game that a page plays by its rules: their code, the weights of its knowledge, and the scripts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kibitz.browser.bundle import played_searches, traced_searches
from kibitz.browser.script import packed_script
from kibitz.core.rules import Game
from kibitz.drawing.plate import Plate
from kibitz.explain.tree.style import explorer_js, read_asset
from kibitz.kernel.identity import data_fields
from kibitz.present.values import side_names
from kibitz.static_page.live import live_game
from kibitz.static_page.numbered import pack_parts
from kibitz.static_page.parts import Site, own_text
from kibitz.web.board.pictures import emblem
from kibitz.web.static_files import static_content

SHARED = ("kibitz.js", "words.js", "sound.js", "buttons.js", "graph.js", "hands.js", "players.js")  # of all boards to play on
TREE_STYLES = ("kibitz.css", "board.css", "drawn_tree.css", "explorer.css", "tree.css")  # of the tree of `kibitz serve`


@dataclass(frozen=True)
class LiveFiles:
    """The files of a game that is played by its rules; `size`: bytes of its code, without weights."""

    game: Game
    slug: str
    size: int
    fields: dict[str, Any]


def write_live(site: Site, game: Game, progress: Callable[[str], None], with_tree: bool = True) -> LiveFiles:
    """Write the code and the weights of a game, its tree, and the scripts. PageError where it cannot be played by its rules."""
    traced = traced_searches(game) if with_tree else ()
    content = live_game(game, played_searches(game), progress, traced)
    progress("writing")
    slug = site.free_slug(game)
    own = len(data_fields(game))  # numbers of the rules, which come first; the others are the knowledge's, and may come later
    counts, numbers = [count for _, count in content.numbers], [one for one, _ in content.numbers]
    trees = {f"traced {name}": content.codes[f"traced {name}"] for name in traced}
    played = {name: code for name, code in content.codes.items() if name not in trees}
    data = {name: one for name, one in content.data.items() if name != "traced"}
    about = {"game": data, "kernels": list(played), "counts": counts[:own]}
    size = site.write_pack(f"{slug}_code.js", "packedCode", pack_parts(about, [*played.values(), *numbers[:own]]))
    site.write_pack(f"{slug}_weights.js", "packedWeights", pack_parts({"counts": counts[own:]}, numbers[own:]))
    site.write("search.js", packed_script())
    site.write_assets(*SHARED, "thinker.js", "live.js", "table.js")
    fields = {
        "levels": data["levels"],
        "scripts": ("search.js", "thinker.js", *SHARED, "live.js", f"{slug}_code.js", "table.js", f"{slug}_weights.js"),
        "tree": "",
    }
    if with_tree:
        about = {"kernels": list(trees), "traced": content.data["traced"]}
        site.write_pack(f"{slug}_tree.js", "packedTrees", pack_parts(about, list(trees.values())))
        address = "index.html" if game is site.game else f"{slug}.html"
        fields["tree"] = _write_tree(site, game, slug, address, content.data["traced"])
    boards = data["face"].get("boards")
    first = {"frame": boards[0] if boards else None, "first": _first_board(game) if boards else ""}
    return LiveFiles(game, slug, size, table_fields(game) | first | fields)


def table_fields(game: Game) -> dict[str, Any]:
    """The fields of the page of a game that do not depend on how it is played."""
    return {"emblems": [emblem(game, side) for side in range(game.players)], "sides": side_names(game)}


def _write_tree(site: Site, game: Game, slug: str, address: str, traced: dict[str, Any]) -> str:
    """Write the page of a game's tree, and what such pages share; returns its name."""
    site.write("tree_search.js", packed_script(traces=True))
    site.write("tree_page.js", f'"use strict";\n{{\n{explorer_js()}\n{own_text("tree_page.js")}}}\n')
    style = (*(static_content(name).decode() for name in TREE_STYLES), own_text("site.css"))
    site.write("tree.css", "\n".join(style))
    searches = [{"name": name, "title": one["title"]} for name, one in traced.items()]
    fields = {"slug": slug, "address": address, "traced": searches, "explorer": Markup(read_asset("explorer.html"))}
    site.write(f"{slug}_tree.html", site.page("tree.html", game, **fields))
    return f"{slug}_tree.html"


def _first_board(game: Game) -> Markup:
    """The board at the start, which is there before any script has run."""
    scene = game.scene(game.start())
    assert scene is not None
    return Markup(Plate(replace(scene, actions=())).inlaid())  # written by xml.etree
