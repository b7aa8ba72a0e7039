"""Analyze."""
