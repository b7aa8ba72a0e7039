"""The names of SGF: colours, tags, marks of moves, and rules."""

import re

COLOURS = ("B", "W")
TAGS = {
    "EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "AN": "Annotator", "GN": "Title", "RU": "Rules", "SO": "Source",
    "TM": "TimeControl", "OT": "Overtime", "BR": "BlackRank", "WR": "WhiteRank", "BT": "BlackTeam", "WT": "WhiteTeam",
    "CP": "Copyright", "US": "Transcriber", "ON": "OpeningName", "HA": "Handicap",
}  # fmt: skip
GLYPHS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6}
RULES = {
    "go": ("suicide", "NZ"),
    "hex": ("swap", "swap"),
    "gomoku": ("exactly", "exactly five"),
}  # by a word of the property RU
SETUP = {"AB", "AW", "AE"}
STRUCTURE = {"FF", "GM", "CA", "AP", "SZ", "KM", "RE", "PB", "PW", "PL", "C", "GC", "B", "W", "ST", *SETUP, *TAGS, *GLYPHS}
FACT = re.compile(r"[A-Z]{1,8}")  # a property that no tag of ours tells of: it keeps its name


def is_fact(name: str) -> bool:
    """Whether a property that no tag of ours tells of keeps its name as a tag."""
    return FACT.fullmatch(name) is not None and name not in STRUCTURE
