"""A search by playouts written down step by step is the very search that plays: its tree, its choices, its averages."""

from typing import Any

import pytest

from kibitz import Limit, Position, load, think
from kibitz.errors import SearchError
from kibitz.kernel import high_bits, machine_of, next_dice
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.playout_team import TreeTeam
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo import tree as t
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.search.traces.playout_trace import PlayoutTrace
from kibitz.search.traces.playout_tracing import MOST_PLAYOUTS, PLAYOUTS, PlayoutTracing, SteppedTeam, tracing_of
from kibitz.search.traces.tracing import Tracing

pytestmark = pytest.mark.twice
NEAR_THE_END = [(0, 4, 8), (6, 0, 7, 4, 3)]  # of tic-tac-toe: moves before it
GAMES: list[tuple[str, tuple[int, ...]]] = [
    *(("tic_tac_toe", moves) for moves in NEAR_THE_END),
    ("connect_four:width=4,height=4", ()),
    ("nim:heaps=2-3", ()),
    ("pig:target=10", ()),
    ("trio:width=3,height=3", ()),
    ("treasure:turns=2", ()),
    ("einstein", ()),
    ("tree:file=two_ply", ()),
]
COUNT = 150  # playouts


def request(playouts: int = COUNT, seed: int = 5) -> SearchRequest:
    return SearchRequest("mcts", Limit(nodes=playouts, table=200_000), None, seed=seed, playouts=PlayoutOptions(rave=0.0))


def traced(spec: str, moves: tuple[int, ...] = (), playouts: int = COUNT, seed: int = 5) -> PlayoutTrace:
    return PlayoutTracing(Position.after(load(spec), list(moves)), None, request(playouts, seed)).result()


def teams(spec: str, moves: tuple[int, ...]) -> tuple[SteppedTeam, TreeTeam]:
    """A team that is called for one descent after the other, and one that is not."""
    position = Position.after(load(spec), list(moves))
    wanted = mcts, position.game, position.state, position.to_move, request(), 1
    machine = machine_of(position.game, None)
    stepped, whole = SteppedTeam(machine, *wanted), TreeTeam(machine, *wanted)
    for team in (stepped, whole):
        team.plant()
    return stepped, whole


def told(team: TreeTeam, block: int) -> Any:
    """All that a tree says from a block on: visits, shares, payoffs, proofs, moves."""
    tree = team.tree
    head = [int(tree[block + word]) for word in (t.SEEN_AT, t.MOVER, t.ROWS, t.VISITS, t.PROOFS)]
    rows = [
        (one.move, one.visits, one.share, one.payoffs, one.least, one.most, one.block and told(team, one.block))
        for one in team.branches(block)
    ]
    return head, tree.number(block + t.SHARES), team.payoffs(block), rows


@pytest.mark.parametrize(("spec", "moves"), GAMES)
def test_descent_by_descent_the_tree_is_that_of_the_ordinary_search(spec: str, moves: tuple[int, ...]) -> None:
    stepped, whole = teams(spec, moves)
    while stepped.descend():
        pass
    while whole.grow(5.0):
        pass
    assert stepped.nodes == whole.nodes > 0
    assert told(stepped, int(stepped.tree.root_block)) == told(whole, int(whole.tree.root_block))


@pytest.mark.parametrize(("spec", "moves"), GAMES)
def test_what_is_written_down_is_what_the_search_says(spec: str, moves: tuple[int, ...]) -> None:
    """Visits, averages and proofs of the root's moves, against those of the search that plays."""
    trace, (_, whole) = traced(spec, moves), teams(spec, moves)
    while whole.grow(5.0):
        pass
    branches = whole.branches(int(whole.tree.root_block))
    children = {trace.number(child): trace.average(child) for child in trace.children_of(0)}
    root = trace.average(0)
    assert root is not None
    assert root.visits == whole.nodes == len(trace.descents) == sum(one.visits for one in children.values() if one)
    assert root.payoffs == pytest.approx(whole.payoffs(int(whole.tree.root_block)))
    assert root.is_settled == whole.is_settled
    for row, one in enumerate(branches):
        found = children.get(row)
        assert (found.visits if found else 0) == one.visits
        if found is not None:
            assert found.share == one.share
            mine = max(0, trace.movers[0]) == trace.hero
            assert ((found.least, found.most) if mine else (-found.most, -found.least)) == (one.least, one.most)


@pytest.mark.parametrize(("spec", "moves"), GAMES)
def test_each_move_of_a_way_has_the_largest_weight(spec: str, moves: tuple[int, ...]) -> None:
    """Of several, it is the first behind a row that dice choose, as in the search; and what is refuted is left alone."""
    trace = traced(spec, moves)
    stepped, _ = teams(spec, moves)
    memory, left_alone = stepped._workers[0], 0
    for number, descent in enumerate(trace.descents, 1):
        dice = int(memory.dice) & (1 << 64) - 1
        assert stepped.descend()
        for node, child in zip(descent.nodes, descent.nodes[1:], strict=False):
            dice, terms = next_dice(dice), trace.terms(node, number)
            if not terms:
                assert trace.movers[node] < 0
                continue
            first = high_bits(dice, 31) * len(terms) >> 31
            order = [*range(first, len(terms)), *range(first)]
            allowed = [row for row in order if not terms[row].is_refuted]
            left_alone += len(terms) - len(allowed)
            assert trace.number(child) == max(allowed, key=lambda row: terms[row].weight)
    assert left_alone > 0 or spec != "nim:heaps=2-3"


