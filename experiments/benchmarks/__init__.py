"""The benchmark of speed: interfaces, timing, targets and reports."""
