"""Positions, for programs that want the rules of a game without a search."""

from starlette.routing import Route

from kibitz.web.api._operation import ApiRequest, Operation, routes_of
from kibitz.web.api._request import PositionRequest, offer, position_of
from kibitz.web.api._state import StateModel, state_of
from kibitz.web.house import House
from kibitz.web.lawful import lawful


def operations(house: House) -> list[Operation]:
    """What is after some moves."""

    async def state(request: ApiRequest) -> StateModel:
        return await house.ruled(offer(house, request.body.game).base, _state, house, request.body)

    example = {"game": "connect_four", "moves": ["4", "4"]}
    title = "The position after some moves"
    return [Operation("POST", "/api/state", title, state, StateModel, PositionRequest, wrong=(404,), example=example)]


def routes(house: House) -> list[Route]:
    """Their addresses."""
    return routes_of(house, operations(house))


def _state(house: House, wanted: PositionRequest) -> StateModel:
    position = position_of(house, wanted)
    with lawful(position.game):
        return state_of(position)
