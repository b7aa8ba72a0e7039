"""kibitz as an engine: a file for each protocol, found by its name, with `start(game, settings, say)`.

What starts with an underscore helps them: the loop that hears lines, the thinker beside it, and its settings.
"""
