"""The rules of Kalah once more, written the plainest way: seeds in a list."""

from naive import ForTwo


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
