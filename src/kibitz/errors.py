"""The errors of kibitz. Every message is one sentence that names the remedy."""

import sys
from pathlib import Path
from typing import Self


class KibitzError(Exception):
    """A mistake of the user, in one sentence; commands and pages show it without a traceback."""


class ArgumentError(KibitzError, TypeError):
    """An argument of a wrong type; the message says what to give."""


class GameError(KibitzError):
    """No such game, or a parameter it does not take."""


class RulesError(KibitzError):
    """The rules break their own contract, for instance a move exists in no state of a game that is not over."""


class MoveError(KibitzError):
    """A move that cannot be played here; one of the three kinds below."""


class NotAMove(MoveError):
    """The text names no move of this game at all."""


class IllegalMove(MoveError):
    """The text names a move, but the rules do not allow it in this state."""


class AmbiguousMove(MoveError):
    """The text may mean more than one legal move."""


class SearchError(KibitzError):
    """No such search, or one that does not fit the game; the message names one that does."""


class OpeningError(KibitzError):
    """No such way to open the games of a match, or one that the game has no positions for."""


class PlotError(KibitzError):
    """A plot without numbers, or a file it cannot be written to."""


class PictureError(KibitzError):
    """A picture that cannot be made: what makes it is missing, or the file's name says no kind of picture that there is."""


class ChoiceError(KibitzError):
    """A choice of a search that does not serve, or cannot be made."""


class PlayerError(KibitzError):
    """No such kind of player, or a setting it does not take; or a player that failed. `is_illegal_move`: by such a move."""

    is_illegal_move = False

    @classmethod
    def of_move(cls, sentence: str) -> Self:
        """The error of a player that named a move which is not legal."""
        problem = cls(sentence)
        problem.is_illegal_move = True
        return problem


class PlayerFailed(PlayerError):
    """A player of the user's own raised something, or answered with no move: in a match it loses the game by that."""


class EngineError(PlayerFailed):
    """An external engine did not start, hung, crashed, or said what makes no sense; in a match it loses the game by that."""


class EngineResigned(EngineError):
    """An external engine resigned the game."""


class SolutionError(KibitzError):
    """No strong solution: too large for the memory, a game that has none, or a file that does not serve."""


class BookError(KibitzError):
    """No opening book, a damaged one, or one of another game; the message says how to make one."""


class StoreError(KibitzError):
    """No games store, one that cannot be read or written, or something it does not hold; the message says what to do."""


class FormatError(KibitzError):
    """Games in a file that cannot be read, or that a format cannot hold; the message says what to do."""


class MatchError(KibitzError):
    """A match that cannot be: too few players or too many, or a form in which they do not meet."""


class StatisticsError(KibitzError):
    """Counts of results that cannot be, or a statistical test that could decide nothing."""


class CrewError(KibitzError):
    """No workers for the games: they do not start, keep dying or run another kibitz, there is no cluster, or a file is gone."""


class TuningError(KibitzError):
    """Nothing to tune, a method that does not fit, or the log of another tuning; the message says what to do."""


class LearningError(KibitzError):
    """A game that nothing can be learned of, or a file of an estimate that does not serve; the message says what to do."""


class LevelsError(KibitzError):
    """A game that no levels can be fitted to, or a file of levels that does not serve; the message says what to do."""


class TreeError(KibitzError):
    """A tree that cannot be shown as wished: no such shape or kind of file, or more nodes than there is room for."""


class ReportError(KibitzError):
    """A report without anything to report: no games wanted, or none that begins, or none that ends."""


class ServerError(KibitzError):
    """The page cannot be served: the port is taken, or the host is none of this machine."""


class PageError(KibitzError):
    """A page for the disk that cannot be written: the folder is not free for it, or a game is another one."""


class NotebookError(KibitzError):
    """A board that cannot be shown in a notebook: anywidget is missing, or too few players are named."""


class EnvError(KibitzError):
    """An environment for learners that cannot be made, or is not used in its order; the message says what to do."""


class Unanswered(BaseException):
    """Raised inside rules that run for too long, to end them; the caller turns it into a RulesError.

    It is not an Exception, so that rules that catch everything do not swallow it.
    """


class RulesWarning(UserWarning):
    """Rules do not compile, so that a search runs as plain Python; or a game is left out, or may not be the one meant."""


class PreparationWarning(UserWarning):
    """A call waits until machine code is made for a game, which happens once; the text says for about how long."""


def blamed(wrong: BaseException) -> KibitzError:
    """The error to raise when rules fail: a sentence that names the rules, or the error itself if it is already a
    KibitzError.
    """
    if isinstance(wrong, KibitzError):
        return wrong
    if isinstance(wrong, Unanswered):
        return unanswered(users_line(wrong) or "the rules")
    where, description = users_line(wrong), " ".join(f"{type(wrong).__name__}: {wrong}".split()).rstrip(":")
    if where is None:
        error = RulesError(f"the rules raised {description}; `kibitz check` shows where")
    else:
        error = RulesError(f"{where} failed: {description}; `kibitz check` finds the shortest way there")
    error.__cause__ = wrong
    return error


ANSWER_SECONDS = 5.0  # rules answer in microseconds, so one that takes longer than this has lost its way


def unanswered(where: str) -> RulesError:
    """The error for rules that never answer."""
    return RulesError(
        f"{where} did not answer within {ANSWER_SECONDS:.0f} s: look for a loop that never ends; `kibitz check` finds the "
        "shortest way there"
    )


def users_line(problem: BaseException) -> str | None:
    """The line of the user's own rules that failed; None when it was not theirs."""
    import traceback  # which nothing needs that goes well

    ours = (str(Path(__file__).parent), sys.prefix, sys.base_prefix, "<")
    theirs = [frame for frame in traceback.extract_tb(problem.__traceback__) if not frame.filename.startswith(ours)]
    return f"{Path(theirs[-1].filename).name}, line {theirs[-1].lineno}, {theirs[-1].name}," if theirs else None


class RulesIncomplete(NotImplementedError):
    """A method was asked for that these rules leave out; ask `says` first."""