@pytest.mark.parametrize(("spec", "moves"), GAMES)
def test_visits_add_up_and_averages_are_those_of_the_playouts(spec: str, moves: tuple[int, ...]) -> None:
    trace = traced(spec, moves)
    for node in range(len(trace)):
        through = [one.payoffs for one in trace.descents if node in one.nodes]
        found = trace.average(node)
        assert found is not None
        assert found.visits == len(through)
        for player, mean in enumerate(found.payoffs):
            paid = [one[player] for one in through]
            average = sum(paid) / len(paid)
            assert mean == pytest.approx(average)
            if found.errors is not None:
                spread = sum((one - average) ** 2 for one in paid) / (len(paid) - 1)
                assert found.errors[player] == pytest.approx((spread / len(paid)) ** 0.5)
        assert (found.errors is None) == (found.visits == 1)
        if trace.rows[node]:
            ended = sum(one.nodes[-1] == node for one in trace.descents)
            below = [trace.average(child) for child in trace.children_of(node)]
            assert sum(one.visits for one in below if one) + ended == found.visits
    for number, descent in enumerate(trace.descents, 1):
        assert [trace.average(node, number) for node in descent.nodes] == list(descent.averages)
        parents = [trace.parent(node) for node in descent.nodes[1:]]
        assert parents == list(descent.nodes[:-1])


@pytest.mark.parametrize(("spec", "moves"), [*GAMES[:2], GAMES[3]])
def test_what_is_proved_is_so(spec: str, moves: tuple[int, ...]) -> None:
    """Every node that is called settled is worth that by plain minimax."""
    trace, settled = traced(spec, moves, 400), 0
    game = load(spec)
    for node in range(1, len(trace)):
        found = trace.average(node)
        if found is None or not found.is_settled:
            continue
        path = []
        at = node
        while at:
            path.append(trace.rows[trace.parent(at)][trace.number(at)])
            at = trace.parent(at)
        position = Position.after(game, [*moves, *reversed(path)])
        if position.is_over:
            assert found.least == (position.payoffs or ())[trace.hero]
        else:
            truth = think(position, search="minimax", knowledge=None).value.result
            assert found.least == (truth if position.to_move == trace.hero else -truth)
        settled += 1
    assert settled > 0


@pytest.mark.parametrize(("spec", "moves"), [GAMES[0], GAMES[2], GAMES[5]])
def test_one_that_looks_very_wide_weighs_its_moves_so(spec: str, moves: tuple[int, ...]) -> None:
    """Then a move that was tried may come before one that never was."""
    position = Position.after(load(spec), list(moves))
    wide = SearchRequest("mcts", Limit(nodes=60, table=200_000), None, playouts=PlayoutOptions(exploration=100.0))
    trace, before = PlayoutTracing(position, None, wide).result(), 0
    assert trace.exploring == 100.0
    for number, descent in enumerate(trace.descents, 1):
        for node, child in zip(descent.nodes, descent.nodes[1:], strict=False):
            terms = trace.terms(node, number)
            taken = terms[trace.number(child)]
            assert taken.weight == max(one.weight for one in terms if not one.is_refuted)
            before += bool(taken.visits) and any(not one.visits for one in terms)
    assert before > 0


def test_a_team_that_is_told_to_halt_makes_no_descent_more() -> None:
    stepped, _ = teams("connect_four:width=4,height=4", ())
    assert stepped.descend()
    stepped._workers[0].halt = 1
    assert stepped.descend() == []
    assert stepped.nodes == 1


def test_the_same_seed_is_the_same_tree_and_another_one_is_not() -> None:
    one, again, other = (traced("connect_four:width=4,height=4", seed=seed) for seed in (1, 1, 2))
    assert one.descents == again.descents != other.descents
    assert (one.records == again.records).all()


def test_it_ends_with_its_playouts_or_when_all_is_proved_or_when_the_memory_is_full() -> None:
    assert (traced("connect_four", playouts=30).stopped, len(traced("connect_four", playouts=30).descents)) == ("nodes", 30)
    solved = traced("nim:heaps=2-3", playouts=4000)
    assert solved.stopped == "solved"
    assert len(solved.descents) < 4000
    small = SearchRequest("mcts", Limit(nodes=4000, table=9000), None, playouts=PlayoutOptions(rave=0.0))
    full = PlayoutTracing(Position.after(load("connect_four"), []), None, small).result()
    assert full.stopped == "nodes"
    assert len(full.descents) < full.wanted == 4000


def test_what_cannot_be_drawn_is_told() -> None:
    start = Position.after(load("tic_tac_toe"), [])
    with pytest.raises(SearchError, match="mcts knows no depth"):
        PlayoutTracing(start, None, SearchRequest("mcts", Limit(depth=3)))
    with pytest.raises(SearchError, match="with 5,000 playouts at most"):
        PlayoutTracing(start, None, SearchRequest("mcts", Limit(nodes=MOST_PLAYOUTS + 1)))
    with pytest.raises(SearchError, match="nothing to search"):
        PlayoutTracing(Position.after(load("tic_tac_toe"), [0, 3, 1, 4, 2]), None, SearchRequest("mcts"))


def test_only_a_search_that_goes_on_is_written_down_playout_by_playout() -> None:
    start = Position.after(load("tic_tac_toe"), [0, 3, 1, 4])
    assert isinstance(tracing_of(start, None, SearchRequest("alphabeta"), 1000), Tracing)
    stepped = tracing_of(start, None, SearchRequest("mcts", knowledge=None), 1000)
    assert isinstance(stepped, PlayoutTracing)
    found = stepped.result()
    assert len(found.descents) == PLAYOUTS or found.stopped == "solved"
