"""A largest matching of a graph: as many couples as can be, each of two that an edge joins (Edmonds' blossom algorithm)."""

from collections import deque
from collections.abc import Mapping, Sequence


class Matching:
    """A largest matching; the same graph gives the same one."""

    def __init__(self, edges: Mapping[int, Sequence[int]]) -> None:
        """`edges`: the neighbours of each vertex, in the order in which they are tried."""
        self._edges = {one: tuple(others) for one, others in edges.items()}
        self._mates: dict[int, int] = {}
        for one in self._edges:
            other = next((other for other in self._edges[one] if other not in self._mates), None)
            if one not in self._mates and other is not None:
                self._mates[one], self._mates[other] = other, one
        for one in self._edges:
            if one not in self._mates:
                self._augment(one)

    @property
    def size(self) -> int:
        """The number of couples."""
        return len(self._mates) // 2

    def without(self, *vertices: int) -> "Matching":
        """A largest matching of the graph without these vertices, from this one by a search for each of them."""
        found = Matching.__new__(Matching)
        found._edges, found._mates = dict(self._edges), dict(self._mates)
        for one in vertices:
            del found._edges[one]
            mate = found._mates.pop(one, None)
            if mate is not None:
                del found._mates[mate]
                found._augment(mate)
        return found

    def _augment(self, root: int) -> bool:
        """Make the matching larger by one along a path from `root`, which has no mate; False where there is no such path.

        A breadth-first search. Where it meets itself on an odd circle (a blossom), the circle counts as one vertex, its base.
        """
        mates, parent, base = self._mates, dict[int, int](), {one: one for one in self._edges}
        reached, queue = {root}, deque([root])
        while queue:
            here = queue.popleft()
            for there in self._edges[here]:
                if there not in base or base[here] == base[there] or mates.get(here) == there:
                    continue
                if there == root or (there in mates and mates[there] in parent):
                    for one in _contract(here, there, mates, parent, base):
                        if one not in reached:
                            reached.add(one)
                            queue.append(one)
                elif there not in parent:
                    parent[there] = here
                    if there not in mates:
                        self._flip(there, parent)
                        return True
                    reached.add(mates[there])
                    queue.append(mates[there])
        return False

    def _flip(self, end: int, parent: Mapping[int, int]) -> None:
        """Match along the path to `end` those that were not matched."""
        one: int | None = end
        while one is not None:
            before = parent[one]
            after = self._mates.get(before)
            self._mates[one], self._mates[before] = before, one
            one = after


def _contract(one: int, other: int, mates: Mapping[int, int], parent: dict[int, int], base: dict[int, int]) -> list[int]:
    """Make the circle that an edge between these two closes one vertex; all vertices in it."""
    above, at = set[int](), base[one]
    while True:
        above.add(at)
        if at not in mates:
            break
        at = base[parent[mates[at]]]
    top = base[other]
    while top not in above:
        top = base[parent[mates[top]]]
    blossom = set[int]()
    for end, child in ((one, other), (other, one)):
        while base[end] != top:
            blossom |= {base[end], base[mates[end]]}
            parent[end] = child
            child, end = mates[end], parent[mates[end]]
    inside = [vertex for vertex in base if base[vertex] in blossom]
    for vertex in inside:
        base[vertex] = top
    return inside
