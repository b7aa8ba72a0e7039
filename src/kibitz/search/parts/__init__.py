"""Parts that several searches share: the memory of a search, tables, move order, the current line, scores."""
