"""Whether a prediction was right: a right answer is right in any of its forms."""

import re
from dataclasses import dataclass

from kibitz.explain.tree.node import Node, NodeWorth, Says
from kibitz.explain.tree.steps.quiz import Quiz, made_of
from kibitz.explain.tree.steps.telling import bound

NEAR, SHARE, FAR = 1e-9, 0.05, 0.1  # numbers are shown with two decimals from a tenth on, smaller ones with two digits
FRONT = re.compile(r"(at\s*least|at\s*most|>=|<=|≥|≤|exactly|about|=|≈|~)?\s*(.*)", re.DOTALL)
LEAST, MOST = ("at least", ">=", "≥"), ("at most", "<=", "≤")


@dataclass(frozen=True)
class Verdict:
    """`right`: None where it was no answer at all, and the question stands; `why` says what is so."""

    right: bool | None
    why: str


def judge_cut(quiz: Quiz, cuts: bool | None) -> Verdict:
    """The verdict on the answer to whether the rest is cut; None: the reader wants to be shown."""
    low, high = map(bound, quiz.window)
    if quiz.cuts:
        why = f"The rest is cut: α = {low} is no longer below β = {high}."
    else:
        why = f"It goes on: α = {low} is still below β = {high}, so another move here can matter."
    return Verdict(None if cuts is None else cuts == quiz.cuts, why)


def reveal_value(node: Node) -> str:
    """What the value was, for a reader who wants to be shown."""
    return f"It is worth {node.worth}{_for_hero(node)}. {made_of(node)}"


def judge_value(node: Node, text: str) -> Verdict:
    """The verdict on a node's value in the reader's words: "2", "at most 2", "(1, 0, 3)"."""
    judged = _judged(node, text)
    return judged if judged.right is None else Verdict(judged.right, f"{judged.why} {made_of(node)}")


def _judged(node: Node, text: str) -> Verdict:
    worth = node.worth
    assert worth is not None
    match = FRONT.fullmatch(" ".join(text.lower().replace("−", "-").replace("–", "-").split()))
    front, body = (match[1] or "", match[2]) if match else ("", "")
    says: Says | None = "at_least" if front in LEAST else "at_most" if front in MOST else None
    given, real = _numbers(body, worth.payoffs is not None), worth.payoffs or (worth.result,)
    if given is None or len(given) != len(real):
        if worth.payoffs is not None:
            return Verdict(None, f"Type {len(real)} numbers, one for each player.")
        return Verdict(None, "Type a number, or “at most” or “at least” and a number.")
    statement = f"it is worth {worth}{_for_hero(node)}"
    plain = f"I{statement[1:]}."
    if not all(_same(one, other) for one, other in zip(given, real, strict=True)):
        if not _holds(node, worth, given[0], says):
            return Verdict(False, plain)
        return Verdict(True, f"True, and all that matters for its window; this search keeps the sharper number: {worth}.")
    if worth.says == "exact":
        return Verdict(True, plain if says is None else f"True, and more is known: {statement}, exactly.")
    if front == "exactly":
        return Verdict(False, f"The number is right, but only as a limit: {statement}.")
    if says is None or says == worth.says:
        return Verdict(True, plain)
    return Verdict(False, f"The number is right, but not the direction: {statement}.")


def _for_hero(node: Node) -> str:
    return "" if node.tree.trace.vectors else f" for {node.tree.players[node.tree.hero]}"


def _numbers(text: str, several: bool) -> list[float] | None:
    """What was typed, as numbers; None where one is none."""
    bare = re.sub(r"\s+in\s+\d+$", "", text).strip("()[] ")
    try:
        return [float(part) for part in (re.split(r"[\s,;]+", bare) if several else [bare.replace(",", ".")])]
    except ValueError:
        return None


def _holds(node: Node, worth: NodeWorth, given: float, says: Says | None) -> bool:
    """Whether it is what a search that keeps to its window would return: the window's end."""
    low, high = node.window
    if worth.payoffs is not None or says is None or says != worth.says:
        return False
    return (_same(given, low) and low >= worth.result) if says == "at_most" else (_same(given, high) and high <= worth.result)


def _same(given: float, real: float) -> bool:
    """Whether a number is the one that pages show."""
    room = 0.0 if abs(real) == float("inf") or real == int(real) else 0.005 if abs(real) >= FAR else abs(real) * SHARE
    return abs(given - real) <= room + NEAR
