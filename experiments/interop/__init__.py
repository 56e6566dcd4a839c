"""Our games and those of other packages."""
