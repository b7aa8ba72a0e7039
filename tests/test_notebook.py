"""`kibitz.play`: a board in a notebook obeys what is pressed, plays the computer's moves, and says what moves are worth."""

import builtins
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import kibitz
from browser import Reader, violations
from in_node import need_linker
from kibitz import notebook
from kibitz.drawing.looks import board_css
from kibitz.errors import NotebookError, PlayerError
from kibitz.notebook.play import play
from kibitz.notebook.session import NotebookGame
from kibitz.position import Position

HERE = ["human", "human"]
NOTEBOOK = """import kibitz
board = kibitz.play("tic_tac_toe", "human", "minimax:depth=9")
board"""
PRESS = """board.comm.handle_msg({"content": {"comm_id": board.comm.comm_id, "data": {
    "method": "update", "state": {"order": {"act": "move", "value": "1,1", "version": 1, "number": 1}}}}})
print(board.moves, board.position.to_move, board.html.count("kb-l1") > 0)"""


def begun(spec: str, *seats: str, **how: Any) -> NotebookGame:
    game = NotebookGame(Position.after(spec), seats or HERE, **how)
    for _ in game.begin():
        pass
    return game


def obey(game: NotebookGame, act: str, value: str = "", **more: Any) -> list[str]:
    """What is to be seen after each step of what was pressed on the board as it is now."""
    order: Mapping[str, Any] = {"act": act, "value": value, "version": game.table.version, **more}
    return list(game.obey(order))


def pressable(html: str) -> dict[str, str]:
    """The buttons: what they stand for, and what a screen reader says of those over the board."""
    buttons = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<button ([^>]*)>", html)]
    return {f"{one['data-act']} {one['data-value']}".strip(): one.get("aria-label", "") for one in buttons}


def test_the_computer_answers_and_each_step_is_shown() -> None:
    game = begun("tic_tac_toe", "human", "minimax:depth=9")
    first, second = obey(game, "move", "1,1")
    assert "O (minimax, depth 9) thinks" in first
    assert "Your move, X." in second
    assert game.table.names()[0] == "1,1"
    assert len(game.table.names()) == 2
    obey(game, "undo")
    assert game.table.names() == []


def test_a_program_that_begins_begins() -> None:
    assert len(begun("tic_tac_toe", "random", "human", seed=1).table.names()) == 1
    assert begun("nim", "random", "random", seed=1).table.ended == "over"


def test_moves_say_what_they_are_worth() -> None:
    game = begun("tic_tac_toe")
    for move in ("1,1", "1,2"):
        obey(game, "move", move)
    assert "wins in" not in game.html()
    shown = pressable(obey(game, "values")[-1])
    assert shown["move 2,2"] == "2,2, wins in 5"
    assert "kb-w-win" in game.html()
    assert "wins in" not in obey(game, "values")[-1]
    hinted = obey(game, "hint")[-1]
    assert re.search(r"Hint: \d,\d \(X wins in 5\)", hinted)
    assert 'spot kb-at-square hinted"' in hinted


def test_values_are_there_from_the_beginning_if_asked_for() -> None:
    assert "Best" not in begun("nim:heaps=1-2", values=True).html()
    assert "wins in 3" in begun("nim:heaps=1-2", values=True).html()


def test_pieces_are_picked_up_and_put_back() -> None:
    game = begun("breakthrough:size=4")
    sources = [name for name in pressable(game.html()) if name.startswith("pick ")]
    cell = sources[0].removeprefix("pick ")
    picked = obey(game, "pick", cell)[-1]
    assert "kb-picked" in picked
    assert any(name.startswith("move ") for name in pressable(picked))
    assert "kb-picked" not in obey(game, "pick", "")[-1]
    obey(game, "pick", cell)
    assert "kb-picked" not in obey(game, "pick", cell)[-1]


def test_a_game_without_a_scene_has_buttons() -> None:
    """As text."""
    game = begun("openspiel:tic_tac_toe") if "pyspiel" in sys.modules else begun("tree:file=two_ply")
    assert 'data-act="move"' in game.html()


