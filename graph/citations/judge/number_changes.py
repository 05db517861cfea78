"""Sentences about a change of a number: `702.36e → 702.37e`, `there is no 702.1b`."""

from graph.citations.records import Citation
from graph.history import History
from rules.numbers import without_letters


def is_about_change(history: History, citation: Citation, number: str) -> bool:
    """Return whether the sentence of a citation is about a change of a number.

    It is if it has words of a change and another number that the rule ever had, or that its rule without the letter
    had, as in `702.36e → 702.37e`. It also is if `change_numbers` has the number itself: the text next to it says that
    it is not in use, or repeats it among words of a change.

    Args:
        history: The history of the rules.
        citation: The citation; `Citation.change_numbers` has the numbers of its sentence.
        number: The number.
    """
    if not citation.change_numbers:
        return False
    if number in citation.change_numbers:
        return True
    own_numbers = {number, without_letters(number)}
    own_lineages = {period.lineage for own in own_numbers for period in history.periods.of_key(own)}
    named = {*citation.change_numbers, *map(without_letters, citation.change_numbers)}
    for change_number in named - own_numbers:
        if any(period.lineage in own_lineages for period in history.periods.of_key(change_number)):
            return True
    return False
