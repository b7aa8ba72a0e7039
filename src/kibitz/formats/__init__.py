"""Games and positions in files of other programs: how they are found, read by the rules, and written."""
