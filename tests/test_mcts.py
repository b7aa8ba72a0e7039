"""Monte Carlo tree search: what it calls proved is so, averages come near the value, memory is kept within, all repeats."""

import random
import time
from dataclasses import replace

import pytest

from kibitz import Limit, Position, Thought, begin, load, player, think
from kibitz.errors import PlayerError, SearchError
from kibitz.kernel import machine_of
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.continuation import Continuation
from kibitz.search.drivers.playout_search import PlayoutSearch
from kibitz.search.drivers.playout_team import MoveAverage, TreeTeam
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.entry import start_search
from kibitz.search.monte_carlo import tree as t

SMALL = ["tic_tac_toe", "connect_four:width=4,height=4", "othello:size=4", "nim:heaps=2-3-4", "breakthrough:size=4"]
SEVERAL = ["trio:width=3,height=3", "treasure:turns=2", "pig:target=10", "einstein", "tests/support/race_game.py:Race"]
SMALL_TABLE = 60_000  # bytes


def positions(spec: str, count: int, seed: int = 1) -> list[Position]:
    """Positions of random games that are not over, each once."""
    dice, found = random.Random(seed), dict[object, Position]()
    for _ in range(50 * count):
        position = Position.after(load(spec), [])
        for _ in range(dice.randrange(12)):
            if not position.is_over:
                position = position.play(dice.choice(position.legal()))
        if not position.is_over:
            found.setdefault(position.state, position)
        if len(found) == count:
            break
    return list(found.values())


def searched(position: Position, nodes: int, seed: int = 0, table: int = SMALL_TABLE, all_moves: bool = True) -> Thought:
    return think(position, search="mcts", knowledge=None, limit=Limit(nodes=nodes, table=table), seed=seed, all_moves=all_moves)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", SMALL)
def test_what_it_calls_proved_is_what_solve_says(spec: str) -> None:
    """Exact values and limits, of the position and of every move; and the move it names keeps what is proved."""
    exact = limits = 0
    for number, position in enumerate(positions(spec, 12)):
        for nodes in (20, 150, 500):
            thought = searched(position, nodes, number)
            truth = think(position, search="solve", all_moves=True)
            worth = {one.move: one.value.result for one in truth.moves}
            assert set(worth) == {one.move for one in thought.moves}
            for one in thought.moves:
                if one.value.kind == "exact":
                    assert one.value.result == worth[one.move]
                    exact += 1
            if thought.stopped == "solved":
                assert thought.value.kind == "exact"
                assert thought.value.result == truth.value.result == worth[thought.best or 0]
            if thought.bounds is not None:
                low, high = thought.bounds
                assert low is not None
                assert high is not None
                assert low.result <= worth[thought.best or 0] <= truth.value.result <= high.result
                limits += 1
    assert exact > 0
    assert limits > 0 or spec not in ("connect_four:width=4,height=4", "othello:size=4")


@pytest.mark.parametrize("spec", ["connect_four", "go:size=5", "trio", "othello:size=4"])
def test_where_all_moves_are_to_be_valued_each_gets_its_share_of_half_the_playouts(spec: str) -> None:
    """But for those whose value is proved. Otherwise a move that seems bad is hardly tried at all."""
    fewest = {}
    for all_moves in (True, False):
        position = Position.after(load(spec), [])
        nodes = 12 * len(position.legal())
        request = SearchRequest("mcts", Limit(nodes=nodes), all_moves=all_moves)
        machine = machine_of(position.game, plain=True)
        team = TreeTeam(machine, mcts, position.game, position.state, position.to_move, request, 1)
        team.plant()
        while team.grow(1.0):
            pass
        open_moves = [one.visits for one in team.branches(team.tree.root_block) if not (team.proves and one.is_settled)]
        fewest[all_moves] = min(open_moves) / nodes * len(position.legal()) if open_moves else 1.0
    assert fewest[True] >= 4 / 12  # after four for each at the search's own choice, half of the other eight
    assert fewest[False] < fewest[True]


@pytest.mark.parametrize("spec", [*SMALL, *SEVERAL])
def test_with_one_thread_and_a_seed_all_repeats(spec: str) -> None:
    """However often the tree is pruned on the way, and however the descents fall into batches."""
    for position in positions(spec, 2):
        first, again = (searched(position, 400, seed=7) for _ in range(2))
        assert (first.best, first.value, first.moves, first.nodes) == (again.best, again.value, again.moves, again.nodes)


