"""Pictures to pass on: a position as SVG or PNG, a game as an SVG or a GIF that moves, by their addresses."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.drawing.raster import is_possible
from kibitz.present.film import animated_svg, still
from kibitz.runtime.user_code import blame_rules
from kibitz.web.addresses import ShownLine, read_line
from kibitz.web.app import AppState
from kibitz.web.board.share import GAME_PICTURE, POSITION_PICTURE
from kibitz.web.disconnects import while_here
from kibitz.web.site import HttpProblem

OWN_STYLE = "default-src 'none'; style-src 'unsafe-inline'"  # a picture has its style sheet within it
HOUR = "private, max-age=3600"  # what an address shows changes with the rules alone, and the server starts again with them
DRAWERS = {POSITION_PICTURE: still, GAME_PICTURE: animated_svg}


def routes(house: AppState) -> list[Route]:
    """`/g/{slug}/position` and `/g/{slug}/game`, each as .svg, and as .png or .gif where the packages for these are there."""

    def drawn_as_svg(what: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            house.visitor(request)
            line = await read_line(house, request)
            text = await house.run_rules(line.game, _draw, line, what)
            headers = {"content-security-policy": OWN_STYLE, **_headers(line, "svg")}
            return Response(text, media_type="image/svg+xml", headers=headers)

        return answer

    def drawn_as_pixels(kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            if not is_possible():
                raise HttpProblem("this server makes no such pictures: there is an SVG", 404)
            visitor, line = house.visitor(request), await read_line(house, request)
            drawing = house.rasters.of(visitor.key, line.game, line.names[: line.ply], f".{kind}")
            content = await while_here(request, drawing)
            return Response(content, media_type=f"image/{kind}", headers=_headers(line, kind))

        return answer

    return [
        Route(f"/g/{{slug}}/{POSITION_PICTURE}.svg", drawn_as_svg(POSITION_PICTURE), methods=["GET"]),
        Route(f"/g/{{slug}}/{POSITION_PICTURE}.png", drawn_as_pixels("png"), methods=["GET"]),
        Route(f"/g/{{slug}}/{GAME_PICTURE}.svg", drawn_as_svg(GAME_PICTURE), methods=["GET"]),
        Route(f"/g/{{slug}}/{GAME_PICTURE}.gif", drawn_as_pixels("gif"), methods=["GET"]),
    ]


def _draw(line: ShownLine, what: str) -> str:
    with blame_rules(line.game):
        return DRAWERS[what](line.position)


def _headers(line: ShownLine, kind: str) -> dict[str, str]:
    """How long it may be cached, and its file name when saved."""
    return {"cache-control": HOUR, "content-disposition": f'inline; filename="{line.offer.slug}-{line.ply}.{kind}"'}
