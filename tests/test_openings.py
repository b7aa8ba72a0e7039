"""How the games of a match begin: legal lines, different ones, the same for the same seed."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Game, load
from kibitz.arena.openings import choose, extend_lines, list_positions, make_key, settle
from kibitz.errors import OpeningError
from kibitz.position import Position
from reference import random_tree
from runs import examples
from shelf import READY

SMALLER = {"chess": "chess:size=6", "go": "go:size=5"}  # with as many openings as anybody needs
LONG = [SMALLER.get(name, name) for name in READY if name not in {"tree", "nim"}]


class Word(NamedTuple):
    text: str


@dataclass(frozen=True)
class Spelling(Game):
    """Letters are added, one after the other; a state is no number."""

    compiles = False

    def start(self) -> Word:
        return Word("")

    def moves(self, state: Word) -> Iterable[int]:
        return range(2)

    def play(self, state: Word, move: int) -> Word:
        return Word(state.text + "ab"[move])

    def is_over(self, state: Word) -> bool:
        return len(state.text) == 4

    def result(self, state: Word) -> int:
        return 0


class Finished(Spelling):
    """Over at once."""

    def is_over(self, state: Word) -> bool:
        return True


def refused(game: Game, how: str, pairs: int = 3) -> str:
    with pytest.raises(OpeningError) as caught:
        choose(game, how, pairs, 1)
    text = str(caught.value)
    assert text
    assert "\n" not in text
    return text


def families(game: Game, openings: list[str]) -> set[Any]:
    key_of = make_key(game)
    return {key_of(Position.after(game, opening).state) for opening in openings}


@pytest.mark.parametrize("how", ["random:2", "all:2", "auto", "start"])
@pytest.mark.parametrize("name", LONG)
def test_openings_are_legal_lines_of_games_that_go_on(name: str, how: str) -> None:
    game = load(name)
    openings = choose(game, how, 6, 3)
    dice = random.getstate()
    assert choose(game, how, 6, 3) == openings
    assert random.getstate() == dice
    assert len(openings) == 6
    assert how != "random:2" or choose(game, how, 20, 3)[:6] == openings  # more pairs change no opening
    for opening in openings:
        position = Position.after(game, opening)
        assert not position.is_over
        assert " ".join(position.names()) == opening
        assert how in {"auto", "start"} or len(position.moves) == 2


@pytest.mark.parametrize(
    ("spec", "plies"), [("tic_tac_toe", 1), ("tic_tac_toe", 3), ("connect_four:width=4,height=4", 4), ("nim", 2), ("trio", 2)]
)
def test_no_position_comes_again_before_all_have_come(spec: str, plies: int) -> None:
    game = load(spec)
    count = len(list_positions(game, plies) or [])
    openings = choose(game, f"random:{plies}", 2 * count, 9)
    assert len(families(game, openings[:count])) == len(families(game, openings[count:])) == count


@settings(max_examples=examples(40))
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(0, 99))
def test_random_trees_open_where_they_go_on(tree: int, plies: int, seed: int) -> None:
    game = random_tree(tree)
    count = len(list_positions(game, plies) or [])
    if count == 0:
        assert "write random:K with a smaller K" in refused(game, f"random:{plies}")
        assert "write all:K with a smaller K" in refused(game, f"all:{plies}")
        return
    for how in ("random", "all"):
        openings = choose(game, f"{how}:{plies}", count, seed)
        assert len(families(game, openings)) == count
        assert not any(Position.after(game, opening).is_over for opening in openings)


def test_states_need_not_be_numbers_and_another_seed_opens_otherwise() -> None:
    assert len(set(choose(Spelling(), "random:3", 8, 1))) == 8
    assert sorted(choose(Spelling(), "all:2", 4, 1)) == ["0 0", "0 1", "1 0", "1 1"]
    assert choose(load("connect_four"), "random:6", 20, 1) != choose(load("connect_four"), "random:6", 20, 2)


def test_dice_fall_by_their_weights() -> None:
    class Loaded(Spelling):
        def to_move(self, state: Word) -> int:
            return -1

        def chances(self, state: Word) -> Iterable[tuple[int, float]]:
            yield 0, 9
            yield 1, 1

    firsts = [choose(Loaded(), "random:1", 1, seed)[0] for seed in range(400)]
    assert 320 < firsts.count("0") < 390


@pytest.mark.parametrize(
    ("spec", "counts"),
    [("tic_tac_toe", [1, 3, 12, 38]), ("connect_four", [1, 4, 25]), ("nim", [1, 12])],
)
def test_positions_up_to_symmetry(spec: str, counts: list[int]) -> None:
    game = load(spec)
    for plies, count in enumerate(counts):
        openings = choose(game, f"all:{plies}", count, 1)
        assert len(set(openings)) == len(families(game, openings)) == count
        assert Counter(choose(game, f"all:{plies}", 3 * count, 2)) == Counter(openings * 3)


def test_connect_four_has_its_known_positions_with_their_mirrors() -> None:
    game = load("connect_four")
    key_of = make_key(game)
    for plies, count in enumerate([1, 7, 49, 238, 1120]):
        found: Any = [key_of(state) for state, _ in list_positions(game, plies) or []]
        assert sum(map(len, found)) == count


@given(st.integers(0, 10**6), st.integers(2, 38))
@settings(max_examples=examples(25))
def test_a_sample_is_spread_over_all_positions(seed: int, pairs: int) -> None:
    game = load("nim:heaps=6-6-6")
    order = [moves for _, moves in list_positions(game, 2) or []]
    places = sorted(order.index(Position.after(game, opening).moves) for opening in choose(game, "all:2", pairs, seed))
    gaps = [after - before for before, after in zip(places, [*places[1:], places[0] + len(order)], strict=True)]
    assert max(gaps) <= 3 * len(order) / pairs


@pytest.mark.parametrize(
    ("spec", "pairs", "how"),
    [
        ("tic_tac_toe", 3, "random:2"),
        ("tic_tac_toe", 5000, "random:2"),
        ("connect_four", 1, "random:1"),
        ("connect_four", 50, "random:4"),
        ("connect_four", 500, "random:5"),
        ("othello", 50, "random:4"),
        ("tree", 50, "start"),
    ],
)
def test_auto_takes_as_many_plies_as_the_pairs_need(spec: str, pairs: int, how: str) -> None:
    game = load(spec)
    assert settle(game, "auto", pairs) == how
    assert settle(game, how, pairs) == how
    assert choose(game, "auto", min(pairs, 50), 7)[:1] == choose(game, settle(game, "auto", min(pairs, 50)), 1, 7)


@pytest.mark.parametrize("name", LONG)
def test_auto_leaves_room_and_no_less_would(name: str) -> None:
    game, pairs = load(name), 20
    plies = int(settle(game, "auto", pairs).removeprefix("random:"))
    before = list_positions(game, plies - 1) or []
    assert len(before) < 4 * pairs
    assert len(list(extend_lines(game, before))) >= 4 * pairs or name in {"tic_tac_toe", "treasure"}


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("\ufeff# the middle\n44\n\n  4,3 \n4 4 5\n", encoding="utf-8")
    game = load("connect_four")
    assert choose(game, f"file:{file}", 5, 1) == ["4 4", "4 3", "4 4 5", "4 4", "4 3"]
    assert choose(game, f"file:{file}", 2, 8) == ["4 4", "4 3"]
    assert settle(game, f"file:{file}", 5) == f"file:{file}"


WAYS = "{how!r} is not a kind of openings: openings are all:3, auto, file:PATH, random:4, random-file:PATH or start"
PLIES = "is not a number of plies from 0 to 1000: write, for instance, "
UNREADABLE = "the openings cannot be read: "


@pytest.mark.parametrize(
    ("how", "text", "says"),
    [
        *((how, "", WAYS) for how in ("random", "random:", "rnd:4", "start:3", "auto:", "", "file:", ":", "__init__:3", "all")),
        *((how, "", PLIES) for how in ("random:x", "all:-1", "all:2.5", "random:1001", "all:²", "random:" + "9" * 5000)),
        ("all:60", "", "ConnectFour has more than 1,000 positions by ply 60: write all:K with a smaller K, or random:60"),
        ("file:lines", "4\n9\n", "line 2 of lines: move 1: '9' is not a move of this game; the legal moves are 1 2 3 4 5 6 7"),
        ("file:lines", "# x\n4 5 4 5 4 5 4\n", "line 2 of lines: the game is over after these moves"),
        ("file:lines", "# x\n\n", "lines has no openings: write one line of moves for each"),
        ("file:none", "", f"{UNREADABLE}none: No such file or directory"),
        ("file:.", "", UNREADABLE),
    ],
)
def test_what_is_wrong_is_told(how: str, text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kibitz.arena.openings.MAX_POSITIONS", 1000)
    Path("lines").write_text(text, encoding="utf-8")
    assert says.format(how=how) in refused(load("connect_four"), how)
    assert "is over before the first move: there is nothing to open" in refused(Finished(), how)
