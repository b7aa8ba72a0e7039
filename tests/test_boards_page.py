"""The document on boards: its picture is what its script draws, and it names every form and every look there is."""

import importlib.util
from pathlib import Path
from typing import get_args

import document
from kibitz.core.scene import Form, Look

DOCS = Path(__file__).parent.parent / "docs"


def test_the_picture_is_what_the_script_draws() -> None:
    spec = importlib.util.spec_from_file_location("boards", DOCS / "boards.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.picture() == (DOCS / "boards.svg").read_text("utf-8").rstrip("\n"), "run: python docs/boards.py"


def test_it_names_every_form_and_every_look() -> None:
    text = (DOCS / "boards.md").read_text("utf-8")
    assert document.dead_links(DOCS / "boards.md") == []
    for name in (*get_args(Form), *get_args(Look)):
        assert f"| `{name}` |" in text
