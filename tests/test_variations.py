"""Variations, comments and glyphs: what an analysis board writes as PGN is read back as it was, whatever the game."""

import dataclasses
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commandline import run_here
from kibitz.core import registry
from kibitz.formats.annotated import DEEPEST, AnnotatedGame, Flaw, Variation, variations_in
from kibitz.formats.files import format_named, read_games
from kibitz.formats.source import Source
from kibitz.position import Position
from kibitz.table.analysed_game import AnalysedPosition, annotated, read_analysis, rows_of, write_pgn
from kibitz.table.limits import Limits
from kibitz.table.pasted import read_text
from kibitz.table.served_games import Catalog
from runs import examples
from web_house import Client, Oracle, house

GAMES = (
    "chess",
    "othello",
    "checkers",
    "connect_four",
    "tic_tac_toe",
    "kalah",
    "hex",
    "go:size=5",
    "amazons",
    "einstein",
    "trio",
)
LIMITS = Limits()
CATALOG = Catalog.of([])
SAID = (
    st.text(max_size=60)
    .map(lambda text: " ".join(text.encode(errors="replace").decode().split()))
    .filter(lambda text: not re.search(r"[{}\0]|^\$", text))
)
SIGNS = st.sampled_from(["", "", "! ", "?? ", "⩲ ", "$146 "])
COMMENTS = st.one_of(st.just(""), st.tuples(SIGNS, SAID).map(lambda both: "".join(both).strip()))


@st.composite
def analyses(draw: Any) -> tuple[str, list[tuple[int, str, str]]]:
    """A game, and rows as an analysis board sends them."""
    spec = draw(st.sampled_from(GAMES))
    positions, rows, tried = [Position.after(spec)], [(-1, "", draw(COMMENTS))], set()
    for _ in range(draw(st.integers(0, 14))):
        before = draw(st.integers(max(0, len(rows) - 4), len(rows) - 1))
        legal = [move for move in positions[before].legal() if (before, move) not in tried]
        if not legal:
            continue
        move = legal[draw(st.integers(0, len(legal) - 1))]
        tried.add((before, move))
        positions.append(positions[before].play(move))
        rows.append((before, positions[before].name(move), draw(COMMENTS)))
    return spec, rows


def nested(node: AnalysedPosition) -> tuple[Any, ...]:
    return node.name, node.comment, [nested(one) for one in node.after]


def read(text: str) -> list[AnnotatedGame | Flaw]:
    return list(format_named("pgn").read(Source([text.encode()]), None))


@given(analysis=analyses())
@settings(max_examples=examples(100), deadline=None)
def test_variations_are_read_back_from_sgf(analysis: tuple[str, list[tuple[int, str, str]]]) -> None:
    spec, rows = analysis
    if spec.partition(":")[0] not in ("othello", "hex", "go"):
        return
    whole = annotated(read_analysis(registry.load(spec), json.dumps(rows), LIMITS))
    signs = {1, 2, 5, 6}  # which SGF has, too

    def plain(line: Variation) -> tuple[Any, ...]:
        """What is said before the first move of a variation is said after it in SGF."""
        ahead = line.comments.get(0, "") if line.moves else ""
        comments = {ply: text for ply, text in line.comments.items() if ply}
        if ahead:
            comments[1] = " ".join(filter(None, (ahead, comments.get(1, ""))))
        first = (*line.glyphs.get(0, ()), *line.glyphs.get(1, ()))
        glyphs = {ply: marks for ply, marks in line.glyphs.items() if ply > 1} | {1: first}
        kept = {ply: found for ply, marks in glyphs.items() if (found := tuple(one for one in marks if one in signs))}
        return line.moves, comments, kept, {ply: [plain(one) for one in those] for ply, those in line.variations.items()}

    found, *flaws = reversed(list(format_named("sgf").read(Source([format_named("sgf").write(whole).encode()]), None)))
    assert flaws == []
    assert isinstance(found, AnnotatedGame)
    assert found.record.moves == whole.record.moves
    for number, those in whole.variations.items():
        assert [plain(one) for one in found.variations[number]] == [plain(one) for one in those]
    assert found.variations.keys() == whole.variations.keys()
    assert {**found.comments, 0: ""} == {**whole.comments, 0: ""}


