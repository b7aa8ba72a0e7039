"""The style sheets of SVG pictures, light and dark: common rules, and the rules for boards."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from kibitz.core.scene import Look

Rules = Mapping[str, str]
Pairs = Mapping[str, tuple[str, str]]  # of each class: how it looks by day, and by night
NONE: Rules = MappingProxyType({})
OWNERS = 4  # players with a colour of their own
FACE = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def by_time(pairs: Pairs) -> tuple[Rules, Rules]:
    """The rules for light, and those for dark."""
    return {name: day for name, (day, _) in pairs.items()}, {name: night for name, (_, night) in pairs.items()}


COLOURS: Pairs = {
    ".kb-ground": ("fill:#f3f0e8", "fill:#1d1f24"),
    ".kb-cell": ("fill:#fffdf8;stroke:#b8b0a0", "fill:#2a2d34;stroke:#50545f"),
    ".kb-marked": ("fill:#ffdf80;stroke:#b8860b", "fill:#5c4a10;stroke:#d9a514"),
    ".kb-label": ("fill:#6a6355", "fill:#a9adb8"),
    ".kb-none": ("fill:#2b2923", "fill:#e7e5df"),
    ".kb-open": ("fill:#6f906f", "fill:#5f7d64"),
    ".kb-last": ("stroke:#16803c", "stroke:#4ade80"),
    ".kb-tint": ("fill:#f2c94c", "fill:#c99a1e"),
    ".kb-p0": ("fill:#1c5aa6", "fill:#74b4ff"),
    ".kb-p1": ("fill:#b3410f", "fill:#ff9d62"),
    ".kb-p2": ("fill:#6d3aa3", "fill:#c79bff"),
    ".kb-p3": ("fill:#1d7a4c", "fill:#67d39a"),
    ".kb-on": ("fill:#ffffff", "fill:#14161a"),
}
LIGHT, DARK = by_time(COLOURS)
SAME = {
    "text": f"font-family:{FACE};text-anchor:middle",
    ".kb-cell": "stroke-width:1.5",
    ".kb-marked": "stroke-width:2.5",
    ".kb-last": "fill:none;stroke-width:4",
    ".kb-tint": "opacity:0.5",
    ".kb-piece": "font-weight:700",
    ".kb-shown": "font-family:ui-monospace,'DejaVu Sans Mono',monospace;text-anchor:start;white-space:pre",
}


def _as_stroke(rules: Rules, owner: int) -> str:
    return rules[f".kb-p{owner}"].replace("fill", "stroke")


PIECES: Pairs = {
    **{f".kb-l{owner}": (_as_stroke(LIGHT, owner), _as_stroke(DARK, owner)) for owner in range(OWNERS)},
    **{f".kb-i{owner}": ("stroke:#ffffff", "stroke:#14161a") for owner in range(OWNERS)},
    ".kb-ink": ("stroke:#2b2923", "stroke:#e7e5df"),
    ".kb-dark": ("fill:#2b2923", "fill:#2b2923"),
    ".kb-gold": ("fill:#e0b04a;stroke:#9a7420", "fill:#d8aa4a;stroke:#f0d591"),
    ".kb-paper": ("fill:#fffdf8", "fill:#2a2d34"),
    ".kb-s0": ("fill:#24262b;stroke:#000000", "fill:#0f1113;stroke:#8f949f"),
    ".kb-s1": ("fill:#fbfaf5;stroke:#7d776a", "fill:#ecebe6;stroke:#ffffff"),
    ".kb-s2": ("fill:#6d3aa3;stroke:#4a2373", "fill:#c79bff;stroke:#e6d3ff"),
    ".kb-s3": ("fill:#1d7a4c;stroke:#0f5030", "fill:#67d39a;stroke:#b5f0d0"),
    ".kb-crown": ("fill:#e8b931;stroke:#7a5a00", "fill:#e8b931;stroke:#7a5a00"),
    ".kb-seeds": ("stroke:#5a3a1c", "stroke:#e8cf9f"),
    ".kb-white .kb-man": ("fill:#fdfaf2;stroke:#37302a", "fill:#f4efe3;stroke:#191613"),
    ".kb-white .kb-fold": ("stroke:#37302a", "stroke:#191613"),
    ".kb-white .kb-eye": ("fill:#37302a", "fill:#191613"),
    ".kb-black .kb-man": ("fill:#3b3631;stroke:#14110f", "fill:#2c2825;stroke:#0b0a09"),
    ".kb-black .kb-fold": ("stroke:#d9cfbd", "stroke:#d9cfbd"),
    ".kb-black .kb-eye": ("fill:#efe7d8", "fill:#efe7d8"),
    ".kb-number": ("fill:#6a6355", "fill:#a9adb8"),
    ".kb-hash": ("stroke:#8f8775", "stroke:#757a86"),
    ".kb-picked": ("stroke:#0b57d0", "stroke:#9cc4ff"),
    ".kb-movable": ("stroke:#5f8a66", "stroke:#7fa886"),
    ".kb-veil": ("fill:#fffdf8", "fill:#1d1f24"),
    ".kb-halo": ("stroke:#f3f0e8", "stroke:#1d1f24"),
    ".kb-trail": ("stroke:#b8860b", "stroke:#d9a514"),
    ".kb-gone": ("stroke:#16803c", "stroke:#4ade80"),
    ".kb-track": ("stroke:#ded8c9", "stroke:#383c45"),
    ".kb-newest .kb-bar": ("stroke:#16803c", "stroke:#4ade80"),
}
PIECES_SAME = {
    ".kb-sign": "fill:none;stroke-linecap:round;stroke-linejoin:round",
    ".kb-thin": "stroke-width:4.5",
    ".kb-thick": "stroke-width:7",
    ".kb-disc": "stroke-width:1.5",
    ".kb-gold": "stroke-width:1.5",
    ".kb-paper": "stroke-width:4",
    ".kb-crown": "stroke-width:1.2;stroke-linejoin:round",
    ".kb-man": "stroke-width:3;stroke-linejoin:round",
    ".kb-fold": "fill:none;stroke-width:2.4;stroke-linecap:round",
    ".kb-seeds": "fill:none;stroke-width:6;stroke-linecap:round",
    ".kb-hash": "fill:none;stroke-width:3;stroke-linecap:round",
    ".kb-picked": "fill:none;stroke-width:5",
    ".kb-take": "fill:none;stroke-width:4",
    ".kb-shine": "fill:#ffffff;opacity:0.16",
    ".kb-dim": "fill:#000000;opacity:0.13",
    ".kb-movable": "fill:none;stroke-width:2.5;opacity:0.75",
    ".kb-around": "stroke-width:3;opacity:0.95",
    ".kb-bar": "fill:none;stroke-width:9;stroke-linecap:round",
    ".kb-fill": "stroke:none;opacity:0.55",
    ".kb-veil": "opacity:0.72",
    ".kb-halo": "paint-order:stroke;stroke-width:7;stroke-linejoin:round",
    ".kb-trail": "stroke-width:8",
    ".kb-band": "fill:none;stroke-width:20;stroke-linecap:round",
    ".kb-goal": "fill-opacity:0.3;stroke-width:5",
    ".kb-gone": "fill:none;stroke-width:3;stroke-dasharray:5 5",
    ".kb-turned": "stroke-width:2;stroke-dasharray:none;opacity:0.7",
    ".kb-track": "fill:none;stroke-width:7",
    ".kb-arc": "fill:none;stroke-width:7;stroke-linecap:round",
    ".kb-dashed": "stroke-dasharray:1 16",
}
WORTH: Pairs = {
    ".kb-w-win": ("fill:#dff3e2;stroke:#1a7f37", "fill:#12351f;stroke:#4ade80"),
    ".kb-w-draw": ("fill:#f4f2ec;stroke:#5f594c", "fill:#2c2f36;stroke:#b9bdc8"),
    ".kb-w-loss": ("fill:#fde5e1;stroke:#b42318", "fill:#471a17;stroke:#ff8f87"),
    ".kb-wt-win": ("fill:#0f5323", "fill:#b9f6ca"),
    ".kb-wt-draw": ("fill:#38342b", "fill:#e7e5df"),
    ".kb-wt-loss": ("fill:#861a10", "fill:#ffd0cb"),
    ".kb-w-best": ("fill:#fffdf8;stroke:#0b57d0", "fill:#14161a;stroke:#9cc4ff"),
    ".kb-arrow-last": ("color:#24262b", "color:#ffffff"),
    ".kb-arrow-best": ("color:#0b57d0", "color:#9cc4ff"),
}
WORTH_SAME = {
    ".kb-w-exact": "stroke-width:3",
    ".kb-w-estimate": "stroke-width:1.6;stroke-dasharray:3.5 2.5",
    ".kb-wt-exact": "font-weight:700",
    ".kb-wt-estimate": "font-style:italic",
    ".kb-w-best": "stroke-width:2.2",
    ".kb-arrow-last": "opacity:0.4",
    ".kb-arrow-best": "opacity:0.75",
    ".kb-shaft": "fill:none;stroke:currentColor;stroke-width:7;stroke-linecap:round",
    ".kb-head": "fill:currentColor",
}
CLEAR_TINT = "fill:#a9cf1c;opacity:0.55", "fill:#b9d832;opacity:0.55"  # which leaves dark numbers dark
BOARDS: Mapping[Look, Pairs] = {
    "plain": {},
    "lines": {},
    "bare": {".kb-hash": ("stroke:#b5ab95", "stroke:#6d7482"), ".kb-star": ("fill:#2b2923", "fill:#e7e5df")},
    "dots": {
        ".kb-board": ("fill:#fbf7ec;stroke:#cfc6b1", "fill:#24272e;stroke:#4a4f5a"),
        ".kb-cell": ("fill:#fbf7ec", "fill:#24272e"),
        ".kb-hash": ("stroke:#ddd5c2", "stroke:#3b404a"),
        ".kb-star": ("fill:#2b2923", "fill:#e7e5df"),
    },
    "blocks": {
        ".kb-block": ("fill:#fffdf8;stroke:#5c5546", "fill:#2a2d34;stroke:#9aa0ad"),
        ".kb-cell": ("fill:#fffdf8;stroke:#c9c2b3", "fill:#2a2d34;stroke:#4a4e59"),
        ".kb-block-open": ("stroke:#2e7d46", "stroke:#63c585"),
        ".kb-way": ("fill:#d7e8d3;stroke:#b3c9ae", "fill:#29442f;stroke:#3f5f46"),
    },
    "frame": {
        ".kb-board": ("fill:#2f62b5;stroke:#1d468a", "fill:#2a4f8f;stroke:#4a74bd"),
        ".kb-cell": ("fill:#f3f0e8;stroke:#1d468a", "fill:#14161a;stroke:#4a74bd"),
        ".kb-p0": ("fill:#cf3029;stroke:#8f1813", "fill:#cc342d;stroke:#ff9d96"),
        ".kb-p1": ("fill:#f7c531;stroke:#a87c00", "fill:#f2c33a;stroke:#fbe39a"),
        ".kb-i0": ("stroke:#ffffff", "stroke:#ffffff"),
        ".kb-i1": ("stroke:#5c4300", "stroke:#5c4300"),
        ".kb-o0": ("fill:#ffffff", "fill:#ffffff"),
        ".kb-o1": ("fill:#3a2b00", "fill:#3a2b00"),
        ".kb-marked": ("fill:#14161a;stroke:#ffffff", "fill:#14161a;stroke:#ffffff"),
        ".kb-last": ("stroke:#ffffff", "stroke:#ffffff"),
        ".kb-open": ("fill:#6f84ab", "fill:#6d82a8"),
    },
    "felt": {
        ".kb-board": ("fill:#1f6b45;stroke:#124a2e", "fill:#123d28;stroke:#2f6b4a"),
        ".kb-cell": ("fill:#2a7a50;stroke:#1f6b45", "fill:#1c573a;stroke:#123d28"),
        ".kb-marked": ("fill:#b39b2c;stroke:#ffdf80", "fill:#5c4a10;stroke:#d9a514"),
        ".kb-gone": ("stroke:#ffe27a", "stroke:#ffe27a"),
        ".kb-last": ("stroke:#ffe27a", "stroke:#ffe27a"),
        ".kb-open": ("fill:#a5dcc0", "fill:#7fbf9c"),
        ".kb-picked": ("stroke:#ffffff", "stroke:#ffffff"),
        ".kb-number": ("fill:#ffffff", "fill:#e7e5df"),
        ".kb-label": ("fill:#ffffff", "fill:#e7e5df"),
    },
    "wood": {
        ".kb-board": ("fill:#ecd3a4;stroke:#a97c47", "fill:#8a6b43;stroke:#a98a5c"),
        ".kb-cell": ("fill:#bb8a56;stroke:#9a6d3c", "fill:#54402a;stroke:#3d2d1c"),
        ".kb-tint": ("fill:#ffd84d;opacity:0.6", "fill:#c99a1e;opacity:0.6"),
        ".kb-take": ("stroke:#3f2a12", "stroke:#ff9d62"),
        ".kb-last": ("stroke:#0c3d21", "stroke:#6ee79a"),
        ".kb-open": ("fill:#3f2a12", "fill:#d9c39a"),
        ".kb-picked": ("stroke:#0b3d91", "stroke:#b9d5ff"),
        ".kb-movable": ("stroke:#fff3c4", "stroke:#f0dca8"),
        ".kb-number": ("fill:#241505", "fill:#f0e4cd"),
        ".kb-label": ("fill:#2b1a08", "fill:#e0d8c4"),
    },
    "points": {
        ".kb-board": ("fill:#ecd3a4;stroke:#a97c47", "fill:#6f5433;stroke:#a98a5c"),
        ".kb-cell": ("fill:#ecd3a4;stroke:#ecd3a4", "fill:#6f5433;stroke:#6f5433"),
        ".kb-point": ("fill:#4a3218", "fill:#c9ad7e"),
        ".kb-hash": ("stroke:#4a3218", "stroke:#c9ad7e"),
        ".kb-take": ("stroke:#b3261e", "stroke:#ffb4a8"),
        ".kb-last": ("stroke:#0c3d21", "stroke:#d9f2df"),
        ".kb-open": ("fill:#2c5c38", "fill:#d9f2df"),
        ".kb-picked": ("stroke:#0b3d91", "stroke:#b9d5ff"),
        ".kb-movable": ("stroke:#2c5c38", "stroke:#d9f2df"),
        ".kb-number": ("fill:#241505", "fill:#ffffff"),
        ".kb-label": ("fill:#2b1a08", "fill:#ffffff"),
    },
    "checkered": {
        ".kb-board": ("fill:#6f5136;stroke:#54391f", "fill:#3b2c1e;stroke:#6a5137"),
        ".kb-cell": ("fill:#f2e6cf", "fill:#b09b78"),
        ".kb-shade": ("fill:#c39b6e", "fill:#8a6d4b"),
        ".kb-marked": ("fill:#ef8a5a;stroke:#b3410f", "fill:#a8502a;stroke:#ff9d62"),
        ".kb-tint": CLEAR_TINT,
        ".kb-last": ("stroke:#12642f", "stroke:#0b3d1c"),
        ".kb-open": ("fill:#2f5f35", "fill:#0e1c0a"),
        ".kb-picked": ("stroke:#0b4bb3", "stroke:#dbe9ff"),
        ".kb-movable": ("stroke:#4f7a2c", "stroke:#e2f2c9"),
        ".kb-number": ("fill:#241505", "fill:#0d0802"),
        ".kb-ink": ("stroke:#2b2923", "stroke:#17110a"),
        ".kb-label": ("fill:#2b1a08", "fill:#1c1206"),
    },
    "crossings": {
        ".kb-board": ("fill:#e3b96b;stroke:#a97c47", "fill:#6b4f2e;stroke:#a98a5c"),
        ".kb-cell": ("fill:#e3b96b", "fill:#6b4f2e"),
        ".kb-marked": ("fill:#b3261e;stroke:#b3261e", "fill:#ff8f5a;stroke:#ff8f5a"),
        ".kb-hash": ("stroke:#5a3f1c", "stroke:#d9bb8a"),
        ".kb-star": ("fill:#5a3f1c", "fill:#d9bb8a"),
        ".kb-last": ("stroke:#0c3d21", "stroke:#6ee79a"),
        ".kb-open": ("fill:#7a4f14", "fill:#d9bb8a"),
        ".kb-picked": ("stroke:#0b3d91", "stroke:#b9d5ff"),
        ".kb-movable": ("stroke:#fff3c4", "stroke:#f0dca8"),
        ".kb-number": ("fill:#241505", "fill:#f0e4cd"),
        ".kb-label": ("fill:#2b1a08", "fill:#ffffff"),
    },
}
UNSEEN = {".kb-arrow-last": "visibility:hidden"}  # where the last move tints its squares; scripts read the arrow
BOARD_SAME = {
    "bare": {".kb-hash": "stroke-width:2.5"},
    "dots": {".kb-hash": "stroke-width:2.5"},
    "blocks": {
        ".kb-block": "stroke-width:4",
        ".kb-block-open": "fill:none;stroke-width:6",
        ".kb-way": "stroke-width:1.5",
        **UNSEEN,
    },
    "wood": {".kb-board": "stroke-width:6", ".kb-cell": "stroke-width:2", **UNSEEN},
    "frame": {".kb-cell": "stroke-width:2.5", ".kb-marked": "stroke-width:8"},
    "plain": UNSEEN,
    "lines": UNSEEN,
    "felt": {".kb-cell": "stroke-width:1.5", **UNSEEN},
    "checkered": {".kb-cell": "stroke:none", **UNSEEN},
    "crossings": {".kb-hash": "stroke-width:1.8", ".kb-marked": "stroke-width:6"},
}
BOARD = {".kb-board": "stroke-width:2"}
AREAS = ".kb-at-round {border-radius:50%} .kb-at-hex {clip-path:polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%)}"


def sheet(light: Rules = NONE, dark: Rules = NONE, same: Rules = NONE) -> str:
    """The style sheet of every picture, with the rules of one kind of picture.

    All rules begin with .kb, so they leave a page around the picture alone.
    """
    by_day, by_night = _rules({**LIGHT, **light}), _rules({**DARK, **dark})
    return f"{by_day} {_rules({**SAME, **same})} @media (prefers-color-scheme: dark) {{ {by_night} }}"


def _rules(rules: Rules) -> str:
    return " ".join(f".kb {name} {{{style}}}" for name, style in rules.items())


def board_sheet(*looks: Look) -> str:
    """The style sheet of boards with these looks."""
    return sheet(*rules_of(looks))


def board_css() -> str:
    """The style sheet of a page with boards of all looks, labels in their cells, and buttons over them."""
    light, dark, same = rules_of(BOARDS)
    worth_light, worth_dark = by_time(WORTH)
    return f"{sheet({**light, **worth_light}, {**dark, **worth_dark}, {**same, **WORTH_SAME})} {AREAS}"


def _taking(pairs: Pairs) -> dict[str, tuple[str, str]]:
    """The ring around what a move takes, in the colour of the dots where moves go."""
    if ".kb-open" not in pairs:
        return {}
    day, night = (one.replace("fill", "stroke") for one in pairs[".kb-open"])
    return {".kb-take": (day, night)}


def rules_of(looks: Iterable[Look]) -> tuple[Rules, Rules, Rules]:
    """The rules for pieces and boards with these looks: light, dark, and common."""
    pairs, same = {**PIECES, **_taking(COLOURS)}, {**PIECES_SAME, **BOARD}
    for look in looks:
        pairs |= {f".kb-{look} {name}": pair for name, pair in {**_taking(BOARDS[look]), **BOARDS[look]}.items()}
        same |= {f".kb-{look} {name}": style for name, style in BOARD_SAME.get(look, NONE).items()}
    return *by_time(pairs), same
