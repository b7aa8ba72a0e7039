"""A page that thinks without a server, in Chromium, as people use it: from the disk, from a server, without a network."""

import functools
import http.server
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import kibitz
import needs
from browser import HEARD, Reader, violations
from commandline import here, refused_here
from in_node import need_linker
from kibitz.core.registry import load
from kibitz.errors import PageError
from kibitz.position import Position
from kibitz.static_page.parts import SiteOrder
from kibitz.static_page.site import write_site

compiled = pytest.mark.compiled
GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of tic-tac-toe."""
    need_linker()
    made = tmp_path_factory.mktemp("live") / "page"
    write_site(load(GAME), made, SiteOrder())
    return made


@pytest.fixture
def disk(reader: Reader, folder: Path) -> Reader:
    """Reads the page from the disk; it may read what lies beside it, and run what it has made itself."""
    reader.beside = [folder]
    return reader


class Silent(http.server.SimpleHTTPRequestHandler):
    """Serves files, and writes nothing to the terminal."""

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The same page from a server of files, of which it asks nothing more."""
    handler = functools.partial(Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def spot(page: Page, name: str) -> None:
    """Move there."""
    page.get_by_role("button", name=re.compile(rf"^{name}(,|$)")).click()


def without_workers(requests: list[str]) -> list[str]:
    """What a page has asked for, beside the worker that it has made of its own text."""
    return [url for url in requests if not url.startswith("blob:")]


def moves_on(page: Page) -> list[str]:
    """The moves in the list."""
    return [text.split()[-1] for text in page.locator("#moves li").all_inner_texts()]


def wait_for_turn(page: Page) -> None:
    """Until a person is to move, or the game is over."""
    expect(page.locator("#status")).to_have_text(re.compile("Your move|over"))


@compiled
@pytest.mark.parametrize("level", ["1", "10"])
def test_a_whole_game_is_played_by_the_rules(disk: Reader, folder: Path, level: str) -> None:
    page, dice = disk.visit(folder / "index.html"), random.Random(level)
    page.locator("select[data-seat='1']").select_option(level)
    page.get_by_role("button", name="New game").click()
    position = Position.after(GAME)
    while not position.is_over:
        wait_for_turn(page)
        position = Position.after(GAME, moves_on(page))
        if position.is_over:
            break
        spot(page, position.name(dice.choice(position.legal())))
        position = Position.after(GAME, moves_on(page))
    expect(page.locator("#status")).to_contain_text("The game is over")
    position = Position.after(GAME, moves_on(page))
    assert position.is_over
    if level == "10":
        assert position.payoffs is not None
        assert position.payoffs[1] >= 0  # it plays perfectly
    disk.asked = without_workers(disk.asked)


@compiled
def test_hints_values_an_exam_an_analysis_and_an_address(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html")
    page.locator("select[data-seat='1']").select_option("0")
    page.get_by_role("button", name="New game").click()
    for move in ("1,1", "2,2", "1,2"):
        spot(page, move)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_have_text(re.compile(r"Hint: 1,3 \(draw\)"))
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^1,3, draw"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^3,3, loses in 2"))).to_be_visible()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#lines li").first).to_contain_text("= 1,3")
    page.get_by_role("button", name="Exam").click()
    spot(page, "3,3")
    expect(page.locator("#happened")).to_contain_text("That gave away a draw: now it is a loss. 1,3 was better.")
    page.get_by_role("button", name="Undo").click()
    assert moves_on(page) == ["1,1", "2,2", "1,2"]
    address = page.url
    again = disk.visit(folder / "index.html", address.partition("index.html")[2])
    assert moves_on(again) == ["1,1", "2,2", "1,2"]
    again.keyboard.press("ArrowLeft")
    expect(again.locator("#status")).to_have_text("After 2 of 3 moves.")
    disk.asked = without_workers(disk.asked)


@compiled
def test_a_review_has_a_verdict_on_each_move(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.0&values=off&moves=0.0.0.5")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#reviewing")).to_contain_text("Step through the game")
    verdicts = page.locator("#moves .verdict").all_inner_texts()
    assert verdicts[0] == "That gave away a draw: now it is a loss. 2,2 was better."
    assert [text.split()[4] for text in verdicts] == ["draw:", "win:", "draw:"]
    disk.asked = without_workers(disk.asked)


