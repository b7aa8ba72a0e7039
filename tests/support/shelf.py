"""What there is, sorted by kind: games that go by their name alone, those for two where nothing is left to chance, and the
searches of each kind."""

from kibitz.core.registry import game_class, load, member, names, required
from kibitz.core.rules import Game, can_be_proved
from kibitz.errors import SearchError
from kibitz.search.descriptor import search_of
from runs import PLAIN


def is_duel(game: Game) -> bool:
    """Whether one of two players wins what the other loses, nothing is left to chance, and no position comes back."""
    return can_be_proved(game)


# Boards on which a whole game takes plain Python no more than a moment: the game itself, or a smaller one.
READY = [name for name in names("games") if not required(game_class(name))]
SMALL_BOARDS = {
    "amazons": "amazons:size=4",
    "chess": "chess:fen=4k3/8/5n2/8/8/2B5/8/4K3_w_-_-_142_1",
    "go": "go:size=3",
    "gomoku": "gomoku:size=5",
    "hex": "hex:size=3",
    "morris": "morris:men=3",
}
QUICK = [SMALL_BOARDS.get(name, name) for name in READY]
DUELS = [name for name in QUICK if is_duel(load(name))]
# Every board takes a minute to compile for all searches: of Othello the small one stands for both, with more passes; those that
# decide small games in another way are for the plain run.
SMALL = ["connect_four:width=4,height=4,line=3", "nim:heaps=2-3-4,misere=true"] if PLAIN else []
# As plain Python searches meet minimax on all others, too, but for Gomoku, which is too wide; what they make of positions that
# come back is tested on smaller games (games_in_circles.py), as machine code as well.
LARGE = {"othello", "gomoku:size=5"} if PLAIN else {"othello", *SMALL_BOARDS.values(), "ultimate_tic_tac_toe"}
BOARDS = sorted({*DUELS, "othello:size=4", *SMALL} - LARGE)
SEARCHES = {name: search_of(member("search", name, SearchError, "search")) for name in names("search")}
# Counting plies, too; for two without dice:
COUNTING = [name for name, search in SEARCHES.items() if search.values == "score" and not search.is_anytime]
# Of any number of players, any sum, dice, by depths:
SEVERAL = [name for name, search in SEARCHES.items() if search.takes_payoffs and not search.is_anytime]
