"""Reading, fetching and collating editions: from bytes to records. May import `rules`."""
