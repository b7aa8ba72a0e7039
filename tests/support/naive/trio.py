"""The rules of trio once more, written the plainest way: tic-tac-toe for three."""

from naive.tic_tac_toe import NaiveTicTacToe


class NaiveTrio(NaiveTicTacToe):
    """The same for three."""

    players = 3

    def paid(self) -> tuple[float, ...]:
        winner = self.winner()
        return (0, 0, 0) if winner is None else tuple(2 if player == winner else -1 for player in range(3))
