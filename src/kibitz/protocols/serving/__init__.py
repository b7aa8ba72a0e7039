"""The common ground of all protocols: the conversation in lines, the thinker beside it, and its settings."""
