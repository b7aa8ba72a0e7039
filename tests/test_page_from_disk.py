"""The page that needs no server, in Chromium and from the disk, as a person uses it: play, values, keys, games move by move."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser import Reader, violations
from kibitz.core.registry import load
from kibitz.core.scene import Scene
from kibitz.drawing.plate import Plate
from kibitz.position import Position
from kibitz.present.marks import describe_move, mark
from kibitz.present.values import ValueWords
from kibitz.search.entry import solve
from kibitz.static_page.parts import SiteOrder
from kibitz.static_page.site import write_site
from kibitz.web.board.html import described, last_action
from kibitz.web.board.scenes import last_change

ROOT = Path(__file__).parents[1]
HEX = f"{ROOT / 'examples' / 'hex.py'}:size=2"
CONNECT = "connect_four:width=3,height=3,line=3"
BOXES = "dots_and_boxes:width=1,height=2"
NIM = "nim:heaps=1-2-3"
TOLD = f"{ROOT / 'tests' / 'support' / 'grid_games.py'}:Told:width=3,height=2"
BLOCKS = f"{ROOT / 'tests' / 'support' / 'grid_games.py'}:Blocks"
MOVES = ("1,1", "1,2", "2,2", "3,3", "2,1", "2,3", "3,1")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each of these games, by its spec."""
    folder = tmp_path_factory.mktemp("pages")
    made = {}
    for number, spec in enumerate(("tic_tac_toe", CONNECT, HEX, BOXES, NIM, BLOCKS)):
        made[spec] = folder / str(number)
        write_site(load(spec), made[spec], SiteOrder())
    return made


@pytest.fixture
def disk(reader: Reader, pages: dict[str, Path]) -> Reader:
    """Reads pages of the disk; they may read what lies beside them and nothing else."""
    reader.beside = list(pages.values())
    return reader


def spot(page: Page, name: str) -> Locator:
    """The button of a move over the board."""
    return page.get_by_role("button", name=re.compile(rf"^(column )?{re.escape(name)}(,|$)"))


def status(page: Page) -> Locator:
    return page.locator("#status")


def scene_of(position: Position) -> Scene:
    scene = position.game.scene(position.state)
    assert scene is not None
    return scene


def at(values: str, numbers: list[int]) -> str:
    """Where two people are in a game."""
    return f"#seats=0.0&values={values}&moves={'.'.join(map(str, numbers))}"


@pytest.mark.parametrize("seed", range(4))
def test_nobody_wins_against_it(disk: Reader, pages: dict[str, Path], seed: int) -> None:
    """Random moves at tic-tac-toe, who begins by turns."""
    dice = random.Random(seed)
    page = disk.visit(pages["tic_tac_toe"] / "index.html", "#seats=1.0&moves=" if seed % 2 else "")
    me = "O" if seed % 2 else "X"
    for _ in range(5):
        expect(status(page)).to_have_text(re.compile(rf"Your move, {me}\.|The game is over"))
        if "over" in status(page).inner_text():
            break
        dice.choice(page.locator(".spot").all()).click()
    expect(status(page)).to_have_text(re.compile("The game is over: (it is a draw|[XO] \\(computer\\) wins)"))


@pytest.mark.parametrize("spec", ["tic_tac_toe", CONNECT, HEX, NIM])
def test_every_move_says_what_a_search_says(spec: str, disk: Reader, pages: dict[str, Path]) -> None:
    """At many positions, read as a screen reader does."""
    dice, words = random.Random(2), ValueWords(load(spec))
    page = disk.visit(pages[spec] / "index.html")
    for _ in range(2):
        position, numbers = Position.after(spec), list[int]()
        while not position.is_over:
            thought = solve(position, all_moves=True)
            page.evaluate("address => { location.hash = address }", at("on", numbers))
            for one in thought.moves:
                said = f"{position.name(one.move)}, {describe_move(words, one.value, position.to_move)}"
                expect(page.get_by_role("button", name=re.compile(f"^(column )?{re.escape(said)}$"))).to_have_count(1)
            assert page.locator(".spot").count() == len(position.legal())
            legal = position.legal()
            numbers.append(dice.randrange(len(legal)))
            position = position.play(legal[numbers[-1]])
        page.evaluate("address => { location.hash = address }", at("on", numbers))
        expect(status(page)).to_have_text(f"The game is over: {words.ending(position.payoffs or ())}.")


SHAPES = """svg => {
    const box = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("rect, circle, polygon, path, text")].map((one) => {
        const own = one.getBoundingClientRect();
        const places = [own.x - box.x, own.y - box.y, own.width, own.height].map((side) => Math.round(side));
        return [one.tagName, one.getAttribute("class"), one.textContent, ...places];
    });
}"""
BESIDE = """([svg, width]) => {
    const place = document.createElement("div");
    place.innerHTML = svg;
    place.style.cssText = `position: absolute; left: 0; top: 0; width: ${width}px`;
    document.body.append(place);
}"""


