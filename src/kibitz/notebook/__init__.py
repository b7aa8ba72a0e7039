"""Games in notebooks: a board to play on, in Jupyter, VS Code and marimo."""
