"""The games that are served: all of the package, and the files that the command line named; and what they are called."""

import dataclasses
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.core import registry
from kibitz.core.catalogue import Entry, Parameter, entry
from kibitz.core.parameters import split_settings, split_spec
from kibitz.core.rules import Game, says
from kibitz.errors import GameError
from kibitz.players import HUMAN, is_external
from kibitz.players.external.spec import command_and_settings
from kibitz.table.limits import Limits
from kibitz.workers.files import rename_files

# The files of users as they were when the server started: an edited one has other rules than those that are served.

Stamp = tuple[int, int]  # bytes, and when it was written, in nanoseconds


class Files:
    """Looked at often: a file is read again only where its size or its time is another."""

    def __init__(self, specs: Iterable[str]) -> None:
        """Of the games of these specs; to be made before the games are loaded."""
        self._known: dict[Path, tuple[Stamp, bytes]] = {}
        for spec in specs:
            path = _path(spec)
            if path is not None and path.is_file():
                self._known[path] = _stamp(path), path.read_bytes()

    def check(self, spec: str) -> None:
        """Raises GameError where the file of this game has changed since, or is gone."""
        path = _path(spec)
        if path is None or path not in self._known:
            return
        stamp, content = self._known[path]
        try:
            now = _stamp(path)
            if now == stamp:
                return
            if path.read_bytes() == content:
                self._known[path] = now, content
                return
        except OSError:
            pass
        raise GameError(f"the file {path.name} has changed since the start: start kibitz serve again")


def _path(spec: str) -> Path | None:
    name = split_spec(spec)[0]
    return Path(name).expanduser().resolve() if name.endswith(".py") else None


def _stamp(path: Path) -> Stamp:
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns


PARAMETERS = re.compile(r":\w+=.*")  # of a spec
SETUP = re.compile(r"[A-Za-z0-9/_:,-]{0,400}", re.ASCII)  # a position to begin with: nothing that could mean another parameter


