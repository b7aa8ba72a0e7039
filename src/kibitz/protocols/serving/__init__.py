"""What all protocols stand on: the talk in lines, what thinks beside it, and its settings."""
