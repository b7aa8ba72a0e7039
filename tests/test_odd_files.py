"""Odd files: what programs and people write that no standard foresees, each with what has to be read of it.

`odd_files/FORMAT.txt` has them: a title, which names the encoding in brackets where it is not UTF-8; the text; and under `=>`
what is read, in the words of `described`: a game in each line, and `!` before a sentence on what could not be read.
"""

import re
from functools import partial
from io import StringIO
from pathlib import Path

import chess
import chess.pgn
import pytest

from files_by_hand import read
from kibitz.core.thought import BROKEN_OFF
from kibitz.formats.annotated import AnnotatedGame, winner_of
from kibitz.formats.files import format_named
from kibitz.formats.replay import end_position
from kibitz.formats.source import decode
from test_formats_by_hand import described

FOLDER = Path(__file__).parent / "odd_files"
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.txt"))}
END = "=>\n"
LEAST = 200
SHREDDER = re.compile("GBgb|HFhf")  # rooks that castle in Chess960 alone


def cases(name: str) -> list[tuple[str, bytes, str]]:
    """The files of a format: title, content, and what has to be read."""
    parts = re.split(r"^### (.*)\n", TEXTS[name], flags=re.MULTILINE)[1:]
    found = []
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        written, _, expected = text.partition(END)
        encoding = re.search(r"\[([\w-]+)\]$", title)
        found.append((title, written.encode(encoding[1] if encoding else "utf-8"), expected))
    return found


def outcome(name: str, content: bytes) -> str:
    return "".join(f"{described(one).strip()}\n" for one in read(name, content))


ALL = [(name, title, content, expected) for name in TEXTS for title, content, expected in cases(name)]


@pytest.mark.parametrize(("name", "title", "content", "expected"), ALL, ids=[f"{name}: {title}" for name, title, *_ in ALL])
def test_an_odd_file_is_read_as_its_own_readers_do(name: str, title: str, content: bytes, expected: str) -> None:
    assert outcome(name, content) == expected


def test_there_are_many_of_them() -> None:
    assert len(ALL) >= LEAST


@pytest.mark.parametrize(("name", "title", "content"), [one[:3] for one in ALL], ids=[f"{one[0]}: {one[1]}" for one in ALL])
def test_what_was_read_of_it_comes_back(name: str, title: str, content: bytes) -> None:
    """All moves, who has won, names, tags, comments and glyphs, written and read once more."""
    for game in (one for one in read(name, content) if isinstance(one, AnnotatedGame)):
        (back,) = (one for one in read(name, format_named(name).write(game).encode()) if isinstance(one, AnnotatedGame))
        assert end_position(back).state == end_position(game).state
        assert (back.record.moves, back.players) == (game.record.moves, game.players)
        assert winner_of(back.record) == winner_of(game.record) or game.record.reason == BROKEN_OFF
        assert dict(back.tags) == dict(game.tags) or name == "fen"  # which is a position, and nothing else
        assert back.comments == {ply: text.replace("{", "(") for ply, text in game.comments.items()}
        assert back.glyphs == game.glyphs


def test_python_chess_reads_the_same_moves() -> None:
    """Of all games that it reads without a complaint."""
    same = 0
    for _, content, _ in cases("pgn"):
        if not content.isascii() or re.search(rb"^\[.*[^]]\r?$", content, re.MULTILINE):
            continue  # it drops what follows a tag on its line, and takes a figurine for nothing
        text = StringIO(decode(content).replace("\ufeff", ""))
        theirs = [one for one in iter(partial(chess.pgn.read_game, text), None) if one.headers or len(one.variations)]
        ours = [one for one in read("pgn", content) if isinstance(one, AnnotatedGame)]
        if len(theirs) != len(ours):
            continue  # several games on a line, or without tags, and those that it leaves out
        for their, our in zip(theirs, ours, strict=True):
            moves = [move.uci() for move in their.mainline_moves()]
            if moves and not their.errors and our.record.reason != BROKEN_OFF:
                assert moves == _uci(our)[: len(moves)]  # it reads no small letters of castling
                same += 1
    assert same >= 25


def _uci(game: AnnotatedGame) -> list[str]:
    fen = game.record.game.partition("fen=")[2].replace("_", " ")
    board = chess.Board(fen) if fen else chess.Board()
    return [board.push_san(name).uci() for name in game.record.moves]


@pytest.mark.parametrize(("name", "least"), [("fen", 13), ("epd", 18)])
def test_python_chess_knows_the_same_moves_of_a_position(name: str, least: int) -> None:
    """Of all positions that are valid to it, once the rights that cannot be are dropped."""
    same = 0
    for title, content, _ in cases(name):
        for number, line in enumerate(decode(content).splitlines(), 1):
            fields = line.replace(";", " ;").split()[:4]
            try:
                board = chess.Board(" ".join([*fields, *("", "w", "-", "-")[len(fields) :], "0 1"]))
            except ValueError:
                continue
            board.castling_rights = board.clean_castling_rights()
            found = next((one for one in read(name, line.encode()) if isinstance(one, AnnotatedGame)), None)
            if board.is_valid() and not board.is_game_over() and not SHREDDER.search(line):
                assert found is not None, (title, number)
                assert len(end_position(found).legal()) == board.legal_moves.count(), (title, number)
                same += 1
    assert same >= least
