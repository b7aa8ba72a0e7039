"""Where games are played: worker processes here, or on other machines, and what goes to them and comes back."""