@dataclasses.dataclass(frozen=True)
class ServedGame:
    """A game on the catalog, `spec` as the command line has it, `slug` as addresses have it; `own`: from a user's file."""

    slug: str
    spec: str
    base: Game
    own: bool = False

    @property
    def name(self) -> str:
        """The name in a heading: "Connect four", "My game"."""
        return name_game(self.base)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules from the docstring of the game's class, by paragraph; none where the title says it all.

        Also none for a class of many games, each with rules of its own, such as a library's.
        """
        kind = type(self.base)
        if kind.text_field:
            return ()
        docstring = vars(kind).get("__doc__") or ""  # a dataclass without a docstring has its signature there
        text = "" if docstring.startswith(f"{kind.__name__}(") else inspect.cleandoc(docstring).replace("`", "")
        paragraphs = tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
        return () if paragraphs == (self.title,) else paragraphs

    @property
    def title(self) -> str:
        """A sentence about the game."""
        return describe_game(self.base)

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.base.players

    @property
    def chance(self) -> bool:
        """Whether dice or cards decide too."""
        return says(self.base, "chances")

    @property
    def knobs(self) -> tuple[Parameter, ...]:
        """The parameters that a visitor may set."""
        return tuple(one for one in self._parameters if one.form)

    @property
    def setups(self) -> tuple[Parameter, ...]:
        """The parameters that are a position to begin with, such as the FEN of chess."""
        return tuple(one for one in self._parameters if one.is_setup)

    @property
    def _parameters(self) -> tuple[Parameter, ...]:
        cls = type(self.base)
        return () if cls.text_field else Entry(self.spec, cls, self.base).parameters

    def game(self, given: Mapping[str, str], limits: Limits) -> Game:
        """The game with these parameters, as texts; the others stay as they are. Raises GameError, a sentence."""
        wanted = {}
        for knob in self.knobs:
            text = given.get(knob.name, "").strip()
            if text and text != knob.text:
                _check(knob, text, limits)
                wanted[knob.name] = text
        for setup in self.setups:
            text = "_".join(given.get(setup.name, "").split())
            if text != (setup.text or "") and setup.name in given:
                if SETUP.fullmatch(text) is None:
                    raise GameError(f"{_typed(given, setup)[:70]!r} is not a position to begin with")
                wanted[setup.name] = text
        if not wanted:
            return self.base
        before = {one.name: one.text or "" for one in (*self.knobs, *self.setups)}
        kept = registry.spec_of(self.base)
        head = PARAMETERS.sub("", kept)
        settings = ",".join(f"{name}={text}" for name, text in (before | wanted).items())
        try:
            game = registry.load(f"{head}:{settings}")
        except GameError as problem:  # a user's text stays as it was typed
            sentence = str(problem)
            for setup in self.setups:
                sentence = sentence.replace(repr(wanted.get(setup.name, "")), repr(_typed(given, setup)))
            raise GameError(sentence) from None
        check_size(game, limits)
        return game


def _typed(given: Mapping[str, str], setup: Parameter) -> str:
    return " ".join(given.get(setup.name, "").split())


def public(spec: str) -> str:
    """A spec as others may read it: files by their names, not by the folders that lead to them."""
    return rename_files(spec, lambda path: Path(path).name)


def public_openings(how: str) -> str:
    """How the openings of a match were chosen, as others may read it."""
    way, colon, text = how.partition(":")
    return f"{way}{colon}{Path(text).name}"


class Catalog:
    """All served games, in the order of the page: those of the command line first."""

    def __init__(self, offers: Sequence[ServedGame], files: Files) -> None:
        """`files`: the files of the games, as they were when they were loaded."""
        self._offers = {offer.slug: offer for offer in offers}
        self._names = {offer.slug: split_spec(registry.spec_of(offer.base))[0] for offer in offers}
        self._files = files

    @classmethod
    def of(cls, specs: Sequence[str]) -> "Catalog":
        """The games of `specs`, and all games of the package. Raises GameError for an unknown spec."""
        offers: dict[str, ServedGame] = {}
        files = Files(specs)
        for spec in specs:
            game = registry.load(spec)
            slug = _free(_slug(spec), offers)
            offers[slug] = ServedGame(slug, spec, game, own=Path(split_spec(spec)[0]).suffix == ".py")
        others = (entry(name) for name in registry.names("games") if name not in offers)
        offers |= {
            one.name: ServedGame(one.name, one.name, one.game) for one in others if one is not None and one.game is not None
        }
        return cls(list(offers.values()), files)

    def __iter__(self) -> Iterator[ServedGame]:
        return iter(self._offers.values())

    def __getitem__(self, slug: str) -> ServedGame:
        """The offer of that slug; KeyError where there is none."""
        return self._offers[slug]

    def served_game(self, game: Game) -> ServedGame | None:
        """The offer that a game belongs to, with any parameters; None for one that is not served."""
        kin = [offer for offer in self if type(offer.base) is type(game)]
        return next((offer for offer in kin if offer.base == game), kin[0] if kin else None)

    def check(self, spec: str) -> None:
        """Raises GameError where the file of a game has changed: workers would go by other rules than the server."""
        self._files.check(spec)

    def alike(self, spec: str) -> Game | None:
        """A game by the rules that a spec names, with any parameters; None where it is not served. Asks no rules."""
        name, rest = split_spec(spec)
        kin = [offer.base for offer in self if self._names[offer.slug] == name]
        return next((game for game in kin if type(game).__name__ == rest.partition(":")[0]), kin[0] if kin else None)

    def load(self, spec: str) -> Game:
        """The game of a spec that the server itself has written down before. GameError where it is not served any more."""
        if self.alike(spec) is None:
            raise GameError(f"{Path(split_spec(spec)[0]).name} is not served here any more: start `kibitz serve` with it")
        return registry.load(spec)


def check_size(game: Game, limits: Limits) -> None:
    """Raises GameError for a board that is too large for a page."""
    scene = game.scene(game.start())
    if scene is not None and len(scene.cells) > limits.cells:
        raise GameError(f"a board of {len(scene.cells)} places is too large for the page: take one of at most {limits.cells}")


def _check(knob: Parameter, text: str, limits: Limits) -> None:
    """No text that could mean another parameter, and no number that would take forever."""
    if knob.form == "one of":
        if text not in knob.choices:
            raise GameError(f"{knob.name} is one of {', '.join(knob.choices)}")
        return
    if len(text) > limits.text or not all(letter.isascii() and (letter.isalnum() or letter in "-") for letter in text):
        raise GameError(f"{knob.name} is {knob.meaning}")
    for number in text.split("-"):
        if number.isdigit():
            most = max([limits.number, *(10 * int(part) for part in str(knob.text).split("-") if part.isdigit())])
            if len(number) > 9 or int(number) > most:
                raise GameError(f"{knob.name} is at most {most} here")


def _slug(spec: str) -> str:
    """The game's name in addresses: letters, digits and underscores."""
    name, rest = split_spec(spec)
    chosen = rest.partition(":")[0] if name.endswith(".py") and "=" not in rest.partition(":")[0] else ""
    words = (
        f"{Path(name).stem}_{chosen}"
        if chosen
        else Path(name).stem
        if name.endswith(".py")
        else f"{name}_{rest}"
        if rest
        else name
    )
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in words).strip("_")[:60] or "game"


