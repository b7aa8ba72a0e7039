"""Who sits where at the table: what the command line says, and what is asked where it says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from kibitz.cli._chooser import COMPUTER, choose_beginner, choose_level, choose_seat
from kibitz.players import HUMAN, Player, player
from kibitz.present.values import side_names
from kibitz.registry import spec_of
from kibitz.rules import Game


@dataclass(frozen=True)
class TerminalSeat:
    """One side of the table: a person, when `player` is None, or a player of the program."""

    player: Player | None
    name: str = "you"

    @classmethod
    def taken(cls, spec: str, seed: int | None, name: str | None = None) -> TerminalSeat:
        """The seat of the PLAYER that `spec` names, called `name` if that is given; PlayerError when there is none."""
        return cls(None) if spec == HUMAN else cls(player(spec, seed), name or spec)


def sides(
    game: Game, players: Sequence[str], first: str | None = None, second: str | None = None, start: str | None = None
) -> tuple[str, ...]:
    """Who plays each side, a PLAYER, HUMAN or COMPUTER: the `players` in a row, or (of two) `first` and `second`.

    `start`: "me" or "computer", who has the first move. Asks when nothing is said; UsageError for what does not fit.
    """
    count = game.players
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
        return (one or _opponent(two), two or _opponent(one)) if one or two else choose_beginner()
    if players and len(players) < count:
        few = "1 player is" if len(players) == 1 else f"{len(players)} players are"
        raise click.UsageError(f"{few} too few: {spec_of(game)} is for {count}, so name each of them")
    return tuple(players) or (choose_seat(side_names(game)) if count > 1 else (HUMAN,))


def _opponent(named: str | None) -> str:
    return COMPUTER if named == HUMAN else HUMAN


def seats(sides: Sequence[str], level: int | None, seed: int | None) -> list[TerminalSeat]:
    """The sides as seats: the computer plays at `level`, which is asked for if need be."""
    if COMPUTER in sides:
        level = level or choose_level()
    elif level is not None:
        raise click.UsageError("--level is the computer's strength, and it does not play here: leave it out")
    computer = f"computer, level {level}"
    taken = []
    for number, side in enumerate(sides):
        dice = None if seed is None else seed + number
        taken.append(
            TerminalSeat.taken(f"computer:level={level}", dice, computer)
            if side == COMPUTER
            else TerminalSeat.taken(side, dice)
        )
    return taken
