"""Recorded searches: what a search visited, in order, for drawn trees and lessons."""
