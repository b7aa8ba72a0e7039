"""What mcts can weigh beside its averages: moves made elsewhere, what they brought before, and what a knowledge thinks."""

import math
import random
from pathlib import Path
from typing import Any

import pytest

from kibitz import Limit, Position, load, patterns, player, think
from kibitz.errors import PlayerError, SearchError
from kibitz.kernel import machine_of
from kibitz.patterns.library import load_knowledge
from kibitz.players import admit, prepare
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.playout_team import TreeTeam
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo import tree as t
from kibitz.search.monte_carlo.averages import LATEST
from kibitz.search.monte_carlo.extent import table_bits
from kibitz.search.monte_carlo.logarithm import natural_log
from kibitz.search.monte_carlo.move_averages import COUNT_MASK, add_average, average_at, key_of, place_of, times_made
from kibitz.search.monte_carlo.options import PLAYOUTS, PlayoutOptions
from test_mcts import check_tree, positions

SHIPPED = Path(patterns.__file__).parent / "data"

OPTIONS: list[dict[str, Any]] = [
    {"rave": 30.0},
    {"playout": "mast", "rave": 0.0},
    {"playout": "mast", "rave": 30.0},
    {"playout": "knowledge"},
    {"playout": "knowledge", "random_plies": 3, "rave": 30.0},
    {"playout": "knowledge", "implicit": 0.4},
    {"implicit": 0.4},
]
TWO = ["tic_tac_toe", "connect_four:width=4,height=4", "othello:size=4", "einstein"]


def fits(spec: str, options: dict[str, Any]) -> bool:
    """Whether a game has what the options ask for."""
    asks = options.get("playout") == "knowledge" or "implicit" in options
    game = load(spec)
    rules = machine_of(game, load_knowledge(game, "auto"), plain=True).rules
    return not asks or rules.has_evaluate or (rules.has_estimates and "implicit" not in options)


def team_for(position: Position, descents: int, plain: bool = False, table: int = 200_000, **options: Any) -> TreeTeam:
    """A team that is to grow a tree of so many descents."""
    game = position.game
    machine = machine_of(game, load_knowledge(game, "auto"), plain=plain)
    request = SearchRequest("mcts", Limit(nodes=descents, table=table), playouts=PlayoutOptions(**options))
    team = TreeTeam(machine, mcts, game, position.state, position.to_move, request, 1)
    team.plant()
    return team


def grown(position: Position, descents: int, plain: bool = False, table: int = 200_000, **options: Any) -> TreeTeam:
    """A tree after so many descents."""
    team = team_for(position, descents, plain, table, **options)
    while team.grow(5.0):
        pass
    return team


def blocks_of(team: TreeTeam) -> list[int]:
    """Where the blocks lie that hang on the root."""
    found, waiting = [], [int(team.tree.root_block)]
    while waiting:
        found.append(waiting.pop())
        waiting += [one.block for one in team.branches(found[-1]) if one.block]
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_with_any_option_what_it_calls_proved_is_what_solve_says(spec: str, options: dict[str, Any]) -> None:
    if not fits(spec, options):
        pytest.skip("nothing is known of this game")
    exact = 0
    for number, position in enumerate(positions(spec, 6)):
        truth = think(position, search="solve", all_moves=True)
        worth = {one.move: one.value.result for one in truth.moves}
        for nodes in (150, 500):
            thought = think(position, search="mcts", limit=Limit(nodes=nodes), seed=number, all_moves=True, **options)
            known = [one for one in thought.moves if one.value.kind == "exact"]
            assert all(one.value.result == worth[one.move] for one in known)
            exact += len(known)
            if thought.stopped == "solved":
                assert thought.value.result == truth.value.result == worth[thought.best or 0]
    assert exact > 0


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tic_tac_toe", "einstein", "trio:width=3,height=3"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_compiled_any_option_does_what_it_does_plain(spec: str, options: dict[str, Any]) -> None:
    if not fits(spec, options):
        pytest.skip("nothing is known of this game")
    position = positions(spec, 1)[0]
    here, there = (grown(position, 300, plain, **options) for plain in (True, False))
    for block in (int(here.tree.root_block), max(one.block for one in here.branches(int(here.tree.root_block)))):
        if block:
            assert [(one.move, one.visits, one.block) for one in here.branches(block)] == [
                (one.move, one.visits, one.block) for one in there.branches(block)
            ]
            assert [one.share for one in here.branches(block)] == pytest.approx([one.share for one in there.branches(block)])


@pytest.mark.parametrize("spec", ["tic_tac_toe", "trio:width=3,height=3"])
@pytest.mark.parametrize("options", OPTIONS[:5], ids=str)
def test_with_a_seed_any_option_repeats(spec: str, options: dict[str, Any]) -> None:
    position = Position.after(load(spec), [])
    first, again = (think(position, search="mcts", limit=Limit(nodes=300), seed=5, all_moves=True, **options) for _ in range(2))
    assert (first.best, first.value, first.moves) == (again.best, again.value, again.moves)


