"""Sharing a game: addresses of a position, its moves as a text, pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.rules import Game
from kibitz.drawing.raster import is_possible
from kibitz.table.served_games import Catalog, ServedGame
from kibitz.web.addresses import MOVES, analysis_of, parameters_of, query_of

POSITION_PICTURE, GAME_PICTURE = "position", "game"  # what their addresses end with, before the kind of picture
PLAYER = "player-"  # the fields with the names of players, and the side after it
Link = tuple[str, str]  # what it says, and where it leads


@dataclass(frozen=True)
class SharedPosition:
    """A position to share: its `address` on this server, and the `moves` as people write them.

    `fields`: the form fields for the game as PGN.
    """

    address: str
    moves: str
    pictures: tuple[Link, ...]
    pgn: str
    fields: dict[str, str]


def share_of(catalog: Catalog, game: Game | None, names: Sequence[str], players: Sequence[str] = ()) -> SharedPosition | None:
    """The position after these moves; None for a game that is not served. `players`: their names, for files."""
    offer = None if game is None else catalog.served_game(game)
    if offer is None or game is None:
        return None
    moves = " ".join(names)
    return SharedPosition(
        analysis_of(catalog, game, names),
        moves,
        pictures_of(offer, game, names),
        f"/g/{offer.slug}/analyse/pgn",
        parameters_of(offer, game) | {MOVES: moves} | {f"{PLAYER}{side}": name for side, name in enumerate(players) if name},
    )


def pictures_of(offer: ServedGame, game: Game, names: Sequence[str]) -> tuple[Link, ...]:
    """The pictures that there are of a position, and of the way there."""
    query, kinds = query_of(offer, game, names), [("SVG", POSITION_PICTURE, "svg")]
    if is_possible():
        kinds.append(("PNG", POSITION_PICTURE, "png"))
    if names and is_possible():
        kinds.append(("GIF", GAME_PICTURE, "gif"))
    if names:
        kinds.append(("animated SVG", GAME_PICTURE, "svg"))
    return tuple((label, f"/g/{offer.slug}/{what}.{kind}{query}") for label, what, kind in kinds)
