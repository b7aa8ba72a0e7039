"""Parts of Monte Carlo search: random and guided games, the tree of averages, its memory and options."""