@pytest.mark.parametrize(
    ("text", "moves", "kept", "notes"),
    [
        ("(;GM[2];B[fe](;W[fd];B[ec])(;W[df](;B[ce])(;B[cd])))", "f5 f4 e3", {2: [("d6", "c5")]}, []),
        ("(;GM[2];B[fe](;W[fd])(;C[only words]))", "f5 f4", {}, ["a variation without a move is left out"]),
        ("(;GM[2](;C[a comment];B[fe])(;B[df]))", "f5", {}, ["a variation is left out, for no move stands in its place"]),
        ("(;GM[2];B[fe](;W[fd])(;W[aa];B[bb]))", "f5 f4", {}, ["in a variation, move 2: 'a1'"]),
        ("(;GM[2];B[fe](;W[fd])())", "f5 f4", {}, []),
        (
            "(;GM[1]SZ[5];B[aa](;W[bb];B[tt];W[tt];B[tt])(;W[cc];W[dd]))",
            "A5 B4 pass pass",
            {2: [("C3", "pass", "D2")]},
            [],
        ),
    ],
)
def test_forks_of_sgf(text: str, moves: str, kept: dict[int, list[tuple[str, ...]]], notes: list[str]) -> None:
    *flaws, found = format_named("sgf").read(Source([text.encode()]), None)
    assert isinstance(found, AnnotatedGame)
    assert " ".join(found.record.moves) == moves
    assert {number: [one.moves for one in those] for number, those in found.variations.items()} == kept
    assert len(flaws) == len(notes)
    for flaw, note in zip(flaws, notes, strict=True):
        assert isinstance(flaw, Flaw)
        assert note in flaw.reason
        assert flaw.is_note


@given(analysis=analyses())
@settings(max_examples=examples(150), deadline=None)
def test_an_analysis_is_read_back_from_its_pgn(analysis: tuple[str, list[tuple[int, str, str]]]) -> None:
    spec, rows = analysis
    start = read_analysis(registry.load(spec), json.dumps(rows), LIMITS)
    written = write_pgn(start)
    (game,) = read(written)
    assert isinstance(game, AnnotatedGame), game
    back = read_analysis(registry.load(spec), json.dumps(rows_of(game)), LIMITS)
    assert nested(back) == nested(start)
    assert write_pgn(back) == written
    assert dataclasses.replace(game, line=1, tags={}) == dataclasses.replace(annotated(start), tags={})
    pasted = read_text(CATALOG, LIMITS, written, None)
    assert not pasted.flaws
    assert rows_of(pasted.games[0].found) == rows_of(game)


@given(text=st.text("()()(){}$;!? .123abcdef45NQ\n", max_size=80), after=st.sampled_from(["1. e4 ", "1. d4 d5 (", ""]))
@settings(max_examples=examples(300), deadline=None)
def test_whatever_stands_in_brackets_is_read_or_told(text: str, after: str) -> None:
    for found in read(f'[Event "?"]\n\n{after}{text}'):
        if isinstance(found, AnnotatedGame):
            read_analysis(registry.load("chess"), json.dumps(rows_of(found)), LIMITS)
        else:
            assert found.reason


def test_a_variation_is_in_the_place_of_the_move_before_it() -> None:
    (game,) = read("1. e4 (1. d4 d5 (1... Nf6 {Indian} 2. c4 $1) 2. c4) 1... e5 *")
    assert isinstance(game, AnnotatedGame)
    indian = Variation(("Nf6", "c4"), {1: "Indian"}, glyphs={2: (1,)})
    assert game.variations == {1: (Variation(("d4", "d5", "c4"), variations={2: (indian,)}),)}
    assert [one.moves[0] for one in variations_in(game.variations)] == ["d4", "Nf6"]


def test_lines_that_begin_alike_are_one_on_the_board() -> None:
    (game,) = read("1. e4 (1. e4 {again} c5) ({before} 1. d4) (1. e4 c5 $1 2. Nf3) e5 {open} *")
    assert isinstance(game, AnnotatedGame)
    assert rows_of(game) == [
        (-1, "", ""),
        (0, "e4", "again"),
        (1, "c5", "!"),
        (0, "d4", "before"),
        (2, "Nf3", ""),
        (1, "e5", "open"),
    ]


def chain(depth: int) -> str:
    """Variations within variations, so deep."""
    text = "1. e4"
    for ply in range(depth):
        text += f" ({'1. d4' if ply % 2 == 0 else '1. e4'}"
    return text + ")" * depth + " *"


def test_nesting_has_a_limit_that_is_told_and_never_breaks() -> None:
    (game,) = read(chain(DEEPEST))
    assert isinstance(game, AnnotatedGame)
    assert len([*variations_in(game.variations)]) == DEEPEST
    for depth in (DEEPEST + 1, 5_000):
        note, game = read(chain(depth))
        assert isinstance(note, Flaw)
        assert note.is_note
        assert note.reason == "a variation is left out: they are read 40 deep within each other"
        assert isinstance(game, AnnotatedGame)
        assert len([*variations_in(game.variations)]) == DEEPEST


