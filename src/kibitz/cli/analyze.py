"""Say what each legal move is worth, best first, with the line that shows it."""

from dataclasses import replace

import click

from kibitz.cli import _moves, _options, _traps
from kibitz.cli._answers import Answers
from kibitz.cli._mistakes import DONE
from kibitz.cli._positions import positions
from kibitz.rules import Game
from kibitz.wording.values import ValueWords

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
    request: _options.Request,
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
    start = _moves.tried(game, moves)
    if margin and traps is None:
        raise click.UsageError("--margin is for --traps: say which opponent, as in --traps uniform")
    if traps is not None and not start.is_over:
        if file is not None:
            raise click.UsageError("--traps looks at one position: leave --positions out")
        _traps.write(start, traps, request.limit, margin, as_json)
        return DONE
    answers = Answers(ValueWords(game), request, all_moves=not best)
    if file is not None:
        return answers.write_each(positions(start, file))
    answers.write(start, as_json)
    return DONE
