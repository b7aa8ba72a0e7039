"""The contract of a game.

A game is a frozen dataclass of pure methods; its fields are the game's parameters. A state is a NamedTuple whose fields are
declared `int` (0 <= x < 2**63), `bool`, a board (`Board64` and its kin), or tuples of one of these. Rules hold no search
knowledge, no player, no history and no printing: estimates and move order go into a `Knowledge`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar, NoReturn

from kibitz.core import laws
from kibitz.core.knowledge import Knowledge as Knowledge  # part of the contract
from kibitz.core.laws import CHANCE as CHANCE  # part of the contract
from kibitz.core.layout import BoardLayout
from kibitz.core.on_grid import OnGrid, draw_grid, name_of_square, name_on_grid, show_grid
from kibitz.core.recurrence import DRAW, FORBIDDEN, Remembered, past_of, score_of, times_seen, with_past, without_past
from kibitz.core.scene import Piece, Scene
from kibitz.errors import KibitzError, RulesIncomplete, Unanswered, blamed


class Game(ABC):
    """The rules of a board game.

    Required: `start`, `moves`, `play`, `is_over`, and `result` (two players, zero-sum) or `payoffs` (any number of players, any
    sum). Everything else is optional.

    With dice or cards, `to_move` returns `CHANCE`, `chances` the outcomes, and `play` takes an outcome as a move.
    """

    players: ClassVar[int] = 2
    leaves_out: ClassVar[frozenset[str]] = frozenset()
    """Optional methods that the class defines, but this very game does without: one class for games of several kinds."""
    compiles: ClassVar[bool] = True
    """Whether the rules are for compiling. False: they run as plain Python, with no warning, and a state may be any value that
    has `==` and a hash."""
    recurrence: ClassVar[str] = ""
    """The meaning of a repetition: "draw"; "loss" for the player who made the move; "forbidden" if the move is illegal; ""
    if positions cannot recur, or the rules handle it themselves."""
    recurrence_count: ClassVar[int] = 3
    """The occurrence of a position that counts: 2 is its first repetition."""
    clock_only_draws: ClassVar[bool] = False
    """A promise about what `recurrence_key` leaves out: it is a clock, and all it ever does is end the game in a draw.

    Two states with the same key have the same moves, the same wins and the same losses; and of two such states in one game the
    later is drawn no later. Searches rely on it: they prove more, and sooner. Without it they count returns as the rules do.
    """
    move_limit: ClassVar[int] = 0
    """A number above every move of a player; 0: unknown. If it is small, learners use moves as actions."""
    bitboards: ClassVar[tuple[str, ...]] = ()
    """The fields of a state that are declared `int` and hold squares as bits: environments for learners show them as boards."""
    grid: ClassVar[BoardLayout | None] = None
    """The board, of `kibitz.grid` or `kibitz.board`: `move_name`, `show` and `scene` come from it if they are left out."""
    text_field: ClassVar[str] = ""
    """The field that takes the whole text after the game's name in a spec; "": parameters follow, name=value."""

    @abstractmethod
    def start(self) -> Any:
        """The state in which the game begins."""

    @abstractmethod
    def moves(self, state: Any) -> Iterable[int]:
        """The legal moves, as ints from 0, each once, in the order worth trying first. Asked only while a player is to move."""

    @abstractmethod
    def play(self, state: Any, move: int) -> Any:
        """The state after a legal `move`: a new one, as the next mover sees it; the old one stays as it is."""

    @abstractmethod
    def is_over(self, state: Any) -> bool:
        """Whether the game has ended by its rules."""

    def result(self, state: Any) -> int:
        """How the game that is over ended for the side to move: -1, 0, 1, or a margin; the other side has minus that."""
        raise RulesIncomplete(f"{type(self).__name__} must define result(state) or payoffs(state)")

    def reward(self, state: Any, move: int) -> int:
        """The reward of a legal move for the player who makes it, in the units of `result`; the other side loses as much.

        For games of two with a `result`, without dice: a state then need not hold the score. The value of a state is the sum of
        all rewards to come and the `result` of the end; the value of a game is the sum of all.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves reward(state, move) out: moves bring nothing before the end")

    def payoffs(self, state: Any) -> Iterable[float]:
        """The payoffs of all players when the game is over, first player first: a tuple, or yielded one by one."""
        raise RulesIncomplete(f"{type(self).__name__} does not define payoffs(state)")

    def payoff_limits(self) -> tuple[int, int]:
        """The least that any player can get, and the most that all can get together. Left out where that is not known."""
        raise RulesIncomplete(f"{type(self).__name__} leaves payoff_limits() out")

    def to_move(self, state: Any) -> int:
        """The player whose turn it is (0 is first), or CHANCE. Left out when turns alternate strictly; a pass is a move."""
        raise RulesIncomplete(f"{type(self).__name__} leaves to_move(state) out: its turns alternate")

    def chances(self, state: Any) -> Iterable[tuple[int, float]]:
        """The (move, weight) pairs where dice or cards decide, weights above 0 in any unit; asked only there."""
        raise RulesIncomplete(f"{type(self).__name__} leaves chances(state) out: nothing is left to chance")

    def null(self, state: Any) -> Any:
        """The same board with the other side to move, as after a pass; only for states that are not over.

        For games of two whose rules have no pass, where moving twice helps; leave it out where it means nothing, or where
        having to move may hurt (Nim). A win in that state is a threat of the last move.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves null(state) out: nobody can let the turn go by")

    def best_result(self) -> int:
        """The largest number `result` can return, or, with `reward`, the most that any play from any state can bring.

        Left out when every `return` of `result` is a plain constant, and moves bring nothing.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves best_result() out")

    def recurrence_key(self, state: Any) -> Any:
        """The state without what does not matter to whether it is the same position: a clock, say. Left out: the whole state.

        It must say who is to move, where that matters and the state leaves it to the number of moves; and it is a state, of the
        same class, that can be played on: the strong solution does. See `clock_only_draws`.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves recurrence_key(state) out: positions are the same if states are")

    def recurrence_result(self, state: Any) -> int:
        """How a game that ends by a recurrence ended, for the side to move, where `recurrence` alone does not say (perpetual
        check): asked of the state that has come back. Such a game ends; nothing is forbidden.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves recurrence_result(state) out: `recurrence` says what it means")

    def irreversible(self, state: Any, move: int) -> bool:
        """Whether no position from before this move can come back after it: nothing that is older needs comparing."""
        raise RulesIncomplete(f"{type(self).__name__} leaves irreversible(state, move) out: any position may come back")

    def from_to(self, state: Any, move: int) -> tuple[int, int] | None:
        """The squares of the `grid` where a move begins and ends; None for a move that is not a step.

        Left out: a move is the number of the square where a piece is placed.
        """
        return None

    def stands(self, state: Any, place: int) -> Piece | int | str | None:
        """The content of a square of the `grid`: the number of one of its `kinds`, from 1, or 0 if it is empty.

        Of a grid without kinds: a Piece, the number of a player, a text, or None. Left out: taken from the fields of the state.
        """
        return None

    def counts(self, state: Any, place: int) -> int:
        """The number in the text of what stands on a square of the `grid`, where its kind has one: seeds, points, a height."""
        return 0

    def spells(self, state: Any, move: int) -> Iterable[int]:
        """The name of a move in parts: the number of a square, or -1 for the first of the words of the `grid`, -2 for the
        second; `kibitz.NUMBER` + n for the number n. Left out: squares, as `from_to` gives them.
        """
        return ()

    def noted(self, state: Any) -> int:
        """The number of a note of the `grid`, from 1, for the player to move, such as "Black must jump."; 0 for none."""
        return 0

    def marked(self, state: Any) -> Iterable[int]:
        """Squares of the `grid` to stress, such as a winning line; none where it is left out."""
        return ()

    def tally(self, state: Any) -> Iterable[float]:
        """The points of each player so far, first player first, for pages to show; none where it is left out."""
        return ()

    def in_hand(self, state: Any) -> Iterable[int]:
        """The pieces that each player has still to place, first player first, for pages to show; none where it is left out."""
        return ()

    def move_name(self, state: Any, move: int) -> str:
        """The name of a move; legal moves of a state have different names, without spaces or semicolons."""
        if self.grid is None or "move_name" in self.leaves_out:
            return str(move)
        layout = self.grid.sized(self)
        if not (layout.turned or says(self, "from_to") or says(self, "chances") or says(self, "spells")):
            return name_of_square(layout, move)
        return name_on_grid(layout, _on_grid(self, state), move)

    def player_names(self) -> Sequence[str]:
        """The names of the players, first player first. Left out: the pieces they place, or First, Second, ..."""
        raise RulesIncomplete(f"{type(self).__name__} leaves player_names() out")

    def show(self, state: Any) -> str:
        """The state as text for people: lines of one width."""
        if self.grid is not None and "show" not in self.leaves_out:
            return show_grid(self.grid.sized(self), _on_grid(self, state))
        fields = getattr(state, "_fields", None)
        return str(state) if fields is None else "\n".join(f"{name}: {getattr(state, name)}" for name in fields)

    def scene(self, state: Any) -> Scene | None:
        """The state as cells and actions, for pictures and pages; None: `show` and the names of the moves must do."""
        if self.grid is None or "scene" in self.leaves_out:
            return None
        actions = [(move, self.move_name(state, move)) for move in legal(self, state)]
        return draw_grid(self.grid.sized(self), _on_grid(self, state), actions, self.marked(state), self.noted(state))


def men_on_grid(game: Game, state: Any) -> list[Piece]:
    """The pieces of a state on the `grid` of a game; none without a grid."""
    return [] if game.grid is None else list(_on_grid(game, state).pieces(game.grid.sized(game)).values())


FACES = ("move_name", "show", "scene")  # what a `grid` says
FAILURES = (Exception, SystemExit, Unanswered)  # exceptions that count as the rules' own
PROOFS = ("bounds", "candidates", "plies", "finish")  # what a knowledge proves of a state


def says(rules: Game | Knowledge | None, method: str) -> bool:
    """Whether these rules (or this knowledge) define the optional `method` themselves."""
    if rules is None:
        return False
    if isinstance(rules, Knowledge):
        return getattr(type(rules), method) is not getattr(Knowledge, method)
    if method in rules.leaves_out:
        return False
    return getattr(type(rules), method) is not getattr(Game, method) or (method in FACES and rules.grid is not None)


def believes(game: Game, knowledge: Knowledge | None, method: str) -> bool:
    """Whether a search of this game may rely on a method of a knowledge that the knowledge defines.

    What a knowledge proves of a state (PROOFS) it proves of the state alone. Where positions can recur, earlier positions may
    forbid the move that keeps the bound, so it is not used.
    """
    return says(knowledge, method) and not (game.recurrence and method in PROOFS)


def can_be_proved(game: Game) -> bool:
    """Whether the game is for two players, zero-sum and without chance, and each state has an exact value.

    Where it matters that positions come back, a state has none by itself: it depends on what was on the board before.
    """
    return says(game, "result") and not says(game, "chances") and not game.recurrence


# All that plays, searches or shows asks the rules by what follows: an answer that breaks a law, or none, is a RulesError.


def why_not_proved(game: Game) -> str:
    """The reason why the states of a game have no exact values, as the end of a sentence."""
    if game.recurrence:
        return "in which a position can come back, and what that means depends on what was on the board before"
    return "in which not one of two players wins what the other loses, without dice or cards"


def start_of(game: Game) -> Any:
    """The state in which a game begins."""
    return remember_start(game, _ask(game.start))


def remember_start(game: Game, state: Any) -> Any:
    """The state with an empty history, in a game that needs one."""
    if not _has_history(game) or isinstance(state, Remembered):
        return state
    return _remember(game, state, (), False, 0)


def _has_history(game: Game) -> bool:
    """Whether the history of a state matters."""
    return bool(game.recurrence) or says(game, "reward")


def _remember(game: Game, state: Any, past: tuple[Any, ...], is_same_side: bool, score: int) -> Any:
    if not hasattr(state, "_fields"):
        what = "whose positions come back" if game.recurrence else "with rewards"
        _keep(f"a game {what} needs states that are NamedTuples, and this is {laws.short_repr(state)}")
    if game.recurrence:
        past = (*past, _ask(game.recurrence_key, state) if says(game, "recurrence_key") else state)
    return with_past(state, past, is_same_side, score)


def has_recurred(game: Game, state: Any) -> bool:
    """Whether the position has recurred so often that the game is over, or the move that led here forbidden."""
    return bool(game.recurrence) and times_seen(state) >= game.recurrence_count


def first_return_draws(game: Game, clock_only_draws: bool = False) -> bool:
    """Whether a search may count the first return to a position as the draw, and use a proof on another path.

    `kibitz.search.parts.path` has the theorems. A recurrence must be a draw, even after rewards on the way, and a repeated
    position must be the same game again: a whole state, or one that leaves out a clock which can only draw.
    (`clock_only_draws`: as if the game promised that.)
    """
    if game.recurrence != DRAW or says(game, "recurrence_result") or says(game, "reward"):
        return False
    return clock_only_draws or game.clock_only_draws or not says(game, "recurrence_key")


def _ends_by_recurrence(game: Game, state: Any) -> bool:
    return bool(game.recurrence) and game.recurrence != FORBIDDEN and has_recurred(game, state)


def is_over(game: Game, state: Any) -> bool:
    """Whether the game has ended by its rules."""
    try:
        over = game.is_over(state)
    except FAILURES as wrong:
        _fail(wrong)
    if over is not True and over is not False:
        _keep(laws.wrong_over(over))
    return bool(over) or _ends_by_recurrence(game, state)


def mover_of(game: Game, state: Any, plies: int) -> int:
    """The player to move after `plies` moves from the start: 0 the first, or CHANCE."""
    if not says(game, "to_move"):
        return plies % game.players
    try:
        mover = game.to_move(state)
    except FAILURES as wrong:
        _fail(wrong)
    if not isinstance(mover, int) or not 0 <= mover < game.players:
        dice = says(game, "chances")
        if mover != CHANCE or not dice:
            _keep(laws.wrong_mover(mover, game.players, dice))
    return int(mover)


def at_chance(game: Game, state: Any) -> bool:
    """Whether dice or cards decide in a state that is not over."""
    return says(game, "chances") and bool(_ask(game.to_move, state) == CHANCE)


def legal(game: Game, state: Any) -> tuple[int, ...]:
    """The legal moves in the order of the rules, or the outcomes of dice or cards; none when over."""
    return () if is_over(game, state) else offered(game, state)


def offered(game: Game, state: Any) -> tuple[int, ...]:
    """The legal moves or chance outcomes of a state that is not over: at least one."""
    if at_chance(game, state):
        return tuple(outcome for outcome, _ in chances_of(game, state))
    return moves_of(game, state)


def moves_of(game: Game, state: Any) -> tuple[int, ...]:
    """The legal moves of a state that is not over and has a player to move: at least one."""
    moves = moves_by_rules(game, state)
    if game.recurrence == FORBIDDEN:
        moves = tuple(move for move in moves if not is_forbidden(game, state, move))
        _keep(None if moves else laws.ALL_FORBIDDEN)
    return moves


def moves_by_rules(game: Game, state: Any) -> tuple[int, ...]:
    """The moves that the rules offer, without regard to repetition."""
    try:
        moves = tuple(islice(game.moves(state), laws.MOST_MOVES + 1))
    except FAILURES as problem:
        _fail(problem)
    wrong = laws.wrong_moves("`moves`", moves, False)
    if wrong is not None:
        raise laws.broken(wrong)
    return moves


def is_legal(game: Game, state: Any, move: int) -> bool:
    """Whether a move (or an outcome of chance) is legal in a state that is not over; tries no other move."""
    return move in offered_by_rules(game, state) and not is_forbidden(game, state, move)


def offered_by_rules(game: Game, state: Any) -> tuple[int, ...]:
    """The moves or outcomes that the rules offer in a state that is not over, without regard to repetition."""
    if at_chance(game, state):
        return tuple(outcome for outcome, _ in chances_of(game, state))
    return moves_by_rules(game, state)


def is_forbidden(game: Game, state: Any, move: int) -> bool:
    """Whether a move that the rules offer would repeat a position that may not be repeated."""
    return game.recurrence == FORBIDDEN and bool(past_of(state)) and has_recurred(game, play_move(game, state, move))


def chances_of(game: Game, state: Any) -> tuple[tuple[int, float], ...]:
    """The outcomes of dice or cards, each with its weight."""
    try:
        weighted = tuple(islice(game.chances(state), laws.MOST_MOVES + 1))
    except FAILURES as wrong:
        _fail(wrong)
    _keep(laws.wrong_chances(weighted))
    _keep(laws.wrong_moves("`chances`", [outcome for outcome, _ in weighted], True))
    return weighted


def play_move(game: Game, state: Any, move: int) -> Any:
    """The state after a legal move or chance outcome, with its history."""
    try:
        after = game.play(state, move)
    except FAILURES as wrong:
        _fail(wrong)
    if not _has_history(game):
        return after
    before = remember_start(game, state)
    is_same_side = says(game, "to_move") and _ask(game.to_move, before) == _ask(game.to_move, after)
    past = () if says(game, "irreversible") and _ask(game.irreversible, before, move) else past_of(before)
    score = score_of(before) + reward_of(game, before, move)
    return _remember(game, after, past, is_same_side, score if is_same_side else -score)


def reward_of(game: Game, state: Any, move: int) -> int:
    """The reward of a legal move for the player who makes it."""
    if not says(game, "reward"):
        return 0
    reward = _ask(game.reward, state, move)
    _keep(laws.wrong_reward(reward))
    return int(reward)


def name_move(game: Game, state: Any, move: int) -> str:
    """The name of a legal move."""
    name = _ask(game.move_name, state, move)
    if not isinstance(name, str):
        _keep(f"`move_name` gave {laws.short_repr(name)} for {move}; it must give a text")
    return str(name)


def payoffs_of(game: Game, state: Any, mover: int) -> tuple[float, ...]:
    """The payoffs, first player first, of a state that is over and in which `mover` is to move."""
    if says(game, "payoffs"):
        payoffs = _ask(game.payoffs, state)
        row = _ask(tuple, islice(payoffs, game.players + 1)) if isinstance(payoffs, Iterable) else payoffs
        _keep(laws.wrong_payoffs(row, game.players))
        return tuple(row)
    result = worth_of_end(game, state)
    _keep(laws.NO_SIDE if mover == CHANCE else laws.wrong_result(result))
    return (result, -result) if mover == 0 else (-result, result)


def worth_of_end(game: Game, state: Any) -> int:
    """The result for the side to move in a state that is over by the rules or by repetition, rewards included."""
    score = score_of(state)
    if not has_recurred(game, state) or _ask(game.is_over, state):
        result = _ask(game.result, state)
        return result + score if score and laws.is_int(result) else result  # type: ignore[no-any-return]  # who asks looks at it
    if says(game, "recurrence_result"):
        return int(_ask(game.recurrence_result, without_past(state))) + score
    if game.recurrence == DRAW:
        return score
    return (-1 if state.is_same_side else 1) + score


def _on_grid(game: Game, state: Any) -> OnGrid:
    """A state on the grid of its game, with the game's own names for moves and squares."""
    mover = game.to_move(state) if says(game, "to_move") else None
    side = mover if mover is not None and mover != CHANCE else int(state.turn) if hasattr(state, "turn") else None
    from_to = partial(game.from_to, state) if says(game, "from_to") else None
    stands = partial(game.stands, state) if says(game, "stands") else None
    counts, spells = partial(game.counts, state), partial(game.spells, state) if says(game, "spells") else None
    return OnGrid(state, side, mover == CHANCE, from_to, stands, counts, spells)


def _ask(rule: Callable[..., Any], *arguments: Any) -> Any:
    """The answer of a rule."""
    try:
        return rule(*arguments)
    except FAILURES as wrong:
        _fail(wrong)


def _fail(wrong: BaseException) -> NoReturn:
    """Re-raise a rule's exception as a RulesError that says where it happened, unless memory ran out."""
    if isinstance(wrong, (KibitzError, MemoryError)):
        raise wrong
    raise blamed(wrong) from wrong


def _keep(wrong: str | None) -> None:
    if wrong is not None:
        raise laws.broken(wrong)
