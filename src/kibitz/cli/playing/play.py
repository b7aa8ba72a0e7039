"""Play a game in the terminal, against the computer or other people, or watch."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import click

from kibitz.cli import options as _options
from kibitz.cli.answers import estimate_source, painted
from kibitz.cli.playing._seats import STRONGEST, TerminalSeat, choose_game, ponderers, seats, sides
from kibitz.cli.progress import busy
from kibitz.cli.strength.levels import fit_quickly, wants_levels
from kibitz.cli.terminal import Gone, in_colour, is_terminal, read_line
from kibitz.core import registry
from kibitz.core.notation import line_names
from kibitz.core.registry import title
from kibitz.core.rules import Game
from kibitz.core.scene import grid_of
from kibitz.core.thought import Limit, Thought
from kibitz.errors import KibitzError, MoveError
from kibitz.players import HUMAN, Player, admit, ask, close
from kibitz.players.levelled import LevelledEngine
from kibitz.players.pondering import PonderingPlayer
from kibitz.players.settings import Wisdom, wisdom_of
from kibitz.position import Position
from kibitz.present.answer import describe_unknown
from kibitz.present.sentences import as_sentence, describe_scores
from kibitz.present.values import ValueWords, is_unknown
from kibitz.table.game_table import GameTable, Settings

KINDS = ", ".join([HUMAN, *registry.names("players"), *registry.names("search")])
SAMPLE = "minimax:depth=3, computer:level=4; or FILE.py:FUNCTION, one of your own"


@click.command(epilog="Example: kibitz play tic_tac_toe --start me --level 10")
@_options.optional_game
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--first", metavar="PLAYER", help=f"Of two, who plays first: {KINDS}, with settings: {SAMPLE}.")
@click.option("--second", metavar="PLAYER", help="Of two, who plays second.")
@click.option("--start", type=click.Choice(["me", "computer"]), help="The player with the first move: you or the computer.")
@click.option(
    "--level", type=click.IntRange(1, STRONGEST), metavar="1..10", help="The computer's strength; 10 is full strength."
)
@click.option("--ponder", is_flag=True, help="The computer thinks while you do, and may answer at once.")
@click.option("--seed", type=int, metavar="N", help="Makes the dice, and players that throw some, fall the same again.")
@_options.moves
@_options.knowledge
def command(
    game: Game | None,
    players: tuple[str, ...],
    first: str | None,
    second: str | None,
    start: str | None,
    level: int | None,
    ponder: bool,
    seed: int | None,
    moves: str,
    knowledge: str,
) -> None:
    """Play GAME in the terminal. You are asked for what you leave out: the game, who begins, how strong the computer is.

    A PLAYER for each seat, in the order of their turns: kibitz play trio human greedy computer:level=3. With
    two, --first and --second say the same. The dice of a game are thrown for you. --knowledge is for hints, and for
    players whose settings do not say what they know.
    """
    try:
        game = game or choose_game()
        position = _options.position_after(game, moves)
        taken = seats(sides(game, players, first, second, start), level, seed)
        wisdom = Wisdom(knowledge)
        wisdom.check(game)
        for seat in taken:
            if (own := wisdom_of(seat.player)) is not None:
                own.settle(knowledge)
        fits = any(isinstance(seat.player, LevelledEngine) and seat.player.file is None for seat in taken)
        if ponder:
            taken = ponderers(taken)
        if is_terminal() and fits and wants_levels(game):
            fit_quickly(game)
        TerminalGame(position, taken, seed, wisdom).play()
    except Gone as farewell:
        click.echo(str(farewell))


# A game at the table: draws the board, lets the player to move move, and says how it ends.


class TerminalGame:
    """A game at a table, those who play it, and what they see of it."""

    def __init__(
        self, position: Position, seats: Sequence[TerminalSeat], seed: int | None = None, wisdom: Wisdom | None = None
    ) -> None:
        """A seat for each player; `seed`: how the dice fall; `wisdom`: for hints.

        Raises what a player says that cannot play this game.
        """
        self._players = [seat.player for seat in seats]
        admit(self._programs, position.game)
        self.wisdom = wisdom or Wisdom()
        self.words = ValueWords(position.game)
        settings = Settings(random.SystemRandom().getrandbits(32) if seed is None else seed)
        self._table = GameTable.begin("", "", position.game, [seat.seat for seat in seats], settings, (position,))

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self._table.position

    @property
    def _programs(self) -> list[Player]:
        return [player for player in self._players if player is not None]

    @property
    def _ponderers(self) -> list[PonderingPlayer]:
        return [player for player in self._programs if isinstance(player, PonderingPlayer)]

    def play(self) -> None:
        """Plays the game to its end, or until a player resigns; Gone when the person leaves."""
        start = self._table.positions[0]
        click.echo(f"\n{title(type(start.game))}")
        if None in self._players and not start.is_over:
            click.echo(how_to_move(start))
        for source in dict.fromkeys(self._sources()):
            click.echo(f"estimate: {source}")
        for sentence in dict.fromkeys(self._chosen()):
            click.echo(sentence)
        self.draw(start)
        self._tell(0)
        try:
            self._get_ready()
            while not self._table.ended:
                self._turn()
        except KeyboardInterrupt:
            click.echo()
            raise Gone("The game stops here: goodbye.") from None
        finally:
            for player in self._ponderers:
                player.rest()
            close(self._programs)
        if (payoffs := self.position.payoffs) is not None:
            click.echo(self._table.narrator.describe_end(self.position, payoffs))

    def _sources(self) -> Iterator[str]:
        """Where the estimates of its players come from, if they were learned."""
        for player in self._programs:
            wisdom = wisdom_of(player)
            source = None if wisdom is None else wisdom.learned(self.position.game)
            if source is not None:
                yield source

    def _chosen(self) -> Iterator[str]:
        """A sentence for each search chosen for this game."""
        for player in self._programs:
            describe = getattr(player, "describe_search", None)
            sentence = "" if describe is None else describe(self.position.game)
            if sentence:
                yield sentence

    def _turn(self) -> None:
        """Play one turn, or give the game up."""
        player = self._players[self.position.to_move]
        if player is None:
            self._ponder()
            move = ask_move(self)  # which may take moves back first
        else:
            with busy(f"{self._table.who()} thinks"):
                thought = ask(player, self.position)
            if thought.stopped == "interrupted":
                raise KeyboardInterrupt
            move = thought.best
        before, side = self._table, self.position.to_move
        if move is None:
            self._table = before.resign(before.version, side)
            click.echo(before.narrator.describe_resignation(side))
            return
        self._table = before.play(move)
        self._tell(before.ply)

    def _tell(self, ply: int) -> None:
        """Say what happened after that ply, and draw each position, unless dice fall next: then there is more to see."""
        for sentence, after in zip(self._table.sentences, self._table.positions[ply + 1 :], strict=True):
            click.echo(sentence)
            self.draw(after)

    def _get_ready(self) -> None:
        """Begin to make machine code for players who think beside a person, out of sight."""
        for player in self._ponderers:
            player.warm(self.position.game)

    def _ponder(self) -> None:
        for player in self._ponderers:
            player.ponder(self.position)

    def take_back(self) -> bool:
        """Goes back to the last position where a person had the choice; False when there is none."""
        if self._table.last_choice() is None:
            return False
        self._table = self._table.undo(self._table.version)
        self._ponder()
        click.echo("Taken back.")
        self.draw(self.position)
        return True

    def draw(self, position: Position) -> None:
        """Shows the board, unless dice fall first."""
        if position.is_chance:
            return
        click.echo(f"\n{position.draw(colour=in_colour())}\n", color=in_colour())
        if scores := describe_scores(position, self.words.names):
            click.echo(f"{scores}\n")


# A person's turn at the table: the moves and the words they may type.

ADVICE = Limit(time=0.9)  # a hint comes within a second
LINE_MOVES = 8  # moves of a line


class TableView(Protocol):
    """The view of the table for a person sitting at it."""

    words: ValueWords
    wisdom: Wisdom

    @property
    def position(self) -> Position:
        """Where the game is now."""

    def take_back(self) -> bool:
        """Go back to the last position where a person had the choice; False when there is none."""


def how_to_move(position: Position) -> str:
    """One line for someone who plays this game here for the first time."""
    while position.is_chance:  # nobody types what the dice bring
        position = position.play(position.legal()[0])
    if position.is_over:
        return "Type a move by its name; help lists the other words."
    name = position.name(position.legal()[0])
    scene = position.game.scene(position.state)
    grid = grid_of(scene) if scene else None
    if "," in name:
        how = f"as row,column, for instance {name}"
    elif grid and scene and any(action.cell for action in scene.actions):
        how = f"by its name, for instance {name}, or as row,column of its square"
    else:
        how = f"by its name, for instance {name}"
    return f"Type a move {how}; help lists the other words."


def ask_move(table: TableView) -> int | None:
    """Asks until there is a legal move; None when the person resigns. Raises Gone when they leave."""
    while True:
        text = read_line(f"Your move ({table.words.names[table.position.to_move]}): ")
        named = {table.position.name(move).casefold() for move in table.position.legal()}
        word = text.casefold()
        if word == "resign" and word not in named:
            return None
        if word in WORDS and word not in named:
            WORDS[word](table)
            continue
        if not text:
            click.echo("Nothing was typed: type a move, or help.")
            continue
        try:
            return table.position.play(text).moves[-1]
        except MoveError as mistake:
            click.echo(as_sentence(mistake))


def _help(table: TableView) -> None:
    click.echo(
        f"""
{how_to_move(table.position)}

  hint      what the computer would play for you
  values    what each legal move is worth
  undo      take back, to your own last turn
  resign    give the game up
  quit      leave
