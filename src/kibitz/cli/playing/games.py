"""List the games, and the parameters each takes."""

import click

from kibitz.cli import options as _options
from kibitz.cli.terminal import write_json
from kibitz.core.catalogue import Entry, entries, named


@click.command(epilog="Example: kibitz games --json")
@click.argument("names", nargs=-1, metavar="[GAME]...", shell_complete=_options.game_names)
@_options.as_json
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the games, all or those named, and the parameters each takes with their defaults.

    Parameters follow a colon: kibitz play connect_four:width=8,height=7.
    """
    known = [named(name) for name in names] or entries()
    if as_json:
        write_json({"games": [entry.as_json() for entry in known]})
        return
    for entry in known:
        click.echo(f"{click.style(entry.name, bold=True)}  {entry.title}")
        for line in (_kind(entry), _parameters(entry)):
            if line:
                click.echo(f"    {line}")


def _kind(entry: Entry) -> str:
    """How many play, and whether chance decides too, where it is not two without chance."""
    players = entry.players
    parts = [] if players in (None, 2) else [f"{players} player{'' if players == 1 else 's'}"]
    return "; ".join([*parts, *(["dice or cards decide too"] if entry.chance else [])])


def _parameters(entry: Entry) -> str:
    """The parameters as written: one after the other, or as the single text after the name."""
    if entry.cls.text_field:
        return f"{entry.name}:{entry.cls.text_field.upper()}"
    settings = ", ".join(f"{one.name}={'...' if one.text is None else one.text}" for one in entry.parameters)
    there = [f"{one.name}: {', '.join(one.choices)}" for one in entry.parameters if one.choices]
    return "; ".join([settings, *there])
