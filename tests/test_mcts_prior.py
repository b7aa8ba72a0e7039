"""A knowledge that says which moves are likely: mcts tries these sooner, and proves what it proves without it."""

from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from in_node import NODE, WALKS, need, need_linker, run_in_node
from kibitz import Limit, Position, load, player, think
from kibitz.checking.checker import check
from kibitz.core.rules import Knowledge
from kibitz.errors import PlayerError, SearchError
from kibitz.kernel import machine_of
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.playout_team import TreeTeam
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo import tree as t
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.static_page.live import live_game
from likely_moves import Likely, Middle, Nothing, Wrong
from test_browser import thought_of

SPEC = f"{Path(__file__).parent / 'support' / 'likely_moves.py'}:Likely"
MIDDLE, CORNERS, EDGES = [4], [0, 2, 6, 8], [1, 3, 5, 7]


def grown(
    knowledge: Knowledge | None, playouts: int, moves: list[str] | None = None, plain: bool = True, **options: Any
) -> TreeTeam:
    """A tree after so many playouts."""
    position = Position.after(Likely(), moves or [])
    machine = machine_of(position.game, knowledge, plain=plain)
    request = SearchRequest("mcts", Limit(nodes=playouts, table=200_000), playouts=PlayoutOptions(**options))
    team = TreeTeam(machine, mcts, position.game, position.state, position.to_move, request, 1)
    team.plant()
    while team.grow(5.0):
        pass
    return team


def shares_of(team: TreeTeam) -> list[float]:
    """How likely the moves of the root are."""
    root, column = int(team.tree.root_block), int(team._workers[0].priors)
    first, rows = t.first_row(root, 2), int(team.tree[root + t.ROWS])
    return [team.tree.number(first + column * rows + row) for row in range(rows)]


def visits_of(team: TreeTeam) -> dict[int, int]:
    """How often each move of the root was made."""
    return {one.move: one.visits for one in team.branches(int(team.tree.root_block))}


@pytest.mark.parametrize("options", [{}, {"rave": 0.0}, {"playout": "mast"}], ids=str)
def test_weights_become_shares_beside_any_other_column(options: dict[str, Any]) -> None:
    team = grown(Middle(Likely()), 30, **options)
    assert shares_of(team) == pytest.approx([2 / 17, 1 / 17, 2 / 17, 1 / 17, 5 / 17, 1 / 17, 2 / 17, 1 / 17, 2 / 17])
    assert sum(shares_of(team)) == pytest.approx(1)
    assert shares_of(grown(Nothing(Likely()), 30, **options)) == pytest.approx([1 / 9] * 9)


@pytest.mark.parametrize("number", [nan, -1.0, inf])
def test_a_weight_that_is_none_spoils_no_share(number: float) -> None:
    shares = shares_of(grown(Wrong(Likely(), number=number), 30))
    assert sum(shares) == pytest.approx(1)
    assert shares[4] == pytest.approx(1 if number == inf else 0)


def test_likely_moves_are_tried_more_often() -> None:
    visits = visits_of(grown(Middle(Likely()), 24, rave=0.0))
    assert max(visits, key=lambda move: visits[move]) == 4
    assert min(visits[move] for move in CORNERS) >= max(visits[move] for move in EDGES)
    assert visits[4] > max(visits_of(grown(None, 24, rave=0.0)).values())


def test_with_no_prior_a_knowledge_of_weights_changes_nothing() -> None:
    without, beside = grown(None, 300), grown(Middle(Likely()), 300, prior=0.0)
    assert list(without.tree[:5_000]) == list(beside.tree[:5_000])


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"rave": 0.0}, {"playout": "mast", "rave": 30.0}, {"prior": 2.0}], ids=str)
def test_compiled_it_does_what_it_does_plain(options: dict[str, Any]) -> None:
    here, there = (grown(Middle(Likely()), 300, ["1,1"], plain, **options) for plain in (True, False))
    assert visits_of(here) == visits_of(there)
    assert shares_of(here) == pytest.approx(shares_of(there))


@pytest.mark.parametrize(
    "knowledge", [Middle(Likely()), Nothing(Likely()), Wrong(Likely(), 0, -3.0)], ids=lambda one: type(one).__name__
)
def test_what_it_calls_proved_is_what_solve_says(knowledge: Knowledge) -> None:
    exact = 0
    for moves in (
        ["1,1", "2,1", "1,2"],
        ["2,2", "1,2", "1,1"],
        ["1,1", "2,2", "3,3", "1,2"],
        ["1,2", "1,1", "2,2", "3,2", "2,1"],
    ):
        position = Position.after(Likely(), moves)
        truth = think(position, search="solve", knowledge=None)
        found = think(position, search="mcts", knowledge=knowledge, limit=Limit(nodes=400))
        if found.value.kind == "exact":
            exact += 1
            assert found.value.result == truth.value.result
    assert exact > 0


@pytest.mark.compiled
def test_a_page_grows_the_same_tree() -> None:
    need(NODE is not None, "node is not installed: apt-get install nodejs")
    need_linker()
    game = load(SPEC)
    made = live_game(game, ("mcts",), lambda note: None)
    assert made.data["says"]["weight"]
    for moves, prior in (([], None), ([4, 0], 2.0), ([0], 0.0)):
        request = {"search": "mcts", "limit": {"nodes": 200}, "seed": 3, "playouts": {"prior": prior}}
        (answer,) = run_in_node(WALKS, made, [{"moves": moves, "requests": [request]}])
        here = think(
            Position.after(game, moves), search="mcts", limit=Limit(nodes=200), seed=3, prior=prior, compile_first=True
        )
        expected = thought_of(here)
        assert {name: answer["found"][0]["thought"][name] for name in expected} == expected


def test_a_prior_that_means_nothing_is_refused() -> None:
    with pytest.raises(SearchError, match=r"prior cannot be -1: give a number from 0 up"):
        think("tic_tac_toe", search="mcts", prior=-1, limit=Limit(nodes=10))
    with pytest.raises(
        SearchError, match="nothing says which moves of TicTacToe are likely: prior needs a knowledge with `weight`"
    ):
        think("tic_tac_toe", search="mcts", prior=0.5, limit=Limit(nodes=10))
    with pytest.raises(SearchError, match="deepening plays no games to their end: prior is for the search mcts"):
        think("tic_tac_toe", search="deepening", prior=0.5)
    with pytest.raises(PlayerError, match=r"a number from 0 up, such as prior=0\.5"):
        player("mcts:prior=many")
    assert think("tic_tac_toe", search="mcts", prior=0, limit=Limit(nodes=10)).nodes == 10


@pytest.mark.parametrize(
    ("knowledge", "sentence"),
    [
        (Nothing(Likely()), "`weight` gave 0 for every move; one of them must be likely"),
        (Wrong(Likely()), "`weight` gave nan for 2,2; it must give a finite number from 0 up"),
        (Wrong(Likely(), 0, -0.5), "`weight` gave -0.5 for 1,1; it must give a finite number from 0 up"),
    ],
)
def test_check_finds_weights_that_are_none(knowledge: Knowledge, sentence: str) -> None:
    report = check(Likely(), knowledge, seconds=0.5, compiled=False)
    assert sentence in str(report)
    assert "`weight` gave" not in str(check(Likely(), Middle(Likely()), seconds=0.5, compiled=False))
