"""The file of a learned policy (see `packed`): how it looks at states, and its weights."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.core.rules import Game, Knowledge
from kibitz.patterns.layout import Symmetry
from kibitz.patterns.packed import Lineage, pack, read_packed, unpack, write_packed
from kibitz.patterns.policy import Policy, PolicyKnowledge, PolicyLayout, with_policy
from kibitz.patterns.reading import reading_from

MAGIC = b"kibitz learned policy\n"
MOST_BITS = 20  # of a number of the table
MOST_BYTES = 100_000  # of packed weights: they are rounded as far as that takes


@dataclass(frozen=True, eq=False)
class PolicyFile:
    """The content of a file."""

    lineage: Lineage
    policy: Policy

    def beside(self, game: Game, knowledge: Knowledge | None) -> PolicyKnowledge:
        """The knowledge of a game with this policy, which is known to be of the same rules."""
        return with_policy(game, knowledge, self.policy)

    def write(self, path: Path) -> int:
        """Write the file whole, or leave what was there; gives the size. LearningError where it cannot be written."""
        layout = self.policy.layout
        facts = {
            **asdict(self.lineage),
            "reading": layout.reading.to_json(),
            "near": layout.near,
            "next_view": layout.next_view,
            "next_places": layout.next_places,
            "relative": layout.relative,
            "symmetries": [(one.places, one.symbols, one.changes_side) for one in layout.symmetries],
            "table_bits": self.policy.table_bits,
        }
        step, body = pack(self.policy.table, MOST_BYTES)
        facts["step"] = step
        if self.policy.drops is not None:
            step, more = pack(self.policy.drops, MOST_BYTES)
            facts |= {"drops": layout.drops, "drops_step": step, "drops_from": len(body)}
            body += more
        return write_packed(path, MAGIC, facts, body)


def read_policy(path: Path) -> PolicyFile:
    """The content of a file. LearningError, one sentence, when it is not there, damaged, newer, or no such file."""
    return read_packed(path, MAGIC, "policy", _content)


def _content(facts: dict[str, Any], body: bytes) -> PolicyFile:
    layout = PolicyLayout(
        reading_from(facts.pop("reading")),
        tuple(map(tuple, facts.pop("near"))),
        tuple(facts.pop("next_view")),
        tuple(facts.pop("next_places")),
        bool(facts.pop("relative")),
        tuple(Symmetry(tuple(places), tuple(symbols), turned) for places, symbols, turned in facts.pop("symmetries")),
        tuple(facts.pop("drops", ())),
    )
    drops_at = facts.pop("drops_from", len(body))
    bits, tables = facts.pop("table_bits"), [unpack(body[:drops_at], facts.pop("step"))]
    if drops_at < len(body):
        tables.append(unpack(body[drops_at:], facts.pop("drops_step")))
    if not (isinstance(bits, int) and 0 < bits <= MOST_BITS and layout.is_sound) or {*map(len, tables)} != {1 << bits}:
        raise ValueError("weights of other shapes")
    lineage = Lineage(**{**facts, "matches": tuple(facts["matches"])})
    return PolicyFile(lineage, Policy(layout, bits, tables[0], lineage.title, *tables[1:]))
