"""The rule checker: looks for the smallest line of play in which the rules, or the knowledge, of a game break a law."""

from kibitz.checking.checker import check
from kibitz.checking.report import Problem, Report

__all__ = ["Problem", "Report", "check"]
