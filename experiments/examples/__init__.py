"""Our games in the hands of other libraries: short programs to start from."""
