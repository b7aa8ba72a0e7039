"""How much a visitor may ask of the server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """All bounds in one place; anything beyond one is refused in a sentence, and nothing happens."""

    engines: tuple[str, ...] = ()  # the specs of external engines that the command line has named, and no others
    body: int = 64 * 2**10  # bytes of a request
    patience: float = 10.0  # seconds in which a request must arrive
    headers: int = 32 * 2**10  # bytes of what a request says about itself
    address: int = 1024  # letters of a path
    query: int = 16 * 2**10  # bytes behind the ? of an address
    connections: int = 400  # at once
    connections_each: int = 100  # of one address, if it is another machine
    concurrent: int = 300  # requests at once, streams among them
    fields: int = 64  # of a form
    text: int = 64  # letters of a move, a parameter, a name
    line: int = 20_000  # letters of a list of moves, and of a board that is text
    lines: int = 200  # of such a board
    wide: int = 500  # letters of each
    far: float = 10_000.0  # widths of a cell, from one end of a board to the other
    choices: int = 5_000  # moves that may be made in a position
    plies: int = 2_000  # of a game
    nodes_analysed: int = 3_000  # moves of an analysis, variations among them
    comment: int = 2_000  # letters of a comment on a position
    pasted: int = 50  # games of a text that is pasted
    cells: int = 400  # of a board
    number: int = 1_000  # the largest value of a parameter, where its default is not larger
    rules: float = 8.0  # seconds that the rules of a game may take to answer
    seconds: float = 30.0  # that a search may take
    usual: float = 5.0  # that it takes by default
    nodes: int = 10**10  # that a search may visit
    depth: int = 1_000  # plies that a search may be asked for
    memory: int = 3 * 2**30  # bytes of a worker process
    queue: int = 64  # searches that wait for a worker
    visitors: int = 500
    idle: float = 24 * 3600.0  # seconds after which a visitor is forgotten
    tables: int = 500  # games in memory; the store has room for more
    keeps: int = 50  # unfinished games of one visitor that are listed
    days: float = 90.0  # after which the store forgets an unfinished game that nobody has touched
    streams: int = 150  # open at once
    streams_each: int = 4  # of one visitor: a browser has six connections to a server, and has to ask, too
    streams_address: int = 60  # of one address, if it is another machine
    lease: float = 5.0  # seconds a search goes on for which nobody waits
    games: int = 10_000  # of a series
    series: int = 2  # played at once
    playing: float = 3600.0  # seconds a series goes on before it has to be asked to go on
    opening: int = 20  # plies of its openings
    reviewing: float = 600.0  # seconds of a review
    picturing: float = 60.0  # seconds of a picture that moves: 300 moves take a quarter of that, where nobody else works
    reviews: int = 16  # finished ones in memory
    requests: float = 50.0  # a second from one visitor, where the server is open to others
    traced: int = 1_000_000  # nodes of a tree
    playouts: int = 1_000  # of a tree
    tree_rows: int = 2_000  # nodes of a tree that one answer shows
