"""WebAssembly in node against machine code here: rules, names and pictures, and searches to the last word of their memory."""

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from in_node import NODE, WALKS, need, need_linker, run_in_node, walk
from kibitz.browser import bundle, linking
from kibitz.browser.bundle import SEARCHES
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought, Value
from kibitz.errors import PageError
from kibitz.position import Position
from kibitz.search.descriptor import is_anytime, may_fit, search_for, takes_no_depth
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.entry import start_search
from kibitz.solutions.book import Book
from kibitz.static_page.live import live_game

pytestmark = pytest.mark.compiled
POSITIONS, LATE, NODES, PLAYOUTS, PLIES, LONGEST = 6, 6, 6_000, 300, 40, 300
GAMES = (
    *("tic_tac_toe", "connect_four", "othello:size=6", "nim", "kalah", "oware", "breakthrough:size=6", "checkers", "chess"),
    *("go:size=5", "gomoku:size=7", "hex:size=5", "amazons:size=5", "dots_and_boxes:width=2,height=2", "morris"),
    *("ultimate_tic_tac_toe", "einstein", "pig", "treasure", "trio", "tree"),
)


def value_of(value: Value | None) -> Any:
    """A value as the scripts have it."""
    if value is None:
        return None
    return {
        "kind": value.kind,
        "result": value.result,
        "plies": value.plies,
        "payoffs": None if value.payoffs is None else list(value.payoffs),
    }


def thought_of(thought: Thought) -> dict[str, Any]:
    """A thought as the scripts have it, without its seconds."""
    return {
        "best": thought.best,
        "value": value_of(thought.value),
        "line": list(thought.line),
        "moves": [{"move": one.move, "value": value_of(one.value), "line": list(one.line)} for one in thought.moves],
        "depth": thought.depth,
        "nodes": thought.nodes,
        "hits": thought.hits,
        "stopped": thought.stopped,
        "bounds": None if thought.bounds is None else [value_of(bound) for bound in thought.bounds],
    }


def hash_of(words: Any) -> str:
    """A hash of all words of a memory."""
    return hashlib.sha256(np.asarray(words).tobytes()).hexdigest()


def memories(team: Any) -> list[str]:
    """Hashes of the memory and the table, or of the tree alone: what playouts leave beside it depends on when they paused."""
    if hasattr(team, "tree"):
        return [hash_of(team.tree)]
    memory, table = (team.workers[0].memory, team.workers[0].table) if hasattr(team, "workers") else (team.memory, team._table)
    memory.stop = 0
    return [hash_of(memory), hash_of(table)]


def facts_of(position: Position) -> dict[str, Any]:
    """A position as the scripts have it."""
    over = position.is_over
    return {
        "legal": [] if over else list(position.legal()),
        "payoffs": list(position.payoffs or ()) if over else None,
        "over": over,
        "mover": position.to_move,
        "weights": [weight for _, weight in position.chances()],
        "hands": list(position.game.in_hand(position.state)),
    }


def picture_of(position: Position) -> dict[str, Any]:
    """The names of the moves and where they are made, the pieces by their cells, the marked cells and the note."""
    scene = position.game.scene(position.state)
    assert scene is not None
    return {
        "names": {move: position.name(move) for move in ([] if position.is_over else position.legal())},
        "places": {one.move: (one.source, one.cell) for one in scene.actions},
        "pieces": {name: (piece.text, piece.owner) for name, piece in scene.pieces.items()},
        "marked": sorted(set(scene.marked)),
        "note": scene.note,
    }


