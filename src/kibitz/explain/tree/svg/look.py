"""How much a picture of a tree says, and how large: decided once for the whole picture, by what there is room for."""

from dataclasses import dataclass

LARGE, SMALL = 600, 6000  # leaves: more of them are written smaller, and more than that only where there is room


@dataclass(frozen=True)
class PictureLook:
    """`standing`: the root on top, its moves below; else the root at the left, its moves to the right of it.

    `size` of letters in pixels. `row`: the height of a line of the tree where it does not stand. `boards` in the nodes, and
    `windows` on the edges. `short`: "at most 0" is written as a sign. `sparse`: text is left out where there is no room.
    """

    standing: bool
    boards: bool = False
    windows: bool = True
    size: float = 12.0
    row: float = 19.0
    short: bool = False
    sparse: bool = False

    @property
    def small(self) -> float:
        """The size of what matters less."""
        return self.size * 0.82

    @property
    def head(self) -> float:
        """The height of what stands on the edge to a node, where the tree stands."""
        return 23.0 + (12.0 if self.windows else 0.0)


def lying(lines: int, boards: bool, windows: bool) -> PictureLook:
    """The look of a tree with so many leaves, root at the left: in three steps, from well to be read to just to be seen."""
    if boards or lines <= min(LARGE, SMALL):
        return PictureLook(False, boards, windows)
    if lines <= SMALL:
        return PictureLook(False, False, False, size=9.0, row=11.5, short=True)
    return PictureLook(False, False, False, size=8.0, row=4.0, short=True, sparse=True)
