"""Every game there is: the laws of its contract, its golden counts, its naive twin, and what the books say of it."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.best_result import best_result
from kibitz.board import Board64
from kibitz.errors import GameError
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.games.othello import State as OthelloState
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree
from kibitz.registry import load, names, spec_of
from kibitz.rules import Game, says
from kibitz.search._perft import perft
from kibitz.search._think import think
from naive_rules import naive

GOLDEN = Path(__file__).parent / "golden"
VARIANTS = [
    "tic_tac_toe:width=4,height=3,line=3",
    "tic_tac_toe:width=1,height=5,line=2",
    "tic_tac_toe:width=8,height=8,line=5",
    "connect_four:width=8,height=7",
    "connect_four:width=4,height=4,line=3",
    "connect_four:width=5,height=2,line=5",
    "connect_four:width=2,height=31,line=3",
    "othello:size=4",
    "othello:size=6",
    "nim:heaps=1-2-3-4,misere=true",
    "kalah:pits=2,seeds=9",
    "kalah:pits=3,seeds=2,empty_capture=true",
]
SPECS = names("games") + VARIANTS
WITH_TWINS = [spec for spec in SPECS if spec != "tree"]  # the file of a tree is its own twin
choices = st.lists(st.integers(0, 62), max_size=70)
few = settings(max_examples=20)


def play_out(game: Game, wanted: list[int]) -> Iterator[tuple[Any, int]]:
    """The states of a game with the move made in each; `wanted` picks moves by number, then the first is taken."""
    state = game.start()
    for pick in itertools.chain(wanted, itertools.repeat(0, 1000)):
        if game.is_over(state):
            return
        moves = list(game.moves(state))
        yield state, moves[pick % len(moves)]
        state = game.play(state, moves[pick % len(moves)])
    raise AssertionError("the game does not end")


def count(game: Game, state: Any, depth: int) -> int:
    """Perft, the plainest way."""
    if depth == 0:
        return 1
    if game.is_over(state):
        return 0
    return sum(count(game, game.play(state, move), depth - 1) for move in game.moves(state))


def golden(compiled: bool) -> list[Any]:
    """What the golden files hold: (spec, [(depth, games)]) for the compiled run, or the plain one."""
    found = []
    for file in sorted(GOLDEN.glob("*.perft")):
        spec, figures = "", dict[str, list[tuple[int, int]]]()
        for line in file.read_text().splitlines():
            words = line.partition("#")[0].split()
            if len(words) == 1:
                spec, figures[words[0]] = words[0], []
            elif words and (compiled or "compiled" not in words):
                figures[spec].append((int(words[0]), int(words[1])))
        found += [pytest.param(spec, rows, id=spec) for spec, rows in figures.items()]
    return found


def divided(game: Game, depth: int) -> str:
    """The count below each first move: where to look when a figure is wrong."""
    state = game.start()
    after = {game.move_name(state, move): game.play(state, move) for move in game.moves(state)}
    return ", ".join(f"{name} {perft(game, child, depth - 1)}" for name, child in after.items())


@pytest.mark.parametrize(("spec", "rows"), golden(compiled=False))
def test_golden_counts_in_plain_python(spec: str, rows: list[tuple[int, int]]) -> None:
    game = load(spec)
    for depth, games in rows:
        assert count(game, game.start(), depth) == games, f"depth {depth}"


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "rows"), golden(compiled=True))
def test_golden_counts_compiled(spec: str, rows: list[tuple[int, int]]) -> None:
    game = load(spec)
    for depth, games in rows:
        assert perft(game, depth=depth) == games, f"depth {depth}: {divided(game, depth)}"


def test_every_game_has_golden_counts() -> None:
    assert {file.stem for file in GOLDEN.glob("*.perft")} >= set(names("games"))


@pytest.mark.parametrize("spec", SPECS)
@few
@given(wanted=choices)
def test_laws_of_the_contract(spec: str, wanted: list[int]) -> None:
    game = load(spec)
    assert game.start() == game.start()
    state, most = game.start(), best_result(game)
    assert most is not None
    for state, move in play_out(game, wanted):
        before, moves = hash(state), list(game.moves(state))
        assert moves, "a move exists until the game is over"
        assert len(set(moves)) == len(moves)
        assert all(each >= 0 for each in moves)
        after = game.play(state, move)
        assert game.play(state, move) == after, "the same move twice leads to the same state"
        assert hash(state) == before
        assert list(game.moves(state)) == moves
        for field in [part for value in after for part in (value if isinstance(value, tuple) else (value,))]:
            assert isinstance(field, Board64) or 0 <= field < 2**63
        if says(game, "to_move"):
            assert game.to_move(after) in (0, 1)
        state = after
    assert game.is_over(state)
    assert abs(game.result(state)) <= most


@pytest.mark.parametrize("spec", SPECS)
@few
@given(wanted=choices)
def test_names_text_and_scene(spec: str, wanted: list[int]) -> None:
    """Names are unique and can be typed, text has lines of one width, a scene offers the legal moves and no others."""
    game = load(spec)
    state = game.start()
    for state, move in play_out(game, wanted):
        check_faces(game, state, list(game.moves(state)))
        state = game.play(state, move)
    check_faces(game, state, [])


def check_faces(game: Game, state: Any, moves: list[int]) -> None:
    named = [game.move_name(state, move) for move in moves]
    assert len(set(named)) == len(named)
    assert not [name for name in named if not name or ";" in name or any(map(str.isspace, name))]
    assert len({len(line) for line in game.show(state).split("\n")}) == 1
    scene = game.scene(state)
    assert scene is not None
    assert [(action.move, action.label) for action in scene.actions] == list(zip(moves, named, strict=True))
    cells = [cell.name for cell in scene.cells]
    assert len(set(cells)) == len(cells)
    assert len({(cell.x, cell.y) for cell in scene.cells}) == len(cells)
    assert {action.cell for action in scene.actions} - {None} <= set(cells)
    assert set(scene.pieces) <= set(cells)
    assert set(scene.marked) <= set(cells)
    assert all(1 <= len(piece.text) <= 2 and piece.owner in (0, 1, None) for piece in scene.pieces.values())
    for labels, size in ((scene.columns, "x"), (scene.rows, "y")):
        assert not labels or len(labels) == 1 + max(getattr(cell, size) for cell in scene.cells)


@pytest.mark.parametrize("spec", WITH_TWINS)
@few
@given(wanted=choices)
def test_equals_its_naive_twin(spec: str, wanted: list[int]) -> None:
    """Moves, their order and names, whose turn it is, the end and the result: as in rules written the plainest way."""
    game = load(spec)
    twin, mover = naive(game), 0
    state = game.start()
    for state, move in play_out(game, wanted):
        assert not twin.over()
        assert [game.move_name(state, each) for each in game.moves(state)] == twin.moves()
        twin.play(game.move_name(state, move))
        state = game.play(state, move)
        mover = game.to_move(state) if says(game, "to_move") else 1 - mover
        assert mover == twin.mover
    assert twin.over()
    assert game.result(state) == (twin.lead() if mover == 0 else -twin.lead())
    assert game.result(state) == 0 or (game.result(state) > 0) == ((twin.lead() > 0) == (mover == 0))


@settings(max_examples=300)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**64 - 1))
def test_lines_on_boards_of_all_shapes(width: int, height: int, line: int, bits: int) -> None:
    """Both games with lines find them exactly where a look at every square finds them, edges included."""
    line = min(line, max(width, height))
    squares = [(row, column) for row in range(height) for column in range(width)]
    taken = {square for i, square in enumerate(squares) if bits >> i % 64 & 1}
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    rows = [[(row + i * down, column + i * right) for i in range(line)] for row, column in squares for down, right in steps]
    expected = any(set(row) <= taken for row in rows)
    if width * height <= 64:
        marks = Board64(sum(1 << row * width + column for row, column in taken))
        assert TicTacToe(width, height, line).has_line(marks) == expected
    if width * (height + 1) <= 64:
        discs = sum(1 << column * (height + 1) + row for row, column in taken)
        assert ConnectFour(width, height, line).has_line(discs) == expected


@pytest.mark.parametrize("spec", SPECS)
def test_the_spec_leads_back_to_the_game(spec: str) -> None:
    game = load(spec)
    assert load(spec_of(game)) == game
    assert hash(load(spec_of(game))) == hash(game)


WRONG = {
    "tic_tac_toe:width=9,height=8": "a 9x8 board does not fit: width times height is 1 to 64",
    "tic_tac_toe:width=0": "a 0x3 board does not fit: width times height is 1 to 64",
    "tic_tac_toe:line=4": "a line of 4 does not fit: line is 1 to 3 on this board",
    "tic_tac_toe:line=0": "a line of 0 does not fit: line is 1 to 3 on this board",
    "connect_four:width=9,height=7": "a 9x7 board does not fit: width times (height + 1) is at most 64",
    "connect_four:height=-1": "a 7x-1 board does not fit: width times (height + 1) is at most 64",
    "connect_four:line=8": "a line of 8 does not fit: line is 1 to 7 on this board",
    "othello:size=10": "an Othello board of size 10 does not fit: size is 4, 6 or 8",
    "nim:heaps=3-0": "a heap of 0 is not playable: every heap holds 1 to 60 objects at the start",
    "nim:heaps=1-1-1-1-1-1-1-1-1-1-1-1-1": "13 heaps are not playable: nim takes 1 to 12, such as heaps=3-5-7",
    "kalah:seeds=9": "6 pits with 9 seeds each do not fit: both are 1 or more, and the board holds at most 99 seeds",
    "kalah:pits=0": "0 pits with 4 seeds each do not fit: both are 1 or more, and the board holds at most 99 seeds",
    "tree:file=none": "there is no game tree 'none': give a path that ends in .json, or one of two_ply",
}


@pytest.mark.parametrize("spec", WRONG)
def test_wrong_parameters_are_told_in_a_sentence(spec: str) -> None:
    with pytest.raises(GameError) as told:
        load(spec)
    assert str(told.value) == WRONG[spec]


def explored(game: Game) -> Iterator[set[Any]]:
    """The different states after 0, 1, 2 ... plies."""
    layer = {game.start()}
    while layer:
        yield layer
        layer = {game.play(state, move) for state in layer if not game.is_over(state) for move in game.moves(state)}


def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    game = TicTacToe()
    layers = list(explored(game))
    assert sum(map(len, layers)) == 5478
    ways = {game.start(): 1}
    nodes, ended = 1, {-1: 0, 0: 0, 1: 0}  # how often the first player loses, draws, wins
    for plies in range(1, 10):
        reached: dict[Any, int] = {}
        for state, number in ways.items():
            for move in game.moves(state):
                after = game.play(state, move)
                nodes += number
                if game.is_over(after):
                    ended[game.result(after) if plies % 2 == 0 else -game.result(after)] += number
                else:
                    reached[after] = reached.get(after, 0) + number
        ways = reached
    assert nodes == 549_946
    assert ended == {1: 131_184, -1: 77_904, 0: 46_080}


def test_connect_four_positions_after_n_plies() -> None:
    """John Tromp's counts."""
    sizes = map(len, itertools.islice(explored(ConnectFour()), 8))
    assert list(sizes) == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


