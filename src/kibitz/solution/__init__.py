"""The strong solution of small games: every position that can be reached, with its value and its distance to the end."""

from kibitz.solution._everything import SolutionSummary, solve_everything
from kibitz.solution._file import SolutionFile
from kibitz.solution._solution import Solution

__all__ = ["Solution", "SolutionFile", "SolutionSummary", "solve_everything"]
