"""Say what each legal move is worth, best first, with the line that shows it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from kibitz.cli import options as _options
from kibitz.cli import terminal as _terminal
from kibitz.cli.answers import Answers, positions
from kibitz.cli.app import DONE
from kibitz.cli.progress import busy
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.players.settings import Wisdom
from kibitz.position import Position
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords

if TYPE_CHECKING:
    from kibitz.players.trap_finder import TrapReport

PATIENCE = 5.0  # seconds, when no limit is given
TRAPS = """How often an opponent who errs goes wrong after each move, and what that costs; the opponent plays as MODEL does:
uniform (the default), soft, or any player, such as greedy."""


@click.command(epilog="Example: kibitz analyze connect_four --moves 4,4 --depth 12")
@_options.game
@_options.moves
@_options.positions
@_options.request
@_options.knowledge
@click.option("--best", is_flag=True, help="Only the best move: far fewer positions than a value for each.")
@click.option("--traps", is_flag=False, flag_value="uniform", metavar="MODEL", help=TRAPS)
@click.option("--margin", type=click.FloatRange(0), default=0.0, metavar="X", help="With --traps: how much may be risked.")
@_options.as_json
def command(
    game: Game,
    moves: str,
    file: str | None,
    request: _options.SearchOptions,
    knowledge: str,
    best: bool,
    traps: str | None,
    margin: float,
    as_json: bool,
) -> int:
    """Say what each legal move of GAME is worth after MOVES, best first, with the line that shows it.

    Proved values ("X wins in 5", "draw") are bold, guesses say "estimate", bounds "at least" or "at most". With several
    players a value is what each gets ("A 1, B 2, C 6"); with dice or cards it is what comes on average ("X wins 57.3 % of
    games"), and where they decide, each outcome is listed. Without a limit it stops after 5 seconds (for each position of
    a file); Ctrl-C stops it at once, with the best so far.
    """
    request = replace(request, knowledge=_options.named_knowledge(game, knowledge))
    limit = request.limit
    if limit.depth is limit.time is limit.nodes is None:
        request = replace(request, limit=replace(limit, time=PATIENCE))
    start = _options.tried_position(game, moves)
    if margin and traps is None:
        raise click.UsageError("--margin is for --traps: say which opponent, as in --traps uniform")
    if traps is not None and not start.is_over:
        if file is not None:
            raise click.UsageError("--traps looks at one position: leave --positions out")
        write(start, traps, request.limit, margin, as_json, Wisdom(knowledge))
        return DONE
    answers = Answers(ValueWords(game), request, all_moves=not best)
    if file is not None:
        return answers.write_each(positions(start, file))
    answers.write(start, as_json)
    return DONE


# What `analyze --traps` writes: how often an opponent who errs goes wrong after each move, and what that costs.

MODELS = {"uniform": "any legal move", "soft": "better moves more often"}
HEAD = ("move", "value", "goes wrong", "gives away", "expected")


def write(position: Position, model: str, limit: Limit, margin: float, as_json: bool, wisdom: Wisdom) -> None:
    """Looks for traps in a position that is not over, and writes them for a program or for people.

    Ctrl-C ends it at once, with the moves that have been looked at.
    """
    found, interrupted = _found(position, model, limit, margin, wisdom)
    if found is not None and as_json:
        write_json(_as_json(position, model, found))
    elif found is not None:
        _show(position, model, found)
    if interrupted:
        raise click.Abort


def _found(position: Position, model: str, limit: Limit, margin: float, wisdom: Wisdom) -> tuple[TrapReport | None, bool]:
    """The last look at the moves, and whether it is the last because of Ctrl-C; None where that came before the first one."""
    found = None
    try:
        with busy("setting traps"):
            from kibitz.players.trap_finder import Trapper, opponent

            for found in Trapper(opponent(model), limit, margin, wisdom=wisdom).looks(position):  # noqa: B007  # Ctrl-C may come between two
                pass
    except KeyboardInterrupt:
        return found and replace(found, whole=False), True
    return found, False


def _show(position: Position, model: str, found: TrapReport) -> None:
    words, colour = ValueWords(position.game), _terminal.in_colour()
    click.echo(position.draw(colour=colour) + "\n", color=colour)
    mover = words.names[position.to_move]
    replies = f"{found.ahead} {'reply' if found.ahead == 1 else 'replies'} foreseen"
    plays = MODELS.get(model, f"like {model}")
    heading = f"{mover} to move, against an opponent who plays {plays}; {replies}"
    if not found.whole:
        heading = f"{heading}, not all that was wanted"
    if not found.informed:
        heading = f"{heading}; nothing is known of this game, and what is not proved counts as 0"
    click.echo(f"{heading}\n")
    rows = [
        (
            position.name(one.move),
            words.say(one.value, position.to_move, found.informed),
            f"{100 * one.errs:.0f} %",
            f"{one.loses:.2f}",
            f"{one.expected:+.2f}",
        )
        for one in found.traps
    ]
    head, *body = aligned([HEAD, *rows], left=len(HEAD))
    source = [] if found.learned is None else ["", f"estimate: {found.learned}"]
    click.echo("\n".join([click.style(head, dim=True), *body, *source]), color=colour)


def _as_json(position: Position, model: str, found: TrapReport) -> dict[str, object]:
    """For programs; `whole`: all moves, with as many replies foreseen (`ahead`) as were wanted."""
    moves = [{**asdict(one), "move": position.name(one.move), "value": value_as_json(one.value)} for one in found.traps]
    for one in moves:
        del one["ahead"]
    return {
        "game": spec_of(position.game),
        "to_move": position.to_move,
        "model": model,
        "best": moves[0]["move"],
        "moves": moves,
        "ahead": found.ahead,
        "whole": found.whole,
        "informed": found.informed,
        **({} if found.learned is None else {"estimate": found.learned}),
    }
