"""A game with variations and comments, as an analysis board sends it: read, checked by the rules, and written as PGN."""

import json
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import MoveError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Variation
from kibitz.formats.kinds import pgn
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.thought import UNFINISHED, GameRecord
from kibitz.web.house import Wrong
from kibitz.web.limits import Limits
from kibitz.web.shelf import public

NESTED = 40  # variations within variations
NO_TREE = "this is no analysis as the board sends it"


@dataclass
class AnalysedPosition:
    """A position: the move that leads there ("" for the start), a comment on it, and what follows, the main line first."""

    position: Position
    name: str = ""
    comment: str = ""
    after: list["AnalysedPosition"] = field(default_factory=list)


def read_analysis(game: Game, text: str, limits: Limits) -> AnalysedPosition:
    """The start, with all that follows. Wrong for what is no analysis; MoveError where the rules forbid a move.

    `text`: a JSON list of [number of the position before, move, comment], the start first, each after the one it follows.
    """
    try:
        rows = json.loads(text)
        nodes = [AnalysedPosition(Position.after(game), "", _comment(rows[0][2], limits))]
        for number, (before, name, comment) in enumerate(rows[1:], 1):
            if not 0 <= before < number <= limits.nodes_analysed or len(name) > limits.text:
                raise Wrong(NO_TREE)
            after = _played(nodes[before].position, name)
            nodes.append(AnalysedPosition(after, nodes[before].position.name(after.moves[-1]), _comment(comment, limits)))
            nodes[before].after.append(nodes[-1])
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Wrong(NO_TREE) from None
    return nodes[0]


def _played(position: Position, name: str) -> Position:
    try:
        return position.play(name)
    except MoveError as problem:
        raise type(problem)(f"move {len(position.moves) + 1}: {problem}") from None


def _comment(text: Any, limits: Limits) -> str:
    if not isinstance(text, str) or len(text) > limits.comment:
        raise Wrong(f"a comment is a text of at most {limits.comment:,} letters")
    return " ".join(text.split())


def annotated(start: AnalysedPosition) -> AnnotatedGame:
    """The main line as a game, with the other lines as its variations. Wrong where they are nested too deeply."""
    line = _line(start, [], NESTED)
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
    return AnnotatedGame(record, {"Annotator": "kibitz"}, line.comments, variations=line.variations)


def _line(node: AnalysedPosition, moves: list[str], nested: int) -> Variation:
    """The line that goes on from a node; `moves`: those that lead there, as far as they belong to it."""
    if nested < 0:
        raise Wrong(f"variations can be nested {NESTED} deep at most")
    comments: dict[int, str] = {}
    variations: dict[int, tuple[Variation, ...]] = {}
    while True:
        if node.comment:
            comments[len(moves)] = node.comment
        if not node.after:
            return Variation(tuple(moves), comments, variations)
        following, *others = node.after
        moves.append(following.name)
        if others:
            variations[len(moves)] = tuple(_line(one, [one.name], nested - 1) for one in others)
        node = following


def write_pgn(start: AnalysedPosition) -> str:
    """The analysis as PGN."""
    return pgn.write(annotated(start))


def rows_of(game: AnnotatedGame) -> list[tuple[int, str, str]]:
    """A game from a file as `read_analysis` takes it."""
    rows = [(-1, "", game.comments.get(0, ""))]
    _add_rows(rows, 0, Variation(game.record.moves, game.comments, game.variations))
    return rows


def _add_rows(rows: list[tuple[int, str, str]], before: int, line: Variation) -> None:
    for number, name in enumerate(line.moves, 1):
        rows.append((before, name, line.comments.get(number, "")))
        here = len(rows) - 1
        for one in line.variations.get(number, ()):
            _add_rows(rows, before, one)
        before = here
