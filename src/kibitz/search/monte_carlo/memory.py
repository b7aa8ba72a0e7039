"""The memory of a thread that plays games out."""

from kibitz.kernel import MemoryLayout, Shared, Words


class PlayoutMemory(Words):
    """The words of a thread's memory that have names."""

    dice: int  # as in other memories
    games: int  # that ended ...
    plies: int  # ... and how long all of them together were
    halt: Shared  # set by another thread: end after this game
    endless: int  # games that were given up
    stuck: int  # STUCK: a position that is not over has no moves; NO_ROOM: it has more than there is room for
    players: int
    room_bits: int  # of the number of moves for which there is room
    starter: int  # who moves first; -1 where dice or cards decide
    lead: int  # of the first player, by what moves have brought in the game so far ...
    lead_before: int  # ... and before games begin

    last_at: int  # where the state before the one in which games begin is noted; 0: it is not known
    last_mover: int  # who moved there

    # Positions that come back (game_path.py):
    path_at: int  # where the filter begins, and the marks after it
    path_words: int  # of both together; 0 in games that do not mind
    path_count: int  # positions of the game so far ...
    path_since: int  # ... and the first of them that can have come back
    played_count: int  # positions that were on the board before the games begin, the first one of them included


PLAYOUT_LAYOUT = MemoryLayout(PlayoutMemory)
