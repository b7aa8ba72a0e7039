"""Open the page: play, watch, analyse and explore in the browser."""

import click

from kibitz.cli import options as _options


@click.command(epilog="Example: kibitz serve ./my_game.py connect_four:width=8 --open")
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=_options.game_names)
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port (the first free one from 8127 on; 0: any).")
@click.option("--host", metavar="ADDRESS", help="Where to listen (127.0.0.1: this machine alone; 0.0.0.0 for a class).")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="A name by which others call this machine.")
@click.option(
    "--workers", type=click.IntRange(1, 64), metavar="N", help="Processes that search (one for each core, at least 2)."
)
@click.option(
    "--engine", "engines", multiple=True, metavar="PLAYER", help="An external engine that may be chosen, such as uci:stockfish."
)
@_options.store
@click.option("--class", "is_class", is_flag=True, help="Serve a class: the boards of all pupils on one page, votes, a tally.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
def command(
    games: tuple[str, ...],
    port: int | None,
    host: str | None,
    names: tuple[str, ...],
    workers: int | None,
    engines: tuple[str, ...],
    store: str | None,
    is_class: bool,
    opens: bool,
) -> None:
    """Serve a page with every GAME named here (a name or a file), and all games of the package.

    Only this machine can reach it. With --host others can, if they have the printed link, which holds a token. Their requests
    are bounded, and no request starts a program except the engines named by --engine; but nothing is encrypted: put it behind a
    server that has TLS. The token changes at each start, unless you set KIBITZ_TOKEN.

    --class prints a second link, for the teacher alone: it shows the boards of all pupils, their link as a QR code, and sends
    them positions to play or to vote on.
    """
    import os

    from kibitz.runtime.background import is_beside
    from kibitz.web.server import Server, leave_threads

    host = host or ("0.0.0.0" if is_class else "127.0.0.1")
    count = workers or max(2, os.cpu_count() or 1)
    server = Server.at(games, host, port, names, store, count, engines=engines, is_class=is_class)

    def ready() -> None:
        click.echo(f"kibitz is at {server.address}  (Ctrl-C ends it)")
        for link in server.behind:
            click.echo(f"and, where a server with TLS stands before it, at {link}")
        if server.teacher:
            click.echo(f"The teacher's page, with the link for the class: {server.teacher}")
        if opens:
            import webbrowser

            webbrowser.open(server.teacher or server.address)

    server.run(ready, prepares=is_beside())
    click.echo("kibitz has ended; games that were begun go on when it is started again")
    leave_threads()
