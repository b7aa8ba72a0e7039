"""The figures of a match, in a short table that says what each of them means, and the options of a sequential test."""

import functools
from collections.abc import Callable
from math import isfinite
from typing import Any

import click

from kibitz.arena.stats import MIN_RESULTS, MODELS, Figures, Sprt
from kibitz.arena.stats.sprt import check_settings
from kibitz.present.sentences import describe_repeats, format_figure

NORMALIZED = "normalized"
DECIMALS = 2  # of a figure


def lines(figures: Figures, test: Sprt | None = None) -> list[str]:
    """The table for people; where the test stands comes last."""
    rows = [
        ("score", f"{100 * figures.score:.2f} %", "of the points"),
        ("Elo", format_figure(figures.elo, figures.elo_error, DECIMALS), _meaning(figures)),
        ("nElo", format_figure(figures.nelo, figures.nelo_error, DECIMALS), "the same, measured by how much single games vary"),
        ("LOS", *_superiority(figures)),
    ]
    width = max(len(value) for _, value, _ in rows)
    table = [f"{name:<5}  {value:<{width}}  {meaning}" for name, value, meaning in rows]
    if test:
        table += [f"{name:<5}  {sentence}" for name, sentence in zip(("SPRT", ""), verdict(test), strict=False)]
    return table


def _meaning(figures: Figures) -> str:
    """The meaning of the Elo figure, or why it or its error is missing."""
    if not figures.results:
        return "the difference in strength: without a game nothing is known of it"
    if not isfinite(figures.elo):
        return f"{'every' if figures.score else 'no'} point was won: there is no difference in Elo that is enough for that"
    if not isfinite(figures.elo_error):
        return "the difference in strength; the results vary too little to say how far off it may be"
    return "the difference in strength"


def _superiority(figures: Figures) -> tuple[str, str]:
    """How likely the first player is the stronger one, or a warning that it is too early to say."""
    if not figures.are_few:
        return f"{100 * figures.los:.2f} %", "the likelihood that the first player is the stronger"
    noun = "game" if figures.pairs is None else "pair"
    return (
        "too early",
        f"to say who is the stronger: that takes {MIN_RESULTS} {noun}s, and there {_so_many(figures.results, noun)}",
    )


def _so_many(count: int, noun: str) -> str:
    return f"is 1 {noun}" if count == 1 else f"are {count} {noun}s"


def verdict(test: Sprt) -> list[str]:
    """Where a test stands: what it has decided, and how often it errs; or that it has not."""
    stands = f"LLR {test.llr:.2f} of {test.lower:.2f} to {test.upper:.2f}"
    if test.verdict is None:
        return [f"not decided yet between {test.elo0:g} and {test.elo1:g} {unit(test)}: {stands}"]
    likely, other, risk = (test.elo1, test.elo0, test.alpha) if test.verdict == "H1" else (test.elo0, test.elo1, test.beta)
    return [
        f"{test.verdict} accepted, rather {likely:g} {unit(test)} than {other:g}: {stands}",
        f"(where {other:g} is true, about {100 * risk:g} % of such tests end so)",
    ]


def repeated(repeats: int, games: int) -> str:
    """The remark about games that are identical move by move."""
    return (
        f"{describe_repeats(repeats, games)}. Where the players throw no dice such games say nothing "
        "new, and the errors are larger than they look: more openings help, such as --openings random:8."
    )


def unit(test: Sprt) -> str:
    """The unit of a test's differences."""
    return "nElo" if test.model == NORMALIZED else "Elo"


# The options of a sequential test, handed over as one `sprt`: the settings that the test takes, or None without a test.


def differences(text: str | tuple[float, float]) -> tuple[float, float]:
    """Two differences in strength, such as 0,10."""
    if isinstance(text, tuple):
        return text
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} are not two differences in Elo: write, for instance, 0,10") from None
    return elo0, elo1


def sprt_options(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --sprt, --alpha, --beta and --model; settings that decide nothing are refused before anything else is done."""

    @click.option(
        "--sprt", "between", type=differences, metavar="ELO0,ELO1", help="Test which of two differences is the true one."
    )
    @click.option("--alpha", type=float, metavar="P", help="How often the test may take ELO1 where ELO0 is true (0.05).")
    @click.option("--beta", type=float, metavar="P", help="How often it may take ELO0 where ELO1 is true (0.05).")
    @click.option("--model", type=click.Choice(MODELS), help="What Elo the test means: normalized or logistic (normalized).")
    @functools.wraps(callback)
    def packed(*, between: tuple[float, float] | None, **rest: Any) -> Any:
        named = {name: rest.pop(name) for name in ("alpha", "beta", "model")}
        given = {name: value for name, value in named.items() if value is not None}
        if between is None:
            if given:
                raise click.UsageError(f"--{next(iter(given))} is for a test: add --sprt ELO0,ELO1, or leave it out")
            return callback(sprt=None, **rest)
        settings = {"elo0": between[0], "elo1": between[1], "alpha": 0.05, "beta": 0.05, "model": MODELS[0], **given}
        check_settings(**settings)
        return callback(sprt=settings, **rest)

    return packed
