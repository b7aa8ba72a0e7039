"""Games between players: `play.play_out` plays one."""