"""
    )


def _undo(table: TableView) -> None:
    if not table.take_back():
        click.echo("There is nothing to take back: it is your first turn.")


def _quit(table: TableView) -> None:
    raise Gone("Goodbye.")


def _hint(table: TableView) -> None:
    thought = _advice(table, all_moves=False)
    if thought is None or thought.best is None:
        return
    if is_unknown(thought.value, thought.informed):
        click.echo(f"No hint: {describe_unknown(thought)}.")
        return
    value = painted(table.words, thought.value, table.position.to_move)
    click.echo(f"{table.position.name(thought.best)} ({value}): {_line(table.position, thought.line)}", color=in_colour())


def _values(table: TableView) -> None:
    thought = _advice(table, all_moves=True)
    if thought is None:
        return
    if is_unknown(thought.value, thought.informed):
        sentence = describe_unknown(thought)
        click.echo(as_sentence(sentence))
        if all(is_unknown(item.value, thought.informed) for item in thought.moves):
            return
    names = [table.position.name(item.move) for item in thought.moves]
    width = max(map(len, names), default=0)
    for name, item in zip(names, thought.moves, strict=True):
        value = painted(table.words, item.value, table.position.to_move, thought.informed)
        click.echo(f"  {name:<{width}}  {value}", color=in_colour())
    for line in estimate_source(thought):
        click.echo(line)


def _advice(table: TableView, all_moves: bool) -> Thought | None:
    """The strong search's opinion of the board; None, with a word, when it cannot search this game."""
    try:
        with busy("thinking for you"):
            from kibitz.search.entry import think

            wise = table.wisdom.of(table.position.game)
            return think(table.position, limit=ADVICE, knowledge=wise, all_moves=all_moves)
    except KibitzError as mistake:
        click.echo(as_sentence(mistake))
        return None


def _line(position: Position, line: tuple[int, ...]) -> str:
    names = line_names(position.game, position.state, line[:LINE_MOVES])
    return " ".join(names) + (" ..." if len(line) > LINE_MOVES else "")


WORDS: dict[str, Callable[[TableView], None]] = {
    "help": _help,
    "?": _help,
    "hint": _hint,
    "values": _values,
    "undo": _undo,
    "quit": _quit,
    "exit": _quit,
    "q": _quit,
}
