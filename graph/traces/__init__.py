"""One rule through the editions: its versions, and since when each of its words stands."""
