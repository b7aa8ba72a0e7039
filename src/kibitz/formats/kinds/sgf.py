"""SGF, Smart Game Format (FF[4], Hollosi 2006): Go, Othello, Gomoku and Hex, with their variations."""

import dataclasses
import re
from collections.abc import Iterator

from kibitz.core.notation import PASS
from kibitz.core.rules import Game
from kibitz.core.thought import RESIGNED, SCORED, TIMEOUT
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import DEEPEST, DRAW, UNKNOWN, AnnotatedGame, Flaw, winner
from kibitz.formats.kinds._points import NAME, POINTS, Points
from kibitz.formats.kinds._properties import ROOT, UNCLOSED, Property, Tree, codec_of, read_trees
from kibitz.formats.kinds._setup import EXCHANGED, lay_stones, othello_from, stones_from
from kibitz.formats.kinds._sgf_names import COLOURS, GLYPHS, RULES, SETUP, STRUCTURE, TAGS, is_fact
from kibitz.formats.kinds._sgf_writing import write_tree
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source
from kibitz.games.go import Go
from kibitz.games.hex import Hex
from kibitz.games.othello import Othello

TITLE = "Smart Game Format: Go, Othello, Gomoku, Hex"
SUFFIXES = (".sgf",)
HAS_VARIATIONS = True
REASONS = {
    "R": RESIGNED,
    "RESIGN": RESIGNED,
    "T": TIMEOUT,
    "TIME": TIMEOUT,
    "F": "forfeited",
    "FORFEIT": "forfeited",
}
# "B+3.5", "Black wins by resignation", and the same in Chinese and Japanese: who, and why or by how much.
RESULT = re.compile(
    r"\s*(B|W|BLACK|WHITE)(?:\s*\+\s*(.*)|\s+(?:WINS?|WON)\b(?:\s+(?:BY|ON))?\s*(.*)|\s*$)", re.IGNORECASE | re.DOTALL
)
RESULT_IN_SIGNS = re.compile(r"\s*([黑黒白])(.*[胜勝].*)")
WHY_IN_SIGNS = {"中": RESIGNED, "不计": RESIGNED, "时": TIMEOUT, "時": TIMEOUT}
DRAW_RESULTS = {"0", "DRAW", "DRAWN", "JIGO", "TIE", "和棋", "持碁", "ジゴ"}
RESIGN = {"resign", "forfeit"}
OTHERS = {
    "3": "chess", "5": "nine men's morris", "6": "backgammon", "7": "Chinese chess", "8": "shogi", "9": "Lines of Action",
    "10": "Ataxx", "17": "Amazons",
}  # fmt: skip
SIZE = re.compile(r"(\d{1,3})(?:\s*[:xX]\s*\1)?")
KOMI = re.compile(r"([+-]?\d{1,4}(?:[.,]\d{0,9})?)(?:\s*(?:points?|pts|moku|目|子))?", re.IGNORECASE)
MOST_KOMI = 100  # above that it is written in hundredths


def recognizes(beginning: str) -> bool:
    """Whether the text begins as a tree of nodes and is not GGF."""
    return ROOT.match(beginning) is not None and "GM[Othello]" not in beginning


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """Read the games of a file; parameters that a file does not give, such as suicide, are those of `game`."""
    for tree in read_trees(source):
        try:
            yield from _TreeReading(tree, game).read()
        except KibitzError as problem:
            yield Flaw(tree.line, f"the game is left out: {' '.join(str(problem).split())}")


@dataclasses.dataclass
class _LineReading:
    """A game or a variation as it is read.

    `passes`: made in a row. `is_exchanged`: the swap has changed who plays which colour. `count`: of its moves so far.
    """

    replay: Replay
    passes: int = 0
    is_exchanged: bool = False
    count: int = 0


