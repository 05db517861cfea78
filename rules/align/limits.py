"""Limits on the work of the aligner.

The stages after `exact` compare records pair by pair. Their work grows with the square of the size of a family and of
the number of words of a record, so both have limits. Records beyond a limit are linked by number only (`coarse`).

The limits are counts, not times, so the same input gives the same links on any machine. Of the 134 steps between real
editions, the step to Magic 2010 is the largest: it has up to 23 candidates for one record, 6,300 pairs of records in
one pass, 20,500 pairs of sentences and 8 rounds. Its longest record has 500 words.
"""

MOST_CANDIDATES = 150
"""Maximum number of candidates of one record."""
MOST_INDEX_ENTRIES = 150
"""Maximum number of index entries read to find the candidates of one record, except for its rarest word."""
MOST_RECORD_PAIRS = 100_000
"""Maximum number of pairs of records that one pass scores. If every rule is rewritten, there are some 80,000."""
MOST_SENTENCES = 100_000
"""Maximum number of sentences of one edition that are looked for in the other edition."""
MOST_SENTENCE_PAIRS = 100_000
"""Maximum number of pairs of sentences that are compared."""
MOST_ROUNDS = 40
"""Maximum number of rounds that link the parts of splits and merges; about one for each part of a record is needed."""
MOST_HUNKS = 100_000
"""Number of differences between passages after which no more passages are searched for renamed terms."""
MOST_SCANNED = 1_000_000_000
"""Maximum number of characters that are searched for replaced words, in all searches together."""
