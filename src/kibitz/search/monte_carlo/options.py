"""How a search by playouts weighs moves, and how it plays on from where the tree ends."""

from dataclasses import dataclass, fields
from math import inf

from kibitz.core.laws import is_int, is_number, short_repr
from kibitz.core.rules import Game, Knowledge, says
from kibitz.errors import SearchError

PLAYOUTS = ("random", "mast", "knowledge", "policy")


@dataclass(frozen=True)
class PlayoutOptions:
    """The options of a search by playouts. None: the default that fits, as far as the search can tell.

    `exploration`: how much a move counts that was seldom tried. `playout`: how a game continues below the tree: at random
    ("random"); by the moves with the best results so far ("mast"); or not at all, with the knowledge's estimate ("knowledge"),
    after `random_plies` moves at random; or by a learned policy ("policy"; None: where it is made for that, else at random).
    `rave`: the number of visits at which a move's own average counts as much as that of
    the same move elsewhere; 0: only its own counts. `implicit`: from 0 to 1, the share of the knowledge's estimate of the best
    answers in a move's value; the rest is its average. `prior`: how much it counts that a knowledge thinks a move likely
    (`Knowledge.weight`; None: 0.5 where it says so, 3 for a learned policy); 0: nothing.
    """

    exploration: float | None = None
    playout: str | None = None
    random_plies: int = 0
    rave: float | None = None
    implicit: float = 0.0
    prior: float | None = None

    def check(self, search: str, has_playouts: bool) -> None:
        """Raises SearchError for an option that the search does not know, and for a value that it does not take."""
        given = [field.name for field in fields(self) if getattr(self, field.name) != field.default]
        if given and not has_playouts:
            raise SearchError(f"{search} plays no games to their end: {given[0]} is for the search mcts")
        if self.playout is not None and self.playout not in PLAYOUTS:
            raise SearchError(f"there is no playout {short_repr(self.playout)}: there are {', '.join(PLAYOUTS)}")
        if not is_int(self.random_plies) or self.random_plies < 0:
            raise SearchError(f"random_plies cannot be {short_repr(self.random_plies)}: give a whole number from 0 up")
        for name, most in (("exploration", inf), ("rave", inf), ("implicit", 1.0), ("prior", inf)):
            value = getattr(self, name)
            if value is not None and not (is_number(value) and 0 <= value <= most and value < inf):
                wanted = "a number from 0 to 1" if most == 1.0 else "a number from 0 up"
                raise SearchError(f"{name} cannot be {short_repr(value)}: give {wanted}")

    @property
    def asks_knowledge(self) -> bool:
        """Whether a knowledge has a say."""
        return self.playout == "knowledge" or self.implicit > 0

    def check_game(self, game: Game, knowledge: Knowledge | None) -> None:
        """Raises SearchError for options that this game or its knowledge cannot use."""
        title = type(game).__name__
        if self.asks_knowledge and not says(knowledge, "evaluate") and not says(knowledge, "estimates"):
            raise SearchError(f"nothing estimates positions of {title}: take playout=random or mast, or give it a knowledge")
        if self.implicit > 0 and not says(game, "result"):
            raise SearchError(f"implicit needs a zero-sum game of two players, and {title} gives payoffs")
        if self.playout == "policy" and not hasattr(knowledge, "weigh_drops"):
            raise SearchError(
                f"no policy of {title} is made for playouts: take playout=random or mast; `kibitz learn` learns one, where "
                "each move fills one square, and keeps it if it wins"
            )
        if self.prior and not hasattr(knowledge, "weigh_moves") and not says(knowledge, "weight"):
            raise SearchError(f"nothing says which moves of {title} are likely: prior needs a knowledge with `weight`")
