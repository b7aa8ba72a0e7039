"""Laws of answers: asked again, the rules answer the same."""

from kibitz.checking.ask import RuleAnswer
from kibitz.checking.ground import Ground
from kibitz.checking.law import Breach, law
from kibitz.checking.place import CheckedPlace
from kibitz.rules import says


@law("place", most=300, alone=True)
def rules_answer_alike(ground: Ground, place: CheckedPlace) -> Breach | None:
    """Asked twice in a row, the rules answer the same."""
    return _other_answer(*(CheckedPlace(place.game, place.state, place.line) for _ in range(2)))


@law("game", alone=True)
def rules_remember_nothing(ground: Ground) -> Breach | None:
    """What the rules say of a state does not depend on which other states they were asked about in between."""
    seen = ground.places[:: max(1, len(ground.places) // 200)] + ground.playouts[:100]
    for place in seen:
        breach = _other_answer(place, CheckedPlace(place.game, place.state, place.line))
        if breach:
            return Breach(f"after other games were played, {breach.message}", breach.move, place.line)
    return None


def _other_answer(place: CheckedPlace, again: CheckedPlace) -> Breach | None:
    """Where the second answers differ from the first, if they do."""

    def difference(what: str, first: RuleAnswer, second: RuleAnswer, move: int | None = None) -> Breach | None:
        if first == second or ("nan" in first.text and first.text == second.text):  # no nan equals itself
            return None
        texts = (answer.text for answer in (first, second))
        return Breach(f"{what} gave {' and then '.join(texts)}; it must give the same each time", move)

    breach = difference("`is_over`", place.over, again.over)
    if not breach and says(place.game, "to_move"):
        breach = difference("`to_move`", place.mover, again.mover)
    if breach or place.over.value:
        return breach or difference("the result", place.ending, again.ending)
    breach = difference(place.source, place.options, again.options)
    return breach or next(
        (wrong for move in place.legal if (wrong := difference("`play`", place.after(move), again.after(move), move))), None
    )
