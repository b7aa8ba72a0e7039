"""Opening books are made here: their positions listed, solved by threads or workers, and written."""