class _TreeReading:
    """One game as it is read. `seats`: which colour sits first."""

    def __init__(self, tree: Tree, given: Game | None) -> None:
        self.tree, self.facts = tree, tree.facts()
        self.points, self.flaws = self._points(), list[Flaw]()
        held = {TAGS.get(name, name): one.value for name, one in self.facts.items() if name in TAGS or name not in STRUCTURE}
        self.tags = {
            name: " ".join(text.split()) for name, text in held.items() if text and (name in TAGS.values() or is_fact(name))
        }
        self.moves = [one for node in tree.nodes for one in node if one.name in COLOURS]
        self.first_colour = self.moves[0].name if self.moves else None
        # Where Hex is written in names as a2, Black always joins above and below; else the side that begins does.
        is_either = self.points.first_is_either and not any(NAME.fullmatch(one.value.casefold()) for one in self.moves)
        self.seats = COLOURS[::-1] if self.first_colour == "W" and is_either else COLOURS
        self.replay = Replay(self._game(given), tree.line)

    def read(self) -> Iterator[AnnotatedGame | Flaw]:
        """The errors of the game, then the game. KibitzError where it cannot begin."""
        self._set_up()
        line = _LineReading(self.replay)
        resigned = self._read_line(self.tree, line, DEEPEST)
        won, reason = self._result()
        if resigned is not None and won is None:
            won, reason = 1 - resigned, RESIGNED
        players = [self._player(f"P{colour}") for colour in self.seats]
        if line.is_exchanged and self._goes_by_the_end(won):
            players, won = players[::-1], None if won not in (0, 1) else 1 - won
        found = self.replay.end(players, won, reason, self.tags, scored=isinstance(self.replay.game, Go))
        if found is not None and found.record.reason == SCORED:
            found = dataclasses.replace(found, tags=self.tags | {"Score": self.facts["RE"].value})
        charset = self.facts["CA"].value if "CA" in self.facts else ""
        if charset and not codec_of(charset):
            self.flaws.append(
                Flaw(self.tree.line, f"nobody knows the charset {charset[:24]!r}: it is read as UTF-8", is_note=True)
            )
        yield from [*self.flaws, *self.replay.flaws]
        if not self.tree.is_closed:
            yield Flaw(self.tree.line, UNCLOSED, is_note=True)
        if found is not None:
            yield found

    def _read_line(self, tree: Tree, line: _LineReading, deepest: int) -> int | None:
        """Play the moves of a line, with its variations; the seat that resigned in it, if any."""
        resigned, moves, seen = None, [one for node in tree.nodes for one in node if one.name in COLOURS], 0
        for number, node in enumerate(tree.nodes):
            before = dataclasses.replace(line)
            for one in node:
                if one.name in COLOURS:
                    seen += 1
                    if one.value.casefold() in RESIGN:
                        resigned = self._seat_of(one.name, line)
                    else:
                        self._play(one, moves[seen].name if seen < len(moves) else None, line)
                elif one.name in SETUP and (line.count or line.replay is not self.replay):
                    self._check_setup(one, line)
            self._annotate(node, line.replay)
            for other in tree.forks.get(number, ()):
                self._vary(other, line, before, line.count > before.count, deepest)
        return resigned

    def _vary(self, tree: Tree, line: _LineReading, before: _LineReading, is_move: bool, deepest: int) -> None:
        """Read a variation in the place of the last move; `before`: as the line was before that."""
        if not any(one.name in COLOURS for node in tree.nodes for one in node):
            if any(tree.nodes):
                line.replay.note_here(tree.line, "a variation without a move is left out")
            return
        if not is_move:
            line.replay.note_here(tree.line, "a variation is left out, for no move stands in its place")
        elif not deepest:
            line.replay.note_here(tree.line, f"a variation is left out: they are read {DEEPEST} deep within each other")
        else:
            branch = line.replay.branch(tree.line)
            self._read_line(tree, _LineReading(branch, before.passes, before.is_exchanged), deepest - 1)
            line.replay.vary(branch)

    def _seat_of(self, colour: str, line: _LineReading) -> int:
        return self.seats.index(colour) ^ line.is_exchanged

    def _goes_by_the_end(self, won: int | None) -> bool:
        """Whether the names of the file go by the colours after a swap of colours: the one who has won by the rules tells."""
        ruled = self.replay.position.payoffs
        return ruled is not None and won not in (None, winner(ruled))

    def _points(self) -> Points:
        kind = self.facts["GM"].value if "GM" in self.facts else "1"
        if "GM" not in self.facts and re.match("hex", self.facts["EV"].value if "EV" in self.facts else "", re.IGNORECASE):
            kind = "11"  # Little Golem leaves GM out
        if kind not in POINTS:
            name = OTHERS.get(kind, "another game")
            raise FormatError(f"GM[{kind[:24]}] is {name}, and SGF is read for Go (1), Othello (2), Gomoku (4) and Hex (11)")
        return POINTS[kind]

    def _game(self, given: Game | None) -> Game:
        """The game with the size of the board and the komi that the file gives."""
        text = self.facts["SZ"].value if "SZ" in self.facts and self.facts["SZ"].value else str(self.points.size)
        size = SIZE.fullmatch(text)
        if size is None:
            raise FormatError(f"a board of {text[:24]!r} does not fit: it must be square")
        fields: dict[str, int | bool] = {"size": int(size[1])}
        if self.points.name == "go":
            fields["komi"] = self._komi()
        parameter, word = RULES.get(self.points.name, ("", ""))
        if word and word.casefold() in self.tags.get("Rules", "").casefold():
            fields[parameter] = True
            if self.tags["Rules"].casefold() == word.casefold():
                del self.tags["Rules"]  # the game says it
        if self.points.name == "hex" and any("swap" in one.value.casefold() for node in self.tree.nodes[:3] for one in node):
            fields["swap"] = True
        return variant(self.points.name, given, **fields)

    def _komi(self) -> int:
        """The whole points of the komi; the tag Komi keeps what the file says where that is not all."""
        text = self.facts["KM"].value if "KM" in self.facts else ""
        found = KOMI.fullmatch(text)
        if not text:
            return 0
        komi = float(found[1].replace(",", ".")) if found else -1.0
        komi = komi / 100 if komi > MOST_KOMI else komi
        komi = 2 * komi if (4 * komi) % 2 == 1 else komi  # in stones, as some count: 3.75 of them are 7.5 points
        if komi < 0:
            self.flaws.append(Flaw(self.tree.line, f"a komi of {text[:24]!r} does not fit, and is taken as 0", is_note=True))
        elif komi != int(komi):
            why = f"a komi of {komi:g} is taken as {int(komi)}: komi is a whole number here"
            self.flaws.append(Flaw(self.tree.line, why, is_note=True))
        if text != str(max(0, int(komi))):
            self.tags["Komi"] = text
        return max(0, int(komi))

    def _set_up(self) -> None:
        """Puts the stones on the board that stand there before the first move."""
        added: dict[str, int] = {}
        for node in self.tree.nodes:
            for one in (one for one in node if one.name in SETUP):
                names = [name for text in one.values if text.strip() for name in self.points.list_names(text, self._size)]
                if one.name == "AE":
                    added = {name: seat for name, seat in added.items() if name not in names}
                else:
                    added |= dict.fromkeys(names, self.seats.index(one.name[1]))
            if any(one.name in COLOURS for one in node):
                break
        colour = self.first_colour or (self.facts["PL"].value[:1].upper() if "PL" in self.facts else None)
        mover = self.seats.index(colour) if colour in COLOURS else int(set(added.values()) == {0})
        game = self.replay.game
        if isinstance(game, Othello) and added:
            self.replay = Replay(othello_from(game, added, mover), self.tree.line)
            if mover == 1:
                self.seats, self.tags = self.seats[::-1], self.tags | {EXCHANGED: "yes"}
        elif isinstance(game, (Go, Hex)) and (added or mover == 1):
            self.replay = Replay(stones_from(game, added, mover, self.points), self.tree.line)
        elif added:
            lay_stones(self.replay, added, mover)

    def _check_setup(self, one: Property, line: _LineReading) -> None:
        """Notes that reading stops where stones are added or removed between moves, unless they only repeat the position."""
        scene = line.replay.position.game.scene(line.replay.position.state)
        owner = None if one.name == "AE" else self._seat_of(one.name[1], line)
        names = [name for text in one.values if text.strip() for name in self.points.list_names(text, self._size)]
        for name in names:
            piece = scene.pieces.get(self._turned(name, line)) if scene else None
            if (None if piece is None else piece.owner) != owner:
                line.replay.break_off(one.line, "stones are put on the board between the moves")
                return

    def _turned(self, name: str, line: _LineReading) -> str:
        """A point as the rules see it, by whose swap the one who takes the stone over joins the same sides as before."""
        if not line.is_exchanged or not NAME.fullmatch(name):
            return name
        column, row = self.points.to_pair(name, self._size)
        return self.points.from_pair(row, column, self._size)

    @property
    def _size(self) -> int:
        return int(self.replay.game.size)  # type: ignore[attr-defined]

    def _play(self, one: Property, after: str | None, line: _LineReading) -> None:
        """Play a move; `after`: the colour of the next one."""
        name = self._turned(self.points.name_of(one.value, self._size), line)
        if isinstance(self.replay.game, Go) and name == PASS and line.passes == 2:
            return  # some servers write three passes
        line.passes = line.passes + 1 if name == PASS else 0
        line.count += 1
        line.replay.try_to_play_as(self._seat_of(one.name, line), name, one.line, f"{one.name}[{one.value[:24]}]", must=False)
        if name == "swap" and after == one.name and isinstance(self.replay.game, Hex):
            line.is_exchanged = True  # stones stay, and colours change hands, as HexGui has it

    def _annotate(self, node: list[Property], replay: Replay) -> None:
        for one in node:
            if one.name in ("C", "GC"):
                replay.comment(one.value)
            elif one.name in GLYPHS and one.value in ("", "1", "2"):  # and not the event of an old file
                replay.mark(GLYPHS[one.name])

    def _player(self, name: str) -> str:
        return " ".join(self.facts[name].value.split()) if name in self.facts else UNKNOWN

    def _result(self) -> tuple[int | None, str]:
        """The winner, and the reason if the rules did not end the game."""
        text = self.facts["RE"].value if "RE" in self.facts else ""
        if text.upper() in DRAW_RESULTS:
            return DRAW, ""
        if found := RESULT.match(text):
            why = (found[2] or found[3] or "").strip().upper()
            reason = next(
                (reason for word, reason in REASONS.items() if why == word or (len(word) > 1 and why.startswith(word))), ""
            )
            return self.seats.index(found[1][0].upper()), SCORED if why[:1].isdigit() else reason
        if found := RESULT_IN_SIGNS.match(text):
            reason = next(
                (reason for sign, reason in WHY_IN_SIGNS.items() if sign in found[2]),
                SCORED if re.search(r"\d", found[2]) else "",
            )
            return self.seats.index("W" if found[1] == "白" else "B"), reason
        if text not in ("", "?"):
            self.tags["RE"] = text
        return None, ""


def write(game: AnnotatedGame) -> str:
    """A game as one tree, its variations in brackets. FormatError for games that SGF does not know."""
    return write_tree(game)
