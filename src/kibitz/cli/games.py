"""List the games, and the parameters each takes."""

import dataclasses
import json
import warnings
from typing import Any

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
    known = {name: found for name in registry.names("games") if (found := _found(name)) is not None}
    if as_json:
        click.echo(json.dumps({"games": [_facts(name, *found) for name, found in known.items()]}))
        return
    for name, (cls, game) in known.items():
        click.echo(f"{click.style(name, bold=True)}  {registry.title(cls)}")
        for said in (_kind(game), _said(name, cls, _parameters(cls, game))):
            if said:
                click.echo(f"    {said}")


def loaded(name: str) -> Game | None:
    """The game that goes by the name alone; None for a family of games, and, with a warning, when its file does not work."""
    found = _found(name)
    return found[1] if found else None


def _found(name: str) -> tuple[type[Game], Game | None] | None:
    """The class of a game, and the game that goes by the name alone. When a file does not work, the others are still there."""
    try:
        cls = registry.game_class(name)
        return cls, None if registry.required(cls) else registry.load(name)
    except (KibitzError, ImportError) as problem:
        warnings.warn(f"the game {name} is left out: {problem}", RulesWarning, stacklevel=1)
        return None


def _facts(name: str, cls: type[Game], game: Game | None) -> dict[str, object]:
    """What there is to say of a game; of a family, None for what differs within it."""
    kind = {"players": game.players, "chance": says(game, "chances")} if game else {"players": None, "chance": None}
    return {"name": name, "title": registry.title(cls), **kind, "parameters": _parameters(cls, game)}


def _kind(game: Game | None) -> str:
    """How many play, and whether chance decides too, where it is not two without chance."""
    told = [f"{game.players} player{'s' if game.players > 1 else ''}"] if game and game.players != 2 else []
    return "; ".join([*told, *(["dice or cards decide too"] if says(game, "chances") else [])])


def _parameters(cls: type[Game], game: Game | None) -> dict[str, object]:
    """The fields that may be given and their defaults; None where one must be given."""
    kind: Any = cls  # a dataclass, as `load` has seen to
    return {field.name: getattr(game or cls, field.name, None) for field in dataclasses.fields(kind) if field.init}


def _said(name: str, cls: type[Game], parameters: dict[str, object]) -> str:
    """How parameters are written: after each other, or as the one text behind the name."""
    if cls.text_field:
        return f"{name}:{cls.text_field.upper()}"
    return ", ".join(f"{field}={'...' if value is None else written(value)}" for field, value in parameters.items())
