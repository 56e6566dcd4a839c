"""Maintainers' tools that write pages, tables and pictures into docs/; `make help` lists them."""
