"""One JSON object, for programs."""

import json

from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.data import as_json
from kibitz.explain.tree.look import Look

MOST = 100_000
TAKES = frozenset({"windows", "reasons"})  # windows are always there


def write(branch: Branch, look: Look) -> str:
    """The object, in one line."""
    return json.dumps(as_json(branch, look.reasons), allow_nan=False, ensure_ascii=False) + "\n"
