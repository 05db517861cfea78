"""References between rules and what follows from them. May import `rules`."""
