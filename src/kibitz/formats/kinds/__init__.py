"""Files of games and positions, as other programs write them. Each file of this folder is a format.

Each has `TITLE` and `SUFFIXES`, what it is and how its files end; `recognizes(beginning)`, whether a text that begins so is
one; `read(source, game)`, its games with what could not be read, one after the other; and `write(game)`, the text of one game,
or the FormatError that says why the format cannot hold it. `game` is what `--game` names, None where the file has to say it.
A format of bytes has `write_all(games)` in the place of `write`. One that writes variations says so: `HAS_VARIATIONS`.
"""
