"""A game in progress: seats, clocks, permissions, score, what is proved of its positions. It imports no server."""
