"""How the SVG pictures look, light, and dark where the reader's system asks for it: what all have in common, and boards."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from kibitz.scene import Look

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


# Boards and pieces.

FORMS_LIGHT = {
    **{f".kb-l{owner}": LIGHT[f".kb-p{owner}"].replace("fill", "stroke") for owner in range(OWNERS)},
    **{f".kb-i{owner}": "stroke:#ffffff" for owner in range(OWNERS)},
    ".kb-ink": "stroke:#2b2923",
    ".kb-dark": "fill:#2b2923",
    ".kb-gold": "fill:#e0b04a;stroke:#9a7420",
    ".kb-paper": "fill:#fffdf8",
    ".kb-s0": "fill:#24262b;stroke:#000000",
    ".kb-s1": "fill:#fbfaf5;stroke:#7d776a",
    ".kb-s2": "fill:#6d3aa3;stroke:#4a2373",
    ".kb-s3": "fill:#1d7a4c;stroke:#0f5030",
    ".kb-crown": "fill:#e8b931;stroke:#7a5a00",
    ".kb-seeds": "stroke:#5a3a1c",
    ".kb-number": "fill:#6a6355",
    ".kb-hash": "stroke:#8f8775",
    ".kb-picked": "stroke:#0b57d0",
    ".kb-movable": "stroke:#5f8a66",
}
FORMS_DARK = {
    **{f".kb-l{owner}": DARK[f".kb-p{owner}"].replace("fill", "stroke") for owner in range(OWNERS)},
    **{f".kb-i{owner}": "stroke:#14161a" for owner in range(OWNERS)},
    ".kb-ink": "stroke:#e7e5df",
    ".kb-dark": "fill:#2b2923",
    ".kb-gold": "fill:#d8aa4a;stroke:#f0d591",
    ".kb-paper": "fill:#2a2d34",
    ".kb-s0": "fill:#0f1113;stroke:#8f949f",
    ".kb-s1": "fill:#ecebe6;stroke:#ffffff",
    ".kb-s2": "fill:#c79bff;stroke:#e6d3ff",
    ".kb-s3": "fill:#67d39a;stroke:#b5f0d0",
    ".kb-crown": "fill:#e8b931;stroke:#7a5a00",
    ".kb-seeds": "stroke:#e8cf9f",
    ".kb-number": "fill:#a9adb8",
    ".kb-hash": "stroke:#757a86",
    ".kb-picked": "stroke:#9cc4ff",
    ".kb-movable": "stroke:#7fa886",
}
FORMS_SAME = {
    ".kb-sign": "fill:none;stroke-linecap:round;stroke-linejoin:round",
    ".kb-thin": "stroke-width:4.5",
    ".kb-thick": "stroke-width:7",
    ".kb-disc": "stroke-width:1.5",
    ".kb-gold": "stroke-width:1.5",
    ".kb-paper": "stroke-width:4",
    ".kb-crown": "stroke-width:1.2;stroke-linejoin:round",
    ".kb-seeds": "fill:none;stroke-width:6.5;stroke-linecap:round",
    ".kb-hash": "fill:none;stroke-width:3;stroke-linecap:round",
    ".kb-picked": "fill:none;stroke-width:5",
    ".kb-movable": "fill:none;stroke-width:3",
}
# What a move is worth, written into a cell.
WORTH_LIGHT = {
    ".kb-w-win": "fill:#dff3e2;stroke:#1a7f37",
    ".kb-w-draw": "fill:#f4f2ec;stroke:#5f594c",
    ".kb-w-loss": "fill:#fde5e1;stroke:#b42318",
    ".kb-wt-win": "fill:#0f5323",
    ".kb-wt-draw": "fill:#38342b",
    ".kb-wt-loss": "fill:#861a10",
}
WORTH_DARK = {
    ".kb-w-win": "fill:#12351f;stroke:#4ade80",
    ".kb-w-draw": "fill:#2c2f36;stroke:#b9bdc8",
    ".kb-w-loss": "fill:#471a17;stroke:#ff8f87",
    ".kb-wt-win": "fill:#b9f6ca",
    ".kb-wt-draw": "fill:#e7e5df",
    ".kb-wt-loss": "fill:#ffd0cb",
}
WORTH_SAME = {
    ".kb-w-exact": "stroke-width:3",
    ".kb-w-estimate": "stroke-width:1.6;stroke-dasharray:3.5 2.5",
    ".kb-wt-exact": "font-weight:700",
    ".kb-wt-estimate": "font-style:italic",
}
# The looks that a scene may ask for, by day and by night.
BY_DAY: Mapping[Look, Rules] = {
    "plain": NONE,
    "lines": NONE,
    "frame": {
        ".kb-board": "fill:#2f62b5;stroke:#1d468a",
        ".kb-cell": "fill:#f3f0e8;stroke:#1d468a",
        ".kb-p0": "fill:#cf3029;stroke:#8f1813",
        ".kb-p1": "fill:#f7c531;stroke:#a87c00",
        ".kb-i0": "stroke:#ffffff",
        ".kb-i1": "stroke:#5c4300",
        ".kb-o0": "fill:#ffffff",
        ".kb-o1": "fill:#3a2b00",
        ".kb-marked": "fill:#ffffff;stroke:#ffe27a",
        ".kb-last": "stroke:#ffffff",
        ".kb-open": "fill:#6f84ab",
    },
    "felt": {
        ".kb-board": "fill:#1f6b45;stroke:#124a2e",
        ".kb-cell": "fill:#2a7a50;stroke:#1f6b45",
        ".kb-marked": "fill:#b39b2c;stroke:#ffdf80",
        ".kb-last": "stroke:#ffe27a",
        ".kb-open": "fill:#a5dcc0",
        ".kb-picked": "stroke:#ffffff",
        ".kb-number": "fill:#ffffff",
        ".kb-label": "fill:#ffffff",
    },
    "wood": {
        ".kb-board": "fill:#ecd3a4;stroke:#a97c47",
        ".kb-cell": "fill:#bb8a56;stroke:#9a6d3c",
        ".kb-last": "stroke:#0c3d21",
        ".kb-open": "fill:#3f2a12",
        ".kb-picked": "stroke:#0b3d91",
        ".kb-movable": "stroke:#fff3c4",
        ".kb-number": "fill:#241505",
        ".kb-label": "fill:#2b1a08",
    },
}
BY_NIGHT: Mapping[Look, Rules] = {
    "plain": NONE,
    "lines": NONE,
    "frame": {
        ".kb-board": "fill:#2a4f8f;stroke:#4a74bd",
        ".kb-cell": "fill:#14161a;stroke:#4a74bd",
        ".kb-p0": "fill:#cc342d;stroke:#ff9d96",
        ".kb-p1": "fill:#f2c33a;stroke:#fbe39a",
        ".kb-i0": "stroke:#ffffff",
        ".kb-i1": "stroke:#5c4300",
        ".kb-o0": "fill:#ffffff",
        ".kb-o1": "fill:#3a2b00",
        ".kb-marked": "fill:#14161a;stroke:#ffe27a",
        ".kb-last": "stroke:#ffffff",
        ".kb-open": "fill:#6d82a8",
    },
    "felt": {
        ".kb-board": "fill:#123d28;stroke:#2f6b4a",
        ".kb-cell": "fill:#1c573a;stroke:#123d28",
        ".kb-marked": "fill:#5c4a10;stroke:#d9a514",
        ".kb-last": "stroke:#ffe27a",
        ".kb-open": "fill:#7fbf9c",
        ".kb-picked": "stroke:#ffffff",
        ".kb-number": "fill:#e7e5df",
        ".kb-label": "fill:#e7e5df",
    },
    "wood": {
        ".kb-board": "fill:#8a6b43;stroke:#a98a5c",
        ".kb-cell": "fill:#54402a;stroke:#3d2d1c",
        ".kb-last": "stroke:#6ee79a",
        ".kb-open": "fill:#d9c39a",
        ".kb-picked": "stroke:#b9d5ff",
        ".kb-movable": "stroke:#f0dca8",
        ".kb-number": "fill:#f0e4cd",
        ".kb-label": "fill:#e0d8c4",
    },
}
BOARD_SAME = {
    "wood": {".kb-cell": "stroke-width:2"},
    "frame": {".kb-cell": "stroke-width:2.5", ".kb-marked": "stroke-width:6"},
    "felt": {".kb-cell": "stroke-width:1.5"},
}
BOARD = {".kb-board": "stroke-width:2"}


AREAS = ".kb-at-round {border-radius:50%} .kb-at-hex {clip-path:polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%)}"


def board_sheet(*looks: Look) -> str:
    """The style sheet of boards with these looks."""
    return sheet(*rules_of(looks))


def board_css() -> str:
    """The style sheet of a page with boards of all looks, with what is written into their cells, and buttons over them."""
    light, dark, same = rules_of(BY_DAY)
    return f"{sheet({**light, **WORTH_LIGHT}, {**dark, **WORTH_DARK}, {**same, **WORTH_SAME})} {AREAS}"


def rules_of(looks: Iterable[Look]) -> tuple[Rules, Rules, Rules]:
    """The CSS rules for pieces and for boards with these looks: light, dark, and common to both."""
    light, dark, same = dict(FORMS_LIGHT), dict(FORMS_DARK), {**FORMS_SAME, **BOARD}
    for look in looks:
        light |= {f".kb-{look} {name}": style for name, style in BY_DAY[look].items()}
        dark |= {f".kb-{look} {name}": style for name, style in BY_NIGHT[look].items()}
        same |= {f".kb-{look} {name}": style for name, style in BOARD_SAME.get(look, NONE).items()}
    return light, dark, same
