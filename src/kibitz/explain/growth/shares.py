"""The time for all searches, shared out: what one leaves over goes to the others."""

from collections.abc import Iterable


class Shares:
    """How much of the time in all each may still spend; None: as much as it likes."""

    def __init__(self, seconds: float | None, names: Iterable[str]) -> None:
        self._seconds = seconds
        self._spent = dict.fromkeys(names, 0.0)
        self.going = list(self._spent)

    def left(self, name: str) -> float | None:
        """What one that is still going may spend: an equal part of all that those who have left off did not spend."""
        if self._seconds is None:
            return None
        gone = sum(spent for one, spent in self._spent.items() if one not in self.going)
        return (self._seconds - gone) / len(self.going) - self._spent[name]

    def spend(self, name: str, seconds: float) -> None:
        """Takes so much off the share of one."""
        self._spent[name] += seconds

    def leave_off(self, name: str) -> None:
        """One spends no more."""
        self.going.remove(name)
