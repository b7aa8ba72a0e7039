"""What there is, sorted by kind: games that go by their name alone, those for two where nothing is left to chance, and the
searches of each kind."""

from conftest import PLAIN
from kibitz.errors import SearchError
from kibitz.registry import game_class, load, member, names, required
from kibitz.rules import Game, says
from kibitz.search.descriptor import search_of


def is_duel(game: Game) -> bool:
    """Whether one of two players wins what the other loses, and nothing is left to chance."""
    return says(game, "result") and not says(game, "chances")


READY = [name for name in names("games") if not required(game_class(name))]
# Boards on which a whole game takes plain Python no more than a moment: the game itself, or a smaller one.
SMALL_BOARDS = {"go": "go:size=3", "gomoku": "gomoku:size=5", "hex": "hex:size=3"}
QUICK = [SMALL_BOARDS.get(name, name) for name in READY]
DUELS = [name for name in QUICK if is_duel(load(name)) and not load(name).recurrence]
# Every board takes a minute to compile for all searches: of Othello the small one stands for both, with more passes; those that
# decide small games in another way are for the plain run. Gomoku is too wide for plain minimax of some plies.
SMALL = ["connect_four:width=4,height=4,line=3", "nim:heaps=2-3-4,misere=true"] if PLAIN else []
BOARDS = sorted({*DUELS, "othello:size=4", *SMALL} - {"othello", "gomoku:size=5"})
SEARCHES = {name: search_of(member("search", name, SearchError, "search")) for name in names("search")}
COUNTING = [name for name, search in SEARCHES.items() if search.values == "score"]  # plies, too; for two without dice
# Of any number of players, any sum, dice, by depths:
SEVERAL = [name for name, search in SEARCHES.items() if search.takes_payoffs and not search.goes_on]
