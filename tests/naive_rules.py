"""The rules once more, written the plainest way on dictionaries and lists, sharing no line with the games."""

import dataclasses
from typing import Any, Protocol

from for_two import ForTwo
from kibitz.games.checkers import Checkers
from kibitz.games.connect_four import ConnectFour
from kibitz.games.einstein import Einstein
from kibitz.games.kalah import Kalah
from kibitz.games.nim import Nim
from kibitz.games.othello import Othello
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.treasure import Treasure
from kibitz.games.trio import Trio
from kibitz.rules import Game
from naive_checkers import NaiveCheckers

Square = tuple[int, int]
DICE = -1
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]


class Naive(Protocol):
    """A game under way; moves go by name, what dice bring too, and while they roll the mover is DICE."""

    mover: int

    def moves(self) -> list[str]: ...
    def play(self, name: str) -> None: ...
    def paid(self) -> tuple[float, ...]: ...
    def over(self) -> bool: ...


class Marks(ForTwo):
    """Marks on a board of squares, and the longest line of any player."""

    players = 2

    def __init__(self, width: int, height: int, line: int) -> None:
        self.width, self.height, self.line = width, height, line
        self.board: dict[Square, int] = {}
        self.mover = 0

    def put(self, square: Square) -> None:
        self.board[square] = self.mover
        self.mover = (self.mover + 1) % self.players

    def winner(self) -> int | None:
        for (row, column), owner in self.board.items():
            for down, right in DIRECTIONS:
                if all(self.board.get((row + down * i, column + right * i)) == owner for i in range(self.line)):
                    return owner
        return None

    def over(self) -> bool:
        return self.winner() is not None or len(self.board) == self.width * self.height

    def lead(self) -> int:
        winner = self.winner()
        return 0 if winner is None else 1 if winner == 0 else -1


class NaiveTicTacToe(Marks):
    """Any empty square."""

    def moves(self) -> list[str]:
        squares = [(row, column) for row in range(self.height) for column in range(self.width)]
        return [f"{row + 1},{column + 1}" for row, column in squares if (row, column) not in self.board]

    def play(self, name: str) -> None:
        row, column = map(int, name.split(","))
        self.put((row - 1, column - 1))


class NaiveTrio(NaiveTicTacToe):
    """The same for three."""

    players = 3

    def paid(self) -> tuple[float, ...]:
        winner = self.winner()
        return (0, 0, 0) if winner is None else tuple(2 if player == winner else -1 for player in range(3))


class NaiveConnectFour(Marks):
    """The lowest empty square of a column; row 0 is the lowest."""

    def moves(self) -> list[str]:
        return [str(column + 1) for column in range(self.width) if (self.height - 1, column) not in self.board]

    def play(self, name: str) -> None:
        column = int(name) - 1
        self.put((min(row for row in range(self.height) if (row, column) not in self.board), column))


class NaiveOthello(ForTwo):
    """Black is 0 and begins."""

    def __init__(self, size: int) -> None:
        self.size, self.mover, low = size, 0, size // 2 - 1
        self.board = {(low, low): 1, (low + 1, low + 1): 1, (low, low + 1): 0, (low + 1, low): 0}

    def turned(self, square: Square, mover: int) -> list[Square]:
        found: list[Square] = []
        if square in self.board:
            return found
        for down, right in DIRECTIONS:
            between, (row, column) = [], (square[0] + down, square[1] + right)
            while self.board.get((row, column)) == 1 - mover:
                between.append((row, column))
                row, column = row + down, column + right
            if self.board.get((row, column)) == mover:
                found += between
        return found

    def discs(self, mover: int) -> list[str]:
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [f"{'abcdefgh'[column]}{row + 1}" for row, column in squares if self.turned((row, column), mover)]

    def moves(self) -> list[str]:
        return self.discs(self.mover) or ["pass"]

    def play(self, name: str) -> None:
        if name != "pass":
            square = int(name[1]) - 1, "abcdefgh".index(name[0])
            for place in [*self.turned(square, self.mover), square]:
                self.board[place] = self.mover
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return not self.discs(0) and not self.discs(1)

    def lead(self) -> int:
        black = sum(owner == 0 for owner in self.board.values())
        white = len(self.board) - black
        empty = self.size**2 - len(self.board)
        return black - white + (empty if black > white else -empty if white > black else 0)


