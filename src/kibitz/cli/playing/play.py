"""Play a game in the terminal, against the computer or other people, or watch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import click

from kibitz.arena.play import Dice
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
from kibitz.players import HUMAN, admit, ask, close, prepare
from kibitz.players.levelled import LevelledEngine
from kibitz.players.pondering import PonderingPlayer
from kibitz.players.settings import Wisdom, wisdom_of
from kibitz.position import Position
from kibitz.present.answer import describe_unknown
from kibitz.present.sentences import GameSentences, as_sentence, automatic_moves, describe_scores
from kibitz.present.values import ValueWords, is_unknown

KINDS = ", ".join([HUMAN, *registry.names("players"), *registry.names("search")])
SAMPLE = "minimax:depth=3, computer:level=4; or FILE.py:FUNCTION, one of your own"


@click.command(epilog="Example: kibitz play tic_tac_toe --start me --level 10")
@_options.optional_game
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--first", metavar="PLAYER", help=f"Of two, who plays first: {KINDS}, with settings: {SAMPLE}.")
@click.option("--second", metavar="PLAYER", help="Of two, who plays second.")
@click.option("--start", type=click.Choice(["me", "computer"]), help="The player with the first move: you or the computer.")
@click.option("--level", type=click.IntRange(1, STRONGEST), metavar="1..10", help="The computer's strength; 10 is all it can.")
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
    """Play GAME in the terminal. What is not said here is asked: the game, who begins, how strong the computer is.

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
    """A position, those who play it, and what they see of it."""

    def __init__(
        self, position: Position, seats: Sequence[TerminalSeat], seed: int | None = None, wisdom: Wisdom | None = None
    ) -> None:
        """A seat for each player; `seed`: how the dice fall; `wisdom`: for hints.

        Raises what a player says that cannot play this game.
        """
        admit([seat.player for seat in seats if seat.player is not None], position.game)
        self.position = position
        self.seats = seats
        self.words = ValueWords(position.game)
        self.wisdom = wisdom or Wisdom()
        labels = [seat.name for seat in seats] if any(seat.player for seat in seats) else [""] * len(seats)
        self._sentences = GameSentences(self.words, labels)
        self._dice = Dice(seed)
        self._choices: list[Position] = []  # where a person had the choice

    def play(self) -> None:
        """Plays the game to its end, or until somebody gives it up; Gone when the person leaves."""
        click.echo(f"\n{title(type(self.position.game))}")
        if any(seat.player is None for seat in self.seats) and not self.position.is_over:
            click.echo(how_to_move(self.position))
        for source in dict.fromkeys(self._sources()):
            click.echo(f"estimate: {source}")
        for sentence in dict.fromkeys(self._chosen()):
            click.echo(sentence)
        self._show()
        try:
            self._get_ready()
            while not self.position.is_over:
                for _, after in automatic_moves(self.position, self._dice.throw):
                    self._go_to(after)
                if not self.position.is_over and not self._turn():
                    click.echo(self._sentences.describe_resignation(self.position.to_move))
                    return
        except KeyboardInterrupt:
            click.echo()
            raise Gone("The game stops here: goodbye.") from None
        finally:
            for player in self._ponderers():
                player.rest()
            close(seat.player for seat in self.seats if seat.player is not None)
        payoffs = self.position.payoffs
        assert payoffs is not None  # it is over
        click.echo(self._sentences.describe_end(self.position, payoffs))

    def _sources(self) -> Iterator[str]:
        """Where the estimates of its players come from, if they were learned."""
        for seat in self.seats:
            wisdom = wisdom_of(seat.player)
            source = None if wisdom is None else wisdom.learned(self.position.game)
            if source is not None:
                yield source

    def _chosen(self) -> Iterator[str]:
        """A sentence for each search chosen for this game."""
        for seat in self.seats:
            describe = getattr(seat.player, "describe_search", None)
            sentence = "" if describe is None else describe(self.position.game)
            if sentence:
                yield sentence

    def _turn(self) -> bool:
        """Play one turn; False when the players give the game up."""
        engine = self.seats[self.position.to_move].player
        if engine is None:
            self._ponder()
            move = ask_move(self)
            self._choices.append(self.position)
        else:
            with busy(f"{self._sentences.who(self.position.to_move)} thinks"):
                thought = ask(engine, self.position)
            if thought.stopped == "interrupted":
                raise KeyboardInterrupt
            move = thought.best
        if move is None:
            return False
        self._go_to(self.position.play(move))
        return True

    def _ponderers(self) -> list[PonderingPlayer]:
        return [seat.player for seat in self.seats if isinstance(seat.player, PonderingPlayer)]

    def _get_ready(self) -> None:
        """Compile beforehand for players who think beside a person, out of sight."""
        if self._ponderers():
            with busy("getting ready to think while you do"):
                prepare(self._ponderers(), self.position.game)

    def _ponder(self) -> None:
        for player in self._ponderers():
            player.ponder(self.position)

    def _go_to(self, after: Position) -> None:
        before, self.position = self.position, after
        click.echo(self._sentences.describe_move(before, after))
        self._show()

    def _show(self) -> None:
        """Draws the board, unless the dice fall first: then there is more to see."""
        if not self.position.is_chance:
            self.draw()

    def take_back(self) -> bool:
        """Goes back to the last position where a person had the choice; False when there is none."""
        if not self._choices:
            return False
        self.position = self._choices.pop()
        self._ponder()
        click.echo("Taken back.")
        self.draw()
        return True

    def draw(self) -> None:
        """Shows the board."""
        click.echo(f"\n{self.position.draw(colour=in_colour())}\n", color=in_colour())
        if scores := describe_scores(self.position, self.words.names):
            click.echo(f"{scores}\n")


# A person's turn at the table: the moves and the words they may type.

ADVICE = Limit(time=2.0)  # as long as a person likes to wait for a hint
LINE_MOVES = 8  # moves of a line


class TableView(Protocol):
    """The view of the table for a person sitting at it."""

    position: Position
    words: ValueWords
    wisdom: Wisdom

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
