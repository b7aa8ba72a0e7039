"""A server of the Model Context Protocol: language models ask it about games, and get answers that say what is proved."""
