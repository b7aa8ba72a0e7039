"""The games that are served, for programs."""

from msgspec import Struct

from kibitz.table.served_games import ServedGame
from kibitz.web.api._operation import ApiRequest, Operation, offer
from kibitz.web.chooser import specs
from kibitz.web.site import House


class ParameterModel(Struct):
    """A parameter; `kind`: "yes or no", "whole number", "whole numbers" (3-5-7); `default` as it is written."""

    name: str
    kind: str
    default: str


class GameModel(Struct):
    """A game: `slug` is its name here; `chance`: whether dice or cards decide too; `own`: from a file of the operator.

    `opponents`: who may play it for the computer; "computer" and searches take a depth or a time: "minimax:depth=3".
    """

    slug: str
    name: str
    title: str
    players: int
    chance: bool
    own: bool
    parameters: list[ParameterModel]
    opponents: list[str]


class Games(Struct):
    """All games."""

    games: list[GameModel]


def operations(house: House) -> list[Operation]:
    """The list, and one of it."""

    async def games(request: ApiRequest) -> Games:
        return await house.run_blocking(lambda: Games([_game(one, house.limits.engines) for one in house.catalog]))

    async def game(request: ApiRequest) -> GameModel:
        return await house.run_blocking(_game, offer(house, request.place("slug")), house.limits.engines)

    return [
        Operation("GET", "/api/games", "All games of this server", games, Games),
        Operation("GET", "/api/games/{slug}", "One of them", game, GameModel, wrong=(404,)),
    ]


def _game(one: ServedGame, engines: tuple[str, ...]) -> GameModel:
    knobs = [ParameterModel(knob.name, knob.form, str(knob.text)) for knob in one.knobs]
    return GameModel(one.slug, one.name, one.title, one.players, one.chance, one.own, knobs, specs(one.base, engines=engines))
