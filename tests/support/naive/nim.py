"""The rules of Nim once more, written the plainest way."""

from naive import ForTwo


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
