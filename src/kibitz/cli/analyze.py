"""Say what each legal move is worth, best first, with the line that shows it."""

import json
from dataclasses import replace

import click

from kibitz.cli import _options, _report, _terminal
from kibitz.cli._progress import Progress
from kibitz.cli._words import ValueWords
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import Thought

PATIENCE = 5.0  # seconds, when no limit is given


@click.command(epilog="Example: kibitz analyze connect_four --moves 4,4 --depth 12")
@_options.game
@_options.moves
@_options.request
@click.option("--best", is_flag=True, help="Only the best move: far fewer positions than a value for each.")
@_options.as_json
def command(game: Game, moves: str, request: _options.Request, best: bool, as_json: bool) -> None:
    """Say what each legal move of GAME is worth after MOVES, best first, with the line that shows it.

    Proved values ("X wins in 5", "draw") are bold, guesses say "estimate", bounds "at least" or "at most". Without a
    limit it stops after 5 seconds; Ctrl-C stops it at once, with the best so far.
    """
    limit = request.limit
    if limit.depth is limit.time is limit.nodes is None:
        request = replace(request, limit=replace(limit, time=PATIENCE))
    position = Position.after(game, moves)
    words = ValueWords(game)
    thought = _report.final(position) if position.is_over else _think(position, words, request, best)
    if as_json:
        click.echo(json.dumps(_report.as_json(position, thought), allow_nan=False))
        return
    colour = _terminal.in_colour()
    click.echo(position.draw(colour=colour) + "\n", color=colour)
    if position.is_over:
        click.echo(f"The game is over: {words.say(replace(thought.value, plies=None), position.to_move)}.")
        return
    width = _terminal.width() if _terminal.is_terminal() else None
    click.echo("\n".join([*_report.as_table(position, thought, words, width), _report.REASONS[thought.stopped]]), color=colour)


def _think(position: Position, words: ValueWords, request: _options.Request, best: bool) -> Thought:
    """The last thought; shows each on the way to it. Ctrl-C makes the present one the last."""
    latest: Thought | None = None

    def so_far() -> str:
        return "\n".join(_report.as_table(position, latest, words, _terminal.width())) if latest else ""

    with Progress(so_far).shown():
        thinking = request.begin(position, all_moves=not best)
        try:
            for latest in thinking:  # noqa: B007  # so_far shows it meanwhile
                pass
            return thinking.result()
        except KeyboardInterrupt:
            thinking.stop()
            return replace(thinking.result(), stopped="interrupted")
