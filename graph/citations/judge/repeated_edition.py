"""The edition of a rule that a file repeats, by a reference in it.

A file repeats a rule with its references: `702.40a Row on (see rule 702.9).` Each of its wordings refers to the numbers
of its own time. So the wordings that refer to 702.9 show the edition that was copied, whatever edition is declared.
"""

from graph.citations.judge.quotes import RESEMBLES
from graph.citations.judge.words import Words
from graph.history import History
from rules.links import Version


def find_repeated_edition(words: Words, number: str, base: str, target: str) -> str | None:
    """Return the edition of the rule in whose repeated text a number is a reference.

    Args:
        words: The words next to the number.
        number: The number.
        base: Id of the edition that is declared for the file.
        target: Id of the target edition; later editions do not count.

    Returns:
        `base` if the rule referred to the number then, else the next edition in which it did, or without one the last
        edition before. None if the number is no such reference, or if no wording of the rule refers to it.
    """
    lineage = _find_repeated_rule(words)
    if lineage is None:
        return None
    history = words.lexicon.history
    versions = [version for version in history.versions.of_lineage(lineage) if version.first <= target]
    referring = [version for version in versions if _refers(history, version, number)]
    if not referring:
        return None
    if any(version.first <= base <= version.last for version in referring):
        return base
    later = [version.first for version in referring if version.first > base]
    return min(later) if later else max(version.last for version in referring)


def _find_repeated_rule(words: Words) -> str | None:
    """Return the lineage of the rule in whose repeated text the citation is a reference; None if it is in none."""
    head = words.find_head()
    if head is None:
        return None
    number = head.citation.numbers[0]
    shares: dict[str, float] = {}  # lineage that ever had the number of the head → its share of the text
    for period in head.lexicon.history.periods.of_key(number):
        shares[period.lineage] = max((quote.share_of(period.lineage) for quote in head.quotes), default=0.0)
    best = max(shares, key=lambda lineage: shares[lineage], default=None)
    return best if best is not None and shares[best] >= RESEMBLES else None


def _refers(history: History, version: Version, number: str) -> bool:
    """Return whether a version of a rule refers to a number."""
    references = history.store.references(version.first, version.key)
    return any(number in reference.found_keys for reference in references)
