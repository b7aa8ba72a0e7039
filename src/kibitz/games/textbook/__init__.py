"""The small games of the textbooks, and game trees from a file."""
