"""Short programs that train with other libraries."""
