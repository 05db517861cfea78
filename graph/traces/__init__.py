"""One rule through the editions: its versions, and when each of its words first appeared."""
