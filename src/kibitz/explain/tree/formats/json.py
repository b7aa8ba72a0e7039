"""One JSON object, for programs."""

import json

from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.data import as_json
from kibitz.explain.tree.options import DrawingOptions

MOST = 100_000
TAKES = frozenset({"windows", "reasons"})  # windows are always there


def write(branch: Branch, options: DrawingOptions) -> str:
    """The object, in one line."""
    return json.dumps(as_json(branch, options.reasons), allow_nan=False, ensure_ascii=False) + "\n"
