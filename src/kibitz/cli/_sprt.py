"""The options of a sequential test, handed over as one `sprt`: the settings that the test takes, or None without a test."""

import functools
from collections.abc import Callable
from typing import Any

import click

from kibitz.arena.stats import MODELS
from kibitz.arena.stats.sprt import check_settings


def bounds(text: str | tuple[float, float]) -> tuple[float, float]:
    """Two differences in strength, such as 0,10."""
    if isinstance(text, tuple):
        return text
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} are no two differences in Elo: write, for instance, 0,10") from None
    return elo0, elo1


def options(callback: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --sprt, --alpha, --beta and --model; settings that decide nothing are refused before anything else is done."""

    @click.option("--sprt", "between", type=bounds, metavar="ELO0,ELO1", help="Test which of two differences is the true one.")
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
