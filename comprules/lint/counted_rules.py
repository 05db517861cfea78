"""The rules for which citations count.

A number that was right in an older edition counts for the rule that continues its rule in the target edition. Any other
wrong number counts for no rule.
"""

from collections.abc import Sequence

from msgspec import structs

from graph.citations.records import Citation, Meaning
from graph.history import History

_DRIFT = frozenset({"CR002", "CR003"})
"""The faults of numbers that were right in an older edition; all others are slips."""


def find_rules(history: History, meaning: Meaning, target: str) -> tuple[str, ...]:
    """Return the numbers in the target edition of the rule that a printed number means.

    A number that was right in the edition named by a stamp or a declaration, such as 502.9a of 2003, counts for the
    rule that continues it, 702.19a; for none if no rule surely does. With any other fault the number counts for no
    rule.
    """
    if is_wrong(meaning):
        return ()
    destination = history.destinations.of_number(meaning.number, meaning.edition or target, target)
    if destination.sure:
        return destination.numbers
    # Its text may now be in several rules; a number without a fault is still right for the rule that has the number.
    if meaning.fault is None and history.lineages.edition_has(target, meaning.number):
        return (meaning.number,)
    return ()


def is_wrong(meaning: Meaning) -> bool:
    """Return whether a number counts for no rule: it has a fault, and it is not merely outdated.

    It is outdated if it was right in the edition that a stamp or a declaration names. An edition that other evidence
    suggests, such as a quoted title, is only a guess.
    """
    fault = meaning.fault
    if fault is None:
        return False
    is_outdated = meaning.edition is not None and fault.code in _DRIFT and fault.evidence in {"stamp", "declared"}
    return not is_outdated


def list_unprinted(citation: Citation, meanings: Sequence[Meaning]) -> list[Meaning]:
    """Return the meanings of the numbers of a range that are not printed, such as 702.19b of `702.19a-c`.

    They are of the same edition as the first number. If an end of the range is wrong, nothing is known about them.

    Args:
        citation: The citation, which need not be a range.
        meanings: The meanings of its printed numbers.
    """
    if citation.form != "range" or any(map(is_wrong, meanings)):
        return []
    printed = {meaning.number for meaning in meanings}
    unprinted = [number for number in citation.numbers if number not in printed]
    return [structs.replace(meanings[0], number=number, fault=None) for number in unprinted]
