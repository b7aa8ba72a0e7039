"""The rules once more, written the plainest way on dictionaries and lists, sharing no line with the games."""

from typing import Any, Protocol

from kibitz.games.checkers import Checkers
from kibitz.games.connect_four import ConnectFour
from kibitz.games.kalah import Kalah
from kibitz.games.nim import Nim
from kibitz.games.othello import Othello
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.rules import Game
from naive_checkers import NaiveCheckers

Square = tuple[int, int]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]


class Naive(Protocol):
    """A game under way; moves go by name, and `lead` is the result for the first player."""

    mover: int

    def moves(self) -> list[str]: ...
    def play(self, name: str) -> None: ...
    def lead(self) -> int: ...
    def over(self) -> bool: ...


class Marks:
    """Marks on a board of squares, and the longest line of either side."""

    def __init__(self, width: int, height: int, line: int) -> None:
        self.width, self.height, self.line = width, height, line
        self.board: dict[Square, int] = {}
        self.mover = 0

    def put(self, square: Square) -> None:
        self.board[square] = self.mover
        self.mover = 1 - self.mover

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


class NaiveConnectFour(Marks):
    """The lowest empty square of a column; row 0 is the lowest."""

    def moves(self) -> list[str]:
        return [str(column + 1) for column in range(self.width) if (self.height - 1, column) not in self.board]

    def play(self, name: str) -> None:
        column = int(name) - 1
        self.put((min(row for row in range(self.height) if (row, column) not in self.board), column))


class NaiveOthello:
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


class NaiveKalah:
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


class NaiveNim:
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


def naive(game: Game) -> Naive:
    """The naive twin of a game, at its start."""
    fields: dict[str, Any] = {name: getattr(game, name) for name in game.__dataclass_fields__}  # type: ignore[attr-defined]  # a dataclass
    twins: dict[type, Any] = {
        TicTacToe: NaiveTicTacToe,
        ConnectFour: NaiveConnectFour,
        Othello: NaiveOthello,
        Kalah: NaiveKalah,
        Nim: NaiveNim,
        Checkers: NaiveCheckers,
    }
    made: Naive = twins[type(game)](**fields)
    return made
