"""What every legal move is worth: {game, moves, time}, `time` in seconds (2).

Exact where the book that comes with the game or a proof within the time says so, else estimated. First comes a short look at
all moves, then proofs, the most promising move first, and what time is left goes into better estimates. Of games of chance, or
of several players, the values are those of the search that fits.
"""

from collections.abc import Callable
from typing import Any

from kibitz.book import Book
from kibitz.players._engine import can_be_proved
from kibitz.position import Position
from kibitz.web.jobs._answer import answer
from kibitz.web.jobs._asked import compile_ahead, position
from kibitz.web.jobs._survey import Survey
from kibitz.web.stop import Stop
from kibitz.wording.answer import final

TIME = 2.0


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """The answer is the JSON of `kibitz analyze`, with `words`, and with all moves valued."""
    here = position(args)
    if here.is_over:
        return answer(here, final(here))
    proves = can_be_proved(here.game)
    known = _book(here, stop) if proves else None
    if known is not None:
        return answer(here, known)
    compile_ahead(here.game, stop, None, *(["solve"] if proves else []))
    survey = Survey(here, float(args.get("time", TIME)), stop, lambda thought: tell(answer(here, thought)))
    return answer(here, survey.thought(proves))


def _book(here: Position, stop: Stop) -> Any:
    with stop.preparing("opening the book"):
        book = Book.shipped(here.game)
    return book and book.lookup(here)
