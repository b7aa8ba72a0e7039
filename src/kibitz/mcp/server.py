"""The tools of the server: games, positions, and what searches find."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from kibitz.core.registry import spec_of
from kibitz.core.rules import CHANCE, Game, says
from kibitz.errors import KibitzError
from kibitz.jobs.rules_threads import RulesThreads
from kibitz.mcp import answers
from kibitz.mcp.searches import Searches
from kibitz.position import Position
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog, ServedGame, public

INSTRUCTIONS = """Board games, played and analysed without guessing. Name a game as `games` lists it, with parameters if you
like: connect_four:width=5,height=4. Give moves by their names, from the start, separated by spaces; `legal_moves` knows them.
Every answer says whether it is proved or an estimate: repeat that. Do not name moves, lines or values that no tool has given
you."""
LONGEST = 20_000  # letters of a list of moves

GameName = Annotated[
    str, Field(description="A game as `games` lists it: othello, connect_four:width=5,height=4.", max_length=400)
]
Moves = Annotated[str, Field(description="The moves from the start, by name, separated by spaces.", max_length=LONGEST)]
MoveName = Annotated[str, Field(description="The name of a legal move.", max_length=100)]


class GameTools:
    """The tools; `specs`: games of the user's files, which nothing but the command line can name."""

    def __init__(self, specs: Sequence[str], seconds: float, memory: int) -> None:
        """`seconds`: the most that one search may take; `memory`: the bytes of it."""
        self.seconds, self.limits = seconds, Limits()
        self.catalog = Catalog.of(specs)
        self.searches, self.rules = Searches(memory), RulesThreads(self.limits.rules)

    def games(self) -> dict[str, Any]:
        """The games there are, each with its rules in a sentence, its parameters and its number of players."""
        return {"games": [self._game(offer) for offer in self.catalog]}

    async def position(self, game: GameName, moves: Moves = "") -> dict[str, Any]:
        """The position after these moves: the board as text, whose turn it is, the legal moves, or who has won."""
        return await self._position(game, moves)

    async def legal_moves(self, game: GameName, moves: Moves = "") -> dict[str, Any]:
        """The names of the legal moves after these moves; none where the game is over."""
        facts = await self._position(game, moves)
        return {"legal_moves": facts["legal_moves"], "sentence": f"There are {len(facts['legal_moves'])} legal moves."}

    async def play(self, game: GameName, move: MoveName, moves: Moves = "") -> dict[str, Any]:
        """Make one more move; the answer has the moves so far, and the new position."""
        return await self._position(game, f"{moves} {move}")

    async def analyze(self, game: GameName, moves: Moves = "", seconds: float = 2.0) -> dict[str, Any]:
        """Value every legal move, best first, each with the line that shows it; proved, or by estimate."""
        return await self._search(game, moves, seconds, "analyze", answers.analysis_facts)

    async def prove(self, game: GameName, moves: Moves = "", seconds: float = 10.0) -> dict[str, Any]:
        """Prove what the position is worth: who wins and how soon, or what is proved of it in that time."""
        return await self._search(game, moves, seconds, "solve", answers.prove_facts)

    async def explain(self, game: GameName, move: MoveName, moves: Moves = "", seconds: float = 3.0) -> dict[str, Any]:
        """Why a move is good or bad: what it comes to, the reply that punishes it, and what the best move would do."""
        name = await self._name(game, moves, move)
        return await self._search(game, moves, seconds, "analyze", partial(answers.explanation, name=name))

    async def compare(
        self, game: GameName, first: MoveName, second: MoveName, moves: Moves = "", seconds: float = 3.0
    ) -> dict[str, Any]:
        """Two moves side by side, and which of them is better, by proof or by estimate."""
        names = [await self._name(game, moves, move) for move in (first, second)]
        return await self._search(game, moves, seconds, "analyze", partial(answers.comparison, first=names[0], second=names[1]))

    async def review(self, game: GameName, moves: Moves, seconds: float = 0.5) -> dict[str, Any]:
        """A verdict on each move of a game, what was better, and what refutes it; `seconds` for each move."""
        position = await self._look(game, moves, lambda found: found)
        if not position.moves:
            raise ToolError("there is nothing to review: no move has been made")
        each = min(self._bounded(seconds), self.limits.reviewing / (len(position.moves) + 1))
        return answers.review_facts(await self._run(each * (len(position.moves) + 1), "review", position, each))

    def _game(self, offer: ServedGame) -> dict[str, Any]:
        return {
            "game": public(offer.spec),
            "name": offer.name,
            "sentence": offer.title,
            "players": offer.players,
            "chance": offer.chance,
            "rules": list(offer.rules),
            "parameters": {knob.name: knob.text for knob in (*offer.knobs, *offer.setups)},
        }

    def _load(self, spec: str) -> Game:
        """The game that a spec names, with its parameters; only games of the catalog. KibitzError, a sentence."""
        name, _, text = spec.strip().partition(":")
        names = ((one, public(one.spec)) for one in self.catalog)
        offer = next((one for one, file in names if name in (one.slug, file, file.removesuffix(".py"))), None)
        if offer is None:
            raise KibitzError(f"{name!r} is not a game here: `games` lists them")
        given = dict(part.partition("=")[::2] for part in text.split(",") if part)
        known = {knob.name for knob in (*offer.knobs, *offer.setups)}
        if strange := sorted(set(given) - known):
            raise KibitzError(f"{name} has no parameter {strange[0]!r}; it has {', '.join(sorted(known)) or 'none'}")
        return offer.game(given, self.limits)

    async def _position(self, spec: str, moves: str) -> dict[str, Any]:
        facts: dict[str, Any] = await self._look(spec, moves, answers.position_facts)
        return facts

    async def _look(self, spec: str, moves: str, facts: Any) -> Any:
        """Return what `facts` says of the position, in a thread that may be given up. ToolError, a sentence."""
        try:
            game = self._load(spec)
            return await self.rules.run(game, lambda: facts(Position.after(game, moves)))
        except (KibitzError, OverflowError, MemoryError) as problem:
            raise ToolError(str(problem) or "this is too large") from None

    async def _name(self, spec: str, moves: str, move: str) -> str:
        """The name by which analyses call a move."""
        name: str = await self._look(spec, moves, lambda here: here.name(here.play(move).moves[-1]))
        return name

    async def _search(self, spec: str, moves: str, seconds: float, command: str, facts: Any) -> dict[str, Any]:
        position: Position = await self._look(spec, moves, lambda found: found)
        if position.is_over:
            raise ToolError("the game is over there")
        if position.to_move == CHANCE:
            raise ToolError("the dice decide there: ask about the position after the throw")
        if command == "solve" and not says(position.game, "result"):
            raise ToolError("only games of two with a result are solved: analyze it")
        bounded = self._bounded(seconds)
        answer = await self._run(bounded, command, position, bounded)
        if command == "analyze" and not answer.get("moves"):
            raise ToolError("nothing was found in that time: ask for more seconds")
        found: dict[str, Any] = await self._look(spec, moves, lambda here: facts(here, answer))
        return found

    async def _run(self, most: float, command: str, position: Position, seconds: float) -> dict[str, Any]:
        names = " ".join(position.names())
        arguments = [spec_of(position.game), "--moves", names, "--time", f"{seconds:g}"]
        try:
            return await self.searches.run(most, command, *arguments)
        except KibitzError as problem:
            raise ToolError(str(problem)) from None

    def _bounded(self, seconds: float) -> float:
        if not 0 < seconds <= self.seconds:
            raise ToolError(f"seconds are more than 0, and at most {self.seconds:g}")
        return seconds


def make_server(tools: GameTools) -> MCPServer:
    """The server of these tools, ready to run."""
    server = MCPServer("kibitz", instructions=INSTRUCTIONS)
    for tool in (
        *(tools.games, tools.position, tools.legal_moves, tools.play, tools.analyze),
        *(tools.prove, tools.review, tools.explain, tools.compare),
    ):
        server.add_tool(tool)
    return server
