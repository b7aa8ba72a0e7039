"""The fields that the forms of a game and of a match share: player-0, depth-0, seconds-0 of a side, set-width of the game."""

from collections.abc import Mapping, Sequence

from kibitz.web.chooser import Chooser
from kibitz.web.shelf import Offer

SET = "set-"
LONGEST = 64  # letters of a field that are shown again


def players(chooser: Chooser, given: Mapping[str, str], usual: Sequence[str]) -> list[str]:
    """Their specs, first player first; one of `usual` where the form says nothing. PlayerError for what cannot be had."""
    specs = []
    for side in range(chooser.game.players):
        who, depth, seconds = (given.get(f"{name}-{side}", "") for name in ("player", "depth", "seconds"))
        specs.append(chooser.spec(who or usual[side], depth, seconds))
    return specs


def parameters(given: Mapping[str, str]) -> dict[str, str]:
    """The parameters of the game, as the form sets them."""
    return {name.removeprefix(SET): text for name, text in given.items() if name.startswith(SET)}


def filled(offer: Offer, given: Mapping[str, str], usual: Sequence[str], **others: str) -> dict[str, str]:
    """What a form shows: what was sent, or what most people want; `others`: fields of that form alone."""
    form = {f"{name}-{side}": "" for name in ("depth", "seconds") for side in range(offer.players)}
    form |= {f"player-{side}": spec for side, spec in enumerate(usual)}
    form |= {f"{SET}{knob.name}": str(knob.text) for knob in offer.knobs}
    form |= others
    return form | {name: text[:LONGEST] for name, text in given.items() if name in form}
