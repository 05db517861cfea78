"""Pages of renamed and retired terms: what became of their words, how often they stand, which rules changed with them."""
