"""Say what counts of results mean: Elo with its error, who is likely the stronger, a test."""

from __future__ import annotations

from typing import Any

import click

from kibitz.arena.stats import Counts, Pentanomial, Trinomial, compute_figures, run_sprt
from kibitz.arena.stats.figures import figures_as_json
from kibitz.cli import options as _options
from kibitz.cli.strength import _figures
from kibitz.cli.terminal import write_json
from kibitz.players.settings import whole


def _counts(number: int) -> Any:

    def read(text: str | tuple[int, ...]) -> tuple[int, ...]:
        if isinstance(text, tuple):
            return text
        try:
            counts = tuple(whole(0, 10**18)(part.strip()) for part in text.split(","))
        except ValueError:
            counts = ()
        if len(counts) != number:
            example = "136,96,111" if number == 3 else "34,54,63,64,75"
            raise click.BadParameter(
                f"{text!r} does not hold {number} counts: write whole numbers with commas, such as {example}"
            )
        return counts

    return read


@click.command(epilog="Example: kibitz elo --penta 34,54,63,64,75 --sprt 0,10")
@click.option("--wdl", type=_counts(3), metavar="W,L,D", help="Games won, lost and drawn.")
@click.option("--penta", type=_counts(5), metavar="A,B,C,D,E", help="Pairs of games that made 0, 0.5, 1, 1.5 and 2 points.")
@_figures.sprt_options
@_options.as_json
def command(
    wdl: tuple[int, int, int] | None,
    penta: tuple[int, int, int, int, int] | None,
    sprt: dict[str, Any] | None,
    as_json: bool,
) -> None:
    """Say how strong a player is against another, from the counts of their games.

    Errors are half the interval that holds the true figure in 95 of 100 matches. Where games were played in pairs from the
    same opening, give the pairs: the games of a pair resemble each other, and --wdl takes them as if they did not.
    """
    if (wdl is None) == (penta is None):
        raise click.UsageError("give counts of games by --wdl, or of pairs by --penta, not both")
    counts: Counts = Trinomial(*wdl) if wdl is not None else Pentanomial(penta or (0, 0, 0, 0, 0))
    found, decided = compute_figures(counts), run_sprt(counts, **sprt) if sprt else None
    if as_json:
        facts = {"wdl": None if wdl is None else list(wdl), **figures_as_json(counts, found, decided)}
        write_json(facts)
        return
    click.echo(f"{found.games:,} games" + ("" if found.pairs is None else f" in {found.pairs:,} pairs"))
    click.echo("\n".join(_figures.lines(found, decided)))
