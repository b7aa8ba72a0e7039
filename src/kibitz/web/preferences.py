"""A browser's settings for all pages: colours, motion, signs, a name. A cookie of that browser keeps them, and nothing else."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "kibitz_preferences"
YEAR = 365 * 86_400  # seconds
LONGEST = 24  # letters of a name
NAME = "your-name"  # the field of forms that ask for it
CHOICES = {
    "colours": {"": "same as the system", "light": "light", "dark": "dark"},
    "motion": {"": "same as the system", "none": "no animation"},
    "signs": {"": "show legal moves", "none": "hide legal moves"},
}


@dataclass(frozen=True)
class Preferences:
    """A word for each, "" for the usual one. `name`: what other people at the board call the visitor, "" for none."""

    colours: str = ""
    motion: str = ""
    signs: str = ""
    name: str = ""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Preferences":
        """Read a form or a cookie; an unknown choice becomes the default."""
        chosen = {name: given.get(name, "") if given.get(name, "") in choices else "" for name, choices in CHOICES.items()}
        return cls(**chosen, name=tidy_name(given.get(NAME, "")))

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

    def keep(self, request: Request, response: Response) -> None:
        """Give the cookie to the browser that asks, or take it away where all is as usual."""
        if self == Preferences():
            response.delete_cookie(COOKIE)
            return
        words = asdict(self) | {"name": self.name.encode().hex()}  # a name may have any letters
        text = ".".join(f"{name}-{word}" for name, word in words.items() if word)
        response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="strict", secure=request.url.scheme == "https")


def tidy_name(text: str, longest: int = LONGEST) -> str:
    """A name as pages and files show it: one line, not too long; "" for nothing, and for what pages call everybody."""
    name = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:longest].strip()
    return "" if name.casefold() in ("", "you") else name


USUAL = Preferences()
ALL = tuple(Preferences(colours, motion) for colours in CHOICES["colours"] for motion in CHOICES["motion"])  # of style sheets


def preferences_of(request: Request | Any) -> Preferences:
    """The settings of the browser that asks; the defaults without a request."""
    if not isinstance(request, Request):
        return USUAL
    parts = (part.partition("-") for part in request.cookies.get(COOKIE, "")[:400].split("."))
    found = {name: word for name, _, word in parts}
    try:
        name = bytes.fromhex(found.pop("name", "")).decode()
    except ValueError:
        name = ""
    return Preferences.read(found | {NAME: name})


def introduced(request: Request, form: Mapping[str, str]) -> Preferences:
    """The settings of the browser that asks, with the name that a form gives."""
    return replace(preferences_of(request), name=tidy_name(form[NAME])) if form.get(NAME) else preferences_of(request)
