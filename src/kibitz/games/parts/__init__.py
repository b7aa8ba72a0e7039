"""Parts of several games: boards, and squares on them."""