@pytest.mark.parametrize("spec", ["tic_tac_toe", CONNECT, HEX, BOXES, NIM, BLOCKS])
def test_boards_are_those_of_the_server(spec: str, disk: Reader, pages: dict[str, Path]) -> None:
    """Shape by shape: with the last move, what moves are worth, and where moves can be made; and word by word, read aloud."""
    words, dice = ValueWords(load(spec)), random.Random(3)
    page = disk.visit(pages[spec] / "index.html")
    position, numbers = Position.after(spec), list[int]()
    named = {one.cell for one in scene_of(position).actions if one.cell == one.label}
    while not position.is_over:
        for values in ("off", "on"):
            page.evaluate("address => { location.hash = address }", at(values, numbers))
            expect(page.locator("#moves li")).to_have_count(len(numbers))
            expect(page.locator("#" + values)).to_have_attribute("aria-pressed", "true")
            scene = scene_of(position)
            cells = {one.move: one.cell for one in scene.actions}
            known = solve(position, all_moves=True).moves if values == "on" else ()
            labels = {str(cells[one.move]): mark(words, one.value, position.to_move) for one in known}
            first = mark(words, known[0].value, position.to_move).text if len(known) > 1 else ""
            worth = {cell: replace(label, best=label.text == first) for cell, label in labels.items()}
            last, gone = last_change(position, scene, last_action(position))
            svg = Plate(scene).inlaid(last, None, worth, {str(one) for one in named}, gone=gone)
            spoken = list(described(position, scene, last))
            expect(page.locator("#described li")).to_have_text(spoken)
            ours = page.locator("#board > svg")
            page.evaluate(BESIDE, [svg, ours.evaluate("svg => svg.getBoundingClientRect().width")])
            theirs = page.locator("body > div > svg")
            expected = theirs.evaluate(SHAPES)
            theirs.evaluate("svg => svg.parentElement.remove()")
            for one, other in zip(ours.evaluate(SHAPES), expected, strict=True):
                assert one[:3] == other[:3]
                assert all(abs(a - b) <= 1 for a, b in zip(one[3:], other[3:], strict=True)), (one, other)
        legal = position.legal()
        numbers.append(dice.randrange(len(legal)))
        position = position.play(legal[numbers[-1]])


@pytest.mark.parametrize("way", ["across", "down"])
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_the_line_of_a_move_shows_before_it_is_drawn(way: str, how: str, disk: Reader, pages: dict[str, Path]) -> None:
    """Where it will lie, as long, and nearly as thick."""
    page = disk.visit(pages[BOXES] / "index.html", at("off", []))
    button = page.locator(f".spot.kb-at-{way}").first
    opacity = "one => Number(getComputedStyle(one, '::before').opacity)"
    assert button.evaluate(opacity) == 0
    if how == "mouse":
        button.hover()
    else:
        page.keyboard.press("Tab")
        button.focus()
    assert button.evaluate(opacity) > 0.5
    begin, sides = button.bounding_box(), ("left", "top", "width", "height")
    line = button.evaluate(f"one => {[*sides]}.map((side) => parseFloat(getComputedStyle(one, '::before')[side]))")
    assert begin is not None
    (left, top, width, height), place = line, button.get_attribute("data-cell")
    button.click()
    drawn = page.locator(".kb-newest .kb-bar").bounding_box()
    assert place is not None
    assert drawn is not None
    middle = begin["x"] + left + width / 2, begin["y"] + top + height / 2
    assert middle == pytest.approx((drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2), abs=2)
    long = max(drawn["width"], drawn["height"])
    assert (max(width, height), width > height) == (pytest.approx(long, rel=0.1), way == "across")


def test_two_people_play_with_keys_alone(disk: Reader, pages: dict[str, Path]) -> None:
    page = disk.visit(pages["tic_tac_toe"] / "index.html")
    page.locator("select[data-seat='1']").focus()
    page.keyboard.type("a person")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("X to move.")
    spot(page, "1,1").focus()
    for keys in (["Enter"], ["ArrowDown", "Enter"], ["ArrowRight", "ArrowUp", "Enter"]):
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator("#moves li")).to_have_text([re.compile(r"X 1,1"), re.compile(r"O 2,2"), re.compile(r"X ")])
    expect(status(page)).to_have_text("O to move.")
    expect(page.locator("#said")).to_have_text(re.compile(r"X plays \d,\d\. O to move\."))
    expect(page.locator("#described li")).to_contain_text(["X 2, O 1.", "1,1 X"])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("#hint").inner_text()
    assert re.fullmatch(r"Hint: \d,\d \(draw\)\.", hint)
    expect(page.locator(".spot.hinted")).to_have_attribute("aria-label", re.compile("this is the hint"))


def test_undo_takes_the_answer_back_too_and_the_address_keeps_the_game(disk: Reader, pages: dict[str, Path]) -> None:
    page = disk.visit(pages["tic_tac_toe"] / "index.html")
    spot(page, "2,2").click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.reload()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#moves li").first).to_contain_text("X 2,2")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#none")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.locator("select[data-seat='0']").select_option("plays perfectly")
    page.get_by_role("button", name="New game").click()
    expect(status(page)).to_have_text("The game is over: it is a draw.")
    expect(page.locator("#happened")).to_have_text(re.compile(r"^[XO] plays \d,\d\.$"))
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#moves .worth")).to_have_text(["="] * 9)


