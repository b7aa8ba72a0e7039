"""Boards to play on in the documentation: `make docs` writes them beside its pages, where a linker for WebAssembly is."""

import sys
from pathlib import Path

from kibitz.core import catalogue
from kibitz.core.registry import load
from kibitz.errors import PageError
from kibitz.static_page.parts import SiteOrder
from kibitz.static_page.site import write_site

FIRST = "tic_tac_toe"
LEFT_OUT = "openspiel"  # of a package of its own


def main(folder: str) -> None:
    """Write all shipped games as one page."""
    others = [game for name, game in catalogue.games().items() if name not in (FIRST, LEFT_OUT)]
    try:
        said, missing = write_site(load(FIRST), Path(folder), SiteOrder(), lambda note: None, others)
    except PageError as problem:
        print(f"The documentation has no boards to play on: {problem}")
        return
    print(*missing, said[-1], sep="\n")


if __name__ == "__main__":
    main(sys.argv[1])
