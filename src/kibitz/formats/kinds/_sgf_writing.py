"""Writes games as SGF, with their variations."""

import dataclasses
from collections.abc import Callable

from kibitz.core import registry
from kibitz.core.thought import RESIGNED, SCORED, TIMEOUT, GameRecord
from kibitz.errors import FormatError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Variation, winner_of
from kibitz.formats.kinds._points import POINTS, Points
from kibitz.formats.kinds._properties import write_property
from kibitz.formats.kinds._setup import EXCHANGED
from kibitz.formats.kinds._sgf_names import COLOURS, GLYPHS, RULES, TAGS, is_fact
from kibitz.games.go import Go
from kibitz.games.hex import Hex
from kibitz.games.othello import Othello
from kibitz.games.parts.stones import read_stones

MOVES_A_LINE = 12


def write_tree(game: AnnotatedGame) -> str:
    """A game as one tree, its variations in brackets. FormatError for games that SGF does not know."""
    record, rules = game.record, registry.load(game.record.game)
    kind = next((kind for kind, points in POINTS.items() if points.name == record.game.partition(":")[0]), None)
    if kind is None:
        raise FormatError(f"SGF is written for go, othello, gomoku and hex, and this is a game of {record.game}")
    points, size = POINTS[kind], int(rules.size)  # type: ignore[attr-defined]
    facts = {"FF": "4", "GM": kind, "CA": "UTF-8", "AP": "kibitz", "SZ": str(size)}
    colours = COLOURS[::-1] if game.tags.get(EXCHANGED) else COLOURS
    facts |= {f"P{colour}": name for colour, name in zip(colours, record.players, strict=False) if name != UNKNOWN}
    names = {tag: name for name, tag in TAGS.items()}
    facts |= {names.get(tag, tag): value for tag, value in game.tags.items() if tag in names or is_fact(tag)}
    if isinstance(rules, Go):
        facts["KM"] = game.tags.get("Komi", str(rules.komi))
    parameter, word = RULES.get(points.name, ("", ""))
    if parameter and getattr(rules, parameter):
        facts["RU"] = facts.get("RU", word)
    result = game.tags.get("Score", "") if record.reason == SCORED else _write_result(record, colours)
    facts["RE"] = game.tags.get("RE", result) if result == "?" else result
    root = "".join(write_property(name, value) for name, value in facts.items() if value)
    first = 0
    if isinstance(rules, Othello) and rules.obf:
        root += _write_start(rules, points, colours)
    elif isinstance(rules, (Go, Hex)) and rules.stones:
        first = rules.start().turn
        root += _write_stones(rules, points, first)

    def node_of(name: str, ply: int) -> str:
        return write_property(colours[(first + ply - 1) % 2], points.text_of(name, size))

    opening = Variation((), {0: game.comments.get(0, "")}, {}, {0: game.glyphs.get(0, ())})
    words = [f"(;{_annotated(root, opening, 0)}", "\n"]
    words += _write_line(Variation(record.moves, game.comments, game.variations, game.glyphs), 0, node_of)
    return "".join([*words, "\n)\n\n"]).replace("\n\n)", "\n)")


def _write_line(line: Variation, before: int, node_of: Callable[[str, int], str]) -> list[str]:
    """The nodes of a line after `before` moves, in rows, with its variations in brackets."""
    words, ends = list[str](), list[list[str]]()
    for number, name in enumerate(line.moves, 1):
        others = line.variations.get(number, ())
        if others:
            words.append("(")
            ends.append([")"])
            for one in others:
                first = _with_opening_moved(one)
                ends[-1] += ["\n(", *_write_line(first, before + number - 1, node_of), ")"]
        words.append(f";{_annotated(node_of(name, before + number), line, number)}")
        if number % MOVES_A_LINE == 0:
            words.append("\n")
    return words + [word for end in reversed(ends) for word in end]


def _with_opening_moved(line: Variation) -> Variation:
    """The variation with the comment before its first move after it: SGF has no place for one before."""
    comment = " ".join(filter(None, (line.comments.get(0, ""), line.comments.get(1, ""))))
    signs = (*line.glyphs.get(0, ()), *line.glyphs.get(1, ()))
    comments = {ply: text for ply, text in line.comments.items() if ply > 1} | ({1: comment} if comment else {})
    glyphs = {ply: marks for ply, marks in line.glyphs.items() if ply > 1} | ({1: signs} if signs else {})
    return dataclasses.replace(line, comments=comments, glyphs=glyphs)


def _annotated(node: str, line: Variation, ply: int) -> str:
    signs = {glyph: name for name, glyph in GLYPHS.items()}
    marks = "".join(f"{signs[glyph]}[1]" for glyph in line.glyphs.get(ply, ()) if glyph in signs)
    return node + marks + (write_property("C", line.comments[ply]) if line.comments.get(ply) else "")


def _write_start(rules: Othello, points: Points, colours: tuple[str, ...]) -> str:
    """Write the discs on the board before the first move, and the side to move."""
    start = rules.start()
    sides = zip(colours, (start.mine, start.theirs), strict=True)
    discs = [
        (f"A{colour}", [points.text_of(rules.move_name(start, place), rules.size) for place in side.squares()])
        for colour, side in sides
    ]
    return "".join(write_property(name, *places) for name, places in discs if places) + write_property("PL", colours[0])


def _write_stones(rules: Go | Hex, points: Points, first: int) -> str:
    """Write the stones on the board before the first move, and the side to move."""
    read, size = read_stones(rules.stones, rules.size), rules.size
    sides = zip(COLOURS, (read.black, read.white), strict=True)
    stones = [
        (f"A{colour}", [points.text_of(points.from_pair(place % size, place // size, size), size) for place in sorted(side)])
        for colour, side in sides
    ]
    return "".join(write_property(name, *places) for name, places in stones if places) + write_property("PL", COLOURS[first])


def _write_result(record: GameRecord, colours: tuple[str, ...]) -> str:
    won = winner_of(record)
    if won is None:
        return "?"
    if won == DRAW:
        return "0"
    letters = {RESIGNED: "R", TIMEOUT: "T", "forfeited": "F"}
    margin = f"{abs(record.payoffs[0]):g}" if record.payoffs and record.game.startswith(("go", "othello")) else ""
    return f"{colours[won]}+{margin or letters.get(record.reason, '')}"
