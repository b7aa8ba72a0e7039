"""The matches of a store, looked at: their list, one game move by move, all games as text."""

from __future__ import annotations

import json
import re
import shlex
import time
from typing import TYPE_CHECKING

import click

from kibitz.arena.as_json import game_as_json, summary_as_json
from kibitz.cli import _json
from kibitz.cli._terminal import in_colour
from kibitz.present.values import ValueWords, side_names

if TYPE_CHECKING:
    from kibitz.arena.store import Store

GAME = re.compile(r"(?:match:)?(\d{1,9})/(\d{1,9})/(\d{1,9})", re.ASCII)


def list_all(store: Store, as_json: bool) -> None:
    """The list of matches, the oldest first."""
    matches = store.matches()
    if as_json:
        _json.write(json.dumps({"matches": [summary_as_json(one) for one in matches]}))
        return
    if not matches:
        click.echo(f"There is no match in {store} yet: `kibitz match random greedy --game othello` plays one.")
    for one in matches:
        left = "" if one.played == one.games else f", {one.played:,} of them played"
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.created))
        click.echo(f"{one.number:>5}  {day}  {' - '.join(one.players)}: {one.game}, {one.games:,} games{left}")


def export(store: Store, match: int, text: bool) -> None:
    """All games of a match, each a line of JSON or, as `text`, with headers and numbered moves."""
    from kibitz.arena.store.export import write_json_lines, write_texts

    for game in (write_texts if text else write_json_lines)(store, match):
        click.echo(game)


def show_game(store: Store, which: str, as_json: bool, named: bool) -> None:
    """One game of a match move by move, `12/3/1`: side 1 of pair 3; `named`: whether --store said where it is."""
    found = GAME.fullmatch(which.strip())
    if found is None:
        raise click.UsageError(f"{which!r} is no game: write 12/3/1 for side 1 of pair 3 of match 12, both counted from 0")
    match, pair, side = map(int, found.groups())
    from kibitz.arena.crew.spec_files import changed_files, materialize
    from kibitz.arena.store.replay import play_names
    from kibitz.position import Position
    from kibitz.registry import load

    plan, (fixture, played) = store.plan(match), store.game(match, pair, side)
    players = [plan.players[place] for place in fixture.seats]
    if as_json:
        _json.write(json.dumps(game_as_json(match, plan, fixture, played), allow_nan=False))
        return
    game = load(materialize([plan.game], plan.files)[0])
    end, colour = play_names(game, played.moves), in_colour()
    sides = side_names(game)
    if rules := [path for path in changed_files(plan.files) if plan.game.startswith(path)]:
        click.echo(f"By the rules as they were when the match began: {rules[0]} is not the same now.\n")
    click.echo(f"{plan.game}: {', '.join(f'{side} is {player}' for side, player in zip(sides, players, strict=True))}\n")
    position = Position.after(game)
    opened = len(fixture.opening.split())
    for number, move in enumerate(end.moves, 1):
        who = "Chance" if position.is_chance else sides[position.to_move]
        move_name, position = position.name(move), position.play(move)
        click.echo(f"{number}. {who}: {move_name}{' (opening)' if number <= opened else ''}")
        click.echo(f"{position.draw(colour=colour)}\n", color=colour)
    if played.payoffs is not None:
        click.echo(f"The game is over: {ValueWords(game).ending(played.payoffs, players)}.")
    elif played.forfeit is not None:
        click.echo(f"{sides[played.forfeit]} lost by a fault: {played.reason}")
    else:
        click.echo(f"The game was {played.reason}.")
    place = f"KIBITZ_STORE={shlex.quote(str(store))} " if named else ""
    click.echo(
        f"To look further: `{place}kibitz analyze {plan.game} --moves match:{match}/{pair}/{side}@{len(end.moves) // 2}`"
    )
