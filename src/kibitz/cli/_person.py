"""A person's turn at the table: the moves and the words they may type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import click

from kibitz.cli._ask import Gone, read_line
from kibitz.cli._painted import painted
from kibitz.cli._progress import busy
from kibitz.cli._terminal import in_colour
from kibitz.drawing.grid import grid_of
from kibitz.errors import KibitzError, MoveError
from kibitz.notation import line_names
from kibitz.position import Position
from kibitz.thought import Limit, Thought
from kibitz.wording.answer import describe_unknown
from kibitz.wording.sentence import as_sentence
from kibitz.wording.values import ValueWords, is_unknown

ADVICE = Limit(time=2.0)  # as long as a person likes to wait for a hint
SHOWN = 8  # moves of a line


class TableView(Protocol):
    """What a person needs of the table they sit at."""

    position: Position
    words: ValueWords

    def take_back(self) -> bool:
        """Go back to the last position where a person had the choice; False when there is none."""


def how_to_move(position: Position) -> str:
    """One line for someone who plays this game here for the first time."""
    while position.is_chance:  # nobody types what the dice bring
        position = position.play(position.legal()[0])
    if position.is_over:
        return "Type a move by its name; help lists the other words."
    name = position.name(position.legal()[0])
    scene = position.game.scene(position.state)
    grid = grid_of(scene) if scene else None
    if "," in name:
        how = f"as row,column, for instance {name}"
    elif grid and scene and any(action.cell for action in scene.actions):
        how = f"by its name, for instance {name}, or as row,column of its square"
    else:
        how = f"by its name, for instance {name}"
    return f"Type a move {how}; help lists the other words."


def turn(table: TableView) -> int | None:
    """Asks until there is a legal move; None when the person resigns. Raises Gone when they leave."""
    while True:
        text = read_line(f"Your move ({table.words.names[table.position.to_move]}): ")
        named = {table.position.name(move).casefold() for move in table.position.legal()}
        word = text.casefold()
        if word == "resign" and word not in named:
            return None
        if word in WORDS and word not in named:
            WORDS[word](table)
            continue
        if not text:
            click.echo("Nothing was typed: type a move, or help.")
            continue
        try:
            return table.position.play(text).moves[-1]
        except MoveError as mistake:
            click.echo(as_sentence(mistake))


def _help(table: TableView) -> None:
    click.echo(
        f"""
{how_to_move(table.position)}

  hint      what the computer would play for you
  values    what each legal move is worth
  undo      take back, to your own last turn
  resign    give the game up
  quit      leave
"""
    )


def _undo(table: TableView) -> None:
    if not table.take_back():
        click.echo("There is nothing to take back: it is your first turn.")


def _quit(table: TableView) -> None:
    raise Gone("Goodbye.")


def _hint(table: TableView) -> None:
    thought = _advice(table, all_moves=False)
    if thought is None or thought.best is None:
        return
    if is_unknown(thought.value, thought.informed):
        click.echo(f"No hint: {describe_unknown(thought)}.")
        return
    value = painted(table.words, thought.value, table.position.to_move)
    click.echo(f"{table.position.name(thought.best)} ({value}): {_line(table.position, thought.line)}", color=in_colour())


def _values(table: TableView) -> None:
    thought = _advice(table, all_moves=True)
    if thought is None:
        return
    if is_unknown(thought.value, thought.informed):
        sentence = describe_unknown(thought)
        click.echo(as_sentence(sentence))
        if all(is_unknown(item.value, thought.informed) for item in thought.moves):
            return
    names = [table.position.name(item.move) for item in thought.moves]
    width = max(map(len, names), default=0)
    for name, item in zip(names, thought.moves, strict=True):
        value = painted(table.words, item.value, table.position.to_move, thought.informed)
        click.echo(f"  {name:<{width}}  {value}", color=in_colour())


def _advice(table: TableView, all_moves: bool) -> Thought | None:
    """What the strong search says about the board; None, with a word, when it cannot search this game."""
    try:
        with busy("thinking for you"):
            from kibitz.search._think import think

            return think(table.position, limit=ADVICE, all_moves=all_moves)
    except KibitzError as mistake:
        click.echo(as_sentence(mistake))
        return None


def _line(position: Position, line: tuple[int, ...]) -> str:
    names = line_names(position.game, position.state, line[:SHOWN])
    return " ".join(names) + (" ..." if len(line) > SHOWN else "")


WORDS: dict[str, Callable[[TableView], None]] = {
    "help": _help,
    "?": _help,
    "hint": _hint,
    "values": _values,
    "undo": _undo,
    "quit": _quit,
    "exit": _quit,
    "q": _quit,
}
