"""How the SVG pictures look: light, and dark where the reader's system asks for it."""

from collections.abc import Mapping
from types import MappingProxyType

Rules = Mapping[str, str]
NONE: Rules = MappingProxyType({})
OWNERS = 4  # players with a colour of their own
FACE = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
LIGHT = {
    ".kb-ground": "fill:#f3f0e8",
    ".kb-cell": "fill:#fffdf8;stroke:#b8b0a0",
    ".kb-marked": "fill:#ffdf80;stroke:#b8860b",
    ".kb-label": "fill:#6a6355",
    ".kb-none": "fill:#2b2923",
    ".kb-open": "fill:#6f906f",
    ".kb-last": "stroke:#16803c",
    ".kb-p0": "fill:#1c5aa6",
    ".kb-p1": "fill:#b3410f",
    ".kb-p2": "fill:#6d3aa3",
    ".kb-p3": "fill:#1d7a4c",
    ".kb-on": "fill:#ffffff",
}
DARK = {
    ".kb-ground": "fill:#1d1f24",
    ".kb-cell": "fill:#2a2d34;stroke:#50545f",
    ".kb-marked": "fill:#5c4a10;stroke:#d9a514",
    ".kb-label": "fill:#a9adb8",
    ".kb-none": "fill:#e7e5df",
    ".kb-open": "fill:#5f7d64",
    ".kb-last": "stroke:#4ade80",
    ".kb-p0": "fill:#74b4ff",
    ".kb-p1": "fill:#ff9d62",
    ".kb-p2": "fill:#c79bff",
    ".kb-p3": "fill:#67d39a",
    ".kb-on": "fill:#14161a",
}
SAME = {
    "text": f"font-family:{FACE};text-anchor:middle",
    ".kb-cell": "stroke-width:1.5",
    ".kb-marked": "stroke-width:2.5",
    ".kb-last": "fill:none;stroke-width:4",
    ".kb-piece": "font-weight:700",
    ".kb-shown": "font-family:ui-monospace,'DejaVu Sans Mono',monospace;text-anchor:start;white-space:pre",
}


def sheet(light: Rules = NONE, dark: Rules = NONE, same: Rules = NONE) -> str:
    """The style sheet that every picture carries, with what one kind of picture adds.

    All its rules begin with .kb: a page around it keeps its own looks.
    """
    by_day, by_night = _rules({**LIGHT, **light}), _rules({**DARK, **dark})
    return f"{by_day} {_rules({**SAME, **same})} @media (prefers-color-scheme: dark) {{ {by_night} }}"


def _rules(rules: Rules) -> str:
    return " ".join(f".kb {name} {{{style}}}" for name, style in rules.items())
