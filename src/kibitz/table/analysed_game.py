"""A game with variations and comments, as an analysis board sends it: read, checked by the rules, and written as PGN."""

import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import UNFINISHED, GameRecord
from kibitz.errors import FormatError, MoveError
from kibitz.formats.annotated import DEEPEST, UNKNOWN, AnnotatedGame, Variation
from kibitz.formats.kinds import pgn
from kibitz.position import Position
from kibitz.table.limits import Limits
from kibitz.table.served_games import public

NO_TREE = "this is not an analysis"


@dataclass
class AnalysedPosition:
    """A position: the move that leads there ("" for the start), a comment on it, and what follows, the main line first."""

    position: Position
    name: str = ""
    comment: str = ""
    after: list["AnalysedPosition"] = field(default_factory=list)


def read_analysis(game: Game, text: str, limits: Limits) -> AnalysedPosition:
    """The start, and all positions after it. FormatError for text that is not an analysis; MoveError for an illegal move.

    `text`: a JSON list of [number of the position before, move, comment], the start first, each after the one it follows.
    """
    try:
        rows = json.loads(text)
        nodes = [AnalysedPosition(Position.after(game), "", _comment(rows[0][2], limits))]
        for number, (before, name, comment) in enumerate(rows[1:], 1):
            if not 0 <= before < number <= limits.nodes_analysed or len(name) > limits.text:
                raise FormatError(NO_TREE)
            after = _played(nodes[before].position, name)
            nodes.append(AnalysedPosition(after, nodes[before].position.name(after.moves[-1]), _comment(comment, limits)))
            nodes[before].after.append(nodes[-1])
    except (ValueError, TypeError, LookupError, RecursionError):
        raise FormatError(NO_TREE) from None
    return nodes[0]


def _played(position: Position, name: str) -> Position:
    try:
        return position.play(name)
    except MoveError as problem:
        raise type(problem)(f"move {len(position.moves) + 1}: {problem}") from None


def _comment(text: Any, limits: Limits) -> str:
    if not isinstance(text, str) or len(text) > limits.comment:
        raise FormatError(f"a comment is a text of at most {limits.comment:,} letters")
    return " ".join(text.split())


def annotated(start: AnalysedPosition) -> AnnotatedGame:
    """The main line as a game, with the other lines as its variations. FormatError where they are nested too deeply."""
    line = _line(start, [], DEEPEST)
    end = start
    while end.after:
        end = end.after[0]
    payoffs = end.position.payoffs
    record = GameRecord(
        public(spec_of(start.position.game)),
        line.moves,
        (UNKNOWN,) * start.position.game.players,
        payoffs,
        reason="" if payoffs is not None else UNFINISHED,
    )
    return AnnotatedGame(record, {"Annotator": "kibitz"}, line.comments, line.glyphs, variations=line.variations)


def _line(node: AnalysedPosition, moves: list[str], nested: int) -> Variation:
    """The line that continues from a node; `moves`: those that lead there, as far as they belong to it."""
    if nested < 0:
        raise FormatError(f"variations can be nested {DEEPEST} deep at most")
    comments: dict[int, str] = {}
    glyphs: dict[int, tuple[int, ...]] = {}
    variations: dict[int, tuple[Variation, ...]] = {}
    while True:
        signs, words = _split_signs(node.comment)
        if signs:
            glyphs[len(moves)] = signs
        if words:
            comments[len(moves)] = words
        if not node.after:
            return Variation(tuple(moves), comments, variations, glyphs)
        following, *others = node.after
        moves.append(following.name)
        if others:
            variations[len(moves)] = tuple(_line(one, [one.name], nested - 1) for one in others)
        node = following


def write_pgn(start: AnalysedPosition, players: Sequence[str] = ()) -> str:
    """The analysis as PGN. `players`: their names, first player first, "" for one that is not known."""
    found = annotated(start)
    names = itertools.zip_longest(players[: len(found.players)], found.players, fillvalue="")
    record = replace(found.record, players=tuple(name or unknown for name, unknown in names))
    return pgn.write(replace(found, record=record))


# The signs of annotators stand before the words of a comment, as people write them.

SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓"}
GLYPHS = {sign: glyph for glyph, sign in SIGNS.items()}
OTHER_GLYPH = re.compile(r"\$(0|[1-9][0-9]{0,2})")


def _split_signs(comment: str) -> tuple[tuple[int, ...], str]:
    """The Numeric Annotation Glyphs that a comment begins with, and its words."""
    glyphs, words = list[int](), comment.split()
    while words and (words[0] in GLYPHS or OTHER_GLYPH.fullmatch(words[0])):
        sign = words.pop(0)
        glyphs.append(GLYPHS[sign] if sign in GLYPHS else int(sign[1:]))
    return tuple(glyphs), " ".join(words)


def rows_of(game: AnnotatedGame, limits: Limits = Limits()) -> list[tuple[int, str, str]]:
    """A game from a file as `read_analysis` takes it; a variation that begins as another line does is a part of that."""
    rows = _AnalysisRows(limits)
    rows.comment(0, "", game.comments.get(0, ""), game.glyphs.get(0, ()))
    rows.add(0, Variation(game.record.moves, game.comments, game.variations, game.glyphs))
    return rows.rows


class _AnalysisRows:
    """Rows for `read_analysis`, as they are collected."""

    def __init__(self, limits: Limits) -> None:
        self.rows = [(-1, "", "")]
        self._limits = limits
        self._numbers: dict[tuple[int, str], int] = {}

    def add(self, before: int, line: Variation, opening: str = "", signs: tuple[int, ...] = ()) -> None:
        """Add a line after a row; `opening`, `signs`: the comment and signs before its first move, which become that move's."""
        for number, name in enumerate(line.moves, 1):
            here = self._numbers.setdefault((before, name), len(self.rows))
            if here == len(self.rows):
                self.rows.append((before, name, ""))
            self.comment(here, opening, line.comments.get(number, ""), (*signs, *line.glyphs.get(number, ())))
            for one in line.variations.get(number, ()):
                self.add(before, one, one.comments.get(0, ""), one.glyphs.get(0, ()))
            before, opening, signs = here, "", ()

    def comment(self, row: int, opening: str, comment: str, glyphs: Sequence[int]) -> None:
        """Append to a position's comment, up to the limit of a comment."""
        before, name, known = self.rows[row]
        signs = [SIGNS.get(glyph, f"${glyph}") for glyph in glyphs]
        text = " ".join(filter(None, (known, *signs, opening, comment)))
        self.rows[row] = before, name, text[: self._limits.comment]
