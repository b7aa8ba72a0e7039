"""What people call a game and a player, of which only the spec is known: "Connect four, width 9", "computer, level 6"."""

import re
from pathlib import Path

from kibitz import registry
from kibitz.parameters import split_settings
from kibitz.players import HUMAN
from kibitz.rules import Game

PERSON = "a person"
LONGEST = 80  # letters of a name
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NUMBER = re.compile(r"[\d.-]+")
FLAGS = {"true": "", "false": "no "}


def name_game(game: Game) -> str:
    """A game with those of its parameters that are not as usual: another game never has its name."""
    return name_spec(registry.spec_of(game))


def name_spec(spec: str) -> str:
    """The name of a game by its spec, which is not loaded: it may be of a file that is not there."""
    family, rest = _split_spec(spec)
    family, name = _words(family), ""
    if rest and "=" not in rest.partition("(")[0]:  # a text that names the game in its own way: go(board_size=9)
        name, _, rest = rest.removesuffix(")").partition("(")
    settings = []
    for one, _, value in split_settings(rest):
        if value in FLAGS:
            settings.append(f"{FLAGS[value]}{_words(one)}")
        elif NUMBER.fullmatch(value):
            settings.append(f"{_words(one)} {value}")
        else:
            name = Path(value).stem
    called = _words(name) or family
    whole = ", ".join([f"{called[:1].upper()}{called[1:]}", *settings]) + (f" ({family})" if name else "")
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"


def describe_game(game: Game) -> str:
    """What a game is, in a sentence: its own, where its class stands for many games."""
    own = getattr(game, "own_title", "")
    return own if isinstance(own, str) and own else registry.title(type(game))


def name_player(spec: str) -> str:
    """A player of the program with its settings, or a person."""
    if spec == HUMAN:
        return PERSON
    kind, rest = _split_spec(spec)
    settings = ", ".join(
        f"{text} s" if name == "time" else f"{_words(name)} {Path(text).name}".strip() for name, _, text in split_settings(rest)
    )
    name = _words(kind)
    return (f"{name}, {settings}" if settings else name)[:LONGEST]


def _split_spec(spec: str) -> tuple[str, str]:
    """What a spec names, and the settings behind it; of a file the class or function that is chosen, or the file's own name."""
    name, _, rest = spec.partition(":")
    if not name.endswith(".py"):
        return name, rest
    chosen, _, others = rest.partition(":")
    return (Path(name).stem, rest) if "=" in chosen or not chosen else (chosen, others)


def _words(name: str) -> str:
    """A name of programs in words: "connect_four" and "ConnectFour" are "connect four"."""
    return " ".join(HUMP.sub(" ", name).replace("_", " ").replace("-", " ").lower().split())
