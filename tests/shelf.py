"""What there is, sorted by kind: games for two where nothing is left to chance, and the searches that count plies there."""

from kibitz.errors import SearchError
from kibitz.registry import load, member, names
from kibitz.rules import Game, says


def is_duel(game: Game) -> bool:
    """Whether one of two players wins what the other loses, and nothing is left to chance."""
    return says(game, "result") and not says(game, "chances")


DUELS = [name for name in names("games") if is_duel(load(name))]
COUNTING = [name for name in names("search") if not hasattr(member("search", name, SearchError, "search"), "WEIGHS")]
