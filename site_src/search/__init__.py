"""What the search page reads: the words of today, those of all editions, and old names of things with the new."""
