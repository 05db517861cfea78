"""The difference in typography between the copies of two editions, which is no change of the rules."""

from msgspec import Struct

from graph.compare.comparison import Comparison
from graph.compare.passages import PassageAt
from graph.history import History
from graph.history.paths import SAME_TEXT
from rules.sentences import join_words
from rules.typography import SORTS, Typography


class CopiesAnswer(Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """How the typography of the copies of two editions differs.

    Attributes:
        old: The typography of the copy that the edition compared from follows.
        new: The typography of the copy that the edition compared to follows.
        differing: The kinds of marks that the two copies print in different forms, such as `apostrophes`.
        records: Number of records that differ only in typography and are counted as unchanged.
    """

    old: Typography
    new: Typography
    differing: tuple[str, ...]
    records: int


def compare_copies(history: History, comparison: Comparison, words: PassageAt) -> CopiesAnswer | None:
    """Return how the typography of the copies of two editions differs; None if it does not.

    Args:
        history: The history of a knowledge base.
        comparison: The comparison of the two editions, with all groups.
        words: The words of their records.
    """
    old = history.store.edition(comparison.old).typography
    new = history.store.edition(comparison.new).typography
    differing = old.differing(new)
    if not differing:
        return None
    records = 0
    for group in comparison.groups:
        # An unchanged record that the aligner had no need to link has the same text to the letter. Nearly all have, so
        # only the texts of the others are compared.
        if group.is_same and group.links[0].method != SAME_TEXT:
            (key,) = group.new
            records += words(comparison.old, key) != words(comparison.new, key)
    return CopiesAnswer(old, new, tuple(sort for sort in Typography.__struct_fields__ if sort in differing), records)


def describe_copies(copies: CopiesAnswer) -> str:
    """Return the difference in typography of the copies, in words: `they print dashes in other forms`."""
    described = f"they print {join_words([SORTS[sort] for sort in copies.differing])} in other forms"
    if not copies.records:
        return described
    if copies.records == 1:
        return f"{described}; 1 record differs in nothing else and counts as unchanged"
    return f"{described}; {copies.records:,} records differ in nothing else and count as unchanged"
