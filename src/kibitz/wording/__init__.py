"""What people are told: the names of players, and values in words; every face and every explanation speaks alike."""
