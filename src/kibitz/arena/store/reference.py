"""A stored game named in text: `match:12/3/1` is side 1 of pair 3 of match 12, `match:12/3/1@20` its first 20 moves."""

import re
from dataclasses import dataclass
from pathlib import Path

from kibitz import registry
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store.replay import play_names
from kibitz.errors import GameError, StoreError
from kibitz.position import Position
from kibitz.rules import Game

START = "match:"
REFERENCE = re.compile(START + r"(\d{1,9})/(\d{1,9})/(\d{1,9})(?:@(\d{1,9}))?", re.ASCII)


@dataclass(frozen=True)
class Reference:
    """A game of the store, and the moves of it that were asked for."""

    text: str
    plan: Plan
    fixture: Fixture
    played: Played
    moves: tuple[str, ...]

    def position(self, game: Game) -> Position:
        """The position after the moves. GameError for a stored game of another kind, StoreError when the rules have changed."""
        if not _is(game, self.plan.game):
            raise GameError(f"{self.text} is a game of {self.plan.game}, not of {registry.spec_of(game)}")
        return play_names(game, self.moves)


def resolve(text: str, url: str | None = None) -> Reference:
    """What `text` names in the store at `url` (None: the usual one). StoreError when it names nothing there."""
    from kibitz.arena.store.store import Store

    said = REFERENCE.fullmatch(text.strip())
    if said is None:
        how = "write match:12/3/1 for match 12, pair 3, side 1, or match:12/3/1@20 for its first 20 moves"
        raise StoreError(f"{text!r} names no stored game: {how}")
    match, pair, side = (int(number) for number in said.groups()[:3])
    with Store.open(url, make=False) as store:
        plan, (fixture, played) = store.plan(match), store.game(match, pair, side)
    wanted = len(played.moves) if said[4] is None else int(said[4])
    if wanted > len(played.moves):
        raise StoreError(f"the game match:{match}/{pair}/{side} has {len(played.moves)} moves, not {wanted}")
    return Reference(text.strip(), plan, fixture, played, played.moves[:wanted])


def _is(game: Game, spec: str) -> bool:
    """Whether `spec` names this game; of one whose file is not there any more, whether a file of that name does."""
    try:
        return registry.load(spec) == game
    except GameError:
        here = registry.spec_of(game)
        return ".py" in spec and ".py" in here and _file_name(spec) == _file_name(here)


def _file_name(spec: str) -> str:
    return Path(spec.partition(".py")[0]).name
