"""Find the features of a game: planes and fields of a state, their geometry and their symmetries."""
