"""Write NAME.py: a small game that works, with comments, to turn into your own."""

import keyword
import sys
from pathlib import Path
from string import Template

import click

from kibitz.errors import GameError

TEMPLATE = Path(__file__).with_name("template.py.txt")
TAKEN = {"Game", "Knowledge", "NamedTuple", "State", "Wisdom"}  # names that the template itself uses
IN_THE_WAY = {"kibitz", "numba", "numpy", "click", "rich"}  # a file of such a name would hide the library beside it


@click.command(epilog="Example: kibitz new my_game && kibitz play ./my_game.py")
@click.argument("name")
def command(name: str) -> None:
    """Write NAME.py in this folder: a small game that works, with comments, to turn into your own."""
    name = name.removesuffix(".py")
    _refuse_silly(name)
    text = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(name=name, cls=_class_name(name))
    try:
        with Path(f"{name}.py").open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise GameError(f"{name}.py is there already: choose another name, or move it away first") from None
    click.echo(f"{name}.py is written and works. Next:\n")
    for verb, what in (("play", "play it"), ("analyze", "what is each move worth?"), ("check", "do the rules hold together?")):
        click.echo(f"  {f'kibitz {verb} ./{name}.py':<{20 + len(name)}}   {what}")


def _refuse_silly(name: str) -> None:
    if not (name.isidentifier() and name[0].isalpha()) or keyword.iskeyword(name):
        raise GameError(f"{_short(name)} cannot be a file of Python rules: write letters, digits and _, such as my_game")
    if name in IN_THE_WAY or name in sys.stdlib_module_names:
        raise GameError(f"{name} is the name of a library, which the file would hide: choose another, such as my_{name}")


def _short(name: str) -> str:
    return repr(name if len(name) <= 40 else f"{name[:37]}...")


def _class_name(name: str) -> str:
    """`my_game` as Python writes classes, `MyGame`."""
    camel = "".join(part[0].upper() + part[1:] for part in name.split("_") if part)
    return f"My{camel}" if camel in TAKEN else camel