def test_connect_four_on_4x4_has_161029_positions() -> None:
    assert sum(map(len, explored(ConnectFour(4, 4)))) == 161_029


def test_the_order_of_moves_gives_the_known_alphabeta_counts() -> None:
    """The known node counts of plain fail-hard alpha-beta hang on the order of the moves, and on a window wider than 1."""
    nodes = 0

    def alphabeta(game: Game, state: Any, depth: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        if game.is_over(state):
            return game.result(state)
        if depth == 0:
            return 0
        for move in game.moves(state):
            alpha = max(alpha, -alphabeta(game, game.play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha

    for game, depth, expected in ((ConnectFour(), 6, 1249), (ConnectFour(), 7, 7153), (TicTacToe(), 9, 18_297)):
        nodes = 0
        alphabeta(game, game.start(), depth, -2, 2)
        assert nodes == expected


def test_othello_opening_pass_and_empty_squares() -> None:
    game = Othello()
    assert [game.move_name(game.start(), move) for move in game.moves(game.start())] == ["d3", "c4", "f5", "e6"]
    wiped_out = OthelloState(Board64(), Board64(0b111), 0)  # who is wiped out loses all 64 squares
    assert game.is_over(wiped_out)
    assert game.result(wiped_out) == -64
    stuck = OthelloState(Board64(0b001), Board64(0b010), 1)
    assert list(game.moves(OthelloState(stuck.theirs, stuck.mine, 0))) == [64]
    assert game.move_name(stuck, 64) == "pass"


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "result", "plies"),
    [
        ("tic_tac_toe", 0, None),
        ("connect_four:width=6,height=4", -1, 24),  # Tromp
        ("othello:size=4", -10, None),  # 11-3 for the second player, and the two empty squares are the winner's
        ("kalah:pits=6,seeds=2", 6, None),  # published for capture from a filled pit only
        ("nim", 1, None),  # 3, 4 and 5 do not cancel out
        ("tree", 3, 2),
    ],
)
def test_what_the_literature_says_of_the_start(spec: str, result: int, plies: int | None) -> None:
    value = think(load(spec)).value
    assert (value.kind, value.result) == ("exact", result)
    assert plies is None or value.plies == plies


def tree_file(folder: Path, content: str) -> str:
    (folder / "tree.json").write_text(content)
    return f"tree:file={folder / 'tree.json'}"


def test_a_tree_from_a_file(tmp_path: Path) -> None:
    tree = {"players": ["A", "B"], "tree": {"moves": {"x": {"payoffs": [4, -4]}, "y": {"player": 0, "moves": {"z": -7}}}}}
    game = load(tree_file(tmp_path, json.dumps(tree)))
    after_x, after_y = game.play(game.start(), 0), game.play(game.start(), 1)
    assert (game.to_move(after_x), game.result(after_x)) == (1, -4)
    assert (game.to_move(after_y), game.move_name(after_y, 0)) == (0, "z")
    assert game.best_result() == 7
    assert game.show(game.start()).splitlines() == ["A       ", "  x 4   ", "  y A   ", "    z -7"]
    assert Tree.from_nested(tree).show(after_y) == game.show(after_y)
    assert load(spec_of(game)) == game


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"tree": {"moves"', "is not JSON: Expecting ':' delimiter: line 1 column 18 (char 17)"),
        (
            '{"tree": {"moves": {"a": 1, "a": 2}}}',
            "the game tree names 'a' twice in one place: give each move a name of its own",
        ),
        ("[1, 2]", 'is no game tree: write {"players": [...], "tree": {"moves": {...}}}'),
        ('{"players": ["A", "B", "C"], "tree": 1}', "has 3 players: only trees of two players can be played yet"),
        ('{"players": "AB", "tree": 1}', 'must name its players: write "players": ["MAX", "MIN"]'),
        ('{"tree": {"moves": {"a": {"chance": {}}}}}', "a: a node where dice or cards decide cannot be played yet"),
        ('{"tree": {"moves": {"a": 1.5}}}', 'a: a node is a result such as 3, or {"moves": {...}}'),
        ('{"tree": {"moves": {}}}', 'the root: "moves" is an object of 1 to 63 nodes by the names of the moves'),
        ('{"tree": {"moves": {"a b": 1}}}', "the root: a move has a name without spaces and semicolons, not 'a b'"),
        ('{"tree": {"result": 1, "moves": {"a": 1}}}', 'the root: a node has either "moves", "result" or "payoffs", and may '),
        ('{"tree": {"payoffs": [3, 3]}}', "the root: only payoffs of two players that add up to 0 can be played yet, such as "),
        ('{"tree": {"player": 2, "moves": {"a": 1}}}', 'the root: "player" is 0 for the first player or 1 for the second'),
        ('{"tree": {"result": true}}', "the root: a result is a whole number for the first player, from -1000000 to 1000000"),
        ('{"tree": ' + '{"moves": {"a": ' * 3000 + "1" + "}}" * 3000 + "}", "is nested too deeply to be read"),
    ],
)
def test_wrong_trees_are_told_in_a_sentence(content: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(GameError) as problem:
        load(tree_file(tmp_path, content))
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)
