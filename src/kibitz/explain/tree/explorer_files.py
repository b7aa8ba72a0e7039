"""The explorer of a tree as files of `html/`: its style sheet, its scripts and its markup, the same in a page that is one file
and on the server, which serves them without importing what draws trees."""

from pathlib import Path

FOLDER = Path(__file__).parent / "html"


def read_asset(name: str) -> str:
    """A file of the folder, as it stands."""
    return FOLDER.joinpath(name).read_text("utf-8")


def explorer_css() -> str:
    """The style sheet, without the colours that depend on the page around."""
    return read_asset("explorer.css")


def explorer_js() -> str:
    """The scripts of `script/`, classic ones, put together in the order of their names."""
    return "\n".join(file.read_text("utf-8") for file in sorted(FOLDER.joinpath("script").glob("*.js")))
