"""GGF, Generic Game Format: Othello as the server GGS and programs such as NBoard write it."""

import re
from collections.abc import Iterator

from kibitz.core import registry
from kibitz.core.notation import PASS
from kibitz.core.rules import Game
from kibitz.core.thought import AGREED, RESIGNED, TIMEOUT, GameRecord
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, winner_of
from kibitz.formats.kinds._properties import UNCLOSED, Property, read_trees, write_property
from kibitz.formats.kinds._setup import EXCHANGED, board_of, othello_from
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source
from kibitz.games.othello import Othello

TITLE = "Generic Game Format: Othello, as GGS and NBoard write it"
SUFFIXES = (".ggf",)
COLOURS = ("B", "W")
TAGS = {"PC": "Site", "DT": "Date", "RB": "BlackElo", "RW": "WhiteElo", "TI": "TimeControl", "ID": "Round", "EV": "Event"}
RESULT = re.compile(r"([+-]?\d{1,3}(?:\.\d*)?)(?::([a-z]))?", re.IGNORECASE)
REASONS = {"r": RESIGNED, "t": TIMEOUT, "s": AGREED}
TYPE = re.compile(r"s?(\d{1,2})[rsk]*\d*")  # the size; games that begin at random, two at once, and those with a komi
STRUCTURE = {"GM", "TY", "BO", "PB", "PW", "RE", *COLOURS}
FACT = re.compile("[A-Z]{1,3}")  # a property that no tag of ours tells of: it keeps its name
PASSES = {"PA", "PASS"}
ANNOTATED = re.compile(r"[+-]?[\d.]*(?:/[\d.:]*)?")


def recognizes(beginning: str) -> bool:
    """Whether there is a game of Othello as GGF begins one."""
    return re.search(r"\(\s*;\s*GM\[Othello\]", beginning, re.IGNORECASE) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """Read the games of a file; the value and the time after a move become a comment on it."""
    for tree in read_trees(source):
        facts: dict[str, Property] = {}
        for one in (one for node in tree.nodes for one in node):
            facts.setdefault(one.name, one)
        try:
            othello, mover = _game_of(facts, game)
        except KibitzError as problem:
            yield Flaw(tree.line, f"the game is left out: {' '.join(str(problem).split())}")
            continue
        replay, colours = Replay(othello, tree.line), COLOURS[::-1] if mover else COLOURS
        for one in (one for node in tree.nodes for one in node if one.name in COLOURS):
            _play(replay, one, colours.index(one.name))
        won, reason = _result(facts["RE"].value if "RE" in facts else "")
        if mover and won in (0, 1):
            won = 1 - won
        tags = {EXCHANGED: "yes"} if mover else {}
        kept = {TAGS.get(name, name): " ".join(one.value.split()) for name, one in facts.items() if name not in STRUCTURE}
        tags |= {name: text for name, text in kept.items() if text}
        players = [facts[name].value if name in facts else UNKNOWN for name in (f"P{colour}" for colour in colours)]
        found = replay.end(players, won, reason, tags)
        yield from replay.flaws
        if not tree.is_closed:
            yield Flaw(tree.line, UNCLOSED, is_note=True)
        if found is not None:
            yield found


def _game_of(facts: dict[str, Property], given: Game | None) -> tuple[Othello, int]:
    """The game with its starting board, and the side that begins, 0 for Black. KibitzError for unknown games."""
    if "GM" in facts and facts["GM"].value.casefold() != "othello":
        raise FormatError(f"GGF is read for Othello, and this is a game of {facts['GM'].value}")
    kind = facts["TY"].value if "TY" in facts else ""
    found = TYPE.fullmatch(kind)
    if kind and found is None:
        raise FormatError(f"games of type {kind} have other rules")
    board = facts["BO"].value.split() if "BO" in facts else []
    size = board[0] if board else found[1] if found else "8"
    if not re.fullmatch(r"\d{1,2}", size):
        raise FormatError(f"BO[{' '.join(board)[:40]}] is not a board: it begins with its size")
    othello = variant("othello", given, size=int(size))
    assert isinstance(othello, Othello)
    if not board:
        return othello, 0
    discs, mover = board_of("".join(board[1:]), int(size))
    return othello_from(othello, discs, mover), mover


def _play(replay: Replay, one: Property, seat: int) -> None:
    name, _, annotation = one.value.partition("/")
    move = PASS if name.upper() in PASSES else name.casefold()
    replay.try_to_play_as(seat, move, one.line, f"{one.name}[{one.value}]", must=True)
    if annotation.strip("/"):
        replay.comment(annotation)


def _result(text: str) -> tuple[int | None, str]:
    """The winner, and the reason if the rules did not end the game."""
    found = RESULT.fullmatch(text.replace(" ", ""))
    if found is None:
        return None, ""
    lead = float(found[1])
    return (DRAW if lead == 0 else int(lead < 0)), REASONS.get((found[2] or "").lower(), "")


def write(game: AnnotatedGame) -> str:
    """A game in lines that belong together. FormatError for other games than Othello."""
    record, rules = game.record, registry.load(game.record.game)
    if not isinstance(rules, Othello):
        raise FormatError(f"GGF is written for othello, and this is a game of {record.game}")
    names = {tag: name for name, tag in TAGS.items()}
    facts = {
        names.get(tag, tag): value
        for tag, value in game.tags.items()
        if tag in names or (FACT.fullmatch(tag) and tag not in STRUCTURE)
    }
    facts = {"GM": "Othello"} | facts
    colours = COLOURS[::-1] if game.tags.get(EXCHANGED) else COLOURS
    start, size = rules.start(), rules.size
    signs = dict(zip(colours, (start.mine, start.theirs), strict=True))
    discs = "".join("*" if place in signs["B"] else "O" if place in signs["W"] else "-" for place in range(size * size))
    rows = " ".join(discs[row : row + size] for row in range(0, size * size, size))
    facts |= dict(zip((f"P{colour}" for colour in colours), (*record.players, UNKNOWN, UNKNOWN), strict=False))
    facts |= {"RE": _write_result(record, colours), "TY": str(size), "BO": f"{size} {rows} {'*O'[colours[0] == 'W']}"}
    words = [write_property(name, value) for name, value in facts.items()]
    words += [_write_move(name, ply, game, colours) for ply, name in enumerate(record.moves, 1)]
    return f"(;{''.join(words)};)\n"


def _write_move(name: str, ply: int, game: AnnotatedGame, colours: tuple[str, ...]) -> str:
    annotation = game.comments.get(ply, "")
    behind = f"/{annotation}" if ANNOTATED.fullmatch(annotation) and annotation else ""
    return f"{colours[(ply - 1) % 2]}[{'PA' if name == PASS else name.upper()}{behind}]"


def _write_result(record: GameRecord, colours: tuple[str, ...]) -> str:
    won = winner_of(record)
    if won is None:
        return "?"
    lead = record.payoffs[0] if record.payoffs else 0 if won == DRAW else 1 - 2 * won
    if colours != COLOURS:
        lead = -lead
    letters = {reason: letter for letter, reason in REASONS.items()}
    return f"{lead:+.2f}" + (f":{letters[record.reason]}" if record.reason in letters else "")
