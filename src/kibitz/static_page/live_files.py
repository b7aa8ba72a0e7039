"""The files of a game that a page plays by its rules: their code, the weights of its knowledge, and the scripts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kibitz.browser.bundle import played_searches
from kibitz.browser.script import packed_script
from kibitz.core.rules import Game
from kibitz.drawing.board import Plate
from kibitz.kernel.identity import data_fields
from kibitz.static_page.live import live_game
from kibitz.static_page.numbered import pack_parts
from kibitz.static_page.parts import Site, own_text
from kibitz.web.board.pictures import emblem


@dataclass(frozen=True)
class LiveFiles:
    """The files of a game that is played by its rules; `size`: bytes of its code, without weights."""

    game: Game
    slug: str
    size: int
    fields: dict[str, Any]


def write_live(site: Site, game: Game, progress: Callable[[str], None]) -> LiveFiles:
    """Write the code and the weights of a game, and the scripts. PageError where it cannot be played by its rules."""
    content = live_game(game, played_searches(game), progress)
    progress("writing")
    slug = site.free_slug(game)
    own = len(data_fields(game))  # numbers of the rules, which come first; the others are the knowledge's, and may come later
    counts, numbers = [count for _, count in content.numbers], [one for one, _ in content.numbers]
    about = {"game": content.data, "kernels": list(content.codes), "counts": counts[:own]}
    code = pack_parts(about, [*content.codes.values(), *numbers[:own]])
    weights = pack_parts({"counts": counts[own:]}, numbers[own:])
    size = site.write(f"{slug}_code.js", f'"use strict";\nconst packedCode = "{code}";\n')
    site.write(f"{slug}_weights.js", f'"use strict";\nconst packedWeights = "{weights}";\n')
    site.write("search.js", packed_script())
    for name in ("thinker.js", "live.js", "table.js"):
        site.write(name, own_text(name))
    emblems = [emblem(game, side) for side in range(game.players)]
    boards = content.data["face"].get("boards")
    first = {"frame": boards[0] if boards else None, "first": _first_board(game) if boards else ""}
    fields = {**first, "slug": slug, "emblems": emblems, "levels": content.data["levels"], "sides": content.data["sides"]}
    return LiveFiles(game, slug, size, fields)


def _first_board(game: Game) -> Markup:
    """The board at the start, which is there before any script has run."""
    scene = game.scene(game.start())
    assert scene is not None
    return Markup(Plate(replace(scene, actions=())).inlaid())  # written by xml.etree
