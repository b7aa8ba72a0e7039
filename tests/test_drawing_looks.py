"""Style sheets of boards: light and dark name the same, all of it stays within pictures, and text can be read."""

import re
from typing import get_args

import pytest

from kibitz.drawing import looks
from kibitz.drawing.looks import BOARD_SAME, BY_DAY, BY_NIGHT, FORMS_DARK, FORMS_LIGHT, Rules, board_css, board_sheet
from kibitz.scene import Look

LOOKS: tuple[Look, ...] = get_args(Look)
DAY = {**looks.LIGHT, **FORMS_LIGHT, **looks.WORTH_LIGHT}
NIGHT = {**looks.DARK, **FORMS_DARK, **looks.WORTH_DARK}


def selectors(sheet: str) -> list[str]:
    """What its rules are about."""
    return [one.strip() for one in re.findall(r"([^{}]+)\{", sheet.replace("@media (prefers-color-scheme: dark) {", ""))]


def test_light_and_dark_name_the_same_things() -> None:
    assert looks.LIGHT.keys() == looks.DARK.keys()
    assert FORMS_LIGHT.keys() == FORMS_DARK.keys()
    assert looks.WORTH_LIGHT.keys() == looks.WORTH_DARK.keys()
    assert set(LOOKS) == set(BY_DAY) == set(BY_NIGHT) >= set(BOARD_SAME)
    for look in LOOKS:
        assert BY_DAY[look].keys() == BY_NIGHT[look].keys()


def test_a_sheet_speaks_of_pictures_only_and_a_picture_carries_its_own_look_only() -> None:
    for sheet in (looks.sheet(), board_sheet("felt"), board_css()):
        assert "prefers-color-scheme: dark" in sheet
        assert all(one.startswith((".kb ", ".kb-at-")) for one in selectors(sheet))
    assert ".kb-felt" in board_sheet("felt")
    assert ".kb-wood" not in board_sheet("felt")
    assert all(f".kb-{look} " in board_css() for look in LOOKS if BY_DAY[look])


def colours(rules: Rules, look: Look, by: dict[str, Rules]) -> dict[str, str]:
    """The colour of each class: of its area, or of its line."""
    told = {**rules, **by[look]}
    return {name: found[2] for name, kind in told.items() if (found := re.search(r"(fill|stroke):(#[0-9a-f]{6})", kind))}


def contrast(one: str, other: str) -> float:
    """As the WCAG define it: 1 for the same colour, 21 for black on white."""

    def light(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_of_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("rules", "by"), [(DAY, BY_DAY), (NIGHT, BY_NIGHT)], ids=["day", "night"])
def test_text_can_be_read_and_pieces_can_be_seen(look: Look, rules: dict[str, str], by: dict[Look, Rules]) -> None:
    there = colours(rules, look, dict(by))  # type: ignore[arg-type]  # a look is a text
    text = [(".kb-label", ".kb-cell"), (".kb-number", ".kb-cell"), (".kb-dark", ".kb-gold")]
    text += [(f".kb-wt-{outcome}", f".kb-w-{outcome}") for outcome in ("win", "draw", "loss")]
    text += [(f".kb-o{owner}" if f".kb-o{owner}" in there else ".kb-on", f".kb-p{owner}") for owner in range(2)]
    for over, under in text:
        assert contrast(there[over], there[under]) >= 4.5, (over, under)
    signs = [(f".kb-i{owner}", f".kb-p{owner}") for owner in range(2)]
    signs += [(".kb-last", ".kb-cell" if look != "frame" else ".kb-board"), (".kb-open", ".kb-cell")]
    for over, under in signs:
        assert contrast(there[over], there[under]) >= 3.0, (over, under)
    assert contrast(there[".kb-s0"], there[".kb-s1"]) > 7


@pytest.mark.parametrize(("rules", "ground"), [(DAY, "#fffdf8"), (NIGHT, "#16181c")], ids=["day", "night"])
def test_labels_at_the_edges_can_be_read_on_any_page_of_the_house(rules: dict[str, str], ground: str) -> None:
    there = colours(rules, "plain", {"plain": {}})
    for under in (ground, there[".kb-ground"]):
        assert contrast(there[".kb-label"], under) >= 4.5
