"""Games that visitors paste: lines of moves, and all formats of `kibitz convert`; they cannot load games that are not
served.
"""

import re
from dataclasses import dataclass, replace
from types import ModuleType

from kibitz.core import registry
from kibitz.core.parameters import split_settings, split_spec
from kibitz.core.rules import Game
from kibitz.errors import FormatError, GameError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw, score_text, variations_in, winner_of
from kibitz.formats.files import format_named, format_of
from kibitz.formats.named_games import loading
from kibitz.formats.source import Source
from kibitz.present.sentences import as_sentence
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog, ServedGame, check_size, name_game
from kibitz.table.which_game import guess_game

LINES = "txt"  # the format of lines of moves, which do not say which game they are of


@dataclass(frozen=True)
class PastedGame:
    """A pasted game of one that is served."""

    offer: ServedGame
    game: Game
    found: AnnotatedGame

    @property
    def title(self) -> str:
        """The game, the players, and the length: "Chess: Anderssen and Kieseritzky, 45 moves"."""
        players = [name for name in self.found.players if name != UNKNOWN]
        count = len(self.found.record.moves)
        who = f"{' and '.join(players)}, " if players else ""
        return f"{name_game(self.game)}: {who}{count} move{'' if count == 1 else 's'}"

    @property
    def about(self) -> str:
        """The players, the event and the result, as far as the file names them: "Anna - Ben, Rated blitz, 1-0"."""
        tags, players = self.found.tags, [name for name in self.found.players if name != UNKNOWN]
        event = tags.get("Event", UNKNOWN)
        won = winner_of(self.found.record)
        result = score_text(won) if players and won is not None and len(self.found.players) == 2 else ""
        return ", ".join(filter(None, (" \u2013 ".join(players), event if event.strip("?") else "", result)))


@dataclass(frozen=True)
class Pasted:
    """The contents of a pasted text; `flaws`: the parts that could not be read, each a sentence with its line."""

    games: tuple[PastedGame, ...] = ()
    flaws: tuple[str, ...] = ()


def read_text(catalog: Catalog, limits: Limits, text: str, offer: ServedGame | None) -> Pasted:
    """The games of a text. `offer`: the game that it is of, where it does not say so itself. FormatError for no text at all."""
    if not text.strip():
        raise FormatError("there is nothing to read: paste moves, or a game")
    offer, text = _named(catalog, text, offer)
    try:
        reader = format_of(Source([text.encode()]), "", None if offer is None else offer.base)
    except FormatError:
        offer, reader = guess_game(catalog, text), format_named(LINES)
    bases = [None if offer is None else offer.base]
    if offer is not None and not offer.own and reader is not format_named(LINES):
        bases = [None, offer.base]  # it may say that it is another game, and that is the one to be opened
    found = Pasted()
    for base in bases:
        tried = _read(catalog, limits, text, reader, base)
        if tried.games or not found.flaws:
            found = tried
        if found.games:
            break
    return found


def _named(catalog: Catalog, text: str, offer: ServedGame | None) -> tuple[ServedGame | None, str]:
    """The game whose name begins the text, and the text after it: "Othello f5d6c3", "connect four: 4 4 5"."""
    called = [(name, one) for one in catalog for name in (one.name, one.slug, one.slug.replace("_", " "))]
    for name, one in sorted(called, key=lambda pair: -len(pair[0])):
        found = re.match(rf"\s*{re.escape(name)}(?::\s*|\s+)(?=\S)", text, re.IGNORECASE)
        if found:
            return one, text[found.end() :]
    return offer, text


def _read(catalog: Catalog, limits: Limits, text: str, reader: ModuleType, base: Game | None) -> Pasted:
    games, flaws = list[PastedGame](), list[str]()
    with loading(lambda spec: served(catalog, limits, spec)):
        for one in reader.read(Source([text.encode()]), base):
            if isinstance(one, Flaw):
                flaws.append(f"Line {one.line}: {as_sentence(one.reason)}")
            elif len(games) == limits.pasted:
                flaws.append(f"There are more games: the first {limits.pasted} are shown.")
                break
            else:
                _keep(catalog, limits, one, games, flaws)
    return Pasted(tuple(games), tuple(flaws))


def _keep(catalog: Catalog, limits: Limits, one: AnnotatedGame, games: list[PastedGame], flaws: list[str]) -> None:
    game = registry.load(one.record.game)  # the spec of a game that was loaded
    offer = catalog.served_game(game)
    try:
        if offer is None:
            raise GameError(f"{name_game(game)} is not served here")
        check_size(game, limits)
        if len(one.record.moves) > limits.plies:
            raise GameError(f"a game has at most {limits.plies:,} moves here")
        moves = len(one.record.moves) + sum(len(other.moves) for other in variations_in(one.variations))
        if moves > limits.nodes_analysed:
            flaws.append(
                f"Line {one.line}: A board takes {limits.nodes_analysed:,} moves, and with its variations the game has "
                f"{moves:,}: the main line is kept."
            )
            one = replace(one, variations={})
        games.append(PastedGame(offer, game, one))
    except GameError as problem:
        flaws.append(f"Line {one.line}: the game is left out: {problem}.")


def served(catalog: Catalog, limits: Limits, spec: str) -> Game:
    """The game of a spec out of a text: one of the catalog, with parameters that a form takes too. GameError for any other."""
    name, rest = split_spec(spec)
    same = next((offer for offer in catalog if registry.spec_of(offer.base) == spec), None)
    if same is not None:
        return same.base
    kin = [offer for offer in catalog if split_spec(registry.spec_of(offer.base))[0] == name]
    offer = next((one for one in kin if not one.own and not type(one.base).text_field), None)
    if offer is None:
        raise GameError(f"{name[:64]} is not served here")
    given = {knob: text for knob, _, text in split_settings(rest)}
    strange = given.keys() - {one.name for one in (*offer.knobs, *offer.setups)}
    if strange:
        raise GameError(f"{min(strange)[:64]!r} of {name} cannot be set here")
    return offer.game(given, limits)
