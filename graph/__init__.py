"""References, comparisons, lineages and terms: what connects rules and editions. May import `rules`."""