def test_what_is_picked_up_can_be_put_back(disk: Reader, tmp_path: Path) -> None:
    """Three men's morris: men are moved in two steps, and a position that comes back for the third time is a draw."""
    disk.beside.append(tmp_path)
    write_site(load("morris:men=3"), tmp_path / "morris", SiteOrder())
    page = disk.visit(tmp_path / "morris" / "index.html", at("on", [0, 1, 1, 2, 2, 2]))
    start = Position.after("morris:men=3")
    for number in (0, 1, 1, 2, 2, 2):
        start = start.play(start.legal()[number])
    scene = scene_of(start)
    source = next(one.source for one in scene.actions if one.source)
    pick = page.get_by_role("button", name=re.compile(f"\\b{source}, pick it up, at best "))
    pick.click()
    expect(page.locator(".kb-picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".kb-picked")).to_have_count(0)
    pick.click()
    page.get_by_role("button", name=f"{source}, put it back").click()
    pick.click()
    target = next(one.cell for one in scene.actions if one.source == source)
    page.get_by_role("button", name=re.compile(rf"^{source}-?{target}, ")).click()
    expect(page.locator("#moves li")).to_have_count(7)


def test_a_game_without_a_scene_is_text_with_buttons(disk: Reader, tmp_path: Path) -> None:
    disk.beside.append(tmp_path)
    write_site(load(TOLD), tmp_path / "text", SiteOrder())
    page = disk.visit(tmp_path / "text" / "index.html", at("on", []), width=390)
    position, words = Position.after(TOLD), ValueWords(load(TOLD))
    expect(page.get_by_label("The board", exact=True)).to_have_text(position.game.show(position.state))
    for one in solve(position, all_moves=True).moves:
        value = describe_move(words, one.value, 0)
        name = re.compile(rf"^{position.name(one.move)}\s*, {value}$")
        expect(page.locator("#plain").get_by_role("button", name=name)).to_have_count(1)
    assert violations(page) == []
    page.locator("#plain button").first.click()
    expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#plain button").first).to_be_focused()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#plain .hinted")).to_have_count(1)


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])
def test_no_page_has_a_barrier(width: int, dark: bool, disk: Reader, pages: dict[str, Path], tmp_path: Path) -> None:
    page = disk.visit(pages["tic_tac_toe"] / "index.html", width=width, dark=dark)
    assert violations(page) == []
    page.goto((pages["tic_tac_toe"] / "index.html").as_uri() + at("on", [0, 1, 2]))
    expect(page.locator(".spot")).to_have_count(6)
    page.get_by_role("button", name="Hint").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    games_of_tic_tac_toe(tmp_path)
    disk.beside.append(tmp_path)
    page.goto((tmp_path / "page" / "games.html").as_uri())
    expect(status(page)).to_contain_text("The start.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def games_of_tic_tac_toe(folder: Path) -> None:
    """A page with two games."""
    text = '[Game "tic_tac_toe"]\n[White "Ann"]\n[Black "Bob"]\n\n'
    first = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(MOVES))
    (folder / "games.pgn").write_text(f"{text}{first} 1-0\n\n{text}1. 2,2 1,1 *\n")
    write_site(load("tic_tac_toe"), folder / "page", SiteOrder(most=1, games=[str(folder / "games.pgn")]))


def test_games_go_by_with_keys_and_by_themselves(reader: Reader, tmp_path: Path) -> None:
    reader.beside.append(tmp_path)
    games_of_tic_tac_toe(tmp_path)
    page = reader.visit(tmp_path / "page" / "index.html")
    expect(page.get_by_role("link", name="Play")).to_have_count(0)
    page.get_by_role("link", name="Games", exact=True).click()
    expect(status(page)).to_have_text("The start. X is to move.")
    for key, told in (
        ("ArrowRight", "Move 1 of 7: 1,1. O is to move."),
        ("End", "Move 7 of 7: 3,1. The game is over: X wins."),
        ("ArrowRight", "Move 7 of 7: 3,1. The game is over: X wins."),
        ("ArrowLeft", "Move 6 of 7: 2,3. X is to move."),
        ("Home", "The start. X is to move."),
    ):
        page.keyboard.press(key)
        expect(status(page)).to_have_text(told)
    page.get_by_role("button", name="2,2", exact=True).click()
    expect(page.locator("#described li")).to_have_text(["X 2, O 1. Last move: 2,2.", "Row 1: 1,1 X, 1,2 O.", "Row 2: 2,2 X."])
    expect(page.locator("[aria-current=step]")).to_have_text("2,2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(status(page)).to_contain_text("Move 7 of 7")
    page.get_by_label("Which game").select_option(index=1)
    expect(page.locator("#moves li")).to_have_text(["2,2", "1,1"])
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_label("Which game")).to_have_value("1")
    page.get_by_role("button", name="Last").click()
    expect(status(page)).to_contain_text("unfinished")
