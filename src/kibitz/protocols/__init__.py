"""kibitz as an engine: a file for each protocol, found by its name, with `start(game, settings, say)`; see `serving`."""
