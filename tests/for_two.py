"""What the naive twins of games for two have in common."""


class ForTwo:
    """What one wins the other loses: `lead` is the result for the first player."""

    def lead(self) -> int:
        raise NotImplementedError

    def paid(self) -> tuple[float, ...]:
        return self.lead(), -self.lead()
