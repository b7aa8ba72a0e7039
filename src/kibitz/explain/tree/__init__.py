"""Search trees: the nodes a search visited, why it left them, and drawings of them."""
