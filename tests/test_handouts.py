"""The handouts of the lessons: each is what its script writes, and asks all that its lesson asks."""

import importlib.util
import re
from html import unescape
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
LESSONS = sorted((DOCS / "lessons").glob("*.md"))


def test_they_are_what_the_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("handouts", DOCS / "handouts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    there = {one.name: one.read_text("utf-8") for one in (DOCS / "handouts").iterdir()}
    assert module.handouts() == there, "run: python docs/handouts.py"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.stem)
def test_a_handout_has_every_exercise_and_question_and_no_answer(lesson: Path) -> None:
    text = lesson.read_text("utf-8")
    page = (DOCS / "handouts" / f"{lesson.stem}.html").read_text("utf-8")
    asked = text.partition("## Exercises")[2].partition("<details>")[0]
    assert page.count("<li>") == len(re.findall(r"^\d+\. ", asked, re.MULTILINE)) >= 3
    assert page.count("<b>Predict.</b>") == text.count("**Predict.**")
    assert page.count('class="lines"') == page.count("<li>") + page.count("<b>Predict.</b>")
    body = unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL))
    assert not re.search(r"\]\(|\*\*|`|^#", body, re.MULTILINE)
    assert f"handouts/{lesson.stem}.html" in (DOCS / "teaching.md").read_text("utf-8")
