"""The sentences of reasons, read back: what they claim, by their words alone."""

import re
from dataclasses import dataclass, replace

from kibitz.explain.tree.searched_tree import SearchedTree

SHORT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLIES = r"(?P<plies>\w+) pl(?:y|ies)"
HEAD = re.compile(
    r"Cut(?P<seen>, as far as this search(?: of (?P<depth>[\w ]+?) pl(?:y|ies))? sees)?: with (?:move )?(?P<move>\S+) "
    r"(?P<claim>.+?) here\. (?P<middle>.+); (?P<its>its|the) (?P<others>one other move|\d+ other moves)(?P<here> here)? "
    r"need not be looked at\."
)
SETTLED = re.compile(
    r"Cut(?P<seen>, as far as this search(?: of (?P<depth>[\w ]+?) pl(?:y|ies))? sees)?: "
    r"(?P<where>at the root|\w+ pl(?:y|ies) earlier) (?P<name>\S+) can play (?:move )?(?P<move>\S+) and (?P<offer>.+?), "
    r"and nothing here can be better for (?P=name); the (?P<others>one other move|\d+ other moves) here need not be looked at\."
)
WHATEVER = "whatever comes of this position, to come this way"
REFUSED = re.compile(
    r"(?:To come this way is worth at (?:least|most) .+ to \S+\. )?(?P<but>But )?"
    r"(?P<where>[Aa]t the root|\w+ pl(?:y|ies) earlier) (?P<name>\S+) can play (?:move )?(?P<move>\S+) and (?P<offer>.+?)"
    r"(?P<anyway> anyway)?, so (?P=name) (?P<so>never allows|gains nothing by allowing) this position"
)
NUMBER = r"(?P<about>about )?(?P<number>-?[\d.]+)(?: on average)?"
CLAIMS = {
    "win": re.compile(rf"(?:is|be) sure (?:of a win|to win within {PLIES})"),
    "draw": re.compile(r"(?:is|be) sure of (?P<limit>at least )?a draw"),
    "lose": re.compile(rf"(?:(?:can )?do no worse than lose|(?:can )?hold out for {PLIES})"),
    "gets": re.compile(rf"gets? (?P<limit>at least )?{NUMBER}(?: in {PLIES})?"),
    "keeps": re.compile(
        rf"(?:with the help of the others )?keeps? (?P<max>\S+) to (?P<limit>at most )?{NUMBER}(?: in {PLIES})?"
    ),
}


@dataclass(frozen=True)
class Claim:
    """That MAX gets so much at least (`gains`) or at most, as the search counts; `exact`: and no other."""

    gains: bool
    number: float
    exact: bool
    about: bool
    off: float  # by so much the number may have been rounded


@dataclass(frozen=True)
class Said:
    """One sentence; where nobody refuses, only its first half and its end; `claim` is None where nothing here matters."""

    seen: bool
    depth: int | None
    move: str
    claim: Claim | None
    others: int
    where: int | None = None  # plies earlier; None at the root
    name: str = ""
    instead: str = ""
    offer: Claim | None = None
    never: bool = False


def heard(sentence: str, mover: int, tree: SearchedTree) -> Said:
    """What it says; the mover of the cut position is known from the tree, and its name is looked for."""
    settled = SETTLED.fullmatch(sentence)
    if settled is not None:
        said = Said(settled["seen"] is not None, _depth(settled), "", None, _others(settled))
        return _refused(said, settled, tree)
    name, whatever = tree.players[mover], WHATEVER in sentence
    head = HEAD.fullmatch(sentence.replace(WHATEVER, f"with nothing {name} gets 0 here. To come this way"))
    assert head is not None, sentence
    told = head["claim"]
    assert told.startswith(name), sentence
    claim = None if whatever else _claim(told.removeprefix(name).removeprefix(", helped by the others,").strip(), mover, tree)
    refused = REFUSED.fullmatch(head["middle"])
    assert (head["its"] == "its") == (head["here"] is None) == (refused is not None)
    said = Said(head["seen"] is not None, _depth(head), head["move"], claim, _others(head))
    if refused is None:
        return said
    assert (refused["but"] is None) == (refused["so"] != "never allows") == (refused["anyway"] is not None), sentence
    return replace(_refused(said, refused, tree), never=refused["so"] == "never allows")


def _refused(said: Said, found: re.Match[str], tree: SearchedTree) -> Said:
    """With who can do what elsewhere."""
    where = None if found["where"].lower() == "at the root" else _count(found["where"].split()[0].lower())
    offer = _claim(found["offer"], tree.players.index(found["name"]), tree)
    return replace(said, where=where, name=found["name"], instead=found["move"], offer=offer)


def _depth(found: re.Match[str]) -> int | None:
    return None if found["depth"] is None else _count(found["depth"])


def _others(found: re.Match[str]) -> int:
    others = 1 if found["others"].startswith("one") else int(found["others"].split()[0])
    assert others > 1 or found["others"] == "one other move"
    return others


def _count(word: str) -> int:
    return SHORT.index(word) if word in SHORT else int(word)


def _claim(told: str, player: int, tree: SearchedTree) -> Claim:
    """A promise of this player."""
    kind, found = next((kind, match) for kind, one in CLAIMS.items() if (match := one.fullmatch(told)) is not None)
    said, unit = found.groupdict(), 1 if tree.trace.scale is None else tree.trace.scale.unit
    plies = _count(said["plies"]) if said.get("plies") else 0
    gains = player == tree.hero
    assert kind != "gets" or gains
    assert kind != "keeps" or (not gains and said["max"] == tree.players[tree.hero])
    if kind in ("gets", "keeps"):
        number = float(said["number"]) * unit
        off = 0.0 if number == int(number) and not said["about"] else 0.0051 * unit
    else:
        number, off = {"win": 1, "draw": 0, "lose": -1}[kind] * unit * (1 if gains else -1), 0.0
    number += plies * (-1 if number > 0 else 1)
    return Claim(gains, number, kind in ("draw", "gets", "keeps") and not said["limit"], bool(said.get("about")), off)
