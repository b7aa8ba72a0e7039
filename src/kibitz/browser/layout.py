"""The layout of the searches' memories as data, for scripts that read them: no number is written twice."""

from typing import Any

from kibitz.browser import steps
from kibitz.core.laws import LARGEST_RESULT
from kibitz.kernel.words import registers
from kibitz.search.drivers.playouts import LONGEST
from kibitz.search.monte_carlo import game_path, random_games, tree
from kibitz.search.parts import memory, path, proof_table, trace_format, transposition_table, vector_memory

STATUSES = ("running", "stopped", "no_room", "too_large", "too_deep", "no_moves")
PLACES = ("deepest", "stride", "lines", "since", "signs", "scores", "moves", "buckets", "proof_buckets", "busy", "history_size")
TREE = (
    *("first_block", "mover", "rows", "visits", "proofs", "payoffs", "gains", "limits", "moves", "columns", "ages", "ages_at"),
    *("path", "paid", "count_ages", "mark_kept", "free_unmarked", "clear_tables", "last_at"),
)
TRACE = ("record", "parent_at", "number_at", "why_at", "says_at", "widest", "table", "searched")


def layout() -> dict[str, Any]:
    """Where everything lies, by names as scripts write them."""
    words = {name: (register.number, "float" if register.holds is float else "int") for name, register in registers.items()}
    mcts = {name: getattr(tree, name.upper()) for name in TREE} | {
        "room_bits": random_games.ROOM_BITS,
        "seeds": random_games.SEEDS,
        "stuck_without_moves": random_games.STUCK,
        "stuck_without_room": random_games.NO_ROOM,
        "longest": LONGEST,
        "most_marks": game_path.MARKS,
    }
    places = {name: getattr(memory, name.upper()) for name in (*STATUSES, *PLACES)} | {
        "nowhere": path.NOWHERE,
        "proof_bits": transposition_table.PROOF_BITS,
        "slots": proof_table.SLOTS,
        "near_log": proof_table.NEAR_LOG,
        "vector_head": vector_memory.HEAD,
        "largest_result": LARGEST_RESULT,
    }
    traced = {name: getattr(trace_format, name.upper()) for name in TRACE} | {"open": memory.OPEN, "children": memory.CHILDREN}
    look = ("over", "chance", "mark", "recurred", "estimate", "first", "longest", "count", "numbers")
    step = ("mover", "sign", "reward", "irreversible", "state")
    return _in_camels(
        places
        | {
            "words": words,
            "tree": mcts,
            "trace": traced | {"reasons": trace_format.REASONS},
            "look": {name: getattr(steps, name.upper()) for name in look},
            "step": {name: getattr(steps, name.upper()) for name in step},
        }
    )


def _in_camels(named: dict[str, Any]) -> dict[str, Any]:
    return {camel(name): _in_camels(value) if isinstance(value, dict) else value for name, value in named.items()}


def camel(name: str) -> str:
    """A name as scripts write it: node_limit is nodeLimit."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)
