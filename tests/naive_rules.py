"""The rules once more, written the plainest way on dictionaries and lists, sharing no line with the games."""

import dataclasses
from typing import Any

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
from naive_base import DIRECTIONS, ForTwo, Naive, Square
from naive_checkers import NaiveCheckers
from naive_dice import NaiveEinstein, NaivePig


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
