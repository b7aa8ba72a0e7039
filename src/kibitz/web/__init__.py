"""The page: games played, watched and explored in a browser, and a JSON interface of the same."""