@compiled
def test_players_stand_beside_the_board_and_a_card_says_where_the_game_turned(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.10&values=on&moves=8.4.6.5")  # 3,3 2,2 3,2 3,1: O wins by 1,3
    above, below, card = page.locator("#above .player"), page.locator("#below .player"), page.locator("#ending")
    expect(above).to_have_text(re.compile("Level 10.*O"))
    expect(below).to_have_text(re.compile("You.*X"))
    expect(below).to_have_class(re.compile("moves-now"))
    expect(card).to_be_hidden()
    page.get_by_role("button", name=re.compile("^2,3, loses")).click()
    expect(card).to_be_visible()
    expect(card.locator(".result")).to_have_text("You lost.")
    expect(card.locator(".turned")).to_have_text(
        "You could have forced a draw until move 5 (2,3), which lost the game. Proved."
    )
    card.get_by_role("button", name="Look at it").click()
    expect(page.locator("#status")).to_have_text("After 4 of 6 moves.")
    card.get_by_role("button", name="Retry from there").click()
    assert moves_on(page) == ["3,3", "2,2", "3,2", "3,1"]
    expect(page.locator("#status")).to_have_text("Your move, X.")
    expect(page.get_by_role("button", name="5. 2,3 1,3")).to_be_visible()
    disk.asked = without_workers(disk.asked)


@compiled
def test_another_move_keeps_the_old_line_as_a_variation(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.0&values=off&moves=0.0.0")
    page.get_by_text("1,2", exact=False).last.wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_have_text("After 1 of 3 moves.")
    spot(page, "2,2")
    assert moves_on(page) == ["1,1", "2,2"]
    page.get_by_role("button", name="2. 1,2 1,3").click()
    assert moves_on(page) == ["1,1", "1,2", "1,3"]
    expect(page.get_by_role("button", name="2. 2,2")).to_be_visible()
    disk.asked = without_workers(disk.asked)


@compiled
@pytest.mark.parametrize(("width", "dark"), [(360, False), (390, True), (768, False), (1200, True)])
def test_it_has_no_barriers(disk: Reader, folder: Path, width: int, dark: bool) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.0&values=on&moves=0.4", width=width, dark=dark)
    expect(page.get_by_role("button", name=re.compile("^1,2, "))).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    disk.asked = without_workers(disk.asked)


@compiled
def test_sounds_are_off_until_they_are_switched_on(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.10&values=off&moves=")
    page.evaluate(HEARD)
    spot(page, "2,2")
    wait_for_turn(page)
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="Sound").click()
    for name in ("3,2", "1,2"):
        if name not in moves_on(page):
            spot(page, name)
            break
    wait_for_turn(page)
    assert page.evaluate("heard") == [520, 520, 390]  # of the button, a person and the computer
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("heard.length") == 3
    disk.asked = without_workers(disk.asked)


@compiled
def test_a_game_in_one_file(reader: Reader, tmp_path: Path) -> None:
    need_linker()
    file = tmp_path / "nim.html"
    assert here("page", "nim", "--to", str(file)).startswith(f"{file} holds the game, ")
    reader.beside = [tmp_path]
    page = reader.visit(file, "#seats=0.10&values=off&moves=")
    page.locator("#plain button, .spot").first.click()
    expect(page.locator("#moves .made")).to_have_count(2)
    assert page.get_by_role("link", name="Tree").count() == 0
    assert violations(page) == []
    reader.asked = [url for url in without_workers(reader.asked) if not url.startswith("data:")]
    assert reader.asked == [file.as_uri()]


UNDRAWN = """
from kibitz.games.tic_tac_toe import TicTacToe

class Undrawn(TicTacToe):
    def marked(self, state):
        for place in state.mine.squares() if len(state.mine) > 8 else ():  # of two types, which Numba does not join
            yield place
"""


@compiled
def test_a_game_whose_picture_does_not_compile_is_played_in_words(reader: Reader, tmp_path: Path) -> None:
    need_linker()
    (tmp_path / "undrawn.py").write_text(UNDRAWN, "utf-8")
    here("page", f"{tmp_path / 'undrawn.py'}:Undrawn", "--to", str(tmp_path / "page"))
    reader.beside = [tmp_path / "page"]
    page = reader.visit(tmp_path / "page" / "index.html")
    expect(page.locator("#status")).to_have_text("Your move, X.")
    expect(page.locator("#board")).to_contain_text("draws its board by itself")
    page.locator("#plain button").first.click()
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#status")).to_have_text("Your move, X.")
    reader.asked = without_workers(reader.asked)


@pytest.mark.parametrize("more", [["hex"], ["--tree", "depth=2"], ["--report", "3"]])
def test_one_file_has_one_game(tmp_path: Path, more: list[str]) -> None:
    assert "one file has the board of one game" in refused_here("page", "nim", *more, "--to", str(tmp_path / "nim.html"))
    assert list(tmp_path.iterdir()) == []


TREE = "tic_tac_toe_tree.html"


@compiled
def test_the_tree_of_a_position_with_its_cuts_and_their_reasons(disk: Reader, folder: Path) -> None:
    page = disk.visit(folder / "index.html", "#seats=0.0&values=off&moves=0.3.1")
    page.get_by_role("link", name="Tree").click()
    expect(page.locator("#before")).to_have_text("The position after 1,1 2,2 1,3.")
    page.get_by_label("Depth in plies").fill("3")
    page.get_by_role("button", name="Search", exact=True).click()
    tree = kibitz.tree(Position.after(GAME, ["1,1", "2,2", "1,3"]), depth=3)
    expect(page.locator("#summary")).to_have_text(re.compile(rf"^Alpha-beta looked at {len(tree)} positions, 3 plies deep"))
    page.get_by_role("button", name="Open all").click()
    cut = next(node for node in tree if node.reason == "cut" and node.skipped)
    page.get_by_role("treeitem").filter(has_text="cut").last.wait_for()
    page.locator(f"[data-key='{cut.index}'] .row").first.click()
    expect(page.locator("#node-title")).to_have_text(f"After {' '.join(cut.names)}")
    expect(page.locator("#why")).to_have_text(cut.why.replace("-1", "\u22121"))
    assert violations(page) == []
    page.get_by_role("link", name="Play from here").click()
    expect(page.locator("#moves .made")).to_have_count(3 + len(cut.names))
    assert [name for name in page.locator("#moves").inner_text().split() if "," in name] == ["1,1", "2,2", "1,3", *cut.names]
    disk.asked = without_workers(disk.asked)


@compiled
@pytest.mark.parametrize(("width", "dark"), [(360, False), (1200, True)])
def test_a_quiz_on_the_tree_and_all_of_the_games_nodes(disk: Reader, folder: Path, width: int, dark: bool) -> None:
    page = disk.visit(folder / TREE, "#search=minimax&depth=&moves=&quiz=1", width=width, dark=dark)
    expect(page.locator("#question")).not_to_be_empty()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#verdict")).to_contain_text("worth")
    page.get_by_role("button", name="Hide and predict").click()
    expect(page.locator("#summary")).to_have_text(re.compile("^Minimax looked at 549,946 positions; "))
    rows = page.get_by_role("treeitem").count()
    page.get_by_role("button", name="Open more").click()
    page.get_by_role("button", name="Open more").click()
    expect(page.get_by_role("treeitem").nth(rows + 10)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    disk.asked = without_workers(disk.asked)


@compiled
def test_it_plays_without_a_network(chromium: Browser, address: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(page.locator("#status")).to_have_text("Your move, X.")
    context.set_offline(True)
    page.reload()
    spot(page, "2,2")
    wait_for_turn(page)
    assert len(moves_on(page)) == 2
    assert {url for url in asked if not url.startswith((address, "blob:"))} == set()
    context.close()


@compiled
def test_two_people_play_on_where_the_computer_cannot_think(chromium: Browser, address: str) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script("window.Worker = class { constructor() { throw new Error('no workers here'); } };")
    page.goto(f"{address}/index.html")
    spot(page, "2,2")
    expect(page.locator("#status")).to_have_text("No workers here. Two people can play on.")
    page.locator("select[data-seat='1']").select_option("0")
    page.get_by_role("button", name="New game").click()
    spot(page, "2,2")
    spot(page, "1,1")
    assert moves_on(page) == ["2,2", "1,1"]
    context.close()


@compiled
@needs.interrupts
@pytest.mark.parametrize("to", ["page", "page.html"])
def test_a_stop_while_a_game_is_compiled_leaves_nothing(tmp_path: Path, to: str) -> None:
    need_linker()
    settings = os.environ | {"KIBITZ_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "kibitz", "page", "breakthrough:size=5", "--to", to]
    with subprocess.Popen(command, cwd=tmp_path, env=settings, stderr=subprocess.PIPE, text=True) as process:
        while not any((tmp_path / "cache").rglob("*")):
            time.sleep(0.05)
        time.sleep(1)  # by now other processes compile, for half a minute
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, said = process.communicate(timeout=60)
        assert time.monotonic() - began < 5
    assert (process.returncode, said) == (130, "\nkibitz: stopped\n")
    assert [one.name for one in tmp_path.iterdir()] == ["cache"]


def test_a_missing_linker_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from kibitz.browser import linking

    linking.linker.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(linking, "find_spec", lambda name: None)
    with pytest.raises(PageError, match=r"pip install 'kibitz\[browser\]'"):
        linking.linker()
    linking.linker.cache_clear()