def test_a_board_takes_so_many_moves_and_says_when_the_variations_are_too_many() -> None:
    text = "1. e4 (1. d4 d5 2. c4) 1... e5 *"
    few = dataclasses.replace(LIMITS, nodes_analysed=4)
    found = read_text(CATALOG, few, text, None)
    assert found.flaws == ("Line 1: A board takes 4 moves, and with its variations the game has 5: the main line is kept.",)
    assert rows_of(found.games[0].found) == [(-1, "", ""), (0, "e4", ""), (1, "e5", "")]
    assert len(rows_of(read_text(CATALOG, LIMITS, text, None).games[0].found)) == 6


def test_a_comment_is_no_longer_than_a_board_takes() -> None:
    (game,) = read("1. e4 {" + "x" * 3_000 + "} *")
    assert isinstance(game, AnnotatedGame)
    assert len(rows_of(game)[1][2]) == LIMITS.comment


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(lambda do, args: None))) as client:
        yield client


def test_a_pasted_game_comes_with_its_variations(page: Client) -> None:
    reply = page.post("/analyse", {"text": "1. e4 e5 (1... c5 $1 {sharp}) 2. Nf3 *", "game": ""})
    assert reply.headers["kibitz-location"] == "/g/chess/analyse?moves=e4+e5+Nf3"
    rows = re.search(r'data-rows="([^"]*)"', reply.text)
    assert rows
    assert json.loads(unescape(rows[1])) == [
        [-1, "", ""],
        [0, "e4", ""],
        [1, "e5", ""],
        [1, "c5", "! sharp"],
        [2, "Nf3", ""],
    ]


def test_what_is_wrong_in_a_variation_is_told_in_one_sentence_and_costs_nothing_else(page: Client) -> None:
    reply = page.post("/analyse", {"text": "1. e4 e5\n(1... c5 2. Ke5) 2. Nf3 *", "game": ""})
    assert "Line 2: In a variation, move 3: &#39;Ke5&#39; is not a move of this game" in reply.text
    assert reply.headers["kibitz-location"] == "/g/chess/analyse?moves=e4+e5+Nf3"


@pytest.mark.parametrize(
    ("ending", "told"),
    [("pgn", ""), ("json", "2 variations left out: the main line is kept"), ("txt", "2 variations left out")],
)
def test_convert_keeps_variations_where_a_format_has_them(tmp_path: Path, ending: str, told: str) -> None:
    games, out = tmp_path / "one.pgn", tmp_path / f"out.{ending}"
    games.write_text("1. e4 (1. d4 d5 (1... Nf6 $1)) e5 *\n")
    code, _, complaint = run_here("convert", str(games), "--to", str(out))
    assert code == 0
    assert told in complaint
    assert bool(told) == bool(complaint)
    if ending == "pgn":
        assert "1. e4 (1. d4 d5 (1... Nf6 $1)) 1... e5 *" in out.read_text()


def test_the_first_moves_of_a_game_have_no_variations(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 (1. d4) e5 2. Nf3 *")
    (game,) = read_games(file, plies=2)
    assert isinstance(game, AnnotatedGame)
    assert (game.record.moves, game.variations) == (("e4", "e5"), {})
    (whole,) = read_games(file, plies=3)
    assert isinstance(whole, AnnotatedGame)
    assert [*whole.variations] == [1]


def test_variations_of_checkers_come_back_from_pdn() -> None:
    text = "1. 11-15 (1. 9-13 {another} 22-18) 23-19 (1... 22-18 $1 (1... 24-19)) 2. 8-11 *"
    (game,) = format_named("pdn").read(Source([text.encode()]), None)
    assert isinstance(game, AnnotatedGame)
    assert [one.moves for one in variations_in(game.variations)] == [("9-13", "22-18"), ("22-18",), ("24-19",)]
    (back,) = format_named("pdn").read(Source([format_named("pdn").write(game).encode()]), None)
    assert isinstance(back, AnnotatedGame)
    assert (back.variations, back.record.moves) == (game.variations, game.record.moves)


def test_pgn_of_checkers_is_no_pdn() -> None:
    text = '[Event "?"]\n[Game "checkers:quiet=40"]\n[First "Ann"]\n\n1. 9-13 *\n'
    (found,) = read_text(CATALOG, LIMITS, text, None).games
    assert (found.found.record.game, found.found.players[0]) == ("checkers:quiet=40", "Ann")


def test_a_line_of_a_comment_that_begins_with_a_percent_sign_is_kept() -> None:
    (game,) = read("% this is for programs\n1. e4 {half of it,\n% or so} e5 *\n% so is this\n")
    assert isinstance(game, AnnotatedGame)
    assert (game.record.moves, game.comments) == (("e4", "e5"), {1: "half of it, % or so"})
