"""`kibitz elo`: the figures of counts from anywhere, for people and for programs, and every kind of wrong count."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commandline import here, refused_here

KEYS = ["wdl", "games", "pairs", "score", "elo", "elo_error", "nelo", "nelo_error", "los", "sprt"]


def as_json(*arguments: str) -> dict[str, Any]:
    """The object it writes; NaN and infinities are no JSON."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    found: dict[str, Any] = json.loads(here("elo", *arguments, "--json"), parse_constant=refuse)
    return found


def test_the_table_says_what_each_figure_means() -> None:
    assert here("elo", "--penta", "34,54,63,64,75", "--sprt", "0,10").splitlines() == [
        "580 games in 290 pairs",
        "score  57.93 %         of the points",
        "Elo    +55.58 ± 27.65  the difference in strength",
        "nElo   +57.94 ± 28.28  the same, measured by how much single games vary",
        "LOS    100.00 %        the likelihood that the first player is the stronger",
        "SPRT   not decided yet between 0 and 10 nElo: LLR 2.48 of -2.94 to 2.94",
    ]


def test_games_without_pairs_have_no_pairs() -> None:
    assert here("elo", "--wdl", "136,96,111").splitlines()[:2] == ["343 games", "score  55.83 %         of the points"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["871,26175,55983,26678,821", "--sprt", "0,2", "--model", "logistic"], "H0 accepted, rather 0 Elo than 2: LLR -4.98"),
        (["34,54,63,64,75", "--sprt", "0,20", "--alpha", "0.02", "--beta", "0.1"], "H1 accepted, rather 20 nElo than 0: LLR"),
        (
            ["34,54,63,64,75", "--sprt", "0,20", "--alpha", "0.001"],
            "not decided yet between 0 and 20 nElo: LLR 4.49 of -2.99 to",
        ),
    ],
)
def test_the_verdict_of_a_test(arguments: list[str], said: str) -> None:
    written = here("elo", "--penta", *arguments)
    assert f"SPRT   {said}" in written
    if "--beta" in arguments:
        assert "(where 0 is true, about 2 % of such tests end so)" in written


def test_json_has_what_the_table_says() -> None:
    found = as_json("--penta", "379,10170,21828,10640,343", "--sprt", "0,2")
    assert list(found) == KEYS
    assert found["pairs"] == [379, 10170, 21828, 10640, 343]
    assert (found["wdl"], found["games"]) == (None, 86720)
    assert [found["elo"], found["elo_error"], found["los"]] == pytest.approx([1.595, 1.209, 0.9951], abs=5e-4)
    test = found["sprt"]
    assert (test["elo0"], test["elo1"], test["alpha"], test["beta"], test["model"]) == (0, 2, 0.05, 0.05, "normalized")
    assert [test["llr"], test["lower"], test["upper"]] == pytest.approx([2.9455, -2.9444, 2.9444], abs=1e-4)
    assert test["verdict"] == "H1"


def test_what_is_infinite_is_null() -> None:
    found = as_json("--wdl", "5,0,0")
    assert (found["wdl"], found["pairs"], found["sprt"]) == ([5, 0, 0], None, None)
    assert (found["elo"], found["elo_error"], found["nelo"], found["nelo_error"]) == (None, None, None, None)


@pytest.mark.parametrize(
    ("counts", "elo"),
    [
        (("--wdl", "5,0,0"), "+∞         every point was won: there is no difference in Elo that is enough for that"),
        (("--wdl", "0,5,0"), "-∞         no point was won: there is no difference in Elo that is enough for that"),
        (("--wdl", "0,0,0"), "+0.00      the difference in strength: without a game nothing is known of it"),
        (
            ("--penta", "0,0,0,9,0"),
            "+190.85    the difference in strength; the results vary too little",
        ),
        (("--penta", "144,3,1,0,0"), "-827.87           the difference in strength; the results vary too little"),
    ],
)
def test_an_elo_without_a_number_says_why(counts: tuple[str, str], elo: str) -> None:
    written = here("elo", *counts)
    assert f"Elo    {elo}" in written
    assert "infinite" not in written
    assert "unknown" not in written


def test_few_results_are_too_early() -> None:
    said = r"LOS    too early +to say who is the stronger: that takes 10 "
    assert re.search(f"{said}pairs, and there are 3 pairs", here("elo", "--penta", "0,0,1,0,2"))
    assert re.search(f"{said}games, and there is 1 game", here("elo", "--wdl", "1,0,0"))
    assert as_json("--penta", "0,0,1,0,2")["los"] == 0.875


@settings(max_examples=40)
@given(st.lists(st.one_of(st.integers(0, 2), st.integers(0, 10**17)), min_size=5, max_size=5))
def test_any_counts_have_an_answer(cells: list[int]) -> None:
    text = ",".join(map(str, cells))
    assert as_json("--penta", text, "--sprt", "-5,5")["games"] == 2 * sum(cells)
    assert "nan" not in here("elo", "--penta", text, "--sprt", "0,10", "--model", "logistic")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "give the counts of games by --wdl, or those of pairs by --penta, one of them; see `kibitz elo --help`"),
        ("--wdl 1,2,3 --penta 1,2,3,4,5", "one of them"),
        ("--wdl 1,2", "'1,2' are no 3 counts: write whole numbers with commas, such as 136,96,111"),
        ("--wdl 1,2,-3", "are no 3 counts"),
        ("--wdl 1,2,1.5", "are no 3 counts"),
        ("--wdl 1,2,1e9", "are no 3 counts"),
        ("--wdl 1,,3", "are no 3 counts"),
        ("--penta 1,2,3", "are no 5 counts: write whole numbers with commas, such as 34,54,63,64,75"),
        ("--penta many", "are no 5 counts"),
        ("--wdl 1,2,3 4", "unexpected extra argument (4)"),
        ("--wdl 1,2,3 --sprt 5", "'5' are no two differences in Elo: write, for instance, 0,10"),
        ("--wdl 1,2,3 --sprt 0,x", "are no two differences"),
        ("--wdl 1,2,3 --sprt 5,0", "a test needs elo0 below elo1"),
        ("--wdl 1,2,3 --sprt 0,nan", "a test needs elo0 below elo1"),
        ("--wdl 1,2,3 --sprt 0,5000", "both from -500 to 500"),
        ("--wdl 1,2,3 --sprt 0,5 --alpha 2", "above 0 and together below 1"),
        ("--wdl 1,2,3 --sprt 0,5 --beta x", "'--beta'"),
        ("--wdl 1,2,3 --sprt 0,5 --model bayes", "'--model'"),
        ("--wdl 1,2,3 --alpha 0.1", "--alpha is for a test: add --sprt ELO0,ELO1, or leave it out"),
        ("--wdl 1,2,3 --model logistic", "--model is for a test"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: str, said: str) -> None:
    assert said in refused_here("elo", *arguments.split())
