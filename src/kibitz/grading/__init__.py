"""Grades what students hand in: rules, searches and players in files."""
