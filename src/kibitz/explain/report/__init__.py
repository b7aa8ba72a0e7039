"""A report on a game for designers: play games, count, and present figures, sentences and a page."""
