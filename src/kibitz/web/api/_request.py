"""What requests to the JSON interface share: a game with its parameters, and moves from the start."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from kibitz.errors import KibitzError
from kibitz.parameters import write_value
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.runtime.user_code import blame_rules
from kibitz.web.house import House, Wrong
from kibitz.web.limits import Limits
from kibitz.web.shelf import Offer

LIMITS = Limits()

Slug = Annotated[str, Meta(min_length=1, max_length=64, description="A game of this server.")]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Text = Annotated[str, Meta(max_length=LIMITS.text)]
Setting = bool | Whole | Text | Annotated[list[Whole], Meta(max_length=LIMITS.text)]
Parameters = Annotated[
    dict[Text, Setting],
    Meta(max_length=LIMITS.fields, description="Parameters of the game, such as a width; the others are as usual."),
]
Move = Annotated[str, Meta(min_length=1, max_length=LIMITS.text)]
Moves = Annotated[list[Move], Meta(max_length=LIMITS.plies, description="All moves from the start, by their names.")]


class PositionRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A position: a game, its parameters, and the moves that were made."""

    game: Slug
    parameters: Parameters = {}
    moves: Moves = []


def offer(house: House, slug: str) -> Offer:
    """A game of the shelf; Wrong, 404, where there is none."""
    try:
        return house.shelf[slug]
    except KeyError:
        raise Wrong("there is no such game here: GET /api/games lists them", 404) from None


def game_of(house: House, slug: str, parameters: dict[str, Setting]) -> Game:
    """The game with these parameters. Wrong, 404, or GameError."""
    found = offer(house, slug)
    known = {knob.name for knob in found.knobs}
    for name in parameters:
        if name not in known:
            raise Wrong(f"{slug} has no parameter {name!r} that can be set here")
    given = {name: write_value(tuple(one) if isinstance(one, list) else one) for name, one in parameters.items()}
    with blame_rules(found.base):
        return found.game(given, house.limits)


def position_of(house: House, request: PositionRequest) -> Position:
    """The position after the moves. Wrong, 404; GameError; MoveError, which names the move; RulesError."""
    game = game_of(house, request.game, request.parameters)
    with blame_rules(game):
        position = Position.after(game)
        for number, name in enumerate(request.moves, 1):
            try:
                position = position.play(name)
            except KibitzError as problem:
                raise type(problem)(f"move {number}: {problem}") from None
    return position


def public(spec: str) -> str:
    """A spec as others may read it: a file by its name, not by the folders that lead to it."""
    file, colon, rest = spec.partition(":")
    return f"{Path(file).name}{colon}{rest}"


def public_spec(game: Game) -> str:
    """The spec of a game, without folders."""
    return public(spec_of(game))