def grown(position: Position, descents: int, table: int = SMALL_TABLE, plain: bool = False, threads: int = 1) -> TreeTeam:
    """A tree after so many descents."""
    request = SearchRequest("mcts", Limit(nodes=descents, table=table), None)
    machine = machine_of(position.game, None, plain=plain)
    team = TreeTeam(machine, mcts, position.game, position.state, position.to_move, request, threads)
    team.plant()
    while team.grow(5.0):
        pass
    return team


def branches(team: TreeTeam) -> list[MoveAverage]:
    return team.branches(int(team.tree.root_block))


@pytest.mark.compiled
@pytest.mark.parametrize("spec", [*SMALL, *SEVERAL])
def test_compiled_it_finds_what_it_finds_plain(spec: str) -> None:
    for position in positions(spec, 2):
        here, there = branches(grown(position, 600, plain=True)), branches(grown(position, 600))
        assert [(one.move, one.visits, one.least, one.most, one.block) for one in here] == [
            (one.move, one.visits, one.least, one.most, one.block) for one in there
        ]
        assert [one.share for one in there] == pytest.approx([one.share for one in here])


def check_tree(team: TreeTeam, columns: int = t.COLUMNS + 1) -> int:
    """That every block hangs where it says, and free runs and blocks fill the memory; how many blocks hang on the root."""
    team.leave()
    tree, players = team.tree, team._game.players
    words, found = 0, set[int]()
    for first, last in team.parts:
        at = first
        while at < last:
            assert tree[at] != 0
            if tree[at] > 0:
                assert tree[at] - t.block_words(int(tree[at + t.ROWS]), players, columns) in (0, 1)
                found.add(at)
            words += abs(int(tree[at]))
            at += abs(int(tree[at]))
        assert at == last
    assert words == sum(last - first for first, last in team.parts)
    reached, waiting = set[int](), [int(tree.root_block)]
    while waiting:
        block = waiting.pop()
        reached.add(block)
        for row, one in enumerate(team.branches(block)):
            if one.block:
                assert int(tree[one.block + t.ABOVE]) == block | row << t.CHILD_BITS
                at_once = one.visits // 10 + 10 if len(team.parts) > 1 else 0  # threads do not wait to count
                assert tree[one.block + t.VISITS] <= one.visits + at_once
                waiting.append(one.block)
    assert reached <= found
    return len(reached)


@pytest.mark.parametrize("spec", ["connect_four", "examples/hex.py:size=5", "pig", "trio"])
def test_its_memory_is_bounded_and_the_oldest_leaves_make_room(spec: str) -> None:
    position = Position.after(load(spec), [])
    team = grown(position, 200, table=SMALL_TABLE)
    assert len(team.tree) * 8 <= SMALL_TABLE
    few = grown(position, 30, table=SMALL_TABLE)
    assert check_tree(few) >= 1
    before = check_tree(team)
    team._make_room()
    assert 0 < check_tree(team) <= before


def test_a_tree_that_is_full_goes_on_with_what_it_needs() -> None:
    """Ten times what there is room for."""
    position = Position.after(load("connect_four:width=5,height=5"), [])
    team = grown(position, 4000, table=9000)
    assert team.nodes == 4000
    check_tree(team)
    assert sum(one.visits for one in branches(team)) == 4000
    assert max(branches(team), key=lambda one: one.visits).share == pytest.approx(0.55, abs=0.2)


def test_too_little_room_is_said() -> None:
    with pytest.raises(SearchError, match="a table of 512 bytes has no room for a tree: give it more"):
        think(Position.after(load("tic_tac_toe"), []), search="mcts", limit=Limit(nodes=10, table=10))
    with pytest.raises(SearchError, match="a table of 512 bytes has no room for a tree"):
        think(Position.after(load("examples/hex.py:size=7"), []), search="mcts", limit=Limit(nodes=10, table=10))


@pytest.mark.compiled
def test_two_threads_prove_nothing_that_is_wrong() -> None:
    for position in positions("connect_four:width=4,height=4", 6):
        truth = {one.move: one.value.result for one in think(position, search="solve", all_moves=True).moves}
        for _ in range(3):
            thought = think(
                position, search="mcts", limit=Limit(nodes=3000, table=200_000), knowledge=None, all_moves=True, threads=2
            )
            for one in thought.moves:
                assert one.value.kind != "exact" or one.value.result == truth[one.move]
            assert thought.stopped != "solved" or truth[thought.best or 0] == max(truth.values())
    team = grown(Position.after(load("connect_four"), []), 20_000, table=2_000_000, threads=2)
    assert check_tree(team) > 100
    assert team.nodes >= 20_000


