"""Choose the search that plays a game best, by matches between searches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import ChoiceError
from kibitz.files.replaced import bring_back

if TYPE_CHECKING:
    from kibitz.players.choice import SearchChoice
    from kibitz.workers.workplace import Workplace

MINUTE = 60.0


@click.command(epilog="Example: kibitz choose hex --minutes 3")
@_options.game
@click.option(
    "--time-per-move", "seconds", type=_options.seconds, default=0.1, metavar="SECONDS", help="For each move of a match (0.1)."
)
@click.option(
    "--minutes",
    type=click.FloatRange(0.05, 1e5),
    default=2.0,
    metavar="M",
    help="For all matches (2); one is always played.",
)
@click.option("--seed", type=click.IntRange(0, 10**6), default=1, metavar="N", help="Openings and dice (1).")
@_options.workers
@_options.cluster
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE", help="Write it there; players do not take it.")
@click.option("--show", is_flag=True, help="Show the choice that players take now, and how it was made.")
@click.option("--forget", "forgets", is_flag=True, help="Choose nothing: bring back what was there before the last one.")
@_options.as_json
def command(
    game: Game,
    seconds: float,
    minutes: float,
    seed: int,
    workers: int | None,
    cluster: str | None,
    to: Path | None,
    show: bool,
    forgets: bool,
    as_json: bool,
) -> None:
    """Find the search that plays GAME best, by matches between all that fit, and keep it: from then on `computer` takes it.

    The search by depth begins; each other one (`selective` and `mcts`, with what is known of the game and without, and with the
    options of mcts) meets the best so far, in pairs of games from random openings with the seats changed. A match ends when a
    test has decided it or its share of the time is over; then the best so far stays it, unless the other one leads by more
    than luck explains. Ctrl-C keeps the best so far; --forget brings back what was there before.
    """
    stray = [written for name, written in _options.given().items() if name not in ("game", "show", "forgets", "as_json")]
    if forgets and (show or stray):
        raise click.UsageError(f"--forget chooses nothing: leave {'--show' if show else stray[0]} out")
    if forgets:
        _forget(game, as_json)
        return
    if show:
        _show(game, as_json)
        return
    from kibitz.players.choice import CHOICE_FILES
    from kibitz.workers.workplace import Workplace

    file = CHOICE_FILES.place(game, to)
    found, is_whole = _chosen(game, seconds, minutes * MINUTE, seed, Workplace(workers, cluster))
    if not found.matches:
        raise click.Abort
    CHOICE_FILES.keep(found.text(), file, to is None)
    if as_json:
        write_json({"game": spec_of(game), "player": found.player, **found.to_json(), "file": str(file), "whole": is_whole})
        return
    click.echo("\n".join(describe(found)))
    if not is_whole:
        click.echo("It was stopped: the searches that had not met the best so far are not judged.")
    whose = "A player takes it as" if to is not None else "From now on computer takes it where it has a time; as a player it is"
    back = "" if to is not None else f" `kibitz choose {spec_of(game)} --forget` brings back what was there before."
    click.echo(f"It is in {file}. {whose} {found.player}.{back}")


def describe(found: SearchChoice) -> list[str]:
    """A choice in lines: its matches, and what came of them."""
    from kibitz.arena.choosing import describe_matches

    lines = [*aligned(list(describe_matches(found.matches)), left=2), ""]
    return [*lines, f"{found.player} plays it best, with {found.seconds:g} s a move ({found.date})."]


def _show(game: Game, as_json: bool) -> None:
    from kibitz.players.choice import choice_for, rule_of_thumb

    found = choice_for(game)
    if found is None:
        thumb = rule_of_thumb(game)
        took = (
            f"by a rule of thumb it takes {thumb} where nothing is known of the game"
            if thumb
            else "it takes what fits the rules"
        )
        raise ChoiceError(f"nothing was chosen for {spec_of(game)} yet: {took}; leave --show out to choose")
    if as_json:
        write_json({"game": spec_of(game), "player": found.player, **found.to_json()})
    else:
        click.echo("\n".join(describe(found)))


def _forget(game: Game, as_json: bool) -> None:
    """Undo the last choice for a game: what players took before is what they take now."""
    from kibitz.players.choice import CHOICE_FILES, choice_for

    file, spec = CHOICE_FILES.user_file(game), spec_of(game)
    if not file.is_file():
        raise ChoiceError(f"nothing that you chose for {spec} is in use: there is no {file} to forget")
    undone = bring_back(file)
    found = choice_for(game)
    if as_json:
        write_json({"game": spec, "file": str(file), "undone": str(undone), "player": found and found.player})
        return
    now = f"takes {found.player} where it has a time, as before" if found else "has no choice any more, as before"
    click.echo(f"For {spec} computer {now}. What is forgotten lies in {undone}.")


def _chosen(game: Game, seconds: float, whole: float, seed: int, place: Workplace) -> tuple[SearchChoice, bool]:
    """The choice, and whether it ran to its end."""
    from kibitz.arena.choosing import Choosing, describe_matches

    if place.cluster is not None:
        place.executor()  # raises when nobody is there
    choosing, rows = Choosing(game, seconds, seed), list[dict[str, Any]]()

    def tell(matches: Any) -> None:
        rows[:] = [vars(one) for one in matches]

    progress = Progress(lambda: "\n".join(aligned(list(describe_matches(list(rows))), left=2)) if rows else "")
    with progress.display(), progress.busy("searches meet"):
        try:
            return interruptible(lambda: choosing.run(whole, place, tell)), True
        except KeyboardInterrupt:
            return choosing.stop(), False
