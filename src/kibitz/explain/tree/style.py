"""The look of trees: style sheets, light and dark, and the explorer's files in `html/`, shared by the page and the server."""

from collections.abc import Set
from pathlib import Path

from kibitz.core.scene import Look
from kibitz.drawing.looks import BOARDS, rules_of, sheet

FOLDER = Path(__file__).parent / "html"
LIGHT = {
    ".kb-t-name": "fill:#2b2923",
    ".kb-t-window": "fill:#6a6355",
    ".kb-t-value": "fill:#16140f",
    ".kb-t-limit": "fill:#6a4b00",
    ".kb-t-level": "fill:#5a5446",
    ".kb-t-grey": "fill:#77705f",
    ".kb-t-edge": "stroke:#8f8775",
    ".kb-t-best": "stroke:#2b2923",
    ".kb-t-line": "stroke:#16803c",
    ".kb-t-cut": "stroke:#bdb5a3",
    ".kb-t-bars": "stroke:#8a8271",
    ".kb-t-node": "fill:#fffdf8;stroke:#5a5446",
    ".kb-t-max": "fill:#cfe0f5;stroke:#1c5aa6",
    ".kb-t-min": "fill:#f9dccb;stroke:#b3410f",
    ".kb-t-p0": "fill:#cfe0f5;stroke:#1c5aa6",
    ".kb-t-p1": "fill:#f9dccb;stroke:#b3410f",
    ".kb-t-p2": "fill:#e4d6f3;stroke:#6d3aa3",
    ".kb-t-p3": "fill:#cfe9da;stroke:#1d7a4c",
}
DARK = {
    ".kb-t-name": "fill:#e7e5df",
    ".kb-t-window": "fill:#a9adb8",
    ".kb-t-value": "fill:#ffffff",
    ".kb-t-limit": "fill:#f0cd7a",
    ".kb-t-level": "fill:#b9bdc8",
    ".kb-t-grey": "fill:#8f949f",
    ".kb-t-edge": "stroke:#757a86",
    ".kb-t-best": "stroke:#e7e5df",
    ".kb-t-line": "stroke:#4ade80",
    ".kb-t-cut": "stroke:#4a4e58",
    ".kb-t-bars": "stroke:#8f949f",
    ".kb-t-node": "fill:#2a2d34;stroke:#a9adb8",
    ".kb-t-max": "fill:#1d3a5c;stroke:#74b4ff",
    ".kb-t-min": "fill:#5a2c14;stroke:#ff9d62",
    ".kb-t-p0": "fill:#1d3a5c;stroke:#74b4ff",
    ".kb-t-p1": "fill:#5a2c14;stroke:#ff9d62",
    ".kb-t-p2": "fill:#402a5c;stroke:#c79bff",
    ".kb-t-p3": "fill:#174a31;stroke:#67d39a",
}
SAME = {
    ".kb-t-left": "text-anchor:start",
    ".kb-t-limit": "font-style:italic",
    ".kb-t-level": "font-weight:700",
    ".kb-t-edge": "fill:none;stroke-width:1.2",
    ".kb-t-best": "stroke-width:2.2",
    ".kb-t-line": "stroke-width:4.5",
    ".kb-t-cut": "fill:none;stroke-width:1.2",
    ".kb-t-hidden": "stroke-dasharray:1.5 3",
    ".kb-t-bars": "fill:none;stroke-width:1.8",
    ".kb-t-node": "stroke-width:1.6",
    ".kb-t-horizon": "stroke-dasharray:3.5 2.5",
    ".kb-t-unfinished": "stroke-dasharray:1 2.5",
    ".kb-t-table": "stroke-width:4.5",
    ".kb-t-settled": "stroke-width:3;stroke-dasharray:7 2",
    ".kb-t-recurrence": "stroke-width:3;stroke-dasharray:1 2 6 2",
    ".kb-t-probed": "stroke-width:3;stroke-dasharray:2 2",
}


def tree_sheet(looks: Set[Look] = frozenset()) -> str:
    """The style sheet of a drawn tree and its boards."""
    light, dark, same = rules_of(sorted(looks)) if looks else ({}, {}, {})
    return sheet({**light, **LIGHT}, {**dark, **DARK}, {**same, **SAME})


def tree_css() -> str:
    """The style sheet of a page with drawn trees and boards."""
    return tree_sheet(frozenset(BOARDS))


def read_asset(name: str) -> str:
    """The content of a file in the folder."""
    return FOLDER.joinpath(name).read_text("utf-8")


def explorer_css() -> str:
    """The explorer's style sheet, without the colours of the page around it."""
    return read_asset("explorer.css")


def explorer_js() -> str:
    """The scripts of `script/`, joined in the order of their names."""
    return "\n".join(file.read_text("utf-8") for file in sorted(FOLDER.joinpath("script").glob("*.js")))
