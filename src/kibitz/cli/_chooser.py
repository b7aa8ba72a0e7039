"""The questions before a game: which game, who begins, how strong the computer is. Enter takes what is offered."""

import textwrap
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from kibitz import catalogue, registry
from kibitz.cli import _terminal
from kibitz.cli._ask import Gone, read_line
from kibitz.cli._options import playable
from kibitz.errors import KibitzError
from kibitz.players import HUMAN
from kibitz.players.levels import LEVELS
from kibitz.present.sentences import as_sentence
from kibitz.rules import Game

Answer = TypeVar("Answer")
COMPUTER = "computer"
STRONGEST = max(LEVELS)
BEGINNERS = (
    ("you", (HUMAN, COMPUTER), ("me", "i", "y", "human")),
    ("the computer", (COMPUTER, HUMAN), ("computer", "c")),
    ("two people play", (HUMAN, HUMAN), ("two", "people", "two people", "both")),
    ("the computer plays itself", (COMPUTER, COMPUTER), ("itself", "watch")),
)


def choose_game() -> Game:
    """Asks which game to play."""
    games = catalogue.games()
    names = list(games)
    width = max(map(len, names), default=0)
    click.echo("Which game?\n")
    for number, (name, game) in enumerate(games.items(), 1):
        title = textwrap.shorten(registry.title(type(game)), max(30, _terminal.width() - width - 9), placeholder=" ...")
        click.echo(f"  {number:>2}  {click.style(f'{name:<{width}}', bold=True)}  {title}")
    click.echo("\nType a number, a name (such as connect_four:width=8), or a file (./my_game.py).")

    def read(text: str) -> Game:
        if text.isascii() and text.isdigit() and len(text) < 4:
            if not 1 <= int(text) <= len(names):
                raise KibitzError(f"there is no game {int(text)}: the numbers go from 1 to {len(names)}")
            return games[names[int(text) - 1]]
        return playable(text)

    return _ask_until_valid(f"Game [{names[0]}]: " if names else "Game: ", names[0] if names else "", read)


def choose_beginner() -> tuple[str, str]:
    """Asks who has the first move; the two sides, each HUMAN or COMPUTER."""
    click.echo("\nWho has the first move?\n")
    for number, (what, _, _) in enumerate(BEGINNERS, 1):
        click.echo(f"  {number:>2}  {what}")

    def read(text: str) -> tuple[str, str]:
        for number, (what, sides, words) in enumerate(BEGINNERS, 1):
            if text.lower() in (str(number), what, *words):
                return sides
        raise KibitzError(f"{text[:30]!r} is none of these: write a number from 1 to {len(BEGINNERS)}")

    click.echo()
    return _ask_until_valid("Who [1, you]: ", "1", read)


def choose_seat(names: Sequence[str]) -> tuple[str, ...]:
    """Asks where the person sits, of more than two; who plays each side, HUMAN or COMPUTER."""
    count = len(names)
    click.echo("\nWhich seat do you take?\n")
    for number, what in enumerate((*names, "all: people play", "none: the computer plays itself"), 1):
        click.echo(f"  {number:>2}  {what}")

    def read(text: str) -> tuple[str, ...]:
        word = text.casefold()
        if word in ("all", str(count + 1)):
            return (HUMAN,) * count
        if word in ("none", str(count + 2)):
            return (COMPUTER,) * count
        for seat, name in enumerate(names):
            if word in (str(seat + 1), name.casefold()):
                return tuple(HUMAN if side == seat else COMPUTER for side in range(count))
        raise KibitzError(f"{text[:30]!r} is none of these: write a number from 1 to {count + 2}")

    click.echo()
    return _ask_until_valid(f"Seat [1, {names[0]}]: ", "1", read)


def choose_level() -> int:
    """Asks for the computer's strength."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= STRONGEST:
            return int(text)
        raise KibitzError(f"{text[:30]!r} is no strength: write a number from 1 to {STRONGEST}")

    click.echo()
    click.echo(f"How strong is the computer, from 1 (a beginner) to {STRONGEST} (all it can)?\n")
    return _ask_until_valid(f"Strength [{STRONGEST}]: ", str(STRONGEST), read)


def _ask_until_valid(prompt: str, offered: str, read: Callable[[str], Answer]) -> Answer:
    """What `read` makes of the answer; asks again, and says why, until it is one. Nothing typed means `offered`."""
    while True:
        text = read_line(prompt) or offered
        if text.lower() in ("quit", "exit", "q"):
            raise Gone("Goodbye.")
        try:
            return read(text)
        except KibitzError as mistake:
            click.echo(as_sentence(mistake))
