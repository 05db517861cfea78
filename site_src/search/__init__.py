"""Data of the search page: the texts of the latest edition and of all editions, and old names with the new ones."""
