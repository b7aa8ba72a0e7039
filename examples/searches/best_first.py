"""Best-first minimax (Korf and Chickering 1996): the tree grows where the line of play ends that is thought to be best.

    kibitz analyze tic_tac_toe --moves "2,2 1,1" --search examples/searches/best_first.py
    kibitz match examples/searches/best_first.py:nodes=500 greedy --game connect_four

It knows no depth: it goes on until it is stopped, or until nothing is open any more.
"""

from kibitz.search.toolbox import Answer, Search, Value

SEARCH = Search(is_anytime=True)


class Node:
    """A position in the tree, and what it is worth to the side to move."""

    def __init__(self, task, state):
        rules = task.rules
        self.state = state
        self.is_settled = bool(rules.is_over(state))
        self.value = float(rules.result(state) if self.is_settled else rules.estimate(state))
        self.children = {}  # by the move
        task.count()

    def expand(self, task):
        """Look at all that may follow."""
        for move in task.rules.moves(self.state):
            after = task.rules.play(self.state, move)
            self.children[move] = task.rules.sign(self.state, after), Node(task, after)
        self.judge()

    def judge(self):
        """Value the position by its best move; it is settled when all moves are."""
        self.value = max(sign * child.value for sign, child in self.children.values())
        self.is_settled = all(child.is_settled for _, child in self.children.values())

    def best(self, only_open=False):
        """The best move, where asked so among those that are not settled."""
        moves = [move for move, (_, child) in self.children.items() if not (only_open and child.is_settled)]
        return max(moves, key=lambda move: self.children[move][0] * self.children[move][1].value)


def answers(task):
    """One leaf after the other, and after each what is known by now."""
    root = Node(task, task.state)
    while not root.is_settled:
        way = [root]
        while way[-1].children:
            way.append(way[-1].children[way[-1].best(only_open=True)][1])
        way[-1].expand(task)
        for node in reversed(way[:-1]):
            node.judge()
        best = root.best()
        yield Answer(best, Value("exact" if root.is_settled else "estimate", root.value), (best,))
