"""Flat Monte Carlo: games of random moves after each legal move in turn; the move that wins most of them is the best."""

from kibitz.search.toolbox import Answer, Search, Value

SEARCH = Search(is_anytime=True)


def playout(task, state):
    """The result of a game of random moves, for the side to move in `state`."""
    sign, rules = 1, task.rules
    while not rules.is_over(state):
        after = rules.play(state, task.dice.choice(list(rules.moves(state))))
        sign *= rules.sign(state, after)
        state = after
    task.count()
    return sign * rules.result(state)


def answers(task):
    """The best move so far, again and again until the search is stopped."""
    rules, total, played = task.rules, {}, 0
    moves = list(rules.moves(task.state))
    while True:
        played += 1
        for move in moves:
            after = rules.play(task.state, move)
            total[move] = total.get(move, 0) + rules.sign(task.state, after) * playout(task, after)
        best = max(moves, key=total.get)
        yield Answer(best, Value("estimate", total[best] / played), (best,))