def test_the_next_move_goes_on_with_the_tree() -> None:
    game = load("connect_four:width=5,height=4")
    continuation, position = Continuation(), Position.after(game, [])
    request = SearchRequest("mcts", Limit(nodes=400, table=SMALL_TABLE), None, continuation=continuation)
    first = start_search(position, None, request)
    assert isinstance(first, PlayoutSearch)
    line = first.result().line
    later = Position.after(game, [])
    for move in line[:2]:
        later = later.play(move)
    second = start_search(later, None, replace(request, limit=Limit(nodes=1, table=SMALL_TABLE)))
    assert isinstance(second, PlayoutSearch)
    second.result()
    assert second._team.tree is first._team.tree
    assert sum(one.visits for one in branches(second._team)) > 20
    check_tree(second._team)
    elsewhere = start_search(Position.after(game, []).play(0), None, replace(request, limit=Limit(nodes=3, table=SMALL_TABLE)))
    assert isinstance(elsewhere, PlayoutSearch)
    elsewhere.result()
    assert sum(one.visits for one in branches(elsewhere._team)) == 3


@pytest.mark.parametrize(("spec", "plies"), list(zip((*SMALL[:3], SMALL[4]), (3, 4, 8, 0), strict=True)))
def test_moves_that_end_the_game_are_known_wherever_the_tree_goes_on(spec: str, plies: int) -> None:
    position, dice = Position.after(load(spec), []), random.Random(3)
    for _ in range(plies):
        position = position.play(dice.choice(position.legal()))
    team, ended = grown(position, 600, table=1_000_000), 0
    waiting = [(one.block, position.play(one.move)) for one in branches(team) if one.block]
    while waiting:
        block, here = waiting.pop()
        for one in team.branches(block):
            after = here.play(one.move)
            if after.is_over:
                paid = (after.payoffs or ())[here.to_move]
                assert (one.least, one.most) == (paid, paid)
                ended += 1
            elif one.block:
                waiting.append((one.block, after))
    assert ended > 0


def test_a_mistake_that_was_foreseen_is_punished_from_the_kept_tree() -> None:
    """The position after it is settled, and none of its moves was ever tried."""
    continuation, position = Continuation(), Position.after(load("tic_tac_toe"), [0, 4, 1, 2])
    request = SearchRequest("mcts", Limit(nodes=200, table=SMALL_TABLE), None, continuation=continuation)
    first = start_search(position, None, request)
    assert isinstance(first, PlayoutSearch)
    first.result()
    lost = next(one for one in branches(first._team) if one.move == 3)
    assert lost.is_settled
    assert all(one.visits == 0 for one in first._team.branches(lost.block))
    thought = start_search(position.play(3), None, request).result()
    assert (thought.best, thought.value.kind, thought.value.result, thought.stopped) == (6, "exact", 1, "solved")


def test_a_move_that_is_refuted_is_not_tried_any_more() -> None:
    """Three in a column threaten to win: whoever does not block has lost."""
    position = Position.after(load("connect_four"), [0, 3, 0, 3, 0])
    some, many = (branches(grown(position, count, table=1_000_000)) for count in (1500, 3000))
    assert [one.most for one in some] == [1.0 if one.move == 0 else -1.0 for one in some]
    assert [one.visits for one in some if one.move] == [one.visits for one in many if one.move]
    assert think(position, search="mcts", knowledge=None, limit=Limit(nodes=1500)).best == 0


