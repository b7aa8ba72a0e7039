"""A stored game, found by its name, as a position and as a record: its moves played again by the rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.core import registry
from kibitz.core.parameters import split_spec
from kibitz.core.rules import Game
from kibitz.core.thought import GameRecord
from kibitz.errors import GameError, MoveError, StoreError
from kibitz.files.fingerprint import from_usual_start
from kibitz.position import Position


def replay(game: Game, played: Played) -> Position:
    """Where a game ended. StoreError when the rules of today do not allow its moves, or pay something else for them."""
    position = play_names(game, played.moves)
    if played.payoffs is not None and position.payoffs != played.payoffs:
        now = "is not over there" if position.payoffs is None else f"pays {_format_payoffs(position.payoffs)}"
        raise StoreError(
            f"the stored game ended with {_format_payoffs(played.payoffs)}, but by the rules as they are now it {now}: "
            "they have changed since it was played"
        )
    return position


def play_names(game: Game, names: Sequence[str]) -> Position:
    """The position after stored moves. StoreError when the rules do not allow one of them."""
    return list_positions(game, names)[-1]


def list_positions(game: Game, names: Sequence[str]) -> list[Position]:
    """The positions before and after each of the stored moves. StoreError when the rules do not allow one of them."""
    found = [Position.after(game)]
    for number, name in enumerate(names, 1):
        try:
            found.append(found[-1].play(name))
        except MoveError as problem:
            raise StoreError(f"the stored game does not follow the rules as they are now: move {number}: {problem}") from None
    return found


def record(plan: Plan, fixture: Fixture, played: Played) -> GameRecord:
    """A stored game as the record of a game."""
    players = tuple(plan.players[seat] for seat in fixture.seats)
    opening = len(fixture.moves)
    return GameRecord(fixture.start or plan.game, played.moves, players, played.payoffs, played.forfeit, played.reason, opening)


def _format_payoffs(payoffs: Sequence[float]) -> str:
    return ", ".join(f"{one:g}" for one in payoffs)


# A stored game named in text: `match:12/3/1` is side 1 of pair 3 of match 12, `play:3f9a0c` the game of people whose key begins
# with these digits; with `@20` at the end, the first 20 moves of it.

REFERENCE = re.compile(r"(?:match:(\d{1,9})/(\d{1,9})/(\d{1,9})|play:([0-9a-fA-F]{6,32}))(?:@(\d{1,9}))?", re.ASCII)
HOW = (
    "write match:12/3/1 for match 12, pair 3, side 1 (both counted from 0), or match:12/3/1@20 for its first 20 moves; "
    "or play:3f9a0c, with 6 digits or more of the key in the address of its page, for a game that people played"
)


@dataclass(frozen=True)
class Reference:
    """A game of the store, and the moves of it that were asked for; `files`: what its spec names on disk, where it is known."""

    text: str
    record: GameRecord
    moves: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def position(self, game: Game) -> Position:
        """The position after the moves. GameError for a stored game of another kind, StoreError when the rules have changed.

        A stored game that begins from a position of its own is of the kind of `game`, and the position is of the stored game.
        """
        game = _set_up(game, self.record.game)
        if not _is(game, self.record.game):
            raise GameError(f"{self.text} is a game of {self.record.game}, not of {registry.spec_of(game)}")
        return play_names(game, self.moves)


def resolve(text: str, url: str | None = None) -> Reference:
    """The game that `text` names in the store at `url` (None: the usual one). StoreError when it names nothing there."""
    from kibitz.arena.store.store import Store

    name = text.strip()
    parts = REFERENCE.fullmatch(name)
    if parts is None:
        raise StoreError(f"{text!r} names no stored game: {HOW}")
    with Store.open(url, make=False) as store:
        if parts[4] is not None:
            whole, files = store.sitting_named(parts[4]).record(), dict[str, bytes]()
        else:
            match, pair, side = (int(number) for number in parts.groups()[:3])
            plan = store.plan(match)
            whole, files = record(plan, *store.game(match, pair, side)), dict(plan.files)
    wanted = len(whole.moves) if parts[5] is None else int(parts[5])
    if wanted > len(whole.moves):
        raise StoreError(f"the game {name.partition('@')[0]} has {len(whole.moves)} moves, not {wanted}")
    return Reference(name, whole, whole.moves[:wanted], files)


def _set_up(game: Game, spec: str) -> Game:
    """The stored game, if that is this one from another position; else this one."""
    if ".py" in spec or split_spec(spec)[0] != split_spec(registry.spec_of(game))[0]:
        return game
    stored = registry.load(spec)
    return stored if from_usual_start(stored) == game else game


def _is(game: Game, spec: str) -> bool:
    """Whether `spec` names this game; of one whose file is not there any more, whether a file of that name does."""
    try:
        return registry.load(spec) == game
    except GameError:
        here = registry.spec_of(game)
        return ".py" in spec and ".py" in here and _file_name(spec) == _file_name(here)


def _file_name(spec: str) -> str:
    return Path(spec.partition(".py")[0]).name
