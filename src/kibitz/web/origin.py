"""By which name a server is called, and whether it is a page of its own that asks."""

import ipaddress
import re
from urllib.parse import urlsplit

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.ASCII)
ONLY_LOOKING = ("GET", "HEAD", "OPTIONS")


def is_called(host: str, hosts: frozenset[str], by_number: bool) -> bool:
    """Whether the Host header has one of these names, with a port or without; `by_number`: or any address in numbers.

    A page of another site whose name leads to this machine (DNS rebinding) is known by it; an address in numbers has no owner
    who could lead it elsewhere.
    """
    named = HOST.fullmatch(host.lower())
    return named is not None and (named[1] in hosts or (by_number and _is_number(named[1])))


def is_own(method: str, headers: dict[str, str]) -> bool:
    """Whether a request comes from a page of this server, a person who typed the address, or a program that is no browser.

    Other sites may link here; they may not change anything, nor put what is here into their pages. Browsers say who asks:
    Sec-Fetch-Site where the address is https or this machine, and Origin with all that changes something.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        return method in ("GET", "HEAD") and headers.get("sec-fetch-dest") == "document"
    if method in ONLY_LOOKING or site is not None:
        return True
    if origin is not None:
        return _place(origin) == headers.get("host", "").lower() != ""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def is_program(headers: dict[str, str]) -> bool:
    """Whether no page asks: browsers say Sec-Fetch-Site or Origin with all that changes something."""
    return "sec-fetch-site" not in headers and "origin" not in headers


def is_trusted(scheme: str, host: str) -> bool:
    """Whether browsers hold the address, as it stands in the Host header, for safe from others: https, or this machine."""
    named = HOST.fullmatch(host.lower())
    return scheme == "https" or (named is not None and (named[1] == "localhost" or is_loopback(named[1])))


def is_loopback(host: str) -> bool:
    """Whether it is a number of this machine alone, such as 127.0.0.1 or [::1]."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
