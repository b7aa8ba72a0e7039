"""One measured figure: what, how much, what it must reach."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A line of the table. `reached` is None where there is no target; `how` says what was measured, and how often."""

    name: str
    figure: str
    target: str = ""
    reached: bool | None = None
    how: str = ""


def at_least(name: str, figure: float, target: float, unit: str, how: str) -> Row:
    """A figure of which more is better."""
    return Row(name, said(figure, unit), f"at least {said(target, unit)}", figure >= target, how)


def at_most(name: str, figure: float, target: float, unit: str, how: str) -> Row:
    """A figure of which less is better."""
    return Row(name, said(figure, unit), f"at most {said(target, unit)}", figure <= target, how)


def exactly(name: str, figure: int, target: int, unit: str, how: str) -> Row:
    """A figure that is known beforehand."""
    return Row(name, said(figure, unit), f"exactly {said(target, unit)}", figure == target, how)


def said(figure: float, unit: str) -> str:
    """A figure as people read it: three digits that count, unless it is a count itself; times as `12 times` or `12 ms`."""
    if isinstance(figure, int) or figure >= 1000:
        return f"{round(figure):,} {unit}".rstrip()
    return f"{figure:.3g} {unit}".rstrip()
