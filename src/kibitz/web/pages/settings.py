"""This browser's settings for all pages; and the manifest for installing the page as an app."""

from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kibitz.web.app import AppState
from kibitz.web.preferences import CHOICES, Preferences, preferences_of
from kibitz.web.static_files import static_address

TITLES = {"colours": "Colours", "motion": "Motion", "signs": "The board"}
GROUND = "#fbfaf7"  # as kibitz.css has it
BACK = "/settings"


def routes(house: AppState) -> list[Route]:
    """`/settings`, and the manifest."""

    async def settings(request: Request) -> Response:
        house.visitor(request)
        fields: dict[str, Any] = {"choices": CHOICES, "titles": TITLES, "now": preferences_of(request), "back": _back(request)}
        return house.page(request, "settings.html", **fields)

    async def keep(request: Request) -> Response:
        house.visitor(request)
        given = await house.form(request)
        back = given.get("back", "")
        response = house.redirect(request, back if _is_place(back) else BACK)
        Preferences.read(given).keep(request, response)
        return response

    async def manifest(request: Request) -> Response:
        icon = {"src": static_address("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
        found = {
            "name": "kibitz",
            "short_name": "kibitz",
            "description": "Play board games, see what every move is worth, and have your games reviewed.",
            "id": "/",
            "start_url": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "icons": [icon],
        }
        return JSONResponse(found, media_type="application/manifest+json")

    return [
        Route("/settings", settings, methods=["GET"]),
        Route("/settings", keep, methods=["POST"]),
        Route("/manifest.webmanifest", manifest, methods=["GET"]),
    ]


def _back(request: Request) -> str:
    """The page that led here."""
    try:
        place = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    found = f"{place.path}?{place.query}" if place.query else place.path
    return found if place.netloc == request.headers.get("host") and _is_place(found) else "/"


def _is_place(text: str) -> bool:
    """Whether it is an address of this server, which cannot lead to another."""
    return text.startswith("/") and not text.startswith("//") and text.isascii() and text.isprintable() and "\\" not in text
