"""`kibitz page`: the folder holds all positions with their values, what was played, and is whole or not there."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commandline import here, refused_here
from heard import interrupted
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.errors import PageError, SolutionError
from kibitz.explain.review.reviewing import Reviewing
from kibitz.position import Position
from kibitz.present.pieces import piece_words
from kibitz.present.values import side_names
from kibitz.search.entry import solve
from kibitz.static_page.folder import HEAD, LIST, check_folder, whole_folder
from kibitz.static_page.graph import find_places, solved_chart
from kibitz.static_page.numbered import Numbered, pack, unpack
from kibitz.static_page.parts import SiteOrder, format_size
from kibitz.static_page.site import write_site

HEX = str(Path(__file__).parents[1] / "examples" / "hex.py")
SOLVED = (
    "tic_tac_toe",
    "nim:heaps=1-2-3,misere=true",
    "connect_four:width=3,height=3,line=3",
    "dots_and_boxes:width=1,height=2",
    f"{HEX}:size=2",
)
MOVES = "1,1 1,2 2,2 3,3 2,1 2,3 3,1"
CHESS = '[White "Ann <b>"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. f4 e5 2. g4 Qh4# 0-1\n\n[Result "*"]\n\n1. e4 c5 *\n'


class Twin:
    """A pack read back in the plainest way: what `kibitz.js` does with it, in Python."""

    def __init__(self, packed: str) -> None:
        self.header, self.columns = unpack(packed)
        self.moves: list[list[tuple[list[Any], int]]] = []
        self.rows: list[list[int]] = []
        edges, row = zip(self.columns["move"], self.columns["target"], strict=True), iter(self.columns["row"])
        parents: dict[int, int] = {}
        following = 0
        for number, count in enumerate(self.columns["count"]):
            if number in self.header["roots"]:
                following = number + 1
            self.moves.append([])
            for _, (move, back) in zip(range(count), edges, strict=False):
                target = following - back
                if target == following:
                    parents[target] = number
                    following += 1
                self.moves[number].append((self.header["moves"][move], target))
            board = self.columns["board"][number]
            parent = parents.get(number)
            told = [next(row) for _ in self.header["boards"][board]["cells"]]
            known = self.rows[parent] if parent is not None and self.columns["board"][parent] == board else [0] * len(told)
            self.rows.append([was + (-(one + 1) // 2 if one % 2 else one // 2) for was, one in zip(known, told, strict=True)])

    def worth(self, number: int, target: int) -> Value:
        """What a move is worth for the one who makes it."""
        mover = self.columns["mover"]
        value = Value("exact", *self.header["worths"][self.columns["value"][target]])
        return (value if mover[number] == mover[target] else -value).later()


def charted(spec: str) -> Twin:
    return Twin(solved_chart(load(spec)).packed())


def packed_in(file: Path) -> Twin:
    found = re.fullmatch(r'"use strict";\nconst packed = "([\w+/=]+)";\n', file.read_text("utf-8"))
    assert found is not None
    return Twin(found[1])


@pytest.mark.parametrize("spec", SOLVED)
def test_every_position_is_there_as_the_rules_have_it(spec: str) -> None:
    """Walked from the start along the moves of the page and those of the game at once."""
    twin, waiting = charted(spec), [(0, Position.after(spec))]
    seen = {0}
    while waiting:
        here, position = waiting.pop()
        by_name = {position.name(move): move for move in position.legal()}
        assert [move[0] for move, _ in twin.moves[here]] == list(by_name)
        assert (twin.columns["end"][here] > 0) == position.is_over == (not by_name)
        assert twin.columns["mover"][here] == position.to_move
        scene = position.game.scene(position.state)
        assert scene is not None
        cells = twin.header["boards"][twin.columns["board"][here]]["cells"]
        assert [cell["name"] for cell in cells] == [cell.name for cell in scene.cells]
        said = [number and twin.header["pieces"][number - 1]["said"] for number in twin.rows[here]]
        sides = side_names(position.game)
        assert said == [piece_words(scene.pieces[cell.name], sides) if cell.name in scene.pieces else 0 for cell in scene.cells]
        for (name, *_), target in twin.moves[here]:
            if target not in seen:
                seen.add(target)
                waiting.append((target, position.play(by_name[name])))
    assert len(seen) == len(twin.moves)


@pytest.mark.parametrize("spec", SOLVED)
def test_values_are_those_of_a_search(spec: str) -> None:
    """Of random positions, every move; and what each player got in the end."""
    twin, dice = charted(spec), random.Random(1)
    for _ in range(3):
        here, position = 0, Position.after(spec)
        while not position.is_over:
            if dice.random() < 0.5:
                thought = solve(position, all_moves=True)
                known = {position.name(one.move): one.value for one in thought.moves}
                assert {move[0]: twin.worth(here, target) for move, target in twin.moves[here]} == known
            move, here = dice.choice(twin.moves[here])
            position = position.play(move[0])
        assert twin.header["ends"][twin.columns["end"][here] - 1] == list(position.payoffs or ())


def test_points_count() -> None:
    twin = charted("dots_and_boxes:width=1,height=2")
    leads = {-(lead + 1) // 2 if lead % 2 else lead // 2 for lead in twin.columns["lead"]}
    assert leads == {-1, 0, 1, 2}  # who makes a point moves again


def test_a_game_that_goes_in_circles_says_how_often() -> None:
    twin = charted("morris:men=3")
    assert twin.header["circles"] == 3
    assert any(target <= here for here, moves in enumerate(twin.moves) for _, target in moves)


@pytest.mark.parametrize("numbers", [[], [0, 255], [0, 256, 65_535], [70_000, 1]])
def test_a_pack_is_read_back(numbers: list[int]) -> None:
    packed = pack({"of": "\N{SNOWMAN}"}, {"first": numbers, "second": [7]})
    assert unpack(packed) == ({"of": "\N{SNOWMAN}"}, {"first": numbers, "second": [7]})


def test_things_are_numbered_as_they_come() -> None:
    letters = Numbered[str]()
    assert [letters.number(one) for one in "abac"] == [0, 1, 0, 2]
    assert (list(letters), len(letters)) == (["a", "b", "c"], 3)


def test_sizes_are_said_for_people() -> None:
    assert (format_size(31_900), format_size(1_250_000)) == ("32 kB", "1.2 MB")


# What the command says, and where it puts it.


@pytest.mark.untraced
def test_it_says_what_the_page_holds(tmp_path: Path) -> None:
    told = here("page", "nim:heaps=1-2", "--to", "nim", folder=tmp_path)
    assert re.sub(r"\d+ kB", "N kB", told) == (
        "A page cannot play nim:heaps=1-2 by its rules: they run as plain Python here.\n"
        "Nim, heaps 1-2: 8 positions, N kB; from the start: First wins in 3\nnim holds the page, N kB: open nim/index.html\n"
    )
    names = {one.name for one in (tmp_path / "nim").iterdir()}
    files = (
        "icon.svg index.html kibitz-page.txt kibitz.css kibitz.js licences.txt manifest.webmanifest offline.js "
        "buttons.js graph.js hands.js players.js solved.js solved_data.js sound.js table.js words.js"
    )
    assert names == set(files.split())
    assert (tmp_path / "nim" / LIST).read_text("utf-8").splitlines() == [HEAD, *sorted(names - {LIST})]
    again = here("page", "nim:heaps=1-1", "--to", "nim", "--json", folder=tmp_path)
    assert '"game": "nim:heaps=1-1"' in again
    assert [one.name for one in tmp_path.iterdir()] == ["nim"]


def test_what_is_too_large_is_refused_or_left_out(tmp_path: Path) -> None:
    too_large = "tic_tac_toe has more than 500 positions"
    why = refused_here("page", "tic_tac_toe", "--most", "500", "--to", "page", folder=tmp_path)
    assert too_large in why
    assert "a page cannot play tic_tac_toe by its rules: they run as plain Python here; nor can it be looked up" in why
    assert list(tmp_path.iterdir()) == []
    told = here("page", "tic_tac_toe", "--most", "500", "--tree", "depth=2", "--to", "page", folder=tmp_path)
    assert f"Nobody plays here: {too_large}" in told
    assert too_large in (tmp_path / "page" / "index.html").read_text("utf-8")
    assert not (tmp_path / "page" / "table.js").exists()
    assert "<svg" in (tmp_path / "page" / "tree.svg").read_text("utf-8")
    assert (tmp_path / "page" / "tree.html").exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["pig"], "it has no solution"),
        (["trio"], "it has no solution"),
        (["nim", "--review", "1"], "--review is of games that were played"),
        (["nim", "--pictures"], "--pictures are of games that were played"),
        (["nim", "--tree", "deep"], "'deep' says not how deep: write depth=3"),
        (["nim", "--games", "play:abcdef"], "store"),
        (["nim", "--games", "none.pgn"], "none.pgn"),
    ],
)
def test_what_cannot_be_is_one_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    assert sentence in refused_here("page", *options, "--to", "page", folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_positions_are_counted_before_anything_is_solved() -> None:
    assert len(find_places(load("tic_tac_toe"), 5478)) == 5478
    with pytest.raises(SolutionError, match="more than 5,477 positions"):
        find_places(load("tic_tac_toe"), 5477)


# Games that were played, pictures of them, reviews, reports.


@pytest.mark.parametrize(("possible", "ending", "begins"), [(True, "gif", b"GIF89a"), (False, "svg", b"<svg")])
def test_games_are_pictures_that_move_too(
    possible: bool, ending: str, begins: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.static_page.site.is_possible", lambda: possible)
    (tmp_path / "two.pgn").write_text("1. e4 e5 *\n\n1. d4 *\n")
    told = here("page", "chess", "--most", "50", "--games", "two.pgn", "--pictures", "--to", "page", folder=tmp_path)
    assert "two.pgn, game 2, as a picture that moves" in told
    assert f'href="game_2.{ending}"' in (tmp_path / "page" / "index.html").read_text("utf-8")
    assert (tmp_path / "page" / f"game_1.{ending}").read_bytes().startswith(begins)


def test_games_of_a_file_are_shown_and_reviewed(tmp_path: Path) -> None:
    (tmp_path / "two.pgn").write_text(CHESS)
    told = here("page", "chess", "--most", "50", "--games", "two.pgn", "--review", "0.01", "--to", "page", folder=tmp_path)
    assert "Games: 2 games" in told
    assert "Review of two.pgn, game 1: White: Ann <b>, Black: Bob, " in told
    assert "Ann &lt;b&gt;" in (tmp_path / "page" / "index.html").read_text("utf-8")
    assert "The moves" in (tmp_path / "page" / "review_2.html").read_text("utf-8")
    twin = packed_in(tmp_path / "page" / "games_data.js")
    assert twin.header["roots"] == [0, 5]
    assert [[move[0] for move, _ in moves] for moves in twin.moves] == [
        ["f4"],
        ["e5"],
        ["g4"],
        ["Qh4#"],
        [],
        ["e4"],
        ["c5"],
        [],
    ]
    endings = [one["ending"] for one in twin.header["games"]]
    assert endings == ["The game is over: Black wins.", "The game was unfinished."]


def test_stored_games_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with Store.open(str(tmp_path / "games.db")) as kept:
        fixtures = [Fixture(0, side, (side, 1 - side), "1,1") for side in (0, 1)]
        number = kept.add(Plan("tic_tac_toe", ("random", "greedy"), seed=1), fixtures)
        kept.keep(number, [Played(0, 0, tuple(MOVES.split()), (1, -1)), Played(0, 1, ("1,1", "1,2"), None, 0, "it slept")])
    order = SiteOrder(most=1, matches=[number], games=["match:1/0/0@3"])
    held, missing = write_site(load("tic_tac_toe"), tmp_path / "page", order)
    assert held[0].startswith("Games: 3 games")
    assert [note.split(" tic_tac_toe")[0] for note in missing] == ["A page cannot play", "Nobody plays here:"]
    about = packed_in(tmp_path / "page" / "games_data.js").header["games"]
    assert [one["title"] for one in about] == ["match:1/0/0@3", "Match 1, game 1", "Match 1, game 2"]
    assert about[2]["players"] == ["X: greedy", "O: random"]
    assert [one["ending"] for one in about[1:]] == ["The game is over: X wins.", "X lost by a fault: it slept."]
    with pytest.raises(PageError, match="is a game of tic_tac_toe, not of nim"):
        write_site(load("nim"), tmp_path / "other", SiteOrder(matches=[number]))
    with pytest.raises(PageError, match="is a game of tic_tac_toe, not of tic_tac_toe:width=4"):
        write_site(load("tic_tac_toe:width=4"), tmp_path / "other", SiteOrder(matches=[number]))


@pytest.mark.untraced
def test_a_report_goes_with_it(tmp_path: Path) -> None:
    told = here("page", "nim:heaps=1-2", "--report", "1", "--to", "page", folder=tmp_path)
    assert "Report: The winners" in told
    assert "<svg" in (tmp_path / "page" / "report.html").read_text("utf-8")


# The folder.


def a_note(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")


def a_page_with_a_note(folder: Path) -> None:
    with whole_folder(folder) as made:
        (made / "index.html").write_text("ours")
    (folder / "notes.txt").write_text("mine")


def a_list_of_somebody_else(folder: Path) -> None:
    a_note(folder)
    (folder / LIST).write_text("notes.txt\n")


@pytest.mark.parametrize("make", [a_note, a_page_with_a_note, a_list_of_somebody_else])
def test_a_folder_of_somebody_else_is_left_alone(make: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "page"
    make(folder)
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    assert "`kibitz page` has not written" in refused_here("page", "nim", "--to", str(folder))
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "sentence"), [("file", "is a file"), ("none/page", "cannot be written"), (".", "where you are")]
)
def test_what_is_no_folder_is_said(name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(PageError, match=sentence):
        check_folder(Path(name))


def test_an_empty_folder_and_an_old_page_are_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    for text in ("one", "two"):
        with whole_folder(folder) as made:
            (made / f"{text}.html").write_text(text)
        assert {one.name for one in folder.iterdir()} == {LIST, f"{text}.html"}
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("what", [KeyboardInterrupt, OSError])
def test_what_fails_leaves_the_old_page(what: type[BaseException], tmp_path: Path) -> None:
    folder = tmp_path / "page"

    def fail() -> None:
        with whole_folder(folder) as made:
            (made / "index.html").write_text("new")
            raise what

    with whole_folder(folder) as made:
        (made / "index.html").write_text("old")
    with pytest.raises(what):
        fail()
    assert (folder / "index.html").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_page_that_cannot_take_its_place_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, rename = tmp_path / "page", Path.rename
    with whole_folder(folder) as made:
        (made / "index.html").write_text("old")

    def fails_once(self: Path, target: Path) -> Path:
        if self.suffix == ".part":
            raise PermissionError
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails_once)
    with pytest.raises(PermissionError), whole_folder(folder) as made:
        (made / "index.html").write_text("new")
    assert (folder / "index.html").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.untraced
def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    """In the middle of a review."""
    (tmp_path / "two.pgn").write_text(CHESS)
    order = ["page", "chess", "--most", "9", "--games", "two.pgn", "--review", "0.2", "--to", "page"]
    ended = interrupted(tmp_path / "heard", 2, Reviewing, *order, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (130, "")
    assert {one.name for one in tmp_path.iterdir()} == {"two.pgn", "heard"}


def test_a_place_where_no_folder_can_be_made_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with (
        pytest.raises(PageError, match="page cannot be written: name a folder in one that is there"),
        whole_folder(tmp_path / "page"),
    ):
        pass
