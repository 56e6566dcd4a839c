"""Positions drawn: as text, as SVG, as pixels and in windows, all from one description per ruleset."""
