"""What the players of a game are called on a face."""

from kibitz.rules import Game, legal, says

ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def side_names(game: Game) -> tuple[str, ...]:
    """Names the game gives its sides; or the pieces they put down first (X and O); else First, Second ..."""
    try:
        named = tuple(game.player_names()) if says(game, "player_names") else _by_pieces(game)
    except Exception:  # whoever plays on will hear of it
        named = ()
    if len(named) == len(set(named)) == game.players:
        return named
    return tuple(ORDINALS[player] if player < len(ORDINALS) else f"Player {player + 1}" for player in range(game.players))


def _by_pieces(game: Game) -> tuple[str, ...]:
    """The one text that all pieces of a player have, soon after the start; nothing unless each has one of their own."""
    owned: dict[int, set[str]] = {}
    state = game.start()
    for _ in range(game.players + 1):
        scene = game.scene(state)
        for piece in scene.pieces.values() if scene else ():
            if piece.owner is not None:
                owned.setdefault(piece.owner, set()).add(piece.text)
        if game.is_over(state):
            break
        state = game.play(state, legal(game, state)[0])
    texts = [next(iter(texts)) for texts in owned.values() if len(texts) == 1]
    if len(texts) != game.players or any(text.isdigit() for text in texts):
        return ()
    return tuple(next(iter(owned[player])) for player in range(game.players))
