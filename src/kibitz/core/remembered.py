"""Answers that are kept for the arguments they were given for, though some games cannot be hashed."""

import functools
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class KeptAnswers(Generic[P, T]):
    """A function that is asked once for the same arguments; each time for those that cannot be hashed."""

    def __init__(self, function: Callable[P, T], maxsize: int | None) -> None:
        functools.update_wrapper(self, function)
        self._function, self._kept = function, functools.lru_cache(maxsize)(function)
        self.cache_clear, self.cache_info = self._kept.cache_clear, self._kept.cache_info

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer, kept from before if there is one."""
        try:
            hash((args, *kwargs.values()))
        except TypeError:
            return self._function(*args, **kwargs)
        return self._kept(*args, **kwargs)  # type: ignore[arg-type]  # hashed just now


def remembered(maxsize: int | None) -> Callable[[Callable[P, T]], KeptAnswers[P, T]]:
    """As functools.lru_cache; but for arguments that cannot be hashed, such as a game with a list for a field, it asks anew."""
    return lambda function: KeptAnswers(function, maxsize)
