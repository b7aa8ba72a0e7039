"""SGF, Smart Game Format (FF[4], Hollosi 2006): Go, Othello, Gomoku and Hex; variations are passed over, and told."""

import itertools
import re
from collections.abc import Iterator

from kibitz import registry
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, variations_note, winner_of
from kibitz.formats.kinds._points import POINTS, Points
from kibitz.formats.kinds._properties import ROOT, UNCLOSED, Property, Tree, read_trees, write_property
from kibitz.formats.kinds._setup import EXCHANGED, lay_stones, othello_from
from kibitz.formats.replay import Replay, variant
from kibitz.formats.source import Source
from kibitz.games.go import Go
from kibitz.games.othello import Othello
from kibitz.rules import Game
from kibitz.thought import RESIGNED, SCORED, TIMEOUT, GameRecord

TITLE = "Smart Game Format: Go, Othello, Gomoku, Hex"
SUFFIXES = (".sgf",)
COLOURS = ("B", "W")
TAGS = {
    "EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "AN": "Annotator", "GN": "Title", "RU": "Rules", "SO": "Source",
    "TM": "TimeControl", "OT": "Overtime", "BR": "BlackRank", "WR": "WhiteRank", "BT": "BlackTeam", "WT": "WhiteTeam",
    "CP": "Copyright", "US": "Transcriber", "ON": "OpeningName", "HA": "Handicap",
}  # fmt: skip
GLYPHS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6}
REASONS = {
    "R": RESIGNED,
    "RESIGN": RESIGNED,
    "T": TIMEOUT,
    "TIME": TIMEOUT,
    "F": "forfeited",
    "FORFEIT": "forfeited",
}
RULES = {
    "go": ("suicide", "NZ"),
    "hex": ("swap", "swap"),
    "gomoku": ("exactly", "exactly five"),
}  # by a word of the property RU
RESULT = re.compile(r"([BW])\+(.*)", re.IGNORECASE)
DRAW_RESULTS = {"0", "DRAW", "JIGO"}
RESIGN = {"resign", "forfeit"}
SETUP = {"AB", "AW", "AE", "PL"}
MOVES_A_LINE = 12


