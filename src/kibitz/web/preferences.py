"""A browser's settings for all pages: colours, motion, signs. They are kept in a cookie of that browser, and nowhere else."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "kibitz_preferences"
YEAR = 365 * 86_400  # seconds
CHOICES = {
    "colours": {"": "as the system has them", "light": "light", "dark": "dark"},
    "motion": {"": "as the system has it", "none": "pieces do not move"},
    "signs": {"": "where one can move is marked", "none": "no marks where one can move"},
}


@dataclass(frozen=True)
class Preferences:
    """A word for each, "" for the usual one."""

    colours: str = ""
    motion: str = ""
    signs: str = ""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Preferences":
        """Read a form or a cookie; an unknown choice becomes the default."""
        return cls(**{name: given.get(name, "") if given.get(name, "") in choices else "" for name, choices in CHOICES.items()})

    def sheet(self, text: str) -> str:
        """A style sheet that asks the system, with the settings applied."""
        if self.colours:
            is_dark = self.colours == "dark"
            text = text.replace("(prefers-color-scheme: dark)", "all" if is_dark else "not all")
            text = text.replace("color-scheme: light dark", f"color-scheme: {self.colours}")
        if self.motion:
            text = text.replace("(prefers-reduced-motion: reduce)", "all")
            text = text.replace("(prefers-reduced-motion: no-preference)", "not all")
        return text

    def keep(self, response: Response, is_secure: bool) -> None:
        """Gives the cookie to the browser, or takes it away where all is as usual."""
        if self == Preferences():
            response.delete_cookie(COOKIE)
            return
        text = ".".join(f"{name}-{word}" for name, word in asdict(self).items() if word)
        response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="strict", secure=is_secure)


USUAL = Preferences()
ALL = tuple(Preferences(colours, motion) for colours in CHOICES["colours"] for motion in CHOICES["motion"])  # of style sheets


def preferences_of(request: Request | Any) -> Preferences:
    """The settings of the browser that asks; the defaults without a request."""
    if not isinstance(request, Request):
        return USUAL
    parts = (part.partition("-") for part in request.cookies.get(COOKIE, "")[:100].split("."))
    return Preferences.read({name: word for name, _, word in parts})
