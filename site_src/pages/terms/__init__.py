"""Pages of old and new terms: what replaced them, how often they are used, which rules changed with them."""