def recognizes(beginning: str) -> bool:
    """Whether the text begins as a tree of nodes that is no GGF."""
    return ROOT.match(beginning) is not None and "GM[Othello]" not in beginning


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; parameters that a file does not tell, such as suicide, are those of `game`."""
    for tree in read_trees(source):
        try:
            yield from _TreeReading(tree, game).read()
        except KibitzError as problem:
            yield Flaw(tree.line, f"the game is left out: {problem}")


class _TreeReading:
    """One game as it is read. `seats`: which colour sits first."""

    def __init__(self, tree: Tree, given: Game | None) -> None:
        self.tree, self.facts = tree, tree.facts()
        self.points, self.flaws = self._points(), list[Flaw]()
        self.tags = {TAGS[name]: " ".join(one.value.split()) for name, one in self.facts.items() if name in TAGS and one.value}
        self.first_colour = next((one.name for node in tree.nodes for one in node if one.name in COLOURS), None)
        self.seats = COLOURS[::-1] if self.first_colour == "W" and self.points.first_is_either else COLOURS
        self.replay = Replay(self._game(given), tree.line)

    def read(self) -> Iterator[AnnotatedGame | Flaw]:
        """The game, after what is wrong with it. KibitzError where it cannot begin."""
        self._set_up()
        resigned = None
        for node in self.tree.nodes:
            for one in node:
                if one.name in COLOURS:
                    if one.value.casefold() in RESIGN:
                        resigned = self.seats.index(one.name)
                    else:
                        self._play(one)
                elif one.name in SETUP and self.replay.names[self.replay.opening :]:
                    self.replay.break_off(one.line, "stones are put on the board between the moves")
            self._annotate(node)
        won, reason = self._result()
        if resigned is not None and won is None:
            won, reason = 1 - resigned, RESIGNED
        players = [self._player(f"P{colour}") for colour in self.seats]
        found = self.replay.end(players, won, reason, self.tags, scored=isinstance(self.replay.game, Go))
        if found is not None and found.record.reason == SCORED:
            self.tags["Score"] = self.facts["RE"].value
        yield from [*self.flaws, *self.replay.flaws]
        if not self.tree.is_closed:
            yield Flaw(self.tree.line, UNCLOSED, is_note=True)
        if self.tree.variations:
            yield variations_note(self.tree.line, self.tree.variations)
        if found is not None:
            yield found

    def _points(self) -> Points:
        kind = self.facts["GM"].value if "GM" in self.facts else "1"
        if kind not in POINTS:
            raise FormatError(f"GM[{kind}] is none of the games that are read from SGF: GM is {', '.join(POINTS)}")
        return POINTS[kind]

    def _game(self, given: Game | None) -> Game:
        """The game with the size of the board and the komi that the file gives."""
        size = re.fullmatch(r"(\d{1,3})(?::\1)?", self.facts["SZ"].value if "SZ" in self.facts else str(self.points.size))
        if size is None:
            raise FormatError(f"a board of {self.facts['SZ'].value!r} does not fit: it must be square")
        fields: dict[str, int | bool] = {"size": int(size[1])}
        if self.points.name == "go":
            fields["komi"] = self._komi()
        parameter, word = RULES.get(self.points.name, ("", ""))
        if word and word.casefold() in self.tags.get("Rules", "").casefold():
            fields[parameter] = True
        if self.points.name == "hex" and any("swap" in one.value.casefold() for node in self.tree.nodes[:3] for one in node):
            fields["swap"] = True
        return variant(self.points.name, given, **fields)

    def _komi(self) -> int:
        text = self.facts["KM"].value if "KM" in self.facts else "0"
        if not re.fullmatch(r"-?\d{1,3}(\.\d*)?", text) or float(text) < 0:
            self.flaws.append(Flaw(self.tree.line, f"a komi of {text!r} does not fit, and is taken as 0", is_note=True))
            return 0
        if float(text) != int(float(text)):
            self.tags["Komi"] = text
            self.flaws.append(
                Flaw(
                    self.tree.line,
                    f"a komi of {text} is taken as {int(float(text))}: komi is a whole number here",
                    is_note=True,
                )
            )
        return int(float(text))

    def _set_up(self) -> None:
        """Puts the stones on the board that stand there before the first move."""
        added: dict[str, int] = {}
        before = itertools.takewhile(lambda node: not any(one.name in COLOURS for one in node), self.tree.nodes)
        for one in (one for node in before for one in node if one.name in ("AB", "AW")):
            for text in one.values:
                added |= dict.fromkeys(self.points.list_names(text, self._size), self.seats.index(one.name[1]))
        if not added:
            return
        colour = self.facts["PL"].value[:1].upper() if "PL" in self.facts else self.first_colour
        mover = self.seats.index(colour) if colour in COLOURS else None
        if isinstance(self.replay.game, Othello):
            self.replay = Replay(othello_from(self.replay.game, added, mover or 0), self.tree.line)
            if mover == 1:
                self.seats, self.tags = self.seats[::-1], self.tags | {EXCHANGED: "yes"}
        else:
            lay_stones(self.replay, added, mover)

    @property
    def _size(self) -> int:
        return int(self.replay.game.size)  # type: ignore[attr-defined]

    def _play(self, one: Property) -> None:
        name, seat = self.points.name_of(one.value, self._size), self.seats.index(one.name)
        self.replay.try_to_play_as(seat, name, one.line, f"{one.name}[{one.value}]", must=False)

    def _annotate(self, node: list[Property]) -> None:
        for one in node:
            if one.name in ("C", "GC"):
                self.replay.comment(one.value)
            elif one.name in GLYPHS:
                self.replay.mark(GLYPHS[one.name])

    def _player(self, name: str) -> str:
        return " ".join(self.facts[name].value.split()) if name in self.facts else UNKNOWN

    def _result(self) -> tuple[int | None, str]:
        """Who has won, and why where it was not by the rules."""
        text = self.facts["RE"].value.upper() if "RE" in self.facts else ""
        if text in DRAW_RESULTS:
            return DRAW, ""
        found = RESULT.match(text)
        if found is None:
            return None, ""
        why = found[2].strip()
        return self.seats.index(found[1]), SCORED if why[:1].isdigit() else REASONS.get(why, "")


def write(game: AnnotatedGame) -> str:
    """A game as one tree without forks. FormatError for games that SGF does not know."""
    record, rules = game.record, registry.load(game.record.game)
    kind = next((kind for kind, points in POINTS.items() if points.name == record.game.partition(":")[0]), None)
    if kind is None:
        raise FormatError(f"SGF is written for go, othello, gomoku and hex, and this is a game of {record.game}")
    points, size = POINTS[kind], int(rules.size)  # type: ignore[attr-defined]
    facts = {"FF": "4", "GM": kind, "CA": "UTF-8", "AP": "kibitz", "SZ": str(size)}
    colours = COLOURS[::-1] if game.tags.get(EXCHANGED) else COLOURS
    facts |= {f"P{colour}": name for colour, name in zip(colours, record.players, strict=False) if name != UNKNOWN}
    names = {tag: name for name, tag in TAGS.items()}
    facts |= {names[tag]: value for tag, value in game.tags.items() if tag in names}
    if isinstance(rules, Go):
        facts["KM"] = game.tags.get("Komi", str(rules.komi))
    parameter, word = RULES.get(points.name, ("", ""))
    if parameter and getattr(rules, parameter):
        facts["RU"] = facts.get("RU", word)
    facts["RE"] = game.tags.get("Score", "") if record.reason == SCORED else _write_result(record, colours)
    root = "".join(write_property(name, value) for name, value in facts.items() if value)
    if isinstance(rules, Othello) and rules.obf:
        root += _write_start(rules, points, colours)
    nodes = [_annotated(root, game, 0)]
    for ply, name in enumerate(record.moves, 1):
        move = write_property(colours[(ply - 1) % 2], points.text_of(name, size))
        nodes.append(_annotated(move, game, ply))
    rows = range(1, len(nodes), MOVES_A_LINE)
    lines = ["".join(f";{node}" for node in nodes[first : first + MOVES_A_LINE]) for first in rows]
    return "\n".join([f"(;{nodes[0]}", *lines, ")", "", ""])


def _annotated(node: str, game: AnnotatedGame, ply: int) -> str:
    signs = {glyph: name for name, glyph in GLYPHS.items()}
    marks = "".join(f"{signs[glyph]}[1]" for glyph in game.glyphs.get(ply, ()) if glyph in signs)
    return node + marks + (write_property("C", game.comments[ply]) if ply in game.comments else "")


def _write_start(rules: Othello, points: Points, colours: tuple[str, ...]) -> str:
    """The discs that stand on the board before the first move, and who moves."""
    start = rules.start()
    sides = zip(colours, (start.mine, start.theirs), strict=True)
    discs = [
        (f"A{colour}", [points.text_of(rules.move_name(start, place), rules.size) for place in side.squares()])
        for colour, side in sides
    ]
    return "".join(write_property(name, *places) for name, places in discs if places) + write_property("PL", colours[0])


def _write_result(record: GameRecord, colours: tuple[str, ...]) -> str:
    won = winner_of(record)
    if won is None:
        return "?"
    if won == DRAW:
        return "0"
    letters = {RESIGNED: "R", TIMEOUT: "T", "forfeited": "F"}
    margin = f"{abs(record.payoffs[0]):g}" if record.payoffs and record.game.startswith(("go", "othello")) else ""
    return f"{colours[won]}+{margin or letters.get(record.reason, '')}"