class NaiveKalah(ForTwo):
    """All places in a ring: the first player's pits, its store, the second's pits, its store."""

    def __init__(self, pits: int, seeds: int, empty_capture: bool) -> None:
        self.pits, self.empty_capture, self.mover = pits, empty_capture, 0
        self.ring = ([seeds] * pits + [0]) * 2

    def own(self, player: int) -> list[int]:
        begin = player * (self.pits + 1)
        return list(range(begin, begin + self.pits))

    def moves(self) -> list[str]:
        return [str(i + 1) for i, place in enumerate(self.own(self.mover)) if self.ring[place]]

    def play(self, name: str) -> None:
        place = self.own(self.mover)[int(name) - 1]
        store, other_store = self.own(self.mover)[-1] + 1, self.own(1 - self.mover)[-1] + 1
        hand, self.ring[place] = self.ring[place], 0
        while hand:
            place = (place + 1) % len(self.ring)
            if place != other_store:
                self.ring[place] += 1
                hand -= 1
        if place == store:
            return
        opposite = 2 * self.pits - place
        if place in self.own(self.mover) and self.ring[place] == 1 and (self.ring[opposite] or self.empty_capture):
            self.ring[store] += self.ring[opposite] + 1
            self.ring[place] = self.ring[opposite] = 0
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return any(not any(self.ring[place] for place in self.own(player)) for player in (0, 1))

    def lead(self) -> int:
        return sum(self.ring[: self.pits + 1]) - sum(self.ring[self.pits + 1 :])


class NaiveNim(ForTwo):
    """Heaps in a list."""

    def __init__(self, heaps: tuple[int, ...], misere: bool) -> None:
        self.heaps, self.misere, self.mover = list(heaps), misere, 0

    def moves(self) -> list[str]:
        return [f"{heap + 1}:{taken}" for heap, size in enumerate(self.heaps) for taken in range(1, size + 1)]

    def play(self, name: str) -> None:
        heap, taken = map(int, name.split(":"))
        self.heaps[heap - 1] -= taken
        self.mover = 1 - self.mover

    def over(self) -> bool:
        return sum(self.heaps) == 0

    def lead(self) -> int:
        took_the_last = 1 - self.mover
        winner = 1 - took_the_last if self.misere else took_the_last
        return 1 if winner == 0 else -1


class NaivePig(ForTwo):
    """Points in a list; `roller` rolls while the mover is DICE."""

    def __init__(self, target: int) -> None:
        self.target, self.points, self.pot, self.mover, self.roller = target, [0, 0], 0, 0, 0

    def moves(self) -> list[str]:
        if self.mover == DICE:
            return ["6", "5", "4", "3", "2", "1"]
        return ["roll", "hold"] if self.pot else ["roll"]

    def play(self, name: str) -> None:
        if name == "roll":
            self.roller, self.mover = self.mover, DICE
        elif name == "hold":
            self.points[self.mover] += self.pot
            self.pot, self.mover = 0, 1 - self.mover
        elif name == "1":
            self.pot, self.mover = 0, 1 - self.roller
        else:
            self.pot, self.mover = self.pot + int(name), self.roller

    def over(self) -> bool:
        return self.mover != DICE and self.points[self.mover] + self.pot >= self.target

    def lead(self) -> int:
        return 1 if self.mover == 0 else -1


