"""List the games, and the parameters each takes."""

import json

import click

from kibitz.catalogue import Entry, entries


@click.command(epilog="Example: kibitz games --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def command(as_json: bool) -> None:
    """List the games, and the parameters each takes with their defaults.

    A parameter is set behind a colon: kibitz play connect_four:width=8,height=7.
    """
    known = entries()
    if as_json:
        click.echo(json.dumps({"games": [entry.as_json() for entry in known]}))
        return
    for entry in known:
        click.echo(f"{click.style(entry.name, bold=True)}  {entry.title}")
        for said in (_kind(entry), _parameters(entry)):
            if said:
                click.echo(f"    {said}")


def _kind(entry: Entry) -> str:
    """How many play, and whether chance decides too, where it is not two without chance."""
    players = entry.players
    told = [] if players in (None, 2) else [f"{players} player{'' if players == 1 else 's'}"]
    return "; ".join([*told, *(["dice or cards decide too"] if entry.chance else [])])


def _parameters(entry: Entry) -> str:
    """How parameters are written: after each other, or as the one text behind the name."""
    if entry.cls.text_field:
        return f"{entry.name}:{entry.cls.text_field.upper()}"
    return ", ".join(f"{one.name}={'...' if one.text is None else one.text}" for one in entry.parameters)
