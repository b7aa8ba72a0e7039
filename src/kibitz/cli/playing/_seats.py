"""The seats at the table, and the questions before a game for what the command line leaves open."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import click

from kibitz.cli import terminal as _terminal
from kibitz.cli.options import playable
from kibitz.cli.terminal import Gone, read_line
from kibitz.core import catalogue, registry
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.players import HUMAN, Player, player
from kibitz.players.engine import Engine
from kibitz.players.levels import LEVELS
from kibitz.players.pondering import PonderingPlayer
from kibitz.present.sentences import as_sentence
from kibitz.present.values import side_names
from kibitz.table.table_seat import TableSeat


@dataclass(frozen=True)
class TerminalSeat:
    """One side of the table, and the player of the program who sits there; None for a person."""

    seat: TableSeat
    player: Player | None

    @classmethod
    def taken(cls, spec: str, seed: int | None) -> TerminalSeat:
        """The seat of the PLAYER that `spec` names; PlayerError when there is none."""
        return cls(TableSeat(spec), None if spec == HUMAN else player(spec, seed))


def sides(game: Game, players: Sequence[str], first: str | None, second: str | None, start: str | None) -> tuple[str, ...]:
    """The player of each side, a PLAYER, HUMAN or COMPUTER: the `players` in a row, or (of two) `first` and `second`.

    `start`: "me" or "computer" has the first move. Asks about the rest; UsageError for what does not fit.
    """
    count = game.players
    if "" in (*players, first, second):
        raise click.UsageError("a player has no name: name one, or leave it out")
    if len(players) > count:
        raise click.UsageError(f"{len(players)} players are too many: {spec_of(game)} is for {count}")
    if count != 2 and (first or second):
        given = "--first" if first else "--second"
        raise click.UsageError(f"{given} is for games of two, and {spec_of(game)} is for {count}: name the players in a row")
    for given, option in zip(players, (first, second), strict=False):
        if option is not None:
            raise click.UsageError(f"{given} and {option} cannot both sit on one side: name each side once")
    if start is not None:
        if players or first or second:
            raise click.UsageError("--start and the names of players both say who begins: give one of them")
        person = 0 if start == "me" else 1
        return tuple(HUMAN if seat == person else COMPUTER for seat in range(count))
    if count == 2:
        one, two = (*players[:1], first)[0], (*players[1:], second)[0]
        if not (one or two):
            return _choose("Who has the first move?", "Who", BEGINNERS)
        return one or _opponent(two), two or _opponent(one)
    if players and len(players) < count:
        few = "1 player is" if len(players) == 1 else f"{len(players)} players are"
        raise click.UsageError(f"{few} too few: {spec_of(game)} is for {count}, so name each of them")
    return tuple(players) or (choose_seat(side_names(game)) if count > 1 else (HUMAN,))


def _opponent(named: str | None) -> str:
    return COMPUTER if named == HUMAN else HUMAN


def seats(sides: Sequence[str], level: int | None, seed: int | None) -> list[TerminalSeat]:
    """The sides as seats: the computer plays at `level`; you are asked for it if it is missing."""
    if COMPUTER in sides:
        level = level or choose_level()
    elif level is not None:
        raise click.UsageError("--level is the computer's strength, and it does not play here: leave it out")
    specs = [f"computer:level={level}" if side == COMPUTER else side for side in sides]
    return [TerminalSeat.taken(spec, None if seed is None else seed + number) for number, spec in enumerate(specs)]


def ponderers(taken: Sequence[TerminalSeat]) -> list[TerminalSeat]:
    """The same seats, where every search thinks while a person has the move; UsageError if there is no such seat, or no
    person.
    """
    if not any(seat.player is None for seat in taken):
        raise click.UsageError("--ponder is to think while a person has the move, and no person plays: leave it out")
    if not any(isinstance(seat.player, Engine) for seat in taken):
        raise click.UsageError("--ponder is for the computer and other searches, and none of them plays: leave it out")
    return [replace(seat, player=PonderingPlayer(seat.player)) if isinstance(seat.player, Engine) else seat for seat in taken]


# The questions before a game. Enter takes what is offered.

Answer = TypeVar("Answer")
COMPUTER = "computer"
STRONGEST = max(LEVELS)
Choice = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The choices, in lower case the words to type instead of the number, and the players of the two sides."""
BEGINNERS: list[Choice] = [
    ("you", ("you", "me", "i", "y", "human"), (HUMAN, COMPUTER)),
    ("the computer", ("the computer", "computer", "c"), (COMPUTER, HUMAN)),
    ("two people play", ("two people play", "two", "people", "two people", "both"), (HUMAN, HUMAN)),
    ("the computer plays itself", ("the computer plays itself", "itself", "watch"), (COMPUTER, COMPUTER)),
]


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


def choose_seat(names: Sequence[str]) -> tuple[str, ...]:
    """Asks where the person sits, of more than two; who plays each side, HUMAN or COMPUTER."""
    count = len(names)
    seats: list[Choice] = [
        (name, (name.casefold(),), tuple(HUMAN if side == seat else COMPUTER for side in range(count)))
        for seat, name in enumerate(names)
    ]
    everybody: Choice = ("all: people play", ("all",), (HUMAN,) * count)
    nobody: Choice = ("none: the computer plays itself", ("none",), (COMPUTER,) * count)
    return _choose("Which seat do you take?", "Seat", [*seats, everybody, nobody])


def _choose(question: str, what: str, choices: Sequence[Choice]) -> tuple[str, ...]:
    click.echo(f"\n{question}\n")
    for number, (offered, _, _) in enumerate(choices, 1):
        click.echo(f"  {number:>2}  {offered}")

    def read(text: str) -> tuple[str, ...]:
        for number, (_, words, sides) in enumerate(choices, 1):
            if text.casefold() in (str(number), *words):
                return sides
        raise KibitzError(f"{text[:30]!r} is none of these: write a number from 1 to {len(choices)}")

    click.echo()
    return _ask_until_valid(f"{what} [1, {choices[0][0]}]: ", "1", read)


def choose_level() -> int:
    """Asks for the computer's strength."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= STRONGEST:
            return int(text)
        raise KibitzError(f"{text[:30]!r} is not a strength: write a number from 1 to {STRONGEST}")

    click.echo()
    click.echo(f"How strong is the computer, from 1 (a beginner) to {STRONGEST} (full strength)?\n")
    return _ask_until_valid(f"Strength [{STRONGEST}]: ", str(STRONGEST), read)


def _ask_until_valid(prompt: str, offered: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until `read` accepts the answer, saying why not; an empty answer means `offered`."""
    while True:
        text = read_line(prompt) or offered
        if text.lower() in ("quit", "exit", "q"):
            raise Gone("Goodbye.")
        try:
            return read(text)
        except KibitzError as mistake:
            click.echo(as_sentence(mistake))
