"""Makes pages, data files and the search index from the knowledge base. May import `graph` and `rules`."""
