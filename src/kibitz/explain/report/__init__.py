"""A report on a game for those who design it: games are played, counted, and told in figures, sentences and a page."""
