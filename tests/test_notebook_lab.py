"""The board of `kibitz.play` in JupyterLab, in Chromium: pressed with the mouse and with keys."""

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from runs import EVERYTHING

pytest.importorskip("anywidget", reason="anywidget is not installed: pip install 'kibitz[notebook]'")
if not EVERYTHING:  # `make test-all` installs it
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install jupyterlab")

pytestmark = pytest.mark.untraced

CELL = """import kibitz
board = kibitz.play("tic_tac_toe", "human", "minimax:depth=9")
board"""
START = 180_000  # milliseconds until JupyterLab stands, and a kernel has run the cell


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook with one cell, in a JupyterLab of its own."""
    cell: dict[str, object] = {
        "cell_type": "code",
        "source": CELL,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "id": "one",
    }
    kernel: dict[str, object] = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook))
    token, log = secrets.token_hex(16), tmp_path / "log.txt"
    places = {name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_WORKSPACES_DIR")}
    options = [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={tmp_path}", "--ServerApp.port=0", "--ip=127.0.0.1"]
    with log.open("w") as complaints:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *options],
            stdout=complaints,
            stderr=complaints,
            env=os.environ | places | {"JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings")},
        )
    try:
        files = tmp_path / "JUPYTER_RUNTIME_DIR"
        for _ in range(1800):
            found = [one for one in files.glob("jpserver-*.json") if one.read_text().strip()] if files.exists() else []
            if found or server.poll() is not None:
                break
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(0.1)
        assert found, log.read_text()
        yield f"{json.loads(found[0].read_text())['url']}lab/tree/board.ipynb?token={token}"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture
def page(chromium: Browser, lab: str) -> Iterator[Page]:
    """The notebook, whose cell has run."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(START)
    opened.goto(lab)
    for _ in range(60):  # what is run before the kernel is there is forgotten
        opened.locator(".jp-Notebook .cm-content").first.click()
        opened.keyboard.press("Shift+Enter")
        opened.wait_for_timeout(1000)
        if opened.locator(".jp-InputPrompt").first.inner_text() != "[ ]:":
            break
    yield opened
    context.close()


def test_it_is_played_by_mouse_and_keys(page: Page) -> None:
    board = page.locator(".kibitz-play")
    expect(board.locator(".kp-spot")).to_have_count(9, timeout=START)
    board.get_by_role("button", name="1,1", exact=True).click()
    expect(board.locator(".kp-status")).to_have_text(re.compile(r"Your move, X\."), timeout=START)
    expect(board.locator(".kp-moves")).to_have_text(re.compile(r"^\s*1\. 1,1 2\. \d,\d\s*$"))
    expect(board.locator(".kp-spot")).to_have_count(7)
    board.get_by_role("button", name="Values").click()
    expect(board.get_by_role("button", name=re.compile("^3,2, "))).to_have_attribute("aria-label", "3,2, draw", timeout=START)
    board.get_by_role("button", name=re.compile("^3,2, ")).focus()
    page.keyboard.press("ArrowRight")
    expect(board.get_by_role("button", name=re.compile("^3,3, "))).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.locator(".kp-moves")).to_have_text(re.compile(r"4\. \d,\d"), timeout=START)
    assert page.evaluate("document.activeElement.matches('.kp-spot')"), "the keyboard stays on the board"
    board.get_by_role("button", name="New game").click()
    expect(board.locator(".kp-spot")).to_have_count(9)
