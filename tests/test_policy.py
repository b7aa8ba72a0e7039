"""A learned policy of moves: what it sees of a move, and that all of kibitz sees the same."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from in_node import NODE, WALKS, need, need_linker, run_in_node
from kibitz import Limit, Position, load, load_knowledge, think
from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, mover_of, moves_of, play_move
from kibitz.errors import LearningError
from kibitz.kernel import machine_of
from kibitz.kernel.rules import Rules
from kibitz.learning.policies.layout import symbols_of, ways_of
from kibitz.learning.policies.parameters import image_of
from kibitz.patterns.library import POLICY_FILES
from kibitz.patterns.likelihood import ALONE, KEYS, REACH, SHAPES, SPACE, WAYS
from kibitz.patterns.policy import PolicyKnowledge, with_policy
from kibitz.present.answer import as_json
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.playout_team import TreeTeam
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo import tree as t
from player_kinds import engine
from policies import layout_of, random_policy, write_policy
from test_browser import thought_of

GAMES = [
    "tic_tac_toe",
    "othello:size=6",
    "hex:size=5",
    "gomoku:size=7",
    "breakthrough",
    "checkers",
    "kalah",
    "go:size=5",
    "amazons",
]
PLIES = 12
Step = tuple[
    Any, int, Any, int, Any, int
]  # the state before and who moved, the state and who moves, the one after, and who then


def steps(game: Game, seed: int) -> Iterator[Step]:
    """Moves from the positions of a game at random, a few from each."""
    dice, position = random.Random(seed), Position.after(game, [])
    before, earlier = position.state, position.to_move
    for _ in range(PLIES):
        if position.is_over:
            return
        moves = moves_of(game, position.state)
        for move in dice.sample(moves, min(4, len(moves))):
            after = play_move(game, position.state, move)
            then = mover_of(game, after, len(position.moves) + 1)
            yield before, earlier, position.state, position.to_move, after, then
        before, earlier = position.state, position.to_move
        position = position.play(dice.choice(moves))


def keys_of(knowledge: Any, step: Step) -> list[int]:
    """The keys of a move."""
    before, earlier, state, mover, after, then = step
    memory = [0] * SPACE
    knowledge.read_position(before, state, earlier == mover, 0, memory)
    many = knowledge.list_keys(after, mover, then == mover, 0, memory)
    return memory[KEYS : KEYS + many]


def shapes_of(game: Game, step: Step) -> list[Any]:
    """What there is to see of a move, square by square, told in tuples: nothing here knows how keys are made."""
    layout = layout_of(game)
    before, earlier, state, mover, after, then = step
    here = symbols_of(layout.reading, state)

    def seen(other: Any, same: bool) -> list[int]:
        found = symbols_of(layout.reading, other)
        return list(found) if same else [layout.next_view[found[place]] for place in layout.next_places]

    there = seen(after, then == mover)
    if not layout.near:
        there = [
            symbols_of(layout.reading, after)[place if then == mover else layout.next_places[place]]
            for place in range(len(here))
        ]
    past = symbols_of(layout.reading, before)
    now = list(here) if earlier == mover else [layout.next_view[here[place]] for place in layout.next_places]
    moved = {place for place in range(len(here)) if past[place] != now[place]}
    moved = moved if earlier == mover else {layout.next_places[place] for place in moved}
    head = (None if layout.relative else mover, then == mover)
    found: list[Any] = []
    for place in range(len(here)):
        if here[place] == there[place]:
            continue
        middle = (*head, here[place], there[place])
        if not layout.near:
            found.append((middle, place))
            continue
        rows = [layout.near[place][way * REACH : (way + 1) * REACH] for way in range(len(WAYS))]
        around = [[here[one] if one >= 0 else "edge" for one in row] for row in rows]
        near = {row[0] for row in rows} - {-1}
        fresh = bool(near & moved)
        found.append((middle, "near", fresh, tuple(row[0] for row in around)))
        found += [(middle, line, tuple(around[line]), tuple(around[7 - line])) for line in range(4)]
    return found or [(*head, "nothing")]


@pytest.mark.parametrize("spec", GAMES)
def test_keys_tell_apart_what_differs_and_nothing_else(spec: str) -> None:
    game = load(spec)
    knowledge = with_policy(game, None, random_policy(game))
    names: dict[Any, int] = {}
    for seed in range(3):
        for step in steps(game, seed):
            keys, shapes = keys_of(knowledge, step), shapes_of(game, step)
            assert len(keys) == len(shapes)
            for key, shape in zip(keys, shapes, strict=True):
                assert names.setdefault(shape, key) == key
    assert len(set(names.values())) == len(names) > 20


@pytest.mark.parametrize("spec", [spec for spec in GAMES if spec != "kalah"])
def test_symmetric_moves_have_symmetric_keys(spec: str) -> None:
    """The images of the keys of moves are the keys of the images, by symmetries that keep the side."""
    game = load(spec)
    layout = layout_of(game)
    knowledge = with_policy(game, None, random_policy(game))
    rules, dice = Rules(game, knowledge), random.Random(2)
    assert spec in ("breakthrough", "checkers") or len(layout.symmetries) > 3
    for symmetry in layout.symmetries:
        ways = ways_of(symmetry, layout.near)
        assert ways is not None
        memory: Any = [
            *ways,
            *symmetry.symbols,
            layout.alphabet,
            *[0] * (32 - len(symmetry.symbols) - 1),
            int(symmetry.changes_side),
        ]
        for key in (key for step in steps(game, dice.randrange(99)) for key in keys_of(knowledge, step)):
            image = image_of(rules, key, 0, memory)
            assert image % SHAPES == ALONE or image % SHAPES == 0 or key % SHAPES > 0
            back = image
            for _ in range(11):  # the orders of all turns, mirrors and exchanges divide twelve
                back = image_of(rules, back, 0, memory)
            assert back == key


def shares(team: TreeTeam) -> list[float]:
    """How likely the moves of the root are."""
    root, column = int(team.tree.root_block), int(team._workers[0].priors)
    first, rows = t.first_row(root, team._game.players), int(team.tree[root + t.ROWS])
    return [team.tree.number(first + column * rows + row) for row in range(rows)]


def grown(position: Position, knowledge: Any, playouts: int, plain: bool) -> TreeTeam:
    """A tree after so many playouts."""
    machine = machine_of(position.game, knowledge, plain=plain)
    request = SearchRequest("mcts", Limit(nodes=playouts, table=1_000_000), seed=5)
    team = TreeTeam(machine, mcts, position.game, position.state, position.to_move, request, 1, position.before)
    team.plant()
    while team.grow(5.0):
        pass
    return team


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["othello:size=6", "breakthrough", "kalah", "hex:size=5"])
def test_compiled_it_thinks_as_plain(spec: str) -> None:
    game, dice = load(spec), random.Random(3)
    knowledge = with_policy(game, knowledge_of(game), random_policy(game))
    position = Position.after(game, [])
    for _ in range(5):
        here, there = (grown(position, knowledge, 40, plain) for plain in (True, False))
        assert shares(here) == pytest.approx(shares(there), abs=1e-9)
        assert [one.visits for one in here.branches(int(here.tree.root_block))] == [
            one.visits for one in there.branches(int(there.tree.root_block))
        ]
        position = position.play(dice.choice(position.legal()))


def test_what_is_new_counts_at_the_root_as_below_it() -> None:
    game = load("gomoku:size=7")
    knowledge = with_policy(game, None, random_policy(game))
    start = Position.after(game, [24, 25])
    team = grown(start, knowledge, 400, plain=True)
    below = next(one for one in team.branches(int(team.tree.root_block)) if one.block)
    first, rows = t.first_row(below.block, 2), int(team.tree[below.block + t.ROWS])
    column = int(team._workers[0].priors)
    inner = [team.tree.number(first + column * rows + row) for row in range(rows)]
    assert shares(grown(start.play(below.move), knowledge, 1, plain=True)) == pytest.approx(inner)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["othello:size=6", "breakthrough"])
def test_a_page_grows_the_same_tree(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need(NODE is not None, "node is not installed: apt-get install nodejs")
    need_linker()
    from kibitz.static_page.live import live_game

    game, dice = load(spec), random.Random(4)
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    write_policy(game, tmp_path / POLICY_FILES.name(game), spec)
    made = live_game(game, ("mcts",), lambda note: None)
    assert made.data["says"]["policy"]
    position = Position.after(game, [])
    for _ in range(3):
        request = {"search": "mcts", "limit": {"nodes": 150}, "seed": 3, "playouts": {}}
        (answer,) = run_in_node(WALKS, made, [{"moves": list(position.moves), "requests": [request]}])
        expected = thought_of(think(position, search="mcts", limit=Limit(nodes=150), seed=3, compile_first=True))
        assert {name: answer["found"][0]["thought"][name] for name in expected} == expected
        position = position.play(dice.choice(position.legal()))


def test_a_file_keeps_it_and_players_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe")
    file = write_policy(game, tmp_path / "tic_tac_toe.policy", "tic_tac_toe")
    named: Any = load_knowledge(game, file)
    assert isinstance(named, PolicyKnowledge)
    assert named.policy_table.array.tolist() == random_policy(game).table.tolist()
    assert load_knowledge(game, file) is named  # machine code is kept for each
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    assert isinstance(load_knowledge(game), PolicyKnowledge)
    assert not isinstance(load_knowledge(game, "hand"), PolicyKnowledge)
    again: Any = pickle.loads(pickle.dumps(named))
    step = next(steps(game, 1))
    assert keys_of(again, step) == keys_of(named, step)
    assert type(again) is type(named)


def test_a_file_that_is_no_good_is_refused_in_a_sentence(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    file = write_policy(game, tmp_path / "a.policy", "tic_tac_toe")
    with pytest.raises(LearningError, match="the policy was learned of tic_tac_toe, and the rules of hex are others"):
        load_knowledge("hex", file)
    content = bytearray(file.read_bytes())
    content[-40] ^= 1
    (tmp_path / "b.policy").write_bytes(content)
    with pytest.raises(LearningError, match="is damaged: learn it anew"):
        load_knowledge(game, tmp_path / "b.policy")
    (tmp_path / "c.policy").write_bytes(b"nothing")
    with pytest.raises(LearningError, match="holds no learned policy"):
        load_knowledge(game, tmp_path / "c.policy")
    with pytest.raises(LearningError, match=r"the policy .*d\.policy cannot be read"):
        load_knowledge(game, tmp_path / "d.policy")


def test_without_any_weight_all_moves_are_as_likely() -> None:
    game = load("tic_tac_toe")
    policy = random_policy(game)
    for number in (0, -32767):
        flat = type(policy)(policy.layout, policy.table_bits, type(policy.table)("h", [number] * len(policy.table)), "")
        position = Position.after(game, [])
        assert shares(grown(position, with_policy(game, None, flat), 1, plain=True)) == pytest.approx([1 / 9] * 9)


def test_a_thought_says_how_likely_its_moves_were() -> None:
    game = load("tic_tac_toe")
    position, knowledge = Position.after(game, [4]), with_policy(game, None, random_policy(game))
    with_one = think(position, search="mcts", knowledge=knowledge, limit=Limit(nodes=20), all_moves=True)
    chances = {one.move: one.likely or 0.0 for one in with_one.moves}
    assert chances == pytest.approx(dict(zip(position.legal(), shares(grown(position, knowledge, 1, plain=True)), strict=True)))
    assert sum(one["likely"] for one in as_json(position, with_one)["moves"]) == pytest.approx(1, abs=1e-4)
    for options in ({"knowledge": None}, {"knowledge": knowledge, "prior": 0}):
        without: Any = think(position, search="mcts", limit=Limit(nodes=20), all_moves=True, **options)
        assert all(one.likely is None for one in without.moves)
        assert "likely" not in as_json(position, without)["moves"][0]


def test_the_computer_takes_mcts_where_a_policy_was_learned_and_nothing_estimates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Go has neither an estimate nor ends that a search by depth would see."""
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    for spec, search in (("go:size=5", "mcts"), ("othello:size=6", None)):
        game = load(spec)
        assert engine("computer:level=10,time=1").way(game)[0] != "mcts"
        write_policy(game, tmp_path / POLICY_FILES.name(game), spec)
        player = engine("computer:level=10,time=1")
        assert player.way(game)[0] == search
        said = "takes mcts, for `kibitz learn` found which moves of go:size=5 are likely."
        assert player.describe_search(game) == (f"computer:level=10,time=1 {said}" if search else "")
        assert engine("computer:level=3").way(game)[0] is None
