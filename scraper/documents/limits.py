"""The limits of a file that a reader opens; no edition comes near them."""

LARGEST_TEXT = 8_000_000
"""Maximum number of characters: eight times those of the longest edition."""
MOST_PAGES = 2_000
"""Maximum number of pages; the longest edition has 306."""
MOST_PARAGRAPHS = 100_000
"""Maximum number of paragraphs of a file of a word processor; the longest edition has 12,000."""
MOST_UNPACKED = 24_000_000
"""Maximum number of bytes of a stream of a PDF, of all XML of a Word file or of all pages of an e-book, after
decompression. A page of text has a few thousand, the longest edition in XML a third of it. In memory XML takes ten
times as much."""
