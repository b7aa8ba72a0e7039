"""Write NAME.py: a small game that works, with comments, to turn into your own."""

import keyword
import sys
from pathlib import Path
from string import Template

import click

from kibitz.errors import GameError
from kibitz.files.whole_file import write_whole

STARTS, ENDING = Path(__file__).with_name("starts"), ".py.txt"
HEAP = "heap"
KINDS = sorted(file.name.removesuffix(ENDING) for file in STARTS.glob(f"*{ENDING}"))
TAKEN = {"Game", "Knowledge", "NamedTuple", "Piece", "State", "Wisdom"}  # names that the templates themselves use
NEXT = (("play", "play it"), ("analyze", "what is each move worth?"), ("check", "do the rules hold together?"))
IN_THE_WAY = {"kibitz", "numba", "numpy", "click", "rich"}  # a file of such a name would hide the library beside it


@click.command(epilog="Example: kibitz new my_game --like connection && kibitz play ./my_game.py")
@click.argument("name")
@click.option("--like", type=click.Choice(KINDS), default=HEAP, help="What it begins as (heap).")
def command(name: str, like: str) -> None:
    """Write NAME.py in this folder: a small game that works, with comments, to turn into your own.

    It begins as one of these: a heap to take from; placing, lines of marks; breakthrough, men that step; connection, sides to
    join; sowing, seeds in pits; race, runners and a die; several, three players.
    """
    name = name.removesuffix(".py")
    _refuse_silly(name)
    text = Template((STARTS / f"{like}{ENDING}").read_text(encoding="utf-8")).substitute(name=name, cls=_class_name(name))
    try:
        Path(f"{name}.py").open("x").close()
    except FileExistsError:
        raise GameError(f"{name}.py is there already: choose another name, or move it away first") from None
    try:
        write_whole(Path(f"{name}.py"), text.encode())
    except BaseException:
        Path(f"{name}.py").unlink()
        raise
    click.echo(f"{name}.py is written and works. Next:\n")
    for verb, what in NEXT:
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
