"""How the time of a learning is divided, so that all of it fits: looking, compiling, learning, margins, matches, a policy."""

import time
from math import inf

LEAST = 2.0  # seconds of learning, whatever the rest takes; all the time there is, where that is less
MATCHES, FEW = 0.2, 30.0  # of the time for matches, or so many seconds ...
MOST_FOR_MATCHES = 0.4  # ... but no more of it than that
MARGINS, MOST_FOR_MARGINS = 0.1, 30.0  # of the time for margins, and seconds at most
POLICY, MOST_FOR_POLICY = 0.12, 300.0  # of the time for learning a policy, and seconds at most
POLICY_MATCH, MOST_FOR_POLICY_MATCH = 0.08, 120.0  # likewise for its match, ...
PLAYERS, MOST_FOR_PLAYERS = 12.0, 0.2  # ... but so many seconds after its players are compiled, if that is no more of the time
# ... and neither where there are fewer seconds to learn it, or both, and compiling, would take more of the time than this.
SHORTEST_POLICY, MOST_WITH_POLICY = 4.0, 0.45
WORTH = 10.0  # seconds of learning in which searches are compiled for what comes next
CLOSING, MOST_FOR_CLOSING = 0.05, 3.0  # of the time for the file, and for Python's own start and end; seconds at most, ...
SLOWER = 0.1  # ... and of the seconds that compiling took, which tell how busy the machine is


class Timetable:
    """The seconds of a run that began at a moment (of time.monotonic); inf where games alone say when it is enough."""

    def __init__(self, seconds: float, with_matches: bool, began: float) -> None:
        self.seconds, self.with_matches = seconds, with_matches
        self._end = began + seconds - min(CLOSING * seconds, MOST_FOR_CLOSING)
        self.margins = self.matches = self.compiling = self.policy = self.policy_match = self._kept = 0.0
        self.learning = inf

    @property
    def left(self) -> float:
        """Seconds until the end; less than 0 when that is over."""
        return self._end - time.monotonic()

    def divide(self, compiling: float) -> None:
        """Divide the time left after the learner was compiled, which took `seconds`.

        At least `LEAST` seconds of learning remain.
        """
        self.compiling = compiling
        self._end -= SLOWER * compiling
        left = self.left
        if left == inf:
            self.matches = self.policy_match = FEW if self.with_matches else 0.0
            self.policy = inf
            return
        room = max(left, 0.0)
        policy = min(POLICY * room, MOST_FOR_POLICY)
        least = min(2 * compiling + PLAYERS, MOST_FOR_PLAYERS * room)
        match = max(min(POLICY_MATCH * room, MOST_FOR_POLICY_MATCH), least) if self.with_matches else 0.0
        together = policy + match + compiling  # for its learner is compiled, too
        if policy >= SHORTEST_POLICY and together <= MOST_WITH_POLICY * room:
            self.policy, self.policy_match, self._kept = policy, match, together
            room -= together
        self.matches = max(MATCHES * room, min(FEW, MOST_FOR_MATCHES * room)) if self.with_matches else 0.0
        self.margins = min(MOST_FOR_MARGINS, MARGINS * room)
        self.learning = max(room - self.matches - self.margins, min(LEAST, self.seconds))

    @property
    def can_warm(self) -> bool:
        """Whether learning takes so long that searches can be compiled meanwhile."""
        return WORTH < self.learning < inf

    def margins_until(self, is_warm: bool) -> float:
        """The moment (of time.monotonic) until which margins are measured; 0.0 if there is no time for it.

        `is_warm`: the search for it is compiled; else that takes about as long as for the learner.
        """
        until = self._end - self.matches - self._kept
        return until if is_warm or until - time.monotonic() > self.compiling else 0.0

    def for_matches(self, learned: float) -> float:
        """The seconds left for matches after that much learning."""
        return min(self.left - self.policy_match, max(FEW, MATCHES * learned))
