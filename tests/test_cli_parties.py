"""Analyses of games of several players, any sum and chance: in words, as JSON, and refused where they do not fit."""

import json
from pathlib import Path
from typing import Any

import click
import pytest

from commandline import here, refused_here
from kibitz import Value, load, registry
from kibitz.best_result import is_decisive
from kibitz.cli._report import painted
from kibitz.games.tree import Tree
from kibitz.position import Position
from kibitz.present.answer import final
from kibitz.present.values import ValueWords, amount, side_names

THREE, CHANCES, PIG = "tree:file=three_players", "tree:file=chances", "pig"
COOPERATION = "tree:file=cooperation"
DICE_FOR_THREE = Tree.from_nested(
    {
        "players": ["A", "B", "C"],
        "tree": {"chance": {"x": 1, "y": 3}, "moves": {"x": {"payoffs": [1, 0, 4]}, "y": {"payoffs": [0, 2, 0]}}},
    }
)


def analyzed(*arguments: str) -> dict[str, Any]:
    """What `analyze` gives a program."""
    told: dict[str, Any] = json.loads(here("analyze", *arguments, "--json"))
    return told


# In words


@pytest.mark.parametrize(
    ("game", "value", "said"),
    [
        (PIG, Value("exact", 0.14), "First wins 57.0 % of games"),
        (PIG, Value("exact", -0.9999), "First wins under 0.1 % of games"),
        (PIG, Value("exact", 0.9999), "First wins over 99.9 % of games"),
        (PIG, Value("exact", 1), "First wins"),
        (PIG, Value("exact", -1), "Second wins"),
        (PIG, Value("estimate", 0.14), "estimate First wins 57 % of games"),
        (CHANCES, Value("exact", 2.1), "2.1 on average for MAX"),
        (CHANCES, Value("exact", -0.0125), "-0.013 on average for MAX"),
        (CHANCES, Value("estimate", 2.1), "estimate +2.10 for MAX"),
        (CHANCES, Value("at_least", 2), "at least 2 on average for MAX"),
        (THREE, Value("exact", 1, payoffs=(1, 2.5, 6)), "A 1, B 2.5, C 6"),
        (THREE, Value("estimate", 1, payoffs=(1, 2, 6)), "estimate A 1.00, B 2.00, C 6.00"),
        (THREE, Value("at_least", 2), "at least 2 for A"),
        (THREE, Value("estimate", 2), "estimate 2.00 for A"),
        (THREE, Value("exact", 2), "2 for A"),
    ],
)
def test_a_value_says_what_it_means(game: str, value: Value, said: str) -> None:
    words = ValueWords(load(game))
    assert words.say(value, 0) == said
    assert click.unstyle(painted(words, value, 0)) == said


def test_where_chance_decides_a_value_is_the_first_players() -> None:
    assert ValueWords(load(PIG)).say(Value("exact", 0.5), -1) == "First wins 75.0 % of games"
    assert ValueWords(DICE_FOR_THREE).say(Value("exact", 0.25, payoffs=(0.25, 1.5, 1)), -1) == "A 0.25, B 1.5, C 1 on average"


@pytest.mark.parametrize("game", [PIG, CHANCES, THREE])
def test_no_two_kinds_look_alike(game: str) -> None:
    words = ValueWords(load(game))
    for result in (-1, 0.25, 1):
        said = [words.say(Value(kind, result), 0) for kind in ("exact", "at_least", "at_most", "estimate")]
        assert len(set(said)) == 4
    bold = [click.style("", bold=True)[:4] in painted(words, Value(kind, 1), 0) for kind in ("exact", "at_least", "estimate")]
    assert bold == [True, False, False]


@pytest.mark.parametrize(
    ("game", "payoffs", "said"),
    [
        (THREE, (2, -1, -1), "A 2, B -1, C -1; A does best"),
        (THREE, (0.5, 1, 1), "A 0.5, B 1, C 1; B and C do best"),
        (THREE, (0, 0, 0), "A 0, B 0, C 0; all do equally well"),
        (COOPERATION, (0, 0), "A 0, B 0; both do equally well"),
        (CHANCES, (-2, 2), "MIN wins by 2"),
        (PIG, (1, -1), "First wins"),
        (CHANCES, (0, 0), "it is a draw"),
    ],
)
def test_the_end_says_who_did_best(game: str, payoffs: tuple[float, ...], said: str) -> None:
    assert ValueWords(load(game)).ending(payoffs) == said


def test_amounts() -> None:
    assert [amount(x) for x in (3, -2.0, 2.1, 1 / 3, 0.0125, 123456.789)] == ["3", "-2", "2.1", "0.33", "0.013", "123456.79"]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (THREE, ("A", "B", "C")),
        (CHANCES, ("MAX", "MIN")),
        ("treasure", ("A", "B")),
        ("einstein", ("X", "O")),
        (PIG, ("First", "Second")),
        ("trio", ("X", "O", "V")),
    ],
)
def test_players_are_called_as_their_game_calls_them(game: str, names: tuple[str, ...]) -> None:
    assert side_names(load(game)) == names


def test_only_rules_that_know_no_draw_are_decisive() -> None:
    decisive = [name for name in (PIG, "einstein", "nim", "tic_tac_toe", "othello", CHANCES, THREE) if is_decisive(load(name))]
    assert decisive == [PIG, "einstein", "nim"]


