"""Files that were damaged: nothing but games and flaws comes of them, and the games beside the damage are all there."""

import random

import pytest

from files_by_hand import TEXTS, cases, entry, wtb
from kibitz.core import registry
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.files import format_named
from kibitz.formats.source import Source, decode
from test_odd_files import TEXTS as ODD
from test_odd_files import cases as odd_cases

SIGNS = '[](){};"\\$%0198-+=#*/ \n\t\r\0aBxXoO.:,éß中'
DAMAGED = 15  # texts of each format; 1,000 were tried by hand
GOOD = {
    "pgn": '\n\n[Event "good"]\n[White "w"]\n\n1. d4 d5 2. c4 1-0\n\n',
    "sgf": "\n(;FF[4]GM[1]SZ[9]EV[good];B[ee];W[cc])\n",
    "ggf": "\n(;GM[Othello]EV[good]TY[8]B[F5]W[D6];)\n",
    "pdn": '\n\n[Event "good"]\n\n1. 9-14 22-18 *\n\n',
    "fen": "\n8/8/8/8/8/8/8/K6k w - - 5 60 good\n",
    "epd": '\n8/8/8/8/8/8/8/K6k w - - id "good";\n',
    "obf": "\n---------------------------OX------XO--------------------------- X; % good\n",
    "json": '\n{"game": "tic_tac_toe", "moves": ["1,1"], "tags": {"Event": "good"}}\n',
}


def damage(text: str, dice: random.Random) -> str:
    """A text in which parts are missing, doubled, or replaced."""
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice([0, 1, 2, 5, 40]))
        part = text[at:end]
        filling = dice.choice(["", part + part, "".join(dice.choices(SIGNS, k=dice.randrange(4))), text[: dice.randrange(30)]])
        text = text[:at] + filling + text[end:]
    return text


def odd_texts(name: str) -> list[str]:
    return [decode(content) for _, content, _ in odd_cases(name)] if name in ODD else []


def is_good(found: AnnotatedGame | Flaw) -> bool:
    return isinstance(found, AnnotatedGame) and "good" in (found.tags.get("Event"), found.tags.get("id"))


def test_every_text_is_damaged_here() -> None:
    assert set(GOOD) == set(TEXTS)


@pytest.mark.parametrize("name", TEXTS)
def test_a_damaged_text_gives_games_and_flaws_and_swallows_no_other_game(name: str) -> None:
    dice, form = random.Random(name), format_named(name)
    texts = [text for _, text in cases(name)] + odd_texts(name)
    if name == "json":
        texts = [text for text in texts if len(text.strip().splitlines()) == 1 and text.startswith("{")]  # a game in each line
    for _ in range(DAMAGED):
        text = GOOD[name] + damage(dice.choice(texts), dice) + GOOD[name]
        found = list(form.read(Source([text.encode(errors="replace")]), None))
        assert sum(map(is_good, found)) >= 2, text
        for one in found:
            if isinstance(one, Flaw):
                assert "\n" not in one.reason
            elif one.record.game.count(",fen=") == 0:
                form.write(one)


@pytest.mark.parametrize("name", TEXTS)
def test_bytes_without_sense_give_games_and_flaws(name: str) -> None:
    dice, form = random.Random(name), format_named(name)
    for size in (1, 10, 100, 1000):
        for one in form.read(Source([dice.randbytes(size)]), None):
            assert isinstance(one, (AnnotatedGame, Flaw))


def test_damaged_bytes_and_lines_give_games_and_flaws() -> None:
    dice, othello = random.Random(1), registry.load("othello")
    for _ in range(DAMAGED):
        held = bytearray(wtb(entry(), entry(), entry()))
        for _ in range(dice.randrange(1, 5)):
            held[dice.randrange(16, len(held))] = dice.randrange(256)
        found = list(
            format_named("wthor").read(Source([bytes(held[: dice.choice([len(held), dice.randrange(len(held))])])]), None)
        )
        line = "".join(dice.choices("f5d6c3 pas1,;#\n", k=40))
        found += format_named("txt").read(Source([line.encode()]), othello)
        assert all(isinstance(one, (AnnotatedGame, Flaw)) for one in found)
