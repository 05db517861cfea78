"""Pages of old and new terms: what became of the words, how often they stand, which rules changed with them."""