def drawn_from(seen: dict[str, Any], game: Game) -> dict[str, Any]:
    """The same from what the scripts say."""
    assert game.grid is not None
    layout = game.grid.sized(game)
    names, look = layout.cell_names, seen["look"]
    kinds = [(piece.text, piece.owner) for piece in layout.kinds if not isinstance(piece, str)] or [
        (text, owner) for owner, text in enumerate(layout.marks)
    ]
    pieces = {cell.name: (layout.marks[side], side) for cell, side in layout.edges.items()} if layout.sides else {}
    for place, kind in enumerate(look["kinds"]):
        if kind:
            text, owner = kinds[kind - 1]
            pieces[names[place]] = text.replace("{}", str(look["counts"][place])), owner
    named = [None if place is None else names[place] for step in seen["steps"] for place in (step["source"], step["cell"])]
    return {
        "names": {step["move"]: step["name"] for step in seen["steps"]},
        "places": {
            step["move"]: pair for step, pair in zip(seen["steps"], zip(named[::2], named[1::2], strict=True), strict=True)
        },
        "pieces": pieces,
        "marked": sorted({names[place] for place in look["marks"]}),
        "note": layout.notes[look["note"] - 1] if look["note"] else "",
    }


def late(game: Game, dice: random.Random) -> Position:
    """A position of a random game shortly before its end, where searches prove much; with dice, one that they decide."""
    line = [Position.after(game)]
    while not line[-1].is_over and len(line) < LONGEST:
        line.append(line[-1].play(dice.choice(line[-1].legal())))
    last = line[:-1] or line
    return dice.choice([one for one in last if one.is_chance][-2:] or last[-4:])


def request_for(search: str, dice: random.Random) -> dict[str, Any]:
    """A request that ends by itself: after so many nodes, or plies."""
    nodes = PLAYOUTS if is_anytime(search) else NODES
    limit: dict[str, Any] = {"nodes": nodes}
    if not takes_no_depth(search) and dice.random() < 0.5:
        limit["depth"] = 3
    return {"search": search, "limit": limit, "allMoves": dice.random() < 0.4, "seed": dice.randrange(1000)}


@pytest.fixture(autouse=True)
def programs() -> None:
    """node and a linker, without which nothing can be said here."""
    need(NODE is not None, "node is not installed: apt-get install nodejs")
    need_linker()


@pytest.mark.parametrize("part", range(4))
def test_what_the_grids_of_shipped_games_say_compiles(part: int) -> None:
    """Else a page without a server shows no board: so it was with chess, for the sake of a king in check."""
    games = [game for game in map(load, GAMES[part::4]) if type(game).scene is Game.scene]
    assert [type(game).__name__ for game in games if not bundle.bundle(game, (), draws=True).is_drawn] == []


LISTS = """
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class Sticks(NamedTuple):
    left: int

@dataclass(frozen=True)
class Lists(Game):
    \"\"\"Take one or two of five sticks; the player who takes the last one wins.\"\"\"
    def start(self): return Sticks(5)
    def moves(self, state):
        found = [1]
        if state.left > 1: found.append(2)
        return found
    def play(self, state, move): return Sticks(state.left - move)
    def is_over(self, state): return state.left == 0
    def result(self, state): return -1
"""


def test_rules_that_build_lists_are_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text(LISTS, encoding="utf-8")
    with pytest.raises(PageError, match="they build lists, and a page has no memory for these; let `moves` yield each move"):
        bundle.bundle(load(f"{tmp_path}/lists.py"), ())


@pytest.mark.parametrize("spec", GAMES)
def test_a_page_plays_by_the_same_rules_and_finds_the_same(spec: str) -> None:
    game, dice = load(spec), random.Random(spec)
    searches = tuple(name for name in SEARCHES if may_fit(game, name))
    made = live_game(game, searches, lambda note: None)
    assert made.is_drawn or type(game).scene is not Game.scene, "what the grid says of it does not compile"
    positions = [walk(game, dice, dice.randrange(PLIES)) for _ in range(POSITIONS)] + [late(game, dice) for _ in range(LATE)]
    asked = [[request_for(name, dice) for name in searches] for _ in positions]
    questions = [{"moves": list(one.moves), "requests": all_} for one, all_ in zip(positions, asked, strict=True)]
    for position, requests, found in zip(positions, asked, run_in_node(WALKS, made, questions), strict=True):
        here = Position.after(game)
        for seen, move in zip(found["seen"], (*position.moves, None), strict=True):
            expected = facts_of(here)
            assert {name: seen[name] for name in expected} == expected
            if made.is_drawn and type(game).scene is Game.scene:
                assert drawn_from(seen, game) == picture_of(here)
            here = here if move is None else here.play(move)
        for request, answer in zip(requests, found["found"], strict=True):
            search_for(game, request["search"])
            how = SearchRequest(
                request["search"],
                Limit(**request["limit"]),
                all_moves=request["allMoves"],
                seed=request["seed"],
                compile_first=True,
            )
            thinking = start_search(position, None, how)
            expected = thought_of(thinking.result())
            assert {name: answer["thought"][name] for name in expected} == expected, request
            if expected["stopped"] != "interrupted" and not getattr(thinking, "_beside", None):
                left = memories(thinking._team)
                assert answer["left"][-len(left) :] == left, request


