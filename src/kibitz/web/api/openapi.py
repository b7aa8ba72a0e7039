"""The JSON interface: its description for programs, and a page for programmers."""

import importlib
import importlib.metadata
import json
import re
import shlex
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core import registry
from kibitz.web.api._operation import JSON, Error, Operation, encoded, routes_of
from kibitz.web.site import House


def routes(house: House) -> list[Route]:
    """All operations, their description, and a page about them."""

    async def described(request: Request) -> Response:
        return Response(encoded(await house.run_blocking(description, house)), media_type=JSON)

    async def page(request: Request) -> Response:
        house.visitor(request)
        entries = [_page_entry(one, str(request.base_url).rstrip("/")) for one in all_operations(house)]
        return house.page(request, "api.html", operations=entries)

    return [*routes_of(house, all_operations(house)), Route("/api/openapi.json", described), Route("/api", page)]


def _page_entry(one: Operation, base: str) -> dict[str, Any]:
    place = address(one.path)
    command = ["curl", "-s", f"{base}{place}"]
    if one.takes is not None:
        command[2:2] = ["-H", f"Content-Type: {JSON}", "-d", json.dumps(one.example)]
    elif one.method != "GET":
        command[2:2] = ["-X", one.method, "-H", f"Content-Type: {JSON}"]
    fields = "" if one.takes is None else ", ".join(one.takes.__struct_fields__)
    return {"method": one.method, "path": place, "title": one.title, "command": shlex.join(command), "fields": fields}


# The JSON interface as OpenAPI 3.1 describes it, made from the structs that the operations take and give.

FAMILY = "web.api"
REFERENCE = "#/components/schemas/{name}"
SCHEMAS = {"MatchNumber": "Begun", "PositionRequest": "Place"}  # classes that the document calls by another name
ALWAYS = (403, 413, 414, 421, 429, 431, 500, 503)  # of the guard, before any operation
TAKING = (400, 408, 415, 422)
MEANINGS = {
    400: "It cannot be done: a move that is not allowed, a parameter that does not fit, no JSON.",
    403: "From another site, or without the token.",
    404: "There is nothing of that name.",
    405: "Another method.",
    408: "The body came too slowly.",
    409: "The game has gone on, or something else was asked for meanwhile.",
    410: "The game cannot be played on: its rules have changed, or it is not served any more.",
    413: "Too long a body.",
    414: "Too long an address.",
    415: "No JSON by its content type: send Content-Type: application/json.",
    421: "The server does not go by that name.",
    422: "JSON of another shape.",
    429: "Too many requests.",
    431: "Too long headers.",
    500: "A mistake of the server.",
    503: "Too many ask at once.",
}
WAITING = {"retry-after": {"description": "Seconds.", "schema": {"type": "string"}}}
KEY = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9}


def all_operations(house: House) -> list[Operation]:
    """The operations of all families, found by looking."""
    modules = (importlib.import_module(f"kibitz.{FAMILY}.{name}") for name in registry.names(FAMILY))
    return [one for module in modules if hasattr(module, "operations") for one in module.operations(house)]


def description(house: House) -> dict[str, Any]:
    """The whole document. It names the games of this server, so that readers know their choices."""
    operations = all_operations(house)
    kinds = [Error, *(kind for one in operations for kind in (one.gives, one.takes) if kind is not None)]
    _, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    slugs = [offer.slug for offer in house.catalog]
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(address(one.path), {})[one.method.lower()] = _operation(one, slugs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "kibitz",
            "version": importlib.metadata.version("kibitz"),
            "description": "Board games: their rules, what moves are worth, games against the computer, matches.",
        },
        "paths": paths,
        "components": {"schemas": {_schema_name(name): _with_slugs(_rename(one), slugs) for name, one in components.items()}},
    }


def address(path: str) -> str:
    """A path without the kinds of its parts."""
    return re.sub(r":\w+}", "}", path)


def _operation(one: Operation, slugs: list[str]) -> dict[str, Any]:
    codes: Iterable[int] = sorted(
        {
            *ALWAYS,
            *one.wrong,
            *(TAKING if one.takes else (422,) if one.query else ()),
            *((415,) if one.method == "POST" else ()),
        }
    )
    entry: dict[str, Any] = {
        "operationId": f"{one.method.lower()}{re.sub('[^a-z]+', '_', one.path.removeprefix('/api'))}",
        "summary": one.title,
        "responses": {
            str(one.code): {"description": "Done.", "content": {JSON: {"schema": _reference(one.gives)}}},
            **{str(code): _wrong(code) for code in codes},
        },
    }
    parameters = [*_places(one.path, slugs), *([] if one.query is None else _queries(one.query))]
    if parameters:
        entry["parameters"] = parameters
    if one.takes is not None:
        content: dict[str, Any] = {"schema": _reference(one.takes)} | ({"example": one.example} if one.example else {})
        entry["requestBody"] = {"required": True, "content": {JSON: content}}
    return entry


def _wrong(code: int) -> dict[str, Any]:
    entry = {"description": MEANINGS[code], "content": {JSON: {"schema": _reference(Error)}}}
    return entry | ({"headers": WAITING} if code in (429, 503) else {})


def _reference(kind: Any) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(name=_schema_name(kind.__name__))}


def _schema_name(kind: str) -> str:
    """The name of a struct in the document: its class name, without `Model`."""
    return SCHEMAS.get(kind, kind.removesuffix("Model"))


def _rename(schema: Any) -> Any:
    """The schema, with the names of the document in its title and its references."""
    if isinstance(schema, list):
        return [_rename(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {key: _rename(one) for key, one in schema.items()}
    for key in {"title", "$ref"} & schema.keys():
        if isinstance(schema[key], str):  # a struct may have a field of that name
            start, slash, kind = schema[key].rpartition("/")
            renamed[key] = start + slash + _schema_name(kind)
    return renamed


def _places(path: str, slugs: list[str]) -> list[dict[str, Any]]:
    schemas = {"slug": {"type": "string", "enum": slugs}, "key": KEY}
    names = re.findall(r"{(\w+)(?::\w+)?}", path)
    return [{"name": name, "in": "path", "required": True, "schema": schemas.get(name, NUMBER)} for name in names]


def _queries(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    properties = components[kind.__name__]["properties"]
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in properties.items()]


def _with_slugs(schema: dict[str, Any], slugs: list[str]) -> dict[str, Any]:
    """The games there are, in the place of any text that could be one, where a request names a game."""
    game = schema.get("properties", {}).get("game", {})
    if "maxLength" in game:
        game |= {"enum": slugs}
    return schema
