"""Which run of the tests this is: machine code or plain Python, the quick choice or everything."""

import os
import re
from pathlib import Path

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
EVERYTHING = os.environ.get("KIBITZ_TESTS", "") == "all"
# Two players, dice, several players; or no game. Plainly, where nothing is compiled for each, margins and any tree as well.
KINDS = {"", "tic_tac_toe", "pig", "trio"} | ({"kalah", "tree"} if PLAIN else set())
LIST = Path(__file__).parents[1] / "thorough.txt"
SHARE = re.compile(r"(\w+)\[1/(\d+)\]")


def examples(number: int) -> int:
    """How many examples hypothesis tries: all `number` in `make test-all`, a third of them otherwise."""
    return number if EVERYTHING else max(5, number // 3)


def thorough(run: str) -> dict[str, list[str]]:
    """Tests that `make test-all` alone runs: file -> names, or beginnings of names, as thorough.txt lists them for `run`.

    A name that ends with `[*]` stands for its games other than one of each kind, and one that ends with `[1/4]` for its cases
    other than the first, the fifth, the ninth ...
    """
    found: dict[str, list[str]] = {}
    section = file = ""
    for line in LIST.read_text("utf-8").splitlines():
        text = line.partition("#")[0].rstrip()
        if text.startswith("=="):
            section = text.strip("= ")
        elif text.endswith(".py"):
            file = text
        elif text and section == run:
            found.setdefault(file, []).append(text.strip())
    return found
