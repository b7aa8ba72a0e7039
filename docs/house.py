"""Draw the house: `python docs/house.py` writes docs/house.svg from the floors that import-linter checks (pyproject.toml).

What stands on a floor may import what stands below it, and nothing above or beside it.
"""

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAYS = (
    "the contract, and plain data",
    "files on disk",
    "games, positions, drawings, words",
    "what is wise in a game",
    "rules as machine code",
    "learned estimates",
    "the algorithms",
    "solved games, files of games",
    "players",
    "work on many cores and machines",
    "matches, explanations, protocols",
    "learning",
    "a game in progress",
    "work beside the page",
    "the page, plots, environments",
    "WebAssembly for pages",
    "pages without a server, notebooks",
    "the terminal",
)
WIDTH, MARGIN, LINE, PAD, LETTER = 900, 16, 24, 10, 8
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1c2430 } .name { font-family: ui-monospace, monospace; font-size: 13px }
.says { fill: #5a6675 } .floor { fill: #f3f5f8; stroke: #c5ccd6 } .room { fill: #fff; stroke: #8fa0b5 } .paper { fill: #fff }
@media (prefers-color-scheme: dark) { text { fill: #e6eaf0 } .says { fill: #a5b0be } .floor { fill: #202833; stroke: #3b4756 }
  .room { fill: #12171e; stroke: #62738a } .paper { fill: #161b22 } }
"""


def floors() -> list[list[str]]:
    """What stands on each floor, the ground floor first."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
    return [[name.strip() for name in layer.split(":") if name.strip() != "__main__"] for layer in reversed(contract["layers"])]


def draw() -> str:
    """The whole picture, the ground floor at the bottom."""
    parts, y = list[str](), MARGIN
    for number, names in reversed(list(enumerate(floors()))):
        x, row, rooms = MARGIN + 310, 0, list[str]()
        for name in names:
            label = f"{name}/" if (ROOT / "src" / "kibitz" / name).is_dir() else name
            width = LETTER * len(label) + 2 * PAD
            if x + width > WIDTH - MARGIN - PAD:
                x, row = MARGIN + 310, row + 1
            top = y + PAD + row * (LINE + 6)
            rooms.append(f'<rect class="room" x="{x:.0f}" y="{top}" width="{width:.0f}" height="{LINE}" rx="4"/>')
            rooms.append(f'<text class="name" x="{x + PAD:.0f}" y="{top + 16}">{escape(label)}</text>')
            x += width + 8
        height = 2 * PAD + (row + 1) * (LINE + 6) - 6
        parts.append(f'<rect class="floor" x="{MARGIN}" y="{y}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="6"/>')
        parts.append(f'<text x="{MARGIN + PAD}" y="{y + PAD + 16}">{number}</text>')
        parts.append(f'<text class="says" x="{MARGIN + 36}" y="{y + PAD + 16}">{escape(SAYS[number])}</text>')
        parts += rooms
        y += height + 6
    size = f'viewBox="0 0 {WIDTH} {y + MARGIN}" width="{WIDTH}" height="{y + MARGIN}"'
    title = "<title>The floors of kibitz: nothing imports what stands above or beside it</title>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{y + MARGIN}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return "\n".join([head, title, f"<style>{STYLE}</style>", paper, *parts, "</svg>", ""])


if __name__ == "__main__":
    (ROOT / "docs" / "house.svg").write_text(draw(), encoding="utf-8")