class NaiveEinstein(ForTwo):
    """A dictionary from squares to cubes (player, number); X goes right and down, O left and up."""

    def __init__(self, first: tuple[int, ...], second: tuple[int, ...]) -> None:
        homes = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
        self.board = {home: (0, number) for home, number in zip(homes, first, strict=True)}
        self.board |= {(4 - row, 4 - column): (1, number) for (row, column), number in zip(homes, second, strict=True)}
        self.mover, self.player, self.die = DICE, 0, 0

    def places(self, player: int) -> dict[int, Square]:
        return {number: square for square, (owner, number) in self.board.items() if owner == player}

    def movable(self) -> list[int]:
        numbers = self.places(self.player)
        if self.die in numbers:
            return [self.die]
        below, above = [n for n in numbers if n < self.die], [n for n in numbers if n > self.die]
        return ([max(below)] if below else []) + ([min(above)] if above else [])

    def moves(self) -> list[str]:
        if self.mover == DICE:
            return ["1", "2", "3", "4", "5", "6"]
        found, way = [], 1 if self.player == 0 else -1
        for number in self.movable():
            row, column = self.places(self.player)[number]
            for down, right in ((way, way), (0, way), (way, 0)):
                if 0 <= row + down < 5 and 0 <= column + right < 5:
                    found.append(f"{number}{'abcde'[column + right]}{row + down + 1}")
        return found

    def play(self, name: str) -> None:
        if self.mover == DICE:
            self.die, self.mover = int(name), self.player
            return
        number, square = int(name[0]), (int(name[2]) - 1, "abcde".index(name[1]))
        del self.board[self.places(self.player)[number]]
        self.board[square] = self.player, number
        self.player = 1 - self.player
        self.mover = self.player if self.over() else DICE

    def over(self) -> bool:
        return (
            not self.places(0) or not self.places(1) or (4, 4) in self.places(0).values() or (0, 0) in self.places(1).values()
        )

    def lead(self) -> int:
        return 1 if not self.places(1) or (4, 4) in self.places(0).values() else -1


class NaiveTreasure:
    """Walkers, coins and what was found in lists and sets."""

    def __init__(self, width: int, height: int, turns: int, gold: int) -> None:
        self.width, self.height, self.gold, self.left, self.mover = width, height, gold, 2 * turns, 0
        self.walkers = [(height // 2, 0), (height // 2, width - 1)]
        self.coins = {(row, column) for row in (0, height - 1) for column in (0, width - 1)}
        self.found, self.opened = [0, 0], False

    def steps(self) -> dict[str, Square]:
        row, column = self.walkers[self.mover]
        ways = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0), "wait": (0, 0)}
        return {
            name: (row + down, column + right)
            for name, (down, right) in ways.items()
            if 0 <= row + down < self.height and 0 <= column + right < self.width
        }

    def moves(self) -> list[str]:
        return list(self.steps())

    def play(self, name: str) -> None:
        square = self.walkers[self.mover] = self.steps()[name]
        if square in self.coins:
            self.coins.remove(square)
            self.found[self.mover] += 1
        if set(self.walkers) == {(self.height // 2, self.width // 2)}:
            self.opened = True
        self.left, self.mover = self.left - 1, 1 - self.mover

    def over(self) -> bool:
        return self.left == 0

    def paid(self) -> tuple[float, ...]:
        return tuple(coins + (self.gold if self.opened else 0) for coins in self.found)


def naive(game: Game) -> Naive:
    """The naive twin of a game, at its start."""
    fields: dict[str, Any] = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}  # type: ignore[arg-type]  # a dataclass
    twins: dict[type, Any] = {
        TicTacToe: NaiveTicTacToe,
        ConnectFour: NaiveConnectFour,
        Othello: NaiveOthello,
        Kalah: NaiveKalah,
        Nim: NaiveNim,
        Checkers: NaiveCheckers,
        Trio: NaiveTrio,
        Pig: NaivePig,
        Einstein: NaiveEinstein,
        Treasure: NaiveTreasure,
    }
    made: Naive = twins[type(game)](**fields)
    return made
