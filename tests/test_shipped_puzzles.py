"""The puzzles that ship with kibitz, and the command that makes them: each is proved again, by another search."""

import itertools
import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kibitz.arena.store import Puzzle
from kibitz.cli import main
from kibitz.cli.app import commands
from kibitz.core.bounds import Bounds, sign
from kibitz.core.registry import load
from kibitz.core.thought import Limit
from kibitz.explain.puzzles.good_move import CHOICE, only_good_move
from kibitz.explain.puzzles.making import make_puzzles
from kibitz.explain.puzzles.shipped import shipped_puzzles
from kibitz.position import Position
from kibitz.present.answer import value_of
from kibitz.present.values import side_names
from kibitz.search.entry import think
from kibitz.table.served_games import Catalog
from kibitz.table.served_puzzles import daily_puzzle
from runs import EVERYTHING
from web_forms import first
from web_house import Client, Oracle, house

FILES = {found["game"]: found["puzzles"] for found in shipped_puzzles()}
EACH = 24 if EVERYTHING else 3  # puzzles of a game that are proved again
NODES = 3_000_000


Question = tuple[Position, dict[str, Any]]


def questions(spec: str, puzzle: dict[str, Any]) -> list[Question]:
    """All positions that a puzzle asks about, each with its good move and what all moves come to."""
    found, here = [(Position.after(load(spec), " ".join(puzzle["moves"])), puzzle)], list(puzzle["moves"])
    for one in puzzle.get("then", ()):
        here += [found[-1][1]["best"], *one["between"]]
        found.append((Position.after(load(spec), " ".join(here)), one))
    return found


def test_there_are_three_hundred_over_twelve_games() -> None:
    assert len(FILES) >= 12
    assert sum(map(len, FILES.values())) >= 300
    assert all(len(puzzles) >= 20 for puzzles in FILES.values())
    several = {spec: sum("then" in puzzle for puzzle in puzzles) for spec, puzzles in FILES.items()}
    assert sum(several.values()) >= 200
    assert [spec for spec, count in several.items() if not count] == ["gomoku:size=9"]  # where two places make five


@pytest.mark.parametrize("spec", FILES)
def test_each_names_what_every_move_comes_to_and_one_is_good(spec: str) -> None:
    dice = random.Random(spec)
    chosen = dice.sample(FILES[spec], min(EACH, len(FILES[spec])))
    for here, puzzle in itertools.chain.from_iterable(questions(spec, one) for one in chosen):
        moves = {here.name(move): move for move in here.legal()}
        worths = {moves[one["move"]]: value_of(one["value"]) for one in puzzle["worths"]}
        assert set(worths) == set(here.legal())
        assert len(worths) >= (CHOICE if puzzle in chosen else 2)
        good = only_good_move({move: Bounds.of(value) for move, value in worths.items()})
        if good is None:  # nothing else wins as soon
            best = [move for move, value in worths.items() if value and value.kind == "exact" and value.result > 0]
            assert len(best) == 1
            good = best[0]
        assert here.name(good) == puzzle["best"]
        assert all(one["line"][0] == one["move"] for one in puzzle["worths"])
        line = next(one["line"] for one in puzzle["worths"] if one["move"] == puzzle["best"])
        for name in line:
            here = here.play(name)
    assert len({tuple(puzzle["moves"]) for puzzle in FILES[spec]}) == len(FILES[spec]), "none is there twice"
    assert all(len({here.to_move for here, _ in questions(spec, puzzle)}) == 1 for puzzle in chosen), "one side is asked"


@pytest.mark.compiled
@pytest.mark.parametrize("spec", FILES)
def test_the_good_move_is_better_by_another_search(spec: str) -> None:
    """By `solve`, without knowledge of the game: the good move wins and no other does, or not as soon, or it alone draws."""
    chosen = random.Random(spec).sample(FILES[spec], min(EACH, len(FILES[spec])))
    for here, puzzle in itertools.chain.from_iterable(questions(spec, one) for one in chosen):
        claimed = value_of(next(one["value"] for one in puzzle["worths"] if one["move"] == puzzle["best"]))
        assert claimed is not None
        for move in here.legal():
            after = here.play(move)
            told = value_of(next(one["value"] for one in puzzle["worths"] if one["move"] == here.name(move)))
            if told is not None and told.kind == "estimate":
                assert claimed.plies is not None
                assert not wins_within(after, here.to_move, claimed.plies - 1), (spec, here.names(), here.name(move))
                continue
            value = result_of(after, here.to_move)
            if value is None:
                continue  # not solved within the nodes: nothing is said against it
            is_true = value >= sign(claimed) if here.name(move) == puzzle["best"] else value < sign(claimed)
            assert is_true, (spec, here.names(), here.name(move), value)


