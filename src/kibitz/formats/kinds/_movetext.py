"""Texts of tag pairs and moves, as PGN has them: split into games and words, and written."""

import itertools
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from kibitz.formats.annotated import AnnotatedGame, Variation
from kibitz.formats.source import Source

LINE_WIDTH = 79
FIRST_TAG = "Event"
# Tags that mean something here, however they are written.
NAMES = {
    name.casefold(): name
    for name in ("Event", "White", "Black", "Result", "SetUp", "FEN", "Variant", "GameType", "Game", "Termination")
}
TAG = re.compile(r'\[\s*([\w-]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
TAG_BEGINS = re.compile(r'\[\s*[A-Za-z][\w-]*\s*"')
QUOTED_WITHIN = re.compile(r'\[\s*([\w-]+)\s*["“](.*?)["”]\s*\](?=\s*(?:\[|$))')
UNQUOTED = re.compile(r'\[\s*([\w-]+)\s*["“]?([^\]]*?)["”]?\s*(?:\]|$)')  # a quotation mark or a bracket is missing
SIGN = re.compile(rf"[{{}};]|{TAG.pattern}")
WORD = re.compile(r"\S+")
PLAIN = re.compile(r"(?:[^\s{}();$<\[]|(?<=[1-8])\([QRBNqrbn]\))+")  # `a8(Q)` too
ASIDE = re.compile(r"<[^<>\n]*>|\[[^\[\]\n]*\]")  # what PGN keeps for later, and commands without a comment around them
GLYPH = re.compile(r"\$(\d{1,3})(?!\d)")
NUMBER = re.compile(r"(\d{1,4})(\.+)")
RESULT = re.compile(r"1-0|0-1|1:0|0:1|1/2-1/2|½-½|1/2|½|\*")
GLYPHS = {"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6}
JUDGEMENTS = {
    "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17,
    "-/+": 17, "+-": 18, "-+": 19, "⨀": 22, "⊙": 22, "⇆": 132, "⊕": 138, "∆": 140, "⌓": 142, "N": 146, "TN": 146,
}  # fmt: skip
SIGNS = sorted((sign for sign in JUDGEMENTS if not sign.isalpha()), key=len, reverse=True)
CHECK_IN_WORDS = re.compile(r"(?<=\w[1-8])(?:dis|dbl)?(?:ch|ck|mate)\.?$")
CHECK_ENDS = ("h", "k", "e", ".")
REMARKS = {"+", "++", "#", "ch", "dbl", "dis", "mate", "ep", "x", "-", ",", "=", "&", ""}  # they add nothing to a move
# Figurines, the sign of a capture, dashes and daggers as everybody can type them; what nobody sees goes.
LETTERS = str.maketrans(
    "♔♕♖♗♘♙♚♛♜♝♞♟\u00d7\u2013\u2014\u2212\u2011†‡", "KQRBNPKQRBNPx----+#", "\u200b\u200c\u200d\u2060\ufe0e\ufe0f"
)
Kind = Literal["move", "comment", "unclosed", "glyph", "result", "variation", "endless", "stray"]
UNCLOSED = "a comment has no end: the rest of this game becomes part of it"
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

    "unclosed" is a comment that has no end, "endless" such a variation, "stray" a word that cannot be a move. `half`: which
    move of the game it is by the number before it, 0 the first of White, 1 the first of Black; None without a number.
    """

    kind: Kind
    text: str
    line: int
    half: int | None = None


def split_games(source: Source) -> Iterator[TaggedText]:
    """The games of a file, one after the other: tags that come after moves begin the next one."""
    game, in_comment, after_blank = TaggedText(1), False, True
    for number, text in source.lines():
        line = text.strip()
        # A comment that nobody closed must not swallow the games that follow.
        can_be_tag = line.startswith("[") and (after_blank or not in_comment)
        if can_be_tag and (not game.body or TAG_BEGINS.match(line)):
            in_comment = False
            leading, moves = _read_tags(line)
        else:
            leading, moves = {}, "" if text.startswith("%") and not in_comment else text
        parts: list[tuple[dict[str, str], str]] = _split_line(moves, in_comment) if TAG_BEGINS.search(moves) else [({}, moves)]
        for tags, moves in [(leading, parts[0][1]), *parts[1:]]:
            # A game may have tags alone, such as one that nobody came to: then the first tag comes again, after a blank line.
            is_next = after_blank and game.tags and any(name in (FIRST_TAG, *game.tags) for name in tags)
            if tags and (game.body or is_next):
                yield game
                game = TaggedText(number)
            if tags or not (game.tags or game.body):
                game.line = game.line if game.tags else number
                game.tags.update(tags)
            if game.body or moves.strip():
                game.body_line = game.body_line if game.body else number
                game.body.append(moves)
        if "{" in moves or "}" in moves:
            in_comment = _is_open(moves, in_comment)
        after_blank = not line
    if game.tags or game.body:
        yield game


def _read_tags(line: str) -> tuple[dict[str, str], str]:
    """The tags with which a line begins, and what follows them on it."""
    tags, at = dict[str, str](), 0
    while found := TAG.match(line, at) or QUOTED_WITHIN.match(line, at) or UNQUOTED.match(line, at):
        tags[NAMES.get(found[1].casefold(), found[1])] = _unquote(found[2])
        at = found.end() + len(line[found.end() :]) - len(line[found.end() :].lstrip())
    return tags, line[at:]


def _unquote(value: str) -> str:
    return " ".join(re.sub(r"\\(.)", r"\1", value).split())


def _split_line(line: str, in_comment: bool) -> list[tuple[dict[str, str], str]]:
    """The moves of a line up to its first tag; then tags with what follows them, for there may be several games in a line."""
    parts, begin = list[tuple[dict[str, str], str]](), 0
    tags = dict[str, str]()
    for sign in SIGN.finditer(line):
        if in_comment or sign[0] in "{};":
            in_comment = sign[0] != "}" if in_comment else sign[0] == "{"
            if sign[0] == ";" and not in_comment:
                break
            continue
        if line[begin : sign.start()].strip() or not parts:
            parts.append((tags, line[begin : sign.start()]))
            tags = {}
        tags[NAMES.get(sign[1].casefold(), sign[1])] = _unquote(sign[2])
        begin = sign.end()
    return [*parts, (tags, line[begin:])]


def _is_open(line: str, in_comment: bool) -> bool:
    """Whether a comment continues beyond the end of a line."""
    for sign in re.finditer("[{};]", line):
        if sign[0] == ";" and not in_comment:
            break
        in_comment = sign[0] != "}" if in_comment else sign[0] == "{"
    return in_comment


def read_tokens(game: TaggedText, could_be: Mark, is_move: Mark | None = None) -> Iterator[MoveTextToken]:
    """The words of the moves, numbers of moves left out.

    `could_be` knows words that may be meant as moves: others are strays. `is_move` recognises moves of any form; it is called
    when all words before have been played.
    """
    text, ending = "\n".join(game.body).rstrip(), game.tags.get("Result")
    at, line, counted, half = 0, game.body_line, 0, None
    while word := WORD.search(text, at):
        begin = word.start()
        line, counted = line + text.count("\n", counted, begin), begin
        if word[0] == ending and word.end() == len(text):
            at = word.end()
            yield MoveTextToken("result", word[0], line)
        elif is_move is not None and is_move(word[0]):
            at = word.end()
            yield MoveTextToken("move", word[0], line, half)
            half = None
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
            rest = plain[0] if plain[0].isascii() else plain[0].replace("…", "...").translate(LETTERS)
            if number := NUMBER.match(rest):
                half, rest = 2 * int(number[1]) - 2 + (len(number[2]) > 1), rest[number.end() :].lstrip(".")
            for kind, part in _split_word(rest, could_be):
                yield MoveTextToken(kind, part, line, half if kind == "move" else None)
                half = None if kind in ("move", "result") else half
        elif aside := ASIDE.match(text, begin):
            at = aside.end()
            yield MoveTextToken("stray", aside[0], line)
        else:
            glyph = GLYPH.match(text, begin)
            at = glyph.end() if glyph else begin + 1
            if glyph:
                yield MoveTextToken("glyph", glyph[1], line)


def is_plain(word: str) -> bool:
    """Whether a word looks like nothing but a move, where any word may be one."""
    if not word.isascii() or PLAIN.fullmatch(word) is None or NUMBER.match(word):
        return False
    return _split_word(word, bool) == (("move", word),)


@lru_cache(1 << 14)  # games are made of few words
def _split_word(word: str, could_be: Mark) -> tuple[tuple[Kind, str], ...]:
    """A move, with the signs that an annotator put after it, or a result, or a word that is neither."""
    if not word.strip(".") or word.isdigit():
        return ()
    if RESULT.fullmatch(word):
        return (("result", word),)
    marks = [JUDGEMENTS[word]] if word in JUDGEMENTS else []
    bare = "" if marks else word.rstrip("!?‼⁇⁉⁈")
    glyph = None if marks else GLYPHS.get(word[len(bare) :])
    bare = CHECK_IN_WORDS.sub("", bare) if bare[-1:] in CHECK_ENDS else bare
    sign = next((sign for sign in SIGNS if bare.endswith(sign)), "")
    if sign and could_be(bare.removesuffix(sign)):
        bare, marks = bare.removesuffix(sign), [JUDGEMENTS[sign]]
    found = list[tuple[Kind, str]]()
    if could_be(bare):
        found.append(("move", bare))
    elif bare.replace(".", "").strip("()") not in REMARKS:
        found.append(("stray", bare))
    found += [("glyph", str(mark)) for mark in ([glyph, *marks] if glyph else marks)]
    return tuple(found)


def _variation_end(text: str, begin: int) -> int | None:
    """Where a variation that begins there ends, with all that it holds; None if it is not closed."""
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
    """The words of a line that begins after that number of moves; `numbered`: what may stand before each move, see
    `write_moves`.
    """
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
