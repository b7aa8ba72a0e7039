"""Texts of tag pairs and moves, as PGN has them: split into games and words, and written."""

import itertools
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kibitz.formats.annotated import AnnotatedGame, Variation
from kibitz.formats.source import Source

LINE_WIDTH = 79
FIRST_TAG = "Event"
TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
TAG_BEGINS = re.compile(r'\[\s*[A-Za-z]\w*\s*"')
BROKEN_TAG = re.compile(r'\[\s*(\w+)\s*"?(.*?)"?\s*\]?')  # a quotation mark or a bracket is missing
WORD = re.compile(r"\S+")
PLAIN = re.compile(r"[^\s{}();$]+")
NUMBER = re.compile(r"\d+\.+")
RESULT = re.compile(r"1-0|0-1|1/2-1/2|½-½|1/2|\*")
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
Kind = Literal["move", "comment", "unclosed", "glyph", "result", "variation", "endless"]
UNCLOSED = "a comment has no end: whatever follows in this game is taken for a part of it"
Mark = Callable[[str], bool]


@dataclass
class TaggedText:
    """A game as it stands in a file: its tags, and the lines of its moves from line `body_line` on."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    body_line: int = 0
    body: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class MoveTextToken:
    """A word of the moves, a comment, a glyph's number, a result, or all that stands in the brackets of a variation.

    "unclosed" is a comment that has no end, "endless" such a variation.
    """

    kind: Kind
    text: str
    line: int


def split_games(source: Source) -> Iterator[TaggedText]:
    """The games of a file, one after the other: tags that come after moves begin the next one."""
    game, in_comment, after_blank = TaggedText(1), False, True
    for number, text in source.lines():
        line = text.strip()
        # A comment that nobody closed must not swallow the games that follow.
        is_tag = TAG_BEGINS.match(line) is not None and (after_blank or not in_comment)
        is_tag = is_tag or (not game.body and line.startswith("[") and BROKEN_TAG.fullmatch(line) is not None)
        tags = _read_tags(line) if is_tag else {}
        # A game may have tags alone, such as one that nobody came to: then the first tag comes again, after a blank line.
        if is_tag and (game.body or (after_blank and any(name in (FIRST_TAG, *game.tags) for name in tags) and game.tags)):
            yield game
            game = TaggedText(number)
        if is_tag:
            in_comment = False
            game.line = game.line if game.tags else number
            game.tags.update(tags)
        elif (line or game.body) and (in_comment or not text.startswith("%")):
            if not game.body:
                game.body_line = number
                game.line = game.line if game.tags else number
            game.body.append(text)
            in_comment = _is_open(line, in_comment)
        after_blank = not line
    if game.tags or game.body:
        yield game


def _read_tags(line: str) -> dict[str, str]:
    found = TAG.findall(line)
    if not found and (broken := BROKEN_TAG.fullmatch(line)):
        found = [broken.groups()]
    return {name: re.sub(r"\\(.)", r"\1", value) for name, value in found}


def _is_open(line: str, in_comment: bool) -> bool:
    """Whether a comment goes on at the end of a line."""
    opened, closed = line.rfind("{"), line.rfind("}")
    return opened > closed or (in_comment and closed < 0)


def read_tokens(game: TaggedText, is_move: Mark | None = None) -> Iterator[MoveTextToken]:
    """The words of the moves, numbers of moves left out.

    `is_move` knows words that are moves whatever they look like; each is asked for when those before it have been played.
    """
    text, ending = "\n".join(game.body).rstrip(), game.tags.get("Result")
    at, line, counted = 0, game.body_line, 0
    while word := WORD.search(text, at):
        begin = word.start()
        line, counted = line + text.count("\n", counted, begin), begin
        if word[0] == ending and word.end() == len(text):
            at = word.end()
            yield MoveTextToken("result", word[0], line)
        elif is_move is not None and is_move(word[0]):
            at = word.end()
            yield MoveTextToken("move", word[0], line)
        elif word[0][0] in "{;":
            end = text.find("}" if word[0][0] == "{" else "\n", begin)
            at = end + 1 if end >= 0 else len(text)
            is_unclosed = end < 0 and word[0][0] == "{"
            yield MoveTextToken("unclosed" if is_unclosed else "comment", text[begin + 1 : end if end >= 0 else at], line)
        elif word[0][0] == "(":
            closed = _variation_end(text, begin)
            at = len(text) if closed is None else closed
            inside = text[begin + 1 : at if closed is None else at - 1]
            yield MoveTextToken("endless" if closed is None else "variation", inside, line)
        elif plain := PLAIN.match(text, begin):
            at = plain.end()
            rest = plain[0] if RESULT.fullmatch(plain[0]) else plain[0][_numbers(plain[0]) :]
            yield from _split_word(rest, line, is_move is None)
        else:
            glyph = re.compile(r"\$(\d{1,3})").match(text, begin)
            at = glyph.end() if glyph else begin + 1
            if glyph:
                yield MoveTextToken("glyph", glyph[1], line)


def _numbers(word: str) -> int:
    """How much of a word is the number of a move."""
    found = NUMBER.match(word)
    return found.end() if found else 0


def _split_word(word: str, line: int, is_chess: bool) -> Iterator[MoveTextToken]:
    """A move, with the sign that an annotator put behind it, or a result."""
    if not word or (is_chess and word.isdigit()):
        return
    if RESULT.fullmatch(word):
        yield MoveTextToken("result", word, line)
        return
    bare = word.rstrip("!?")
    if bare and bare.strip("."):
        yield MoveTextToken("move", bare, line)
    if glyph := GLYPHS.get(word[len(bare) :]):
        yield MoveTextToken("glyph", str(glyph), line)


def _variation_end(text: str, begin: int) -> int | None:
    """Where a variation that begins there ends, with all that it holds; None if nobody closed it."""
    depth, at = 0, begin
    for sign in re.compile(r"[(){};]").finditer(text, begin):
        if sign.start() < at:
            continue
        at = sign.end()
        if sign[0] in "{;":
            end = text.find("}" if sign[0] == "{" else "\n", at)
            at = end + 1 if end >= 0 else len(text)
        elif sign[0] in "()":
            depth += 1 if sign[0] == "(" else -1
            if depth == 0:
                return at
    return None


def write_tags(tags: Mapping[str, str]) -> list[str]:
    """A line for each tag."""
    return [f'[{name} "{_quote(value)}"]' for name, value in tags.items()]


def _quote(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())


def write_moves(game: AnnotatedGame, numbers: Iterable[str], later: Iterable[str], result: str) -> list[str]:
    """The moves in lines, with glyphs, comments and variations, and the result at the end.

    `numbers` has what stands before each move; `later` the same for a move that does not follow another one at once.
    """
    record = game.record
    plies = max(len(record.moves), _longest(game.variations))
    numbered = list(zip(itertools.islice(numbers, plies), itertools.islice(later, plies), strict=True))
    words = _write_line(Variation(record.moves, game.comments, game.variations, game.glyphs), 0, numbered)
    return textwrap.wrap(" ".join([*words, result]), LINE_WIDTH, break_long_words=False, break_on_hyphens=False)


def _longest(variations: Mapping[int, tuple[Variation, ...]], before: int = 0) -> int:
    """With how many moves from the start the longest of these ends, and of all within them."""
    ends = [0]
    for number, those in variations.items():
        for one in those:
            begins = before + number - 1
            ends += [begins + len(one.moves), _longest(one.variations, begins)]
    return max(ends)


def _write_line(line: Variation, before: int, numbered: Sequence[tuple[str, str]]) -> list[str]:
    """The words of a line that begins after so many moves; `numbered`: what may stand before each move, see `write_moves`."""
    words, interrupted = _annotations(line, 0), True
    for ply, name in enumerate(line.moves, 1):
        number = numbered[before + ply - 1][interrupted]
        noted = _annotations(line, ply)
        for one in line.variations.get(ply, ()):
            inner = _write_line(one, before + ply - 1, numbered)
            noted += [f"({inner[0]}", *inner[1:-1], f"{inner[-1]})"] if len(inner) > 1 else [f"({inner[0]})"]
        words += [*([number] if number else []), name, *noted]
        interrupted = bool(noted)
    return words


def _annotations(line: Variation, ply: int) -> list[str]:
    found = [f"${glyph}" for glyph in line.glyphs.get(ply, ())]
    comment = line.comments.get(ply)
    return found if comment is None else [*found, "{" + comment.replace("}", ")").replace("{", "(") + "}"]