def result_of(position: Position, player: int) -> int | None:
    """1, 0 or -1 for a player as `solve` has it; None where that takes too long."""
    if position.is_over:
        payoffs = position.payoffs
        assert payoffs is not None
        return (payoffs[player] > 0) - (payoffs[player] < 0)
    value = think(position, search="solve", knowledge=None, weak=True, limit=Limit(nodes=NODES)).value
    if value.kind != "exact":
        return None
    won = (value.result > 0) - (value.result < 0)
    return won if position.to_move == player else -won


def wins_within(position: Position, player: int, plies: int) -> bool:
    """Whether a player has won by so many plies from here, whatever the others do, as alpha-beta sees it."""
    if position.is_over:
        payoffs = position.payoffs
        return payoffs is not None and payoffs[player] > 0
    if plies == 0:
        return False
    value = think(position, search="alphabeta", knowledge=None, limit=Limit(depth=plies)).value
    mine = value if position.to_move == player else -value
    return mine.kind in ("exact", "at_least") and mine.result > 0


def test_making_repeats_with_a_seed_and_finds_no_win_with_the_next_move() -> None:
    game = load("tic_tac_toe")
    first, again, other = ([str(one) for one in make_puzzles(game, seed, games=12) if one] for seed in (3, 3, 4))
    assert first
    assert first == again
    assert first != other
    assert not any("in 1," in one for one in first)


def test_the_command_writes_what_ships(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    done = CliRunner().invoke(commands, ["puzzles", "tic_tac_toe", "--count", "3", "--to", str(file), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == json.loads(file.read_text(encoding="utf-8"))
    assert len(json.loads(done.stdout)["puzzles"]) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["pig"], "Pig has no puzzles: they are for two players, without dice or cards"),
        (["nim:heaps=1"], "no puzzle was found in 50 games: --nodes 1000000 looks longer for proofs"),
        (["tic_tac_toe", "--count", "1", "--to", "/nowhere/at/all.json"], "cannot be written"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["puzzles", *arguments])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_another_puzzle_each_day_and_all_games_in_turn() -> None:
    catalog, today = Catalog.of([]), date(2026, 11, 29).toordinal()
    found = [daily_puzzle(catalog, today + day) for day in range(2 * len(FILES))]
    assert len({one[1].key for one in found if one}) == len(found)
    assert daily_puzzle(catalog, today) == found[0]


def test_the_page_asks_counts_and_says_what_punishes_a_wrong_move(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        assert "24 puzzles" in page.get("/puzzles").text
        today = page.get("/puzzles/today")
        assert today.status_code == 303
        assert "Show me" in page.get(today.headers["location"]).text
        spec = "chess"
        puzzle = next(one for one in FILES[spec] if len(one.get("then", ())) > 1)
        key = Puzzle("", "", spec, tuple(puzzle["moves"]), puzzle["best"], True, ()).key
        place, asked = f"/puzzles/{spec}", page.get(f"/puzzles/{spec}?puzzle={key}").text
        for step, (here, one) in enumerate(questions(spec, puzzle)):
            worths = {worth["move"]: value_of(worth["value"]) for worth in one["worths"]}
            soon = worths[one["best"]]
            assert soon is not None
            assert f"wins in {soon.plies}: find the move." in asked
            assert f"Move {step + 1} of {len(puzzle['then']) + 1}:" in asked
            mover = side_names(here.game)[here.to_move or 0]
            fields = {"puzzle": key} | ({"found": str(step)} if step else {})
            wrong = next(move for move, worth in worths.items() if worth is not None and worth.kind == "estimate")
            told = page.get(page.post(place, data=fields | {"move": wrong}).headers["location"]).text
            assert f"{wrong} does not win in {soon.plies} (proved). Try again." in told
            assert f"{mover} wins in {soon.plies}" in told
            assert "Solved 0 of 1 tried" in told
            asked = page.get(page.post(place, data=fields | {"move": one["best"]}).headers["location"]).text
            assert f"Right: {one['best']} wins in {soon.plies} (proved)." in asked
        assert "The game</a>" not in asked
        assert 'name="move"' not in asked
        assert "Solved 1 of 1 tried." in page.get("/puzzles").text


def test_a_later_move_may_be_shown_too_and_what_no_address_says_is_the_first(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        spec = "tic_tac_toe"
        puzzle = next(one for one in FILES[spec] if one.get("then"))
        key = Puzzle("", "", spec, tuple(puzzle["moves"]), puzzle["best"], True, ()).key
        second = puzzle["then"][0]
        told = page.get(f"/puzzles/{spec}?puzzle={key}&found=1").text
        assert f"Right: {puzzle['best']}" in told
        assert f"replies {second['between'][0]}." in told
        shown = page.post(f"/puzzles/{spec}", data={"puzzle": key, "found": "1", "show": "1"})
        assert f"The move was {second['best']}" in page.get(shown.headers["location"]).text
        for nonsense in ("", "x", "-1", "12", "0"):
            assert "Right:" not in page.get(f"/puzzles/{spec}?puzzle={key}&found={nonsense}").text
        assert "Right:" in page.get(f"/puzzles/{spec}?puzzle={key}&found=9").text, "there is none so late: the last one"
