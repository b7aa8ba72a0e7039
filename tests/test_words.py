"""The English of the product: no banned turn of phrase in documents, docstrings, comments, messages, pages and scripts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = (
    "Othello|[Cc]hess|[Cc]heckers|Go|Hex|[Kk]alah|[Oo]ware|Connect Four|[Tt]ic-tac-toe|[Nn]im|[Pp]ig|Trio|EinStein"
    "|[Tt]reasure|Breakthrough|Amazons|[Gg]omoku|[Mm]orris"
)
# A turn of phrase -> what to write instead. Each is a pattern over one text, with its lines joined.
BANNED = {
    r"\b[Ww]h(?:o|om|oso)ever\b": "name the person: 'a player who ...', 'the side to move'",
    r"(?:^|(?<=[.:;*] ))Who (?:is|has|can|cannot|looks|wants|begins|comes|asks|thinks|makes|plays|moves|draws|leads|takes)\b"
    r"(?![^.]*\?)[^.]{8,}|\b(?:of|for|by|than|to|from|with|against|as) who \w+": "'a player who ...', 'the player to move'",
    r"(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|use\b|need\b|one\b|reason\b|wonder\b|doubt\b"
    r"|different\b|matter\b|\w+er\b)": "' is not a ...'",
    r"\b(?:is|are|was|were|be|been|being|gets?) (?:told|said)\b(?! apart| from)": "say who says it, or state the fact",
    r"\bbehind (?:it|them|that|this|each|its|their|every|an? (?:move|address|name|colon|word)"
    r"|the (?:colon|name|head|last|first|others|root|moves?))\b": "'after'",
    rf"\bat (?:{GAMES})\b(?! \d)": "'in Othello'",
    r"(?:^|(?<=[.:;(] ))(?:That|Those) of\b|\b(?:that|those) of\b[^.;]*\b(?:that|those) of\b": "repeat the noun",
    r"\bof whose\b|\bof which\b[^.;]*\bof which\b": "make two sentences",
    r"\bfor wise\b|\btaken for\b|\btakes for it\b": "'knowledge', 'confused with', 'by default'",
    r"\b(?:comes?|came|brought) along\b": "'ships with kibitz'",
    r"(?:^|\s|\()`[^`\s]+`(?:is|are|has|needs|gives?|was)\b|\{\}(?:is|are|has|needs|gives?|was)\b": "a space is missing",
}
PRONOUN = re.compile(r"^(?:What|That|Those|These|It|They|Such|Which|Whose)\b")  # a docstring names what it documents
COMMENT = re.compile(r"(?:^|  |[(\[{,] *)#:? (.*)")


def texts_of_module(path: Path) -> Iterator[tuple[int, bool, str]]:
    """The line, whether it is a docstring, and the text of each docstring, comment and string of a module."""
    source = path.read_text("utf-8")
    nodes, documented = list(ast.walk(ast.parse(source))), set()
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None:
                (documented_at,) = (one.value for one in node.body[:1] if isinstance(one, ast.Expr))
                documented.add((documented_at.lineno, documented_at.col_offset))
                yield documented_at.lineno, True, text
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, False, "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and (node.lineno, node.col_offset) not in documented
        ):
            yield node.lineno, False, node.value
    for number, line in enumerate(source.splitlines(), 1):
        if found := COMMENT.search(line):
            yield number, False, found[1]


def paragraphs(path: Path) -> Iterator[tuple[int, bool, str]]:
    """The paragraphs of a document, a page or a script, without blocks of code, each with its line."""
    begun, lines, is_code = 1, list[str](), False
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), ""], 1):
        is_code ^= path.suffix == ".md" and line.startswith("```")
        if lines and (line.startswith(("|", "- ")) or lines[-1].endswith("|")):  # a row, or an item
            yield begun, False, " ".join(lines)
            lines = []
        if line.strip() and not is_code and not line.startswith("```"):
            begun = begun if lines else number
            lines.append(line.strip().lstrip("/#*| "))
        elif lines:
            yield begun, False, " ".join(lines)
            lines = []


MODULES = sorted(ROOT.glob("src/**/*.py"))
PAGES = [
    *sorted(ROOT.glob("docs/**/*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md")),
    *(file for ending in ("html", "js") for file in sorted(ROOT.glob(f"src/**/*.{ending}"))),
]


def faults_in(texts: Iterator[tuple[int, bool, str]]) -> list[str]:
    """The banned turns in these texts, with their lines and what to write instead."""
    found = []
    for line, is_docstring, text in texts:
        joined = " ".join(text.split())
        if " " not in joined:
            continue
        found += [
            f"{line}: {match[0]!r}: {better}" for ban, better in BANNED.items() for match in [re.search(ban, joined)] if match
        ]
        if is_docstring and PRONOUN.match(joined):
            found.append(f"{line}: {joined[:40]!r}: begin with the noun or the verb")
    return found


def test_no_banned_turn_is_in_a_module() -> None:
    found = {str(path.relative_to(ROOT)): faults for path in MODULES if (faults := faults_in(texts_of_module(path)))}
    assert not found


def test_no_banned_turn_is_in_a_document_or_a_page() -> None:
    found = {str(path.relative_to(ROOT)): faults for path in PAGES if (faults := faults_in(paragraphs(path)))}
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "Who cannot lay one has lost, and the other wins.",
        "'x' is no game: write its name",
        "It is told after each move.",
        "the moves behind it",
        "wins at Othello",
        "Those of all seats.",
        "the seat of whoever is there",
        "what it takes for wise",
        "a book comes along",
        "the first move of who begins",
        "**When to stop.** Who looks at the score all the time deceives himself.",
        "`recurrence`needs a zero-sum game",
    ],
)
def test_a_banned_turn_is_found(text: str) -> None:
    assert faults_in(iter([(1, False, text)]))


def test_a_docstring_that_begins_with_a_pronoun_is_found_and_good_english_is_not() -> None:
    assert faults_in(iter([(1, True, "What a player gets.")]))
    good = ("There is no move.", "It is no longer legal.", "a player who cannot move loses", "as large as that of the root")
    assert not faults_in((number, False, text) for number, text in enumerate(good))
