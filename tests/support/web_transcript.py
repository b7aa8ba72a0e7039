"""Requests with their answers, as text: what is asked stays; what is answered is compared, or by this program written anew.

A block is a method and an address, lines of headers that begin with +, a body of JSON, and, further in, what came back; {key}
is the last game that was begun. Without headers it is a page of the server that asks, or with a body a program.
"""

import asyncio
import importlib
import pprint
import re
import tempfile
from pathlib import Path
from typing import Any

from asked import OWN, Answer, Asker

FOLDER = Path(__file__).parents[1] / "transcripts"
TOLD = ("location", "refresh", "referrer-policy", "retry-after", "set-cookie")  # headers, where they are not as usual
KEY = re.compile(r"[0-9a-f]{32}")


def replayed(name: str, apps: dict[str, Any], runner: asyncio.Runner) -> tuple[str, str]:
    """A transcript, and what it would be now. `apps`: by the heading under which they are asked."""
    text = (FOLDER / name).read_text("utf-8")
    blocks, app, key = list[str](), next(iter(apps.values())), ""
    for block in text.rstrip("\n").split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("    ")]
        if lines[0].startswith("# "):
            app = apps[lines[0].removeprefix("# ")]
        else:
            method, _, address = lines[0].partition(" ")
            headers = dict(_plain(line[2:]).split(": ", 1) for line in lines[1:] if line.startswith("+ "))
            body = "".join(line for line in lines[1:] if not line.startswith("+ "))
            said = {"host": "localhost"} | ({"content-type": "application/json"} if body else {}) | headers
            usual = not headers and not body
            sent = body.replace("{key}", key).encode()
            asked = _plain(address).replace("{key}", key)
            answer = runner.run(Asker(app).ask(method, asked, sent, OWN if usual else said))
            key = answer.json["key"] if answer.code == 201 else key
            lines += [f"    {line}" for line in _written(answer)]
        blocks.append("\n".join(lines))
    return text, "\n\n".join(blocks) + "\n"


def _plain(text: str) -> str:
    """With the letters that no line of a text can have."""
    return text.encode("ascii").decode("unicode_escape")


def _written(answer: Answer) -> list[str]:
    """The code, what stands out in the headers, and JSON, plain text, or the sentence of a page that refuses."""
    headers = {name: answer.headers[name] for name in TOLD if name in answer.headers}
    if headers.get("referrer-policy") == "same-origin":
        del headers["referrer-policy"]
    if headers.get("set-cookie", "").startswith("kibitz_visitor"):
        del headers["set-cookie"]
    kind, text = answer.headers.get("content-type", ""), ""
    if kind.startswith("application/json"):
        found = answer.json
        if "state" in found:  # of a game that is played: boards stand with the positions
            found["state"] = {name: what for name, what in found["state"].items() if name not in ("text", "scene")}
        text = pprint.pformat(found, width=120, compact=True, sort_dicts=False)
    elif kind.startswith("text/plain"):
        text = answer.text
    elif answer.code >= 400:
        text = "".join(re.findall(r'class="wrong"[^>]*>([^<]*)', answer.text))
    lines = [str(answer.code), *(f"{name}: {value}" for name, value in headers.items()), *text.splitlines()]
    return [KEY.sub("{key}", line) for line in lines]


def compare(name: str, apps: dict[str, Any], runner: asyncio.Runner, write: bool) -> None:
    """That all is answered as it was; `write`: from now on it is as it is."""
    before, after = replayed(name, apps, runner)
    if write:
        (FOLDER / name).write_text(after, "utf-8")
    assert write or after.splitlines() == before.splitlines()


if __name__ == "__main__":
    for module in ("test_web_api", "test_web_guard"):
        with tempfile.TemporaryDirectory() as made:
            importlib.import_module(module).compare_all(Path(made), write=True)
