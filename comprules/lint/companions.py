"""Find the citations of a file whose numbers must not be replaced alone, because other numbers belong to them.

- *Lists* of bare numbers in order, such as a table that a program made. Only some of their numbers can be replaced
  where they stand, so that the list would have one number twice and lack another.
- *Pairs* of a number in a sentence and the same number alone in quotes near it, which a program compares with the
  first: `strip("702.40a", "CR 702.40a: copies")`. A rule that was copied with its text is compared with nothing, unless
  both numbers are on one line.
- *Members of a list*, of which two would have the same number: `CR 704.5w + CR 704.5x`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from graph.citations.judge.placing import LONGEST_JOINT
from graph.citations.records import REACH, SEVERAL, Citation
from rules.numbers import sort_key, without_letters


def find_lists(citations: Sequence[Citation]) -> frozenset[int]:
    """Return the indexes of the citations in lists of bare numbers.

    A list is a run of at least `SEVERAL` numbers in ascending order, without words next to any of them. Chapters
    between them are passed over, since a table often names the chapter of each rule.

    Args:
        citations: All citations of the file, in order.
    """
    listed: set[int] = set()
    for run in _list_runs(citations):
        if len(run) >= SEVERAL:
            listed.update(run)
    return frozenset(listed)


def _list_runs(citations: Sequence[Citation]) -> Iterator[list[int]]:
    """Yield the indexes of each run of bare numbers in ascending order."""
    run: list[int] = []
    for index, citation in enumerate(citations):
        if not citation.dotted:
            continue
        is_bare = citation.form == "number" and not citation.evidence
        if run and not (is_bare and sort_key(citations[run[-1]].numbers[0]) < sort_key(citation.numbers[0])):
            yield run
            run = []
        if is_bare:
            run.append(index)
    yield run


def find_repeats(citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> frozenset[int]:
    """Return the indexes of the citations whose new number would repeat another number of the same list, or its rule.

    In `CR 704.5w + CR 704.5x`, the new number 704.5x of the first one would repeat the second one; in `CR 702.72 + CR
    702.73a`, the new number 702.73 would be the rule of the second one. Citations belong to a list if they are at most
    `LONGEST_JOINT` apart.

    Args:
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the number in its place.
    """
    repeating: set[int] = set()
    for index, number in new_numbers.items():
        for position in _find_list(citations, index):
            if position == index or citations[position].numbers == citations[index].numbers:
                continue  # two equal numbers may stay equal
            neighbours = (new_numbers[position],) if position in new_numbers else citations[position].numbers
            if number in neighbours or number in map(without_letters, neighbours):
                repeating.add(index)
    return frozenset(repeating)


def _find_list(citations: Sequence[Citation], index: int) -> range:
    """Return the indexes of the citations in the list around a citation; only its own index if it is in none."""
    first = last = index
    while first and citations[first].start - citations[first - 1].end <= LONGEST_JOINT:
        first -= 1
    while last + 1 < len(citations) and citations[last + 1].start - citations[last].end <= LONGEST_JOINT:
        last += 1
    return range(first, last + 1)


def find_pairs(text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> frozenset[int]:
    """Return the indexes of the citations that would no longer be equal to the same number in quotes near them.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the number in its place.
    """
    new_number_at = {citations[index].start: number for index, number in new_numbers.items()}
    paired: set[int] = set()
    for index, number in new_numbers.items():
        citation = citations[index]
        quoted = re.compile(rf"(?P<mark>[\"'`])(?P<number>{re.escape(citation.raw)})(?P=mark)")
        low, high = _find_reach(text, citation)
        starts = (match.start("number") for match in quoted.finditer(text, low, high))
        if any(start != citation.start and new_number_at.get(start) != number for start in starts):
            paired.add(index)
    return frozenset(paired)


def _find_reach(text: str, citation: Citation) -> tuple[int, int]:
    """Return the offsets between which a number can be compared with a citation: its line, if it was copied."""
    low, high = max(0, citation.start - REACH), min(len(text), citation.end + REACH)
    if not citation.is_copied:
        return low, high
    line_end = text.find("\n", citation.end, high)
    if line_end >= 0:
        high = line_end
    return max(low, text.rfind("\n", low, citation.start) + 1), high
