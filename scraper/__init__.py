"""From bytes to records. May import `rules`."""