def _free(slug: str, taken: Mapping[str, Any]) -> str:
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug}_{number}"
    return free


# What people call a game and a player, of which only the spec is known: "Connect four, width 9", "computer, level 6".

PERSON = "a person"
LONGEST = 80  # letters of a name
SETUPS = {"fen", "obf", "stones"}  # parameters that are a position
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NUMBER = re.compile(r"[\d.-]+")
FLAGS = {"true": "", "false": "no "}


def name_game(game: Game) -> str:
    """The game's name with its unusual parameters, different for every game."""
    return name_spec(registry.spec_of(game))


def name_spec(spec: str) -> str:
    """The name of a game by its spec, which is not loaded: it may be of a file that is not there."""
    family, rest = _split_spec(spec)
    family, name = _words(family), ""
    if rest and "=" not in rest.partition("(")[0]:  # a text that names the game in its own way: go(board_size=9)
        name, _, rest = rest.removesuffix(")").partition("(")
    settings = []
    for one, _, value in split_settings(rest):
        if value in FLAGS:
            settings.append(f"{FLAGS[value]}{_words(one)}")
        elif one in SETUPS:
            settings.append("from a position")
        elif NUMBER.fullmatch(value):
            settings.append(f"{_words(one)} {value}")
        else:
            name = Path(value).stem
    called = _words(name) or family
    whole = ", ".join([f"{called[:1].upper()}{called[1:]}", *settings]) + (f" ({family})" if name else "")
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"


def describe_game(game: Game) -> str:
    """A sentence about a game: its own, where its class stands for many games."""
    own = getattr(game, "own_title", "")
    return own if isinstance(own, str) and own else registry.title(type(game))


def name_player(spec: str) -> str:
    """A player of the program with its settings, or a person."""
    if spec == HUMAN:
        return PERSON
    kind, rest = _split_spec(spec)
    if is_external(spec):
        command, rest = command_and_settings(spec.partition(":")[2])
        kind = Path(command.partition(" ")[0]).name
    settings = ", ".join(
        f"{text} s" if name == "time" else f"{_words(name)} {Path(text).name}".strip() for name, _, text in split_settings(rest)
    )
    name = _words(kind)
    return (f"{name}, {settings}" if settings else name)[:LONGEST]


def _split_spec(spec: str) -> tuple[str, str]:
    """A spec's name and settings; for a file its class or function, or the file's own name."""
    name, rest = split_spec(spec)
    if not name.endswith(".py"):
        return name, rest
    chosen, _, others = rest.partition(":")
    return (Path(name).stem, rest) if "=" in chosen or not chosen else (chosen, others)


def _words(name: str) -> str:
    """A name of programs in words: "connect_four" and "ConnectFour" are "connect four"."""
    return " ".join(HUMP.sub(" ", name).replace("_", " ").replace("-", " ").lower().split())
