"""Comparisons with other packages of games: OpenSpiel and lasvegas."""
