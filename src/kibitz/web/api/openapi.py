"""What the JSON interface is: its description for programs, and a page for those who write them."""

import json
import shlex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.web.api._description import address, all_operations, description
from kibitz.web.api._operation import JSON, Operation, encoded
from kibitz.web.house import House


def routes(house: House) -> list[Route]:
    """The description, and the page."""

    async def described(request: Request) -> Response:
        return Response(encoded(await house.off(description, house)), media_type=JSON)

    async def page(request: Request) -> Response:
        house.visitor(request)
        told = [_told(one, str(request.base_url).rstrip("/")) for one in all_operations(house)]
        return house.page(request, "api.html", operations=told)

    return [Route("/api/openapi.json", described), Route("/api", page)]


def _told(one: Operation, base: str) -> dict[str, Any]:
    """An operation with a command that asks for it."""
    place = address(one.path)
    command = ["curl", "-s", f"{base}{place}"]
    if one.takes is not None:
        command[2:2] = ["-H", f"Content-Type: {JSON}", "-d", json.dumps(one.example)]
    elif one.method != "GET":
        command[2:2] = ["-X", one.method, "-H", f"Content-Type: {JSON}"]
    fields = "" if one.takes is None else ", ".join(one.takes.__struct_fields__)
    return {"method": one.method, "path": place, "title": one.title, "command": shlex.join(command), "fields": fields}
