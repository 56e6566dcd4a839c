"""Rendering of positions as text, SVG, pixels or in a window, from one description per ruleset."""
