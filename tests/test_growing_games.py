"""`kibitz match --pgn FILE`: every game of a match once, as soon as it has ended, also after a stop."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import commandline
from kibitz.arena.fixture import Played
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Store
from kibitz.cli.strength._standing import growing
from kibitz.core.registry import load
from kibitz.formats.files import read_games

MATCH = ("match", "random", "greedy", "--game", "tic_tac_toe", "--games", "6", "--seed", "1", "--workers", "1")


def names_in(file: Path) -> list[tuple[str, ...]]:
    return sorted(found.record.moves for found in read_games(file, game=load("tic_tac_toe")))  # type: ignore[union-attr]


def test_the_file_has_the_games_of_the_match(tmp_path: Path) -> None:
    file, where = tmp_path / "games.pgn", ("--store", str(tmp_path / "games.db"))
    file.write_text("of another match", "utf-8")
    commandline.here(*MATCH, *where, "--pgn", str(file))
    exported = tmp_path / "exported.pgn"
    exported.write_text(commandline.here("match", "--export", "1", "--text", *where), "utf-8")
    assert names_in(file) == names_in(exported)
    assert len(names_in(file)) == 6


def test_it_grows_and_has_each_game_once_after_a_stop(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    with Store.open(str(tmp_path / "games.db")) as store:
        plan, fixtures = plan_match(load("tic_tac_toe"), ["random", "greedy"], games=4, seed=1, openings="start")
        match = Match(store, store.add(plan, fixtures))
        games = [Played(one.pair, one.side, ("1,1", "2,2", "1,2", "2,1", "1,3"), (1, -1)) for one in fixtures]

        def play(some: Sequence[Played], sizes: list[int]) -> None:
            with growing(match, str(file)) as heard:
                for one in some:
                    store.keep(match.number, [one])
                    heard([one])
                    heard([one])  # it may come twice
                    sizes.append(file.stat().st_size)

        first, then = list[int](), list[int]()
        play(games[:1], first)
        play(games[1:], then)
        assert len(set(first + then)) == 4, "each game is in the file when it has ended"
        assert len(names_in(file)) == 4


@pytest.mark.parametrize("more", [("--pgn", "no/such/folder/x.pgn"), ("--show", "1", "--pgn", "x.pgn")])
def test_what_cannot_be_written_is_refused_before_a_game(more: tuple[str, ...], tmp_path: Path) -> None:
    command = more if "--show" in more else (*MATCH[1:], *more)
    where = ("--store", str(tmp_path / "games.db"))
    sentence = commandline.refused_here("match", *command, *where, folder=tmp_path)
    assert "folder" in sentence or "as they end" in sentence
    assert not (tmp_path / "games.db").exists()


def test_no_other_problem_is_put_down_to_the_file(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        match = Match(store, store.add(*plan_match(load("tic_tac_toe"), ["random", "greedy"], games=2, openings="start")))
        with pytest.raises(BlockingIOError, match="no more processes"), growing(match, str(tmp_path / "games.pgn")):
            raise BlockingIOError("no more processes")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_a_sentence_and_loses_no_game(tmp_path: Path) -> None:
    where = ("--store", str(tmp_path / "games.db"))
    sentence = commandline.refused_here(*MATCH, *where, "--pgn", "/dev/full")
    command = " ".join(("kibitz", "match", "--resume", "1", *where))
    assert sentence.endswith(f"the games are kept, and `{command}` goes on")
    assert "6 games" in commandline.here("match", "--resume", "1", *where)
