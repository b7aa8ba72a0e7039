"""What the page of a match says of its figures, and when it says that nothing can be said yet."""

import pytest

from kibitz.arena.as_json import standing_as_json
from kibitz.arena.fixture import Plan
from kibitz.arena.standing import Standing
from kibitz.arena.store import Totals
from kibitz.present.sentences import describe_pairs
from kibitz.web import standings

PLAN = Plan("tic_tac_toe", ("random", "greedy"), 1)


@pytest.mark.parametrize(
    ("pairs", "los", "elo"),
    [
        ((0, 0, 1, 0, 2), "too early to say: 3 of the 10 pairs that it takes", "+279.6, error not known yet"),
        ((0, 0, 0, 0, 9), "too early to say: 9 of the 10 pairs that it takes", "+∞: every point was won"),
        ((0, 0, 0, 0, 10), "over 99.9 % likely", "+∞: every point was won"),
        ((10, 0, 0, 0, 0), "under 0.1 % likely", "-∞: no point was won"),
        ((2, 3, 10, 3, 2), "50.0 % likely", "+0.0 ± 81.3"),
    ],
)
def test_a_duel_in_words(pairs: tuple[int, int, int, int, int], los: str, elo: str) -> None:
    games = 2 * sum(pairs)
    told = standing_as_json(Standing(1, PLAN, Totals(games, games, games, pentas={(0, 1): pairs})), None)
    said = standings.tally(told)["duel"]
    assert (said["los"], said["elo"]) == (los, elo)


def test_pairs_stand_beside_the_points_they_brought() -> None:
    assert describe_pairs((1, 2, 3000, 4, 5)) == "1 x 0, 2 x ½, 3,000 x 1, 4 x 1½, 5 x 2"