# Averages of moves


def test_moves_that_share_a_place_are_told_apart() -> None:
    words = machine_of(load("tic_tac_toe"), None, plain=True).words(100)
    keys = [key_of(player, move) for player in (0, 1) for move in (-5, 0, 3, 1 << 40)]
    assert len(set(keys)) == len(keys)
    first, second = next((a, b) for a in keys for b in keys if a != b and place_of(10, 2, a) == place_of(10, 2, b))
    place = place_of(10, 2, first)
    for share in (0.25, 0.75, 1.0):
        add_average(words, place, first, share)
    add_average(words, place, second, 0.0)
    assert times_made(words, place, first) == 3
    assert times_made(words, place, second) == 0
    assert average_at(words, place, 3) == pytest.approx(2 / 3)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "einstein", "trio:width=3,height=3"])
def test_tables_hold_what_went_through_their_blocks(spec: str) -> None:
    """One descent after the other, against the moves that were noted of each."""
    team = team_for(Position.after(load(spec), []), 400, plain=True, rave=30.0, playout="mast")
    memory, bits, players = team._workers[0], table_bits(load(spec)), load(spec).players
    fields = team.machine.arguments(team._state)
    expected = dict[int, dict[int, list[float]]]()
    for _ in range(250):
        assert team._call(fields, 1, team._turn, memory, team.tree) == 1
        shares = [memory.number(t.PAID + players + one) for one in range(players)]
        notes = [(memory[t.NOTES + t.NOTE * one], memory[t.NOTES + t.NOTE * one + 1]) for one in range(memory.noted)]
        block, ply = int(team.tree.root_block), 0
        while block and team.tree[block + t.VISITS]:  # down the way again, by the moves that were noted
            table = int(team.tree[block + t.TABLE])
            for mover, key in notes[ply:]:
                if table and mover >= 0:
                    expected.setdefault(table, {}).setdefault(key, []).append(shares[mover])
            below = [one.block for one in team.branches(block) if key_of(notes[ply][0], one.move) == notes[ply][1]]
            block, ply = below[0] if ply + 1 < len(notes) else 0, ply + 1
    assert expected
    for table, moves in expected.items():
        held = [key for key in moves if times_made(team.tree, place_of(table, bits, key), key)]
        assert len(held) > len(moves) / 2
        for key in held:
            place = place_of(table, bits, key)
            assert times_made(team.tree, place, key) == len(moves[key])
            assert average_at(team.tree, place, len(moves[key])) == pytest.approx(sum(moves[key]) / len(moves[key]))


@pytest.mark.compiled
def test_it_finds_out_whether_a_move_means_the_same_elsewhere() -> None:
    for spec, helps in (("connect_four:width=4,height=4", False), ("examples/learning/amazons.py", True)):
        position = Position.after(load(spec), [])
        team = grown(position, LATEST, table=1 << 24)
        memory = team._workers[0]
        assert (memory.judged, memory.rave > 0) == (1, helps)
        assert grown(position, 200, table=1 << 24)._workers[0].judged == 0


def test_tables_are_cleared_when_memory_gets_short() -> None:
    team = grown(Position.after(load("connect_four:width=5,height=5"), []), 3000, plain=True, table=60_000, rave=30.0)
    assert team.nodes == 3000
    assert check_tree(team, t.COLUMNS + 1) >= 1
    used = int(team.tree.next_table)
    assert team._tables_at < used <= len(team.tree)
    team._make_room()
    assert team.tree.next_table == team._tables_at
    assert not any(team.tree[team._tables_at : len(team.tree)])
    assert not any(team.tree[block + t.TABLE] for block in blocks_of(team))


# A knowledge


@pytest.mark.parametrize("spec", TWO)
def test_opinions_are_those_of_the_best_answers(spec: str) -> None:
    """Implicit minimax backups, against the blocks below, all over the tree."""
    for position in positions(spec, 2):
        team, compared = grown(position, 400, plain=True, implicit=0.3, rave=0.0), 0
        players = position.game.players
        memory = team._workers[0]
        for block in blocks_of(team):
            rows, first = int(team.tree[block + t.ROWS]), t.first_row(block, players)
            mover = int(team.tree[block + t.MOVER])
            for row, one in enumerate(team.branches(block)):
                below = one.block
                if not below or team.tree[below + t.VISITS] == 0 or team.tree[below + t.MOVER] < 0:
                    continue
                under, count = t.first_row(below, players), int(team.tree[below + t.ROWS])
                best = max(team.tree.number(under + memory.opinions * count + other) for other in range(count))
                told = team.tree.number(first + memory.opinions * rows + row)
                assert told == pytest.approx(best if max(0, mover) == team.tree[below + t.MOVER] else 1 - best)
                compared += 1
        assert compared > 0 or position.state != Position.after(position.game, []).state


