"""Laws of answers: asked again, the rules answer the same."""

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, RuleAnswer
from kibitz.core.rules import says


@law("node", most=300, alone=True)
def rules_answer_alike(context: CheckContext, node: CheckNode) -> Breach | None:
    """Asked twice in a row, the rules answer the same."""
    return _other_answer(*(CheckNode(node.game, node.state, node.line) for _ in range(2)))


@law("game", alone=True)
def rules_remember_nothing(context: CheckContext) -> Breach | None:
    """Answers about a state do not depend on which states the rules were asked about before."""
    seen = context.nodes[:: max(1, len(context.nodes) // 200)] + context.playouts[:100]
    for node in seen:
        breach = _other_answer(node, CheckNode(node.game, node.state, node.line))
        if breach:
            return Breach(f"after other games were played, {breach.message}", breach.move, node.line)
    return None


def _other_answer(node: CheckNode, again: CheckNode) -> Breach | None:
    """Where the second answers differ from the first, if they do."""

    def difference(what: str, first: RuleAnswer, second: RuleAnswer, move: int | None = None) -> Breach | None:
        if first == second or ("nan" in first.text and first.text == second.text):  # no nan equals itself
            return None
        texts = (answer.text for answer in (first, second))
        return Breach(f"{what} gave {' and then '.join(texts)}; it must give the same each time", move)

    breach = difference("`is_over`", node.over, again.over)
    if not breach and says(node.game, "to_move"):
        breach = difference("`to_move`", node.mover, again.mover)
    if breach or node.over.value:
        return breach or difference("the result", node.ending, again.ending)
    breach = difference(node.source, node.options, again.options)
    return breach or next(
        (wrong for move in node.legal if (wrong := difference("`play`", node.after(move), again.after(move), move))), None
    )
