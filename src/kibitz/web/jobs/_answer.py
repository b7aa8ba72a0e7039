"""A thought as jobs answer it: the JSON of `kibitz analyze`, with every value in words too."""

from typing import Any

from kibitz.position import Position
from kibitz.rules import Game
from kibitz.thought import Thought
from kibitz.wording.answer import as_json
from kibitz.wording.values import ValueWords


def answer(position: Position, thought: Thought) -> dict[str, Any]:
    """`words` says what the position is worth, and in each of `moves` what that move is."""
    fields = as_json(position, thought)
    words = _words(fields["game"], position.game)
    for one, move in zip(fields["moves"], thought.moves, strict=True):
        one["words"] = words.say(move.value, position.to_move, thought.informed)
    return fields | {"words": _verdict(words, position, thought)}


def _verdict(words: ValueWords, position: Position, thought: Thought) -> str:
    if thought.bounds is not None and thought.value.kind != "exact":
        return words.between(*thought.bounds, position.to_move)
    return words.say(thought.value, position.to_move, thought.informed)


def _words(spec: str, game: Game) -> ValueWords:
    """Those of the game before, if it is the same: names of players may take a look at the board."""
    if spec not in _kept:
        _kept.clear()
        _kept[spec] = ValueWords(game)
    return _kept[spec]


_kept: dict[str, ValueWords] = {}
