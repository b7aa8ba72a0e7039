"""What the server keeps while it runs: the house with its games, store and workers, and what families of pages add to it."""

from dataclasses import dataclass, field

from kibitz.web.house import House
from kibitz.web.pictures import Pictures
from kibitz.web.ratings import MatchRatings
from kibitz.web.readings import Readings
from kibitz.web.reviews import Reviews
from kibitz.web.running import Running
from kibitz.web.tables import Tables


@dataclass
class AppState(House):
    """Made once. `tables`: the games that are played; `running`: the matches; `readings`: who looks at which tree."""

    tables: Tables = field(init=False)
    running: Running = field(init=False)
    ratings: MatchRatings = field(init=False)
    reviews: Reviews = field(init=False)
    readings: Readings = field(init=False)
    pictures: Pictures = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tables, self.running, self.ratings = Tables(self), Running(self), MatchRatings(self)
        self.reviews, self.readings, self.pictures = Reviews(self), Readings(self), Pictures(self)

    async def close(self) -> None:
        """Ends all that runs: first what would begin something new."""
        for keeper in (self.tables, self.running, self.ratings, self.reviews):
            await keeper.close()
        await super().close()