# Answers


def test_several_players_get_a_number_each() -> None:
    found = analyzed(THREE)
    assert (found["to_move"], found["best"], found["line"], found["stopped"]) == (0, "a1", ["a1", "b1", "c1"], "solved")
    assert found["value"] == {"kind": "exact", "result": [1, 2, 6], "plies": None}
    assert [move["value"]["result"] for move in found["moves"]] == [[1, 2, 6], [1, 5, 2]]
    assert "A to move: A 1, B 2, C 6\n" in here("analyze", THREE)


@pytest.mark.parametrize(("ties", "best"), [("first", "a1"), ("last", "a2"), ("hostile", "a2"), ("kind", "a1")])
def test_ties_are_broken_as_asked(ties: str, best: str) -> None:
    assert analyzed(THREE, "--ties", ties)["best"] == best


def test_the_search_that_fits_is_taken_unless_another_is_named() -> None:
    assert analyzed(THREE, "--search", "paranoid")["value"] == {"kind": "at_least", "result": 1, "plies": None}
    assert "A to move: at least 1 for A" in here("analyze", THREE, "--search", "paranoid")


def test_where_chance_decides_the_moves_are_what_may_come() -> None:
    found = analyzed(CHANCES, "--moves", "a1")
    assert (found["to_move"], found["best"], found["line"]) == ("chance", None, [])
    assert found["value"] == {"kind": "exact", "result": 2.1, "plies": None}
    told = [(move["move"], move["probability"], move["value"]["result"]) for move in found["moves"]]
    assert told == [("often", 0.9, 2), ("seldom", 0.1, 3)]
    in_words = here("analyze", CHANCES, "--moves", "a1")
    assert "Chance decides: 2.1 on average for MAX" in in_words
    assert "often 90 %  " in in_words


def test_a_search_that_found_nothing_yet_chooses_no_outcome() -> None:
    found = analyzed(CHANCES, "--moves", "a1", "--nodes", "1")
    assert (found["best"], found["line"], len(found["moves"])) == (None, [], 2)


def test_a_game_that_is_over() -> None:
    assert here("analyze", THREE, "--moves", "a1 b1 c1").endswith("The game is over: A 1, B 2, C 6; C does best.\n")
    found = analyzed(THREE, "--moves", "a1 b1 c1")
    assert (found["value"], found["best"]) == ({"kind": "exact", "result": [1, 2, 6], "plies": None}, None)
    assert here("analyze", CHANCES, "--moves", "a1 often b1").endswith("The game is over: MAX wins by 2.\n")
    assert final(Position.after(DICE_FOR_THREE, "y")).value == Value("exact", 0, payoffs=(0, 2, 0))


def test_the_list_says_how_many_play_and_whether_dice_decide() -> None:
    found = {game["name"]: (game["players"], game["chance"]) for game in json.loads(here("games", "--json"))["games"]}
    assert (found["pig"], found["trio"], found["nim"], found["openspiel"]) == ((2, True), (3, False), (2, False), (None, None))
    listed = here("games").splitlines()
    assert listed[listed.index(next(line for line in listed if line.startswith("pig"))) + 1] == "    dice or cards decide too"
    assert "    3 players" in listed


def test_bench_measures_what_fits_and_says_why_not_the_rest() -> None:
    told = json.loads(here("bench", THREE, "--time", "0.01", "--json"))
    assert {row["search"] for row in told["rows"]} == {"perft", "maxn", "paranoid", "best_reply"}
    refused = {one["search"]: one["why"] for one in told["refused"]}
    assert {*refused, *(row["search"] for row in told["rows"])} == {"perft", *registry.names("search")}
    why = "deepening is for two players of whom one wins what the other loses, and Tree gives payoffs: take maxn"
    assert refused["deepening"] == why
    assert f"- {THREE}, deepening: {why}" in here("bench", THREE, "--time", "0.01")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyze", THREE, "--search", "deepening"], "and Tree gives payoffs: take maxn"),
        (["analyze", PIG, "--search", "alphabeta"], "in Pig dice or cards decide too: take expectiminimax"),
        (["analyze", PIG, "--ties", "kind"], "ties is for the search maxn"),
        (["analyze", THREE, "--ties", "fair"], "'--ties'"),
        (["solve", THREE], "solve is for two players of whom one wins what the other loses"),
        (["solve", PIG, "--json"], "solve leaves nothing to chance"),
        (["solve", "treasure", "--everything", "--to", "FILE"], "it has no solution"),
        (["solve", PIG, "--everything", "--to", "FILE"], "it has no solution"),
        (["book", THREE, "--plies", "1", "--to", "FILE"], "cannot have an opening book"),
        (["book", PIG, "--plies", "1", "--to", "FILE"], "cannot have an opening book"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(arguments: list[str], said: str, tmp_path: Path) -> None:
    assert said in refused_here(*(str(tmp_path / "file") if word == "FILE" else word for word in arguments))
    assert not list(tmp_path.iterdir())


def test_a_file_of_positions_answers_each_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("a1\na1 b1 c1\na2 b4\n")
    rows = [json.loads(line) for line in here("analyze", THREE, "--positions", str(file)).splitlines()]
    assert [row["value"]["result"] for row in rows] == [[1, 2, 6], [1, 2, 6], [5, 4, 5]]
    assert [row["to_move"] for row in rows] == [1, 0, 2]
