"""List the games, and the parameters each takes."""

import dataclasses
import json
import warnings

import click

from kibitz import registry
from kibitz.errors import KibitzError, RulesWarning
from kibitz.parameters import written
from kibitz.rules import Game, says


@click.command(epilog="Example: kibitz games --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(as_json: bool) -> None:
    """List the games, and the parameters each takes with their defaults.

    A parameter is set behind a colon: kibitz play connect_four:width=8,height=7.
    """
    known = {name: game for name in registry.names("games") if (game := loaded(name)) is not None}
    if as_json:
        click.echo(json.dumps({"games": [_facts(name, game) for name, game in known.items()]}))
        return
    for name, game in known.items():
        click.echo(f"{click.style(name, bold=True)}  {registry.title(type(game))}")
        if kind := _kind(game):
            click.echo(f"    {kind}")
        if parameters := _parameters(game):
            click.echo("    " + ", ".join(f"{field}={written(value)}" for field, value in parameters.items()))


def loaded(name: str) -> Game | None:
    """The game of that name, or None, with a warning, when its file does not work: the others are still there."""
    try:
        return registry.load(name)
    except (KibitzError, ImportError) as problem:
        warnings.warn(f"the game {name} is left out: {problem}", RulesWarning, stacklevel=1)
        return None


def _facts(name: str, game: Game) -> dict[str, object]:
    facts = {"name": name, "title": registry.title(type(game)), "players": game.players, "chance": says(game, "chances")}
    return facts | {"parameters": _parameters(game)}


def _kind(game: Game) -> str:
    """How many play, and whether chance decides too, where it is not two without chance."""
    told = [] if game.players == 2 else [f"{game.players} player{'s' if game.players > 1 else ''}"]
    return "; ".join([*told, *(["dice or cards decide too"] if says(game, "chances") else [])])


def _parameters(game: Game) -> dict[str, object]:
    """The fields that may be given and their defaults."""
    return {field.name: getattr(game, field.name) for field in dataclasses.fields(game) if field.init}  # type: ignore[arg-type]  # a game is a dataclass
