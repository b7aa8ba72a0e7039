"""Several players on one scale, and the table of who made how many points against whom."""

from kibitz.arena.rating.crosstable import Crosstable, Row, crosstable
from kibitz.arena.rating.ratings import Ratings, ratings
from kibitz.arena.rating.result import Result

__all__ = ["Crosstable", "Ratings", "Result", "Row", "crosstable", "ratings"]
