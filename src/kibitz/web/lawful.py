"""Rules that fail, as a sentence: a game of a user may do anything, and the page goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.errors import KibitzError, RulesError, users_line
from kibitz.players.faults import describe_error
from kibitz.rules import Game


@contextmanager
def lawful(game: Game) -> Iterator[None]:
    """What goes wrong in the rules of a game becomes a RulesError, which says where."""
    try:
        yield
    except KibitzError:
        raise
    except Exception as problem:
        where = users_line(problem)
        raise RulesError(
            f"the rules of {type(game).__name__} failed: {f'{where} ' if where else ''}{describe_error(problem)}"
        ) from problem