BOOK = """
answer(
  given.asked.map((moves) => {
    const found = lookUp(rules, moves.reduce((here, move) => here.play(move), rules.root));
    return found && { ...found, seconds: 0 };
  }),
);
"""


def test_a_page_knows_the_opening_book() -> None:
    game = load("connect_four")
    book = Book.shipped(game)
    assert book is not None
    dice = random.Random(1)
    positions = [walk(game, dice, dice.randrange(7)) for _ in range(300)]
    made = live_game(game, ("deepening",), lambda note: None)
    answers = run_in_node(BOOK, made, [list(one.moves) for one in positions])
    looked_up = [book.lookup(one) for one in positions]
    for thought, found in zip(looked_up, answers, strict=True):
        expected = None if thought is None else thought_of(thought)
        assert found == (None if expected is None else found | {**expected, "depth": 0, "nodes": 0})
    assert {one is None for one in looked_up} == {True, False}


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a module of WebAssembly by their numbers."""
    at = 8
    while at < len(module):
        size, start = number(module, at + 1)
        yield module[at], module[start : start + size]
        at = start + size


def number(code: bytes, at: int) -> tuple[int, int]:
    """An LEB128 number that begins at the byte `at`, and the byte after it."""
    value = shift = 0
    while True:
        value |= (code[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if code[at - 1] < 128:
            return value, at


def stack_of(module: bytes) -> int:
    """The first byte after the stack: the value of the first global, an `i32.const`."""
    (globals_,) = (body for kind, body in sections(module) if kind == 6)
    assert globals_[1:4] == bytes([0x7F, 1, 0x41])
    return number(globals_, 4)[0]


def constants_of(module: bytes) -> Iterator[range]:
    """The bytes that the constants of a module take."""
    for kind, body in sections(module):
        count, at = number(body, 0) if kind == 11 else (0, 0)
        for _ in range(count):
            assert body[at : at + 2] == bytes([0, 0x41])
            first, at = number(body, at + 2)
            size, at = number(body, at + 1)
            yield range(first, first + size)
            at += size


@pytest.mark.parametrize("name", ["lld", "ziglang"])
def test_the_kernels_of_a_page_share_a_memory_without_overlaps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command: tuple[str, ...] = linking.linker()
    if name == "ziglang":
        need(find_spec("ziglang") is not None, "ziglang is not installed: pip install ziglang")
        command = (sys.executable, "-m", "ziglang", "wasm-ld")
    objects: list[bytes] = []

    def link(codes: Sequence[bytes]) -> tuple[list[bytes], int]:
        objects.extend(codes)
        return linking.link(codes)

    monkeypatch.setattr(bundle, "link", link)
    live_game(load("connect_four"), ("solve",), lambda note: None)
    monkeypatch.setattr(linking, "linker", lambda: command)
    modules, end = linking.link(objects)
    free = 0
    for module in modules:
        stack, taken = stack_of(module), list(constants_of(module))
        assert stack >= free + linking.STACK
        assert all(part.start >= stack for part in taken)
        free = max((stack, *(part.stop for part in taken)))
    assert free <= end
