"""Whose mistake it is: what goes wrong inside the rules is told as theirs."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.errors import KibitzError, blamed


@contextmanager
def rules_at_work() -> Iterator[None]:
    """In here only rules are asked: what they raise becomes a RulesError, one sentence."""
    try:
        yield
    except (KibitzError, MemoryError):
        raise
    except Exception as wrong:
        raise blamed(wrong) from wrong
