"""A walk through the moves of a game that was played: the address of each ply, the buttons that lead there, the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from kibitz.arena.store.replay import list_positions
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game
from kibitz.position import Position
from kibitz.present.values import side_names
from kibitz.web.board.orientation import Facing, facing_of

PLY, TURNED = "ply", "turned"  # the fields of an address
DIGITS = 6  # of a number in an address


@dataclass(frozen=True)
class WalkStep:
    """A button: what it does, where it leads ("" where there is nothing), and what that is to this page."""

    name: str
    address: str
    rel: str = ""


@dataclass(frozen=True)
class Walk:
    """The board after `ply` of `last` moves. `fields`: what else stands in the address; `people`: the sides that people play.

    `chosen`: whether the board is seen from its other side; None: as it is best.
    """

    place: str
    last: int
    ply: int
    facing: Facing
    people: tuple[int, ...] = ()
    chosen: bool | None = None
    fields: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        place: str,
        game: Game,
        last: int,
        given: Mapping[str, str],
        usual: int,
        people: Sequence[int] = (),
        fields: Mapping[str, str] | None = None,
    ) -> "Walk":
        """Read a walk from an address; `usual`: the ply if it names none."""
        text, turned = given.get(PLY, ""), given.get(TURNED)
        ply = min(int(text), last) if text.isascii() and text.isdigit() and len(text) <= DIGITS else usual
        chosen = turned == "1" if turned in ("0", "1") else None
        return cls(place, last, ply, facing_of(game), tuple(people), chosen, fields or {})

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from its other side."""
        return self.facing.is_turned(list(self.people), self.chosen)

    def at(self, ply: int) -> str:
        """The address of the board after that number of moves, turned as it is now."""
        return self._address(ply, self.chosen)

    @property
    def turn(self) -> str:
        """The address of the same board, seen from the other side."""
        return self._address(self.ply, not self.is_turned)

    @property
    def steps(self) -> tuple[WalkStep, ...]:
        """The buttons, each always in its place."""
        back, on = self.ply > 0, self.ply < self.last
        return (
            WalkStep("First", self.at(0) if back else ""),
            WalkStep("Back", self.at(self.ply - 1) if back else "", "prev"),
            WalkStep("Next", self.at(self.ply + 1) if on else "", "next"),
            WalkStep("Last", self.at(self.last) if on else ""),
        )

    def _address(self, ply: int, turned: bool | None) -> str:
        fields = dict(self.fields) | {PLY: str(ply)} | ({} if turned is None else {TURNED: str(int(turned))})
        return f"{self.place}?{urlencode(fields, safe='/,')}"


@remembered(32)
def positions_of(game: Game, names: tuple[str, ...]) -> tuple[Position, ...]:
    """The positions before and after each move; who walks through a game asks for them again and again. StoreError."""
    return tuple(list_positions(game, names))


@dataclass(frozen=True)
class MoveRow:
    """A move in the list: its number from 1, the side that made it (0 where chance did), and what that is called."""

    number: int
    name: str
    side: int
    who: str


def move_rows(positions: Sequence[Position], names: Sequence[str]) -> list[MoveRow]:
    """The list of the moves."""
    sides = side_names(positions[0].game)
    return [
        MoveRow(number, name, max(before.to_move, 0), "dice" if before.is_chance else sides[before.to_move])
        for number, (before, name) in enumerate(zip(positions, names, strict=False), 1)
    ]


def is_in_turn(positions: Sequence[Position]) -> bool:
    """Whether two players move strictly in turn, without dice: then their moves stand side by side."""
    turns = [position.to_move for position in positions[:-1]]
    return positions[0].game.players == 2 and all(turn == ply % 2 for ply, turn in enumerate(turns))
