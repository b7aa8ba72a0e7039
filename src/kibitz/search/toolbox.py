"""The names that a search of your own may import; they keep their meaning from version to version.

docs/own_search.md shows how to use them. A search that runs until it is stopped needs only those for answers; a search by depth
is a kernel, compiled with the rules of a game.
"""

from kibitz.core.rules import CHANCE
from kibitz.core.thought import Limit, MoveValue, Value
from kibitz.kernel import Fields, Words, high_bits, low_bits, mixed, next_dice, read, read_number, write, write_number
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, TRACES, HashTable, Memory, begin_line, extend_line, visit
from kibitz.search.parts.order import first_of, number_in_order, number_of, order_moves, record_cutoff
from kibitz.search.parts.scores import (
    INFINITE,
    NONE,
    back_up_score,
    better_score,
    conclude_after_cut,
    conclude_all_moves,
    is_surer,
    score_end,
    score_horizon,
    window_below,
)
from kibitz.search.parts.task import Answer, SearchTask
from kibitz.search.parts.team import SearchStopped
from kibitz.search.parts.trace_format import NEXT, close_node, look_again, open_node
from kibitz.search.parts.transposition_table import (
    AT_LEAST,
    AT_MOST,
    NO_MOVE,
    bucket_of,
    depth_of,
    keep,
    look_up,
    move_of,
    signature_of,
    value_of,
)

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "CHANCE",
    "INFINITE",
    "NEXT",
    "NONE",
    "NO_MOVE",
    "NO_MOVES",
    "TRACES",
    "Answer",
    "Fields",
    "HashTable",
    "Limit",
    "Memory",
    "MoveValue",
    "Search",
    "SearchStopped",
    "SearchTask",
    "Value",
    "Words",
    "back_up_score",
    "begin_line",
    "better_score",
    "bucket_of",
    "close_node",
    "conclude_after_cut",
    "conclude_all_moves",
    "depth_of",
    "extend_line",
    "first_of",
    "high_bits",
    "is_surer",
    "keep",
    "look_again",
    "look_up",
    "low_bits",
    "mixed",
    "move_of",
    "next_dice",
    "number_in_order",
    "number_of",
    "open_node",
    "order_moves",
    "read",
    "read_number",
    "record_cutoff",
    "score_end",
    "score_horizon",
    "signature_of",
    "value_of",
    "visit",
    "window_below",
    "write",
    "write_number",
]
