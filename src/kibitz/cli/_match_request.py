"""Which match is meant: a new one, one to go on with, or one to look at; and what of the command line goes together."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from kibitz.errors import StoreError

if TYPE_CHECKING:
    from kibitz.arena.fixture import Plan
    from kibitz.arena.match import Match
    from kibitz.arena.store import Store

WHERE = ("workers", "cluster")  # what may be said anew whenever a match is gone on with


def check_options(actions: Sequence[str], players: Sequence[str], given: Mapping[str, Any], text: bool) -> None:
    """Raises UsageError when options contradict each other: `actions` are about a stored match, `given` are settings."""
    if len(actions) > 1:
        raise click.UsageError(f"{actions[0]} and {actions[1]} ask for two things: give one of them")
    if text and actions != ["--export"]:
        raise click.UsageError("--text is how --export writes: say which match, or leave it out")
    if "workers" in given and "cluster" in given:
        raise click.UsageError("--workers are processes here, and --cluster has its own: leave one out")
    if not actions:
        if not players:
            raise click.UsageError("who plays? Name two players, such as minimax:depth=3 greedy")
        if "game" not in given:
            raise click.UsageError("what do they play? Say --game, for instance --game othello")
        return
    if players:
        raise click.UsageError(f"{actions[0]} is about a match that has its players: leave {players[0]} out")
    settled = [name for name in given if actions != ["--resume"] or name not in WHERE]
    if settled:
        raise click.UsageError(f"{actions[0]} is about a match that has its settings: leave --{settled[0]} out")


def refuse_pictures(pictures: Sequence[str]) -> None:
    """Raises UsageError when pictures are asked for where there are none."""
    if pictures:
        raise click.UsageError(f"{pictures[0]} draws a whole match: play one, or add it to --show MATCH or --resume")


def store_option(named: str | None, store: Store) -> str:
    """The --store option that a command needs to go on in this store; empty unless --store `named` it."""
    return f" --store {shlex.quote(str(store))}" if named else ""


def find_or_plan(
    store: Store,
    players: Sequence[str],
    show: str | None,
    resume: int | None,
    settings: Mapping[str, Any],
    ready: Callable[[Plan], None],
) -> Match:
    """The match that is meant. A new one is planned and stored before its first game.

    `ready` raises when what else is wished for does not fit its plan; then nothing is stored.
    """
    from kibitz.arena.match import Match

    if show is not None or resume is not None:
        found = Match(store, _number(show) if show is not None else resume or _last(store))
        ready(found.plan)
        if resume is not None:
            _warn_of_version(store, found.number)
        return found
    from kibitz.arena.planning import plan_match

    given = {name: value for name, value in settings.items() if value is not None}
    if "form" in given:
        given["form"] = given["form"].replace("-", "_")
    plan, fixtures = plan_match(given.pop("game"), players, **given)
    ready(plan)
    return Match(store, store.add(plan, fixtures))


def _warn_of_version(store: Store, number: int) -> None:
    """A word when a match was begun by another kibitz, whose players may play otherwise."""
    from kibitz.arena.crew.batch import version

    earlier = next(one.kibitz for one in store.matches() if one.number == number)
    if earlier != version():
        warning = (
            f"match {number} was begun by kibitz {earlier} and goes on with {version()}: the same players may play otherwise"
        )
        click.echo(f"kibitz: {warning}", err=True)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise click.UsageError(f"{text!r} is no match: write its number, such as 12, or 12/0/0 for its first game")
    return int(text)


def _last(store: Store) -> int:
    """The newest match that has games left, and no test that has decided."""
    from kibitz.arena.match import Match

    for one in reversed(store.matches()):
        if one.played < one.games and not Match(store, one.number).standing().ended:
            return one.number
    raise StoreError(f"no match in {store} has games left to play: `kibitz match --list` shows them all")
