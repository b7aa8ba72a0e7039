"""Files as people and programs write them, broken ones among them: what is read of each, and what is told."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import kibitz
from files_by_hand import HEADER, TEXTS, cases, entry, read, wtb
from golden_file import assert_golden
from kibitz.core import registry
from kibitz.errors import FormatError
from kibitz.formats.annotated import AnnotatedGame, Flaw, Variation, score_text, winner_of
from kibitz.formats.files import format_named, format_of, read_games
from kibitz.formats.source import Source


def described(found: AnnotatedGame | Flaw) -> str:
    if isinstance(found, Flaw):
        return f"  {found.line}! {found.reason}"
    record = found.record
    result = score_text(winner_of(record)) if len(record.players) == 2 else str(record.payoffs)
    facts = [
        f"{record.game}: {' '.join(record.moves)}".strip(),
        " - ".join(record.players),
        f"{result} {record.reason}".strip(),
    ]
    facts += [f"opening {record.opening}"] if record.opening else []
    facts += [f"{name}={value}" for name, value in found.tags.items()]
    facts += [f"{ply}{{{text}}}" for ply, text in found.comments.items()]
    facts += [f"{ply}${marks}" for ply, marks in found.glyphs.items()]
    facts += [f"{ply}({line})" for ply, line in lines_of(found.variations)]
    return f"  {found.line}: {' | '.join(facts)}"


def lines_of(variations: Mapping[int, tuple[Variation, ...]]) -> Iterator[tuple[int, str]]:
    for ply, those in variations.items():
        for one in those:
            words = [*one.moves, *(f"{at}{{{text}}}" for at, text in one.comments.items())]
            words += [f"{at}${marks}" for at, marks in one.glyphs.items()]
            words += [f"{at}({line})" for at, line in lines_of(one.variations)]
            yield ply, " ".join(words)


def outcomes(name: str) -> Iterator[str]:
    for title, text in cases(name):
        yield f"### {title}"
        yield from map(described, read(name, text.encode()))


@pytest.mark.parametrize("name", TEXTS)
def test_each_file_is_read_as_it_was(name: str) -> None:
    assert len(cases(name)) >= 20
    assert_golden(f"formats/{name}.txt", "\n".join(outcomes(name)) + "\n")


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "json"])
def test_encodings_and_ends_of_lines_make_no_difference(name: str) -> None:
    text = next(text for title, text in cases(name) if "\n" in text.strip() or name in ("ggf", "sgf"))
    plain = read(name, text.encode())
    for other in (
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        ("\ufeff" + text).encode("utf-16-le"),
        ("\ufeff" + text).encode("utf-16-be"),
        text.replace("\n", "\0\n\0").encode() + b"\0",
    ):
        for pieces in (1, 7, 1 << 16):
            assert read(name, other, pieces=pieces) == plain


def test_letters_that_are_no_utf_8_are_latin_1() -> None:
    (game,) = read("pgn", '[White "Jürgen"]\n[Black "Ł"]\n\n1. e4 *'.encode().replace("ü".encode(), b"\xfc"))
    assert isinstance(game, AnnotatedGame)
    assert game.players == ("Jürgen", "Ł")


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_recognized_by_its_beginning(name: str) -> None:
    text = cases(name)[0][1].encode()
    assert format_of(Source([text]), "no.suffix", None) is format_named(name)
    assert format_of(Source([text]), f"games{format_named(name).SUFFIXES[0].upper()}", None) is format_named(name)


def test_what_nobody_knows_is_lines_of_moves_or_nothing() -> None:
    assert format_of(Source([b"f5 d6"]), "moves", registry.load("othello")) is format_named("txt")
    with pytest.raises(FormatError, match="nobody can tell its format: say --from and one of epd, fen"):
        format_of(Source([b"\x89PNG"]), "picture", None)
    with pytest.raises(FormatError, match="did you mean pgn"):
        format_named("pgm")


# WTHOR is not text: its files by hand are made of bytes.

NAMELESS = "othello: f5 d6 | #1 - #2 | 1-0 resigned | Date=2001 | Discs=40 | BestDiscs=33"
WTB: dict[str, tuple[bytes, list[str]]] = {
    "a game": (wtb(entry()), [f"1: {NAMELESS}"]),
    "White has won": (
        wtb(entry(discs=10)),
        ["1: othello: f5 d6 | #1 - #2 | 0-1 resigned | Date=2001 | Discs=10 | BestDiscs=33"],
    ),
    "a draw": (
        wtb(entry(discs=32)),
        ["1: othello: f5 d6 | #1 - #2 | 1/2-1/2 drawn by agreement | Date=2001 | Discs=32 | BestDiscs=33"],
    ),
    "no year": (wtb(entry(), header=HEADER[:10] + bytes(6)), [f"1: {NAMELESS.replace(' | Date=2001', '')}"]),
    "two games, one announced": (wtb(entry(), entry()), [f"1: {NAMELESS}", f"2: {NAMELESS}"]),
    "none, one announced": (wtb(), ["0! the file says that it holds 1 game, and it holds 0"]),
    "a game cut off": (wtb(entry()[:50]), ["1! the file ends in the middle of a game: 50 of 68 bytes"]),
    "a header cut off": (HEADER[:9], ["1! a file of WTHOR begins with 16 bytes, and this one has 9"]),
    "nothing": (b"", ["1! a file of WTHOR begins with 16 bytes, and this one has 0"]),
    "a board of ten": (
        wtb(header=HEADER[:12] + bytes([10, 0, 0, 0])),
        ["1! WTHOR is read for boards of size 8, and these are of size 10"],
    ),
    "an illegal move": (wtb(entry(bytes([56, 56]))), ["1! move 2: 'f5' is not allowed here"]),
    "no square": (wtb(entry(bytes([99]))), ["1! move 1: '99' is not a move of this game"]),
    "no first move": (wtb(entry(bytes([11]))), ["1! move 1: 'a1' is not allowed here"]),
    "no moves": (wtb(entry(b"")), ["1: othello: | #1 - #2 | 1-0 resigned"]),
    "all discs are Black's": (wtb(entry(discs=64)), ["1: othello: f5 d6 | #1 - #2 | 1-0 resigned | Date=2001 | Discs=64"]),
    "all discs are White's": (wtb(entry(discs=0)), ["1: othello: f5 d6 | #1 - #2 | 0-1 resigned | Date=2001 | Discs=0"]),
    "the largest number": (wtb(entry(black=65535)), ["1: othello: f5 d6 | #65535 - #2 | 1-0 resigned"]),
    "a size of 0, which is 8": (wtb(entry(), header=HEADER[:12] + bytes(4)), [f"1: {NAMELESS}"]),
    "something behind": (wtb(entry()) + b"xy", [f"1: {NAMELESS}", "2! the file ends in the middle of a game: 2 of 68 bytes"]),
    "a place that nobody has filled": (
        wtb(entry(b"", discs=0)),
        ["1: othello: | #1 - #2 | * unfinished | Date=2001 | Discs=0 | BestDiscs=33"],
    ),
    "more discs than squares": (
        wtb(entry(discs=65)),
        ["1! Black cannot have 65 discs: the game is kept without a result", "1: othello: f5 d6 | #1 - #2 | * unfinished"],
    ),
    "zero between moves": (wtb(entry(bytes([56, 0, 64]))), ["1! move 2: '0' is not a move of this game"]),
}


@pytest.mark.parametrize("title", WTB)
def test_a_binary_file_is_read_as_it_is(title: str) -> None:
    content, expected = WTB[title]
    found = [described(one).strip() for one in read("wthor", content, pieces=7)]
    assert len([line for line in found if "!" in line.partition(" ")[0]]) == len([one for one in expected if "! " in one])
    for one in expected:
        assert any(line.startswith(one) for line in found), found


@pytest.mark.parametrize("beside", ["names", "WTHOR", "wthor"])
def test_names_stand_in_files_beside(beside: str, tmp_path: Path) -> None:
    players = b"?".ljust(20, b"\0") + b"Tastet Marc".ljust(20, b"\0") + "Müller".encode("latin-1").ljust(20, b"\0")
    (tmp_path / f"{beside}.jou").write_bytes(bytes(16) + players)
    (tmp_path / f"{beside}.TRN").write_bytes(bytes(16) + b"Open".ljust(26, b"\0"))
    (tmp_path / "names.wtb").write_bytes(wtb(entry(), entry(white=9)))
    first, second = read_games(str(tmp_path / "names.wtb"))
    assert isinstance(first, AnnotatedGame)
    assert isinstance(second, AnnotatedGame)
    assert (first.players, first.tags["Event"]) == (("Tastet Marc", "Müller"), "Open")
    assert second.players == ("Tastet Marc", "?")


def test_python_names_files_by_paths_and_games_by_specs(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("2,2 1,2 3,1\n", encoding="utf-8")
    (found,) = kibitz.read_games(file, game="tic_tac_toe")
    assert isinstance(found, AnnotatedGame)
    assert found.record.moves == ("2,2", "1,2", "3,1")
    assert list(kibitz.read_games(file, "txt", kibitz.load("tic_tac_toe"))) == [found]
    with pytest.raises(FormatError, match="nobody can tell its format"):
        list(kibitz.read_games(file.rename(tmp_path / "lines")))
