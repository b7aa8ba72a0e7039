"""The memory of a thread that learns: the words that have names. Behind them lie the records of a game's positions."""

from kibitz.kernel import MemoryLayout, Shared, Words


class Lessons(Words):
    """The words of a learner's memory that have names."""

    dice: int  # the state of the pseudo-random numbers
    games: int  # games played ...
    plies: int  # ... and positions learned from
    halt: Shared  # set by another thread: end after this game
    instances: int  # weights that are added up for a position
    backup: int  # plies of a backup
    opening: int  # plies at random at the beginning, at most
    longest: int  # plies of a game
    chance: float  # that a move is made at random
    trace: float  # lambda: how much of a target is how the game went on
    rate: float  # of learning
    largest: float  # the largest result; where each player has a number, half of what lies between the least and the most
    middle: float  # of these
    apart: int  # weights that each player has
    error: float  # the squares of all corrections, added up
    target: float  # of a position whose value is known
    enough: int  # end when so many positions have been learned from
    siblings: int  # where what successors have in common is kept (siblings.py); 0 where each is added up by itself
    board_words: int  # words of 64 squares
    head: int  # where the rows of the plan begin, those of side 0 first
    last_summed: int  # the number of the last successor that was added up


RECORDS = MemoryLayout(Lessons).end
