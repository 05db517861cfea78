"""From the knowledge base to pages, data files and the search index. May import `graph` and `rules`."""
