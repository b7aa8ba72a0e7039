"""The value with which a search left a node, as MAX sees it, and how far it is to be trusted."""

from kibitz.explain.tree.claims import claims_of
from kibitz.explain.tree.visit import Visit
from kibitz.explain.worth import Says, Worth

SAID: dict[tuple[bool, bool], Says] = {(True, True): "exact", (True, False): "at_least", (False, True): "at_most"}
MIRRORED: dict[Says, Says] = {"exact": "exact", "at_least": "at_most", "at_most": "at_least"}


def worth_of(node: Visit) -> Worth:
    """What a node is worth to MAX; of one that the search was done with."""
    trace, index = node.tree.trace, node.index
    wanted, proofs = claims_of(node)
    said = SAID[wanted]
    ends = trace.scale is not None and trace.scale.is_end(int(trace.value(index)))
    proved = ends or all(proof or not claim for proof, claim in zip(proofs, wanted, strict=True))
    if trace.vectors:
        payoffs = trace.payoffs(index)
        about = None if said == "exact" else node.mover
        return Worth(payoffs[node.tree.hero], said, proved, payoffs=payoffs, about=about)
    if trace.scale is None:
        return Worth(_tidy(trace.value(index)), said, proved)
    number = int(trace.value(index))
    result, plies = trace.scale.result(number) if proved else (round(number / trace.scale.unit, 4), None)
    if node.maximises:
        return Worth(_tidy(result), said, proved, plies)
    return Worth(_tidy(-result), MIRRORED[said], proved, plies)


def _tidy(number: float) -> float:
    return int(number) if number == int(number) else number