def test_a_proof_counts_for_more_than_visits() -> None:
    """Where the root is settled; else of moves that may be the best the one that was tried most."""
    settled = begin(Position.after(load("tic_tac_toe"), [6, 0, 7, 4, 3, 2]), search="mcts", knowledge=None)
    thought = settled.result()
    assert isinstance(settled, PlayoutSearch)
    assert (thought.best, thought.value.result, thought.stopped) == (8, 1, "solved")
    wins, open_still = MoveAverage(8, 1, 1.0, None, 1.0, 1.0, 0), MoveAverage(1, 900, 0.9, None, -1.0, 1.0, 0)
    assert settled._rank(wins, 1.0) > settled._rank(open_still, 1.0)
    unsettled = begin(Position.after(load("connect_four"), []), search="mcts", knowledge=None, limit=Limit(nodes=20))
    unsettled.result()
    assert isinstance(unsettled, PlayoutSearch)
    lost, seldom = MoveAverage(2, 950, 0.9, None, -1.0, -1.0, 0), MoveAverage(3, 3, 0.9, None, -1.0, 1.0, 0)
    order = sorted([lost, seldom, open_still], key=lambda one: unsettled._rank(one, -0.5), reverse=True)
    assert [one.move for one in order] == [1, 3, 2]


def test_no_free_run_is_a_single_word() -> None:
    """It would have no room for where the next one is."""
    team = grown(Position.after(load("tic_tac_toe"), []), 20, table=20_000, plain=True)
    memory, size = team._workers[0], t.block_words(3, 2, int(team._columns))
    memory.arena_end = memory.arena_at + size + 1
    block = t.new_block(3, 0, 0, 0, memory, team.tree)
    assert team.tree[block + t.SIZE] == size + 1
    assert memory.arena_at == memory.arena_end


def test_averages_come_near_the_value() -> None:
    """Where one move wins by force, and in a game of dice, whose value is known."""
    position = Position.after(load("nim:heaps=2-3-4"), [])
    truth = think(position, search="solve")
    thought = searched(position, 8000, table=1_000_000)
    assert thought.value.result == truth.value.result
    pig = Position.after(load("pig:target=10"), [])
    value = think(pig, search="expectiminimax", limit=Limit(depth=9)).value.result
    assert searched(pig, 4000, table=1_000_000).value.result == pytest.approx(value, abs=0.25)


def test_of_several_players_each_has_a_number() -> None:
    position = Position.after(load("trio:width=3,height=3"), [])
    thought = searched(position, 8000, table=1_000_000)
    assert thought.value.payoffs is not None
    assert sum(thought.value.payoffs) == pytest.approx(0, abs=1e-3)
    assert thought.value.result == thought.value.payoffs[0] > 0
    assert thought.best == 4


def test_where_dice_decide_nothing_is_named() -> None:
    thought = searched(Position.after(load("einstein"), []), 200)
    assert thought.best is None
    assert len(thought.moves) == 6
    assert -1 <= thought.value.result <= 1


@pytest.mark.compiled
def test_it_stops_when_it_is_told_and_when_its_time_is_over() -> None:
    position = Position.after(load("othello"), [])
    thinking = begin(position, search="mcts")
    time.sleep(0.4)
    asked = time.perf_counter()
    thinking.stop()
    thought = thinking.result()
    assert time.perf_counter() - asked < 0.2
    assert (thought.stopped, thought.best is not None) == ("interrupted", True)
    assert think(position, search="mcts", limit=Limit(time=0.1)).stopped == "time"


def test_a_depth_means_nothing_to_it() -> None:
    with pytest.raises(SearchError, match="mcts knows no depth: limit its time, or its nodes"):
        think(Position.after(load("tic_tac_toe"), []), search="mcts", limit=Limit(depth=3))
    with pytest.raises(PlayerError, match="mcts knows no depth, so it takes none"):
        player("mcts:depth=3")


def test_exploration_is_for_searches_by_playouts() -> None:
    position = Position.after(load("connect_four"), [])
    narrow, wide = (
        think(position, search="mcts", knowledge=None, limit=Limit(nodes=600), all_moves=True, exploration=number)
        for number in (0.05, 5.0)
    )
    assert len(narrow.line) > len(wide.line)
    with pytest.raises(SearchError, match="exploration is for the search mcts"):
        think(position, search="deepening", exploration=1.0)
    with pytest.raises(SearchError, match="exploration is for the search mcts"):
        think(position, search="proof", exploration=1.0)
    for search in ("deepening", "proof"):
        with pytest.raises(PlayerError, match="is for a search by playouts: write mcts:exploration=2"):
            player(f"{search}:exploration=2")


def test_a_player_repeats_by_its_seed() -> None:
    position = Position.after(load("connect_four"), [])
    first, again, other = (player("mcts:nodes=150", seed=seed).think(position) for seed in (1, 1, 2))
    assert (first.best, first.value) == (again.best, again.value)
    assert first.value != other.value
