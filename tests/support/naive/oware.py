"""The rules of oware once more, written the plainest way: seeds in a ring."""

from naive import ForTwo


class NaiveOware(ForTwo):
    """All pits in a ring, the first player's before the second's; what each has captured; and all positions so far."""

    def __init__(self, pits: int, seeds: int) -> None:
        self.pits, self.mover = pits, 0
        self.ring, self.captured = [seeds] * 2 * pits, [0, 0]
        self.seen = [self.position()]

    def position(self) -> tuple[int, ...]:
        return (self.mover, *self.ring)

    def own(self, player: int) -> range:
        return range(player * self.pits, (player + 1) * self.pits)

    def on_side(self, player: int, ring: list[int]) -> int:
        return sum(ring[place] for place in self.own(player))

    def after(self, name: str) -> tuple[list[int], int]:
        """The ring when a pit is sown, and where the last seed fell."""
        ring, origin = list(self.ring), self.own(self.mover)[int(name) - 1]
        hand, ring[origin], place = ring[origin], 0, origin
        for _ in range(hand):
            place = (place + 1) % len(ring)
            if place == origin:
                place = (place + 1) % len(ring)
            ring[place] += 1
        return ring, place

    def moves(self) -> list[str]:
        names = [str(i + 1) for i, place in enumerate(self.own(self.mover)) if self.ring[place]]
        if self.on_side(1 - self.mover, self.ring):
            return names
        return [name for name in names if self.on_side(1 - self.mover, self.after(name)[0])]

    def play(self, name: str) -> None:
        ring, place = self.after(name)
        captured = list(ring)
        while place in self.own(1 - self.mover) and captured[place] in (2, 3):
            captured[place] = 0
            place -= 1
        if self.on_side(1 - self.mover, captured):
            self.captured[self.mover] += sum(ring) - sum(captured)
            ring = captured
        self.ring, self.mover = ring, 1 - self.mover
        self.seen.append(self.position())

    def over(self) -> bool:
        return not self.moves() or self.seen.count(self.position()) == 2

    def lead(self) -> int:
        first, second = (self.captured[player] + self.on_side(player, self.ring) for player in (0, 1))
        return first - second
