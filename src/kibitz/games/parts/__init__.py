"""What several games are made of: boards, and squares on them."""
