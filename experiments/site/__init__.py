"""Tools of the maintainers: they write the pages and pictures in docs/."""