def test_dice_fall_by_their_seed() -> None:
    one, other = (begun("pig:target=10", seed=3) for _ in range(2))
    for game in (one, other):
        while not game.table.ended:
            obey(game, "move", next(iter(game.table.legal())))
    assert one.table.names() == other.table.names()


def test_a_new_game_forgets_the_old_one() -> None:
    game = begun("tic_tac_toe")
    old = game.table.version
    obey(game, "move", "1,1")
    obey(game, "again")
    assert game.table.names() == []
    assert "gone on since" in obey(game, "move", "1,1", version=old)[-1]
    obey(game, "move", "2,2")
    assert game.table.names() == ["2,2"]


def test_a_game_begins_where_it_is_told() -> None:
    game = NotebookGame(Position.after("tic_tac_toe", "1,1 2,2"), HERE)
    assert game.table.names() == ["1,1", "2,2"]
    obey(game, "undo")
    assert game.table.names() == ["1,1"]
    obey(game, "again")
    assert game.table.names() == ["1,1", "2,2"]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"act": "move", "value": "9,9", "version": 1}, "is not allowed here"),
        ({"act": "move", "value": "1,1"}, "gone on since"),
        ({"act": "undo", "version": 1}, "nothing to take back"),
        ({"act": "burn"}, "does not send"),
        ({}, "does not send"),
    ],
)
def test_what_cannot_be_done_is_said_on_the_board(order: dict[str, Any], sentence: str) -> None:
    game = begun("tic_tac_toe")
    (seen,) = game.obey(order)
    assert sentence in seen
    assert game.table.names() == []


def test_a_player_that_fails_is_named_on_the_board(tmp_path: Any) -> None:
    (tmp_path / "lost.py").write_text("def lost(position):\n    raise ValueError('no idea')\n")
    game = begun("tic_tac_toe", "human", f"{tmp_path / 'lost.py'}:lost")
    assert "no idea" in obey(game, "move", "1,1")[-1]
    obey(game, "again")
    assert game.table.waits


def test_a_player_that_there_is_not_is_refused() -> None:
    with pytest.raises(PlayerError, match="wizard"):
        begun("tic_tac_toe", "human", "wizard")


def test_each_side_has_one_player() -> None:
    with pytest.raises(NotebookError, match="1 players are named, and this game is for 2"):
        play("tic_tac_toe", "human")


def test_without_anywidget_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name == "anywidget":
            raise ModuleNotFoundError("No module named 'anywidget'", name="anywidget")
        return real(name, *arguments, **more)

    monkeypatch.delitem(sys.modules, "kibitz.notebook.widget", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NotebookError, match=r"pip install 'kibitz\[notebook\]'"):
        kibitz.play("tic_tac_toe")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])
