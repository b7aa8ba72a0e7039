"""How many games the next batch should hold: so many that sending it costs little, so few that none waits at the end."""

import math

AIM = 0.1  # seconds: from 0.05 on, what it costs to send a batch is lost among the games
MEMORY = 0.8  # what the games of earlier batches count beside those of the last


class Forecast:
    """Learns from the batches that come back how long a game takes."""

    def __init__(self) -> None:
        self._games = self._seconds = 0.0

    def heard(self, games: int, seconds: float) -> None:
        """So many games took so long together."""
        self._games = self._games * MEMORY + games
        self._seconds = self._seconds * MEMORY + seconds

    def games(self, left: int, workers: int) -> int:
        """Of the games that are left: one while nothing is known, and never more than half a worker's share."""
        if not self._games:
            return 1
        fitting = AIM * self._games / self._seconds if self._seconds else math.inf
        return max(1, round(min(fitting, left // (2 * workers))))