def test_a_playout_of_a_knowledge_is_its_estimate() -> None:
    """Without moves at random the average of a leaf is what the knowledge says of the position."""
    position = Position.after(load("connect_four:width=4,height=4"), [1])
    team = grown(position, 40, plain=True, playout="knowledge")
    knowledge = load_knowledge(position.game, "auto")
    leaves = 0
    assert knowledge is not None
    for one in team.branches(int(team.tree.root_block)):
        if one.visits == 1:
            after = position.play(one.move)
            assert one.share == pytest.approx((1 - knowledge.evaluate(after.state)) / 2)
            leaves += 1
    memory = team._workers[0]
    assert leaves > 0 or min(one.visits for one in team.branches(int(team.tree.root_block))) > 1
    assert tuple(range(len(PLAYOUTS))) == (t.RANDOM, t.MAST, t.KNOWLEDGE, t.POLICY)
    assert memory.playout == t.KNOWLEDGE


# What is refused


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"playout": "clever"}, "there is no playout 'clever': there are random, mast, knowledge"),
        ({"rave": -1.0}, "rave cannot be -1.0: give a number from 0 up"),
        ({"implicit": 2.0}, "implicit cannot be 2.0: give a number from 0 to 1"),
        ({"exploration": float("nan")}, "exploration cannot be nan: give a number from 0 up"),
        ({"random_plies": -1}, "random_plies cannot be -1: give a whole number from 0 up"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        think("tic_tac_toe", search="mcts", limit=Limit(nodes=10), **options)


def test_options_are_refused_where_they_have_no_use() -> None:
    with pytest.raises(SearchError, match="deepening plays no games to their end: rave is for the search mcts"):
        think("tic_tac_toe", search="deepening", rave=5.0)
    with pytest.raises(SearchError, match="nothing estimates positions of TicTacToe: take playout=random or mast"):
        think("tic_tac_toe", search="mcts", knowledge=None, playout="knowledge", limit=Limit(nodes=10))
    with pytest.raises(SearchError, match="implicit needs a zero-sum game of two players"):
        think("trio", search="mcts", implicit=0.3, limit=Limit(nodes=10))
    with pytest.raises(
        PlayerError, match="playout in deepening:playout=mast is for a search by playouts: write mcts:playout=mast"
    ):
        player("deepening:playout=mast")
    with pytest.raises(PlayerError, match="random, mast, knowledge or policy"):
        player("mcts:playout=clever")
    with pytest.raises(PlayerError, match=r"a number from 0 to 1, such as implicit=0.4"):
        player("mcts:implicit=3")


@pytest.mark.parametrize(
    ("spec", "game", "sentence"),
    [
        ("mcts:playout=policy", "chess", "no policy of Chess is made for playouts"),
        ("mcts:playout=knowledge", "nim", "nothing estimates positions of Nim"),
        ("mcts:playout=knowledge,knowledge=none", "othello", "nothing estimates positions of Othello"),
        ("mcts:prior=2", "nim", "nothing says which moves of Nim are likely"),
        ("mcts:implicit=0.3", "trio", "implicit needs a zero-sum game of two players"),
    ],
)
def test_a_player_refuses_a_game_that_its_options_do_not_fit_before_the_first_move(spec: str, game: str, sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        admit([player(spec)], load(game))


def test_a_player_whose_options_fit_is_admitted() -> None:
    learned = f"knowledge={SHIPPED / 'go.policy'}"
    specs = [f"mcts:playout=policy,{learned}", f"mcts:prior=2,{learned}", "mcts:rave=0,playout=mast"]
    admit(map(player, specs), load("go"))
    admit([player("mcts:playout=knowledge")], load("othello"))


def test_a_table_has_a_place_for_most_moves() -> None:
    assert table_bits(load("tic_tac_toe")) == 5  # 18 moves
    assert table_bits(load("connect_four")) == 4
    assert COUNT_MASK == (1 << 32) - 1


def test_a_player_looks_at_random_games_before_its_first_thought_not_in_it() -> None:
    game, someone = load("tic_tac_toe:width=4,height=3,line=3"), player("mcts:nodes=5")
    table_bits.cache_clear()
    prepare([someone], game)
    looked = table_bits.cache_info().misses
    assert looked == 1
    someone.think(Position.after(game, []))
    assert table_bits.cache_info().misses == looked


def test_the_logarithm_is_that_of_the_library_but_for_the_last_bits() -> None:
    assert natural_log(1) == 0.0
    dice = random.Random(1)
    for count in (*range(2, 3_000), *(dice.randrange(3_000, 1 << 40) for _ in range(2_000))):
        expected = math.log(count)
        assert abs(natural_log(count) - expected) <= 2 * math.ulp(expected), count