def test_the_board_has_no_barrier(reader: Reader, width: int, dark: bool) -> None:
    game = begun("tic_tac_toe", values=True)
    seen = obey(game, "hint")[-1]
    styles = f"{board_css()} {(Path(kibitz.__file__).parent / 'notebook' / 'board.css').read_text('utf-8')}"
    head = f'<meta charset="utf-8"><title>A notebook</title><style>{styles}</style>'
    body = f"<main><h1>A notebook</h1>{seen}</main>"
    page = reader.open(f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{body}</body></html>', width=width, dark=dark)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".kp-spot").count() == 9


# The widget itself, where anywidget is installed.

MISSING = "{} is not installed: pip install 'kibitz[notebook]' and nbclient"


def test_the_widget_sends_what_is_to_be_seen() -> None:
    pytest.importorskip("anywidget", reason=MISSING.format("anywidget"))
    board = play("tic_tac_toe", "human", "minimax:depth=9")
    seen: list[str] = []
    board.observe(lambda change: seen.append(change["new"]), "html")
    board.order = {"act": "move", "value": "2,2", "version": 1, "number": 1}
    assert [("thinks" in html) for html in seen] == [True, False]
    assert board.moves[0] == "2,2"
    assert board.position.to_move == 0
    assert play("tic_tac_toe", level=1, values=True).position == Position.after("tic_tac_toe")
    assert play(Position.after("nim", "1:1")).moves[0] == "1:1"


@pytest.mark.untraced
def test_a_notebook_runs_and_the_board_obeys_messages() -> None:
    pytest.importorskip("anywidget", reason=MISSING.format("anywidget"))
    nbformat = pytest.importorskip("nbformat", reason=MISSING.format("nbformat"))
    nbclient = pytest.importorskip("nbclient", reason=MISSING.format("nbclient"))
    pytest.importorskip("ipykernel", reason=MISSING.format("ipykernel"))
    cells = [nbformat.v4.new_code_cell(source) for source in (NOTEBOOK, PRESS)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown, told = (cell.outputs for cell in notebook.cells)
    view = next(one.data for one in shown if one.output_type == "execute_result")
    assert "application/vnd.jupyter.widget-view+json" in view
    state = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    kept = state[view["application/vnd.jupyter.widget-view+json"]["model_id"]]["state"]
    assert "kibitz-play" in kept["html"]
    assert "export default" in kept["_esm"]
    assert re.fullmatch(r"\('1,1', '\d,\d'\) 0 True\n", "".join(one.text for one in told if one.output_type == "stream"))


def test_a_game_that_begins_where_dice_decide_throws_them_and_a_new_one_throws_others() -> None:
    def faces(game: NotebookGame) -> list[str]:
        while len(game.table.names()) < 8 and not game.table.ended:
            assert game.table.waits
            obey(game, "move", "roll")
        return list(game.table.names())

    start = Position.after("pig", "roll")
    games = [NotebookGame(start, HERE, seed=4) for _ in range(2)]
    throws = []
    for game in games:
        assert not game.table.position.is_chance
        throws.append(faces(game))
        obey(game, "again")
        throws.append(faces(game))
    assert throws[:2] == throws[2:]
    assert throws[0] != throws[1]


ALONE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A board</title></head><body><main id="el"></main>
<script type="module">
{esm}
const state = {state};
const model = {{ get: (name) => state[name], set() {{}}, save_changes() {{}}, on() {{}}, off() {{}} }};
render({{ model, el: document.getElementById("el") }});
</script></body></html>"""


@pytest.mark.compiled
def test_a_board_plays_on_when_the_kernel_is_gone(chromium: Browser, tmp_path: Path) -> None:
    pytest.importorskip("anywidget", reason=MISSING.format("anywidget"))
    need_linker()
    board = play("tic_tac_toe", "human", "computer:level=10", offline=True)
    board.order = {"act": "move", "value": "1,1", "version": 1, "number": 1}
    assert len(board.moves) == 2
    state = {name: getattr(board, name) for name in ("html", "page", "address", "order")}
    esm = (Path(notebook.__file__).parent / "board.js").read_text("utf-8").replace("export default { render };", "")
    (tmp_path / "kept.html").write_text(ALONE.format(esm=esm, state=json.dumps(state)), "utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "kept.html").as_uri())
    free = next(name for name in ("3,3", "2,1") if name not in board.moves)
    page.get_by_role("button", name=re.compile(f"^{free}")).click()
    page.get_by_role("button", name="Play on without Python").click()
    inside = page.frame_locator(".kp-frame")
    expect(inside.locator("#moves .made")).to_have_count(2)
    inside.get_by_role("button", name=re.compile(f"^{free}(,|$)")).click()
    expect(inside.locator("#moves .made")).to_have_count(4)
    expect(inside.locator("#status")).to_have_text("Your move, X.")
    context.close()


@pytest.mark.parametrize(
    ("spec", "moves", "seats", "address"),
    [
        ("tic_tac_toe", ["2,2", "1,1"], ["human", "computer:level=7"], "#seats=0.7&moves=4.0"),
        ("pig", ["roll", "5"], ["random", "human"], "#seats=4.0&moves=0.1"),
    ],
)
def test_the_address_says_how_the_game_stands(spec: str, moves: list[str], seats: list[str], address: str) -> None:
    assert NotebookGame(Position.after(spec, moves), seats).address == address
