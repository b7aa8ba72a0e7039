"""What a move has changed, and men in hand, on pages without a server: as the server shows them."""

import json
import random
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Reader, violations
from in_node import NODE, need, need_linker
from kibitz.core.registry import load
from kibitz.drawing.plate import Plate
from kibitz.position import Position
from kibitz.present.values import side_names
from kibitz.static_page.album import Album
from kibitz.static_page.graph import solved_chart
from kibitz.static_page.parts import SiteOrder, own_text
from kibitz.static_page.site import write_site
from kibitz.web.board.html import last_action
from kibitz.web.board.player_panels import hands_in
from kibitz.web.board.scenes import last_change

GAMES = (
    *("tic_tac_toe", "connect_four", "othello:size=6", "nim", "kalah", "oware", "breakthrough:size=6", "checkers", "chess"),
    *("go:size=5", "gomoku:size=7", "hex:size=5", "dots_and_boxes:width=2,height=2", "morris", "ultimate_tic_tac_toe"),
    *("einstein", "pig", "treasure", "trio"),
)
PLIES = 60
CHANGES = """
const fs = require("fs");
Object.assign(globalThis, { window: {}, document: {} });
globalThis.navigator ??= {};
%s
const { boards, rows, pieces, steps } = JSON.parse(fs.readFileSync(0, "utf8"));
const positions = { board: (here) => boards[here], row: (here) => rows[here], pieces };
const found = steps.map((step, before) => {
  const { last, gone } = lastChange(positions, before, before + 1, step);
  return [last, [...gone].sort((one, other) => one - other)];
});
process.stdout.write(JSON.stringify(found));
"""


@pytest.mark.parametrize("spec", GAMES)
def test_a_move_has_changed_what_the_server_says(spec: str, tmp_path: Path) -> None:
    need(NODE is not None, "node is not installed: apt-get install nodejs")
    game, dice = load(spec), random.Random(spec)
    album, position = Album(game), Position.after(game)
    stills, steps, expected = [album.still(position.state)[0]], list[dict[str, int | None]](), list[list[object]]()
    while not position.is_over and len(steps) < PLIES:
        position = position.play(dice.choice(position.legal()))
        scene, action = game.scene(position.state), last_action(position)
        assert scene is not None
        places = {cell.name: number for number, cell in enumerate(scene.cells)}
        steps.append({name: places.get(getattr(action, name, None)) for name in ("cell", "source")})  # type: ignore[arg-type]
        stills.append(album.still(position.state)[0])
        last, gone = last_change(position, scene, action)
        expected.append([None if last is None else places[last], sorted(places[cell] for cell in gone)])
    script = tmp_path / "changes.js"
    script.write_text(CHANGES % own_text("kibitz.js").replace('"use strict";', ""), "utf-8")
    given = {"boards": [one.board for one in stills], "rows": [one.row for one in stills], "pieces": album.data()["pieces"]}
    run = subprocess.run(
        [str(NODE), str(script)], input=json.dumps(given | {"steps": steps}), capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == expected


def test_what_changes_is_met_at_all() -> None:
    """Else the test above would compare nothing with nothing."""
    dice, met = random.Random(1), set[str]()
    for spec in ("othello:size=6", "checkers", "oware", "morris", "go:size=5"):
        position = Position.after(spec)
        while not position.is_over and len(position.moves) < PLIES:
            position = position.play(dice.choice(position.legal()))
            scene = position.game.scene(position.state)
            assert scene is not None
            if last_change(position, scene, last_action(position))[1]:
                met.add(spec)
    assert len(met) == 5


HANDED = """
from kibitz.games.tic_tac_toe import TicTacToe


class Handed(TicTacToe):
    \"\"\"Tic-tac-toe with five crosses and four rings in hand.\"\"\"

    def in_hand(self, state):
        made = len(state.mine | state.theirs)
        return 5 - (made + 1) // 2, 4 - made // 2
"""


def test_a_solved_game_knows_the_hands_of_each_position(tmp_path: Path) -> None:
    (tmp_path / "handed.py").write_text(HANDED, "utf-8")
    columns = solved_chart(load(f"{tmp_path / 'handed.py'}:Handed")).columns
    assert (columns["hand0"][0], columns["hand1"][0]) == (5, 4)
    pieces = {5 - one + 4 - other for one, other in zip(columns["hand0"], columns["hand1"], strict=True)}
    assert pieces == {*range(10)}
    assert len(columns["hand0"]) == len(columns["mover"])


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "width", "dark"), [("othello:size=6", 390, True), ("morris", 1280, False)])
def test_a_page_rings_what_changed_and_shows_the_hands(
    spec: str, width: int, dark: bool, reader: Reader, tmp_path: Path
) -> None:
    need_linker()
    game, dice, numbers = load(spec), random.Random(spec), list[int]()
    write_site(game, tmp_path / "page", SiteOrder())
    reader.beside = [tmp_path / "page"]
    page = reader.visit(tmp_path / "page" / "index.html", width=width, dark=dark)
    position, rings = Position.after(game), 0
    while not position.is_over and len(numbers) < 30:
        legal = position.legal()
        numbers.append(dice.randrange(len(legal)))
        position = position.play(legal[numbers[-1]])
        page.evaluate("address => { location.hash = address }", f"seats=0.0&values=off&moves={'.'.join(map(str, numbers))}")
        scene = game.scene(position.state)
        assert scene is not None
        _, gone = last_change(position, scene, last_action(position))
        drawn = re.findall(r'class="(kb-gone[^"]*)"', Plate(scene).inlaid(gone=gone))
        expect(page.locator("#board .kb-gone")).to_have_count(len(drawn))
        shown = page.locator("#board .kb-gone").evaluate_all("(all) => all.map((one) => one.getAttribute('class'))")
        assert shown == drawn
        rings += len(drawn)
        for side, (name, hand) in enumerate(zip(side_names(game), hands_in(game, position.state) or (0, 0), strict=True)):
            bar = page.locator(f"[data-player='{side}']")
            expect(bar.locator(".hand")).to_have_text(f"{hand} in hand" if hand else "")
            expect(bar.locator(".men svg")).to_have_count(hand)
            expect(bar).to_contain_text(name)
    assert rings > 0
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
