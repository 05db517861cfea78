"""Find the citations of a file whose numbers must not be replaced alone, because other numbers belong to them.

- *Runs* of subrules that are printed one below the other, of which only some would become those of another rule.
- *Lists* of bare numbers in order, such as a table that a program made. Only some of their numbers can be replaced
  where they stand, so that the list would have one number twice and lack another.
- *Pairs* of a number in a sentence and the same number alone in quotes near it, which a program compares with the
  first: `strip("702.40a", "CR 702.40a: copies")`. A rule that was copied with its text is compared with nothing, unless
  both numbers are on one line. A name and the same number in quotes after it are a pair, too: `RULE_702_40 = "702.40"`.
- *Strings* of a program that begin with the same number, anywhere in the file: `add('702.40a Rows.')` and
  `find(number: '702.40a')`. The same number later in such a string counts, too.
- *Copies*: the sentence with the number is in a copy of the rules, too, which the file has in a string, such as the
  input of a test. The copy keeps the number.
- *Repeats*: two members of a list that would have the same number: `CR 704.5w + CR 704.5x`.
- *Names* of functions and of rules in a program that would be the same: `fn cr_702_40a()`, `rule "702.40 tows"`.

`check` suggests no fix for such a number, and `upgrade` leaves it. Both ask `find_companions` in a file that keeps its
edition. In a file that is upgraded as a whole, runs and lists are upgraded as a whole too (`find_clashes`).
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from comprules.lint.findings import JudgedFault
from graph.citations.find.layout import line_around
from graph.citations.judge.placing import LONGEST_JOINT
from graph.citations.records import LONGEST_TEXT, REACH, SEVERAL, Citation, Fault
from graph.citations.renumber.runs import find_runs
from rules.late_patterns import compile_late
from rules.numbers import chapter_of, sort_key, without_letters

Bond = Literal["run", "list", "pair", "string", "copy", "repeat", "name"]
"""The reason why a number must not be replaced alone."""

_REACH_OF_TABLE = 4_000
"""Maximum characters between two numbers of a table or list that must not be mixed."""
_ROWS = compile_late(r"(?:[^\n]*\n[ \t]*(?:\||[-*+] |\d+[.)] ))*+[^\n]*")
"""The text between two numbers of a table or list: each of its lines but the first begins with a mark."""
_NAME = compile_late(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*")
"""A name in code that may have a number in it; with hyphens for the name of a class or an anchor."""
_RULE_NAME = compile_late(r"^[ \t]*rule[ \t]+(?P<mark>[\"'])(?P<name>[^\"'\n]{0,200})(?P=mark)", re.MULTILINE)
"""The name of a rule in the language of a rule engine, which must be unique: `rule "702.40 tows"`. Longer
strings are no names."""

_BEGINS_STRING = compile_late(r"(?<![\w\\])(?P<mark>[\"'])(?P<number>[1-9]\d\d\.\d{1,3}[a-z]?)(?:(?P=mark)|[.:]? \w)")
"""A number that fills a string or begins one: `'702.40a'`, `"702.40a: rows"`."""


def find_companions(text: str, citations: Sequence[Citation], judged: Sequence[JudgedFault]) -> dict[int, Bond]:
    """Return the citations of a file that keeps its edition whose numbers must not be replaced alone, by their indexes.

    A rule that was copied with its text is right by itself, and a rule that has only lost its letter goes where the
    others of its run go.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        judged: The faults of the file as they were judged.
    """
    moving = {
        found.index: without_letters(found.fault.suggestions[0])
        for found in judged
        if _leads_to_one_rule(found.fault) and not _stays_in_rule(found.fault)
    }
    quoted = frozenset(found.index for found in judged if found.fault.is_quoted)
    new_numbers = {found.index: found.fault.suggestions[0] for found in judged if found.fault.fix == "place"}
    bonds: dict[int, Bond] = dict.fromkeys(find_split_runs(text, citations, moving) - quoted, "run")
    for index in find_lists(citations):
        bonds.setdefault(index, "list")
    for index, bond in find_clashes(text, citations, new_numbers).items():
        bonds.setdefault(index, bond)
    return bonds


def _leads_to_one_rule(fault: Fault) -> bool:
    """Return whether the rule that a number becomes is certain, with or without its letter."""
    return fault.fix == "place" or (fault.has_lost_letter and len(fault.suggestions) == 1)


def _stays_in_rule(fault: Fault) -> bool:
    """Return whether a suggestion is another subrule of the same rule."""
    return without_letters(fault.suggestions[0]) == without_letters(fault.number)


def find_clashes(text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> dict[int, Bond]:
    """Return the citations whose new numbers would clash with other numbers of the file, whatever its edition is.

    They would differ from the same number in quotes, or become equal to another number or name.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the text in its place.
    """
    bonds: dict[int, Bond] = dict.fromkeys(find_pairs(text, citations, new_numbers), "pair")
    for index in find_equal_strings(text, citations, new_numbers):
        bonds.setdefault(index, "string")
    for index in new_numbers:
        if citations[index].is_in_copy_too:
            bonds.setdefault(index, "copy")
    for index in find_repeats(citations, new_numbers):
        bonds.setdefault(index, "repeat")
    for index in find_namesakes(text, citations, new_numbers):
        bonds.setdefault(index, "name")
    return bonds


def find_split_runs(text: str, citations: Sequence[Citation], moving: Mapping[int, str]) -> frozenset[int]:
    """Return the indexes of the citations in runs of subrules that would be divided between two rules.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        moving: Index of each citation whose rule has another number → that number without its letter.
    """
    split: set[int] = set()
    if moving:
        for run in find_runs(text, citations):
            destinations = {moving.get(index) for index in run}
            if len(destinations) > 1:
                split.update(run)
    return frozenset(split)


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
    702.73a`, the new number 702.73 would be the rule of the second one, unless the old number is as well. Citations
    belong to a list if they are at most `LONGEST_JOINT` apart.

    Args:
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the number in its place.
    """
    repeating: set[int] = set()
    for members in _divide_into_lists(citations):
        if len(members) > 1 and any(index in new_numbers for index in members):
            repeating |= _RepeatFinder(citations, members, new_numbers).find()
    return frozenset(repeating)


class _RepeatFinder:
    """Finds the members of one list whose new number would repeat another one.

    The time is proportional to the number of members.

    Args:
        citations: All citations of the file, in order.
        members: The indexes of the citations of the list.
        new_numbers: Index of each citation that would be replaced → the number in its place.
    """

    def __init__(self, citations: Sequence[Citation], members: range, new_numbers: Mapping[int, str]) -> None:
        self._citations = citations
        self._new_numbers = new_numbers
        # For each number or rule that the list would have: the present numbers of the citations that would have it.
        self._old_of: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        self._old_of_rule: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        self._replaced_by: dict[str, list[int]] = defaultdict(list)  # a new number → the citations that would get it
        for index in members:
            numbers = tuple(citations[index].numbers)
            if index in new_numbers:
                self._replaced_by[new_numbers[index]].append(index)
                self._enter(new_numbers[index], numbers)
            else:
                for number in numbers:
                    self._enter(number, numbers)

    def find(self) -> frozenset[int]:
        """Return the indexes of the citations that must keep their numbers.

        The number that one of them keeps may be the new number of another one, which is examined again then.
        """
        repeating: set[int] = set()
        pending = [index for indexes in self._replaced_by.values() for index in indexes]
        while pending:
            index = pending.pop()
            if index in repeating or not self._is_repeat(index):
                continue
            repeating.add(index)
            numbers = tuple(self._citations[index].numbers)
            for number in numbers:
                if numbers not in self._old_of[number]:
                    self._enter(number, numbers)
                    pending += self._replaced_by.get(number, ())
                    pending += self._replaced_by.get(without_letters(number), ())
        return frozenset(repeating)

    def _enter(self, number: str, numbers: tuple[str, ...]) -> None:
        """Enter a number that the list would have, with the present numbers of its citation."""
        self._old_of[number].add(numbers)
        self._old_of_rule[without_letters(number)].add(numbers)

    def _is_repeat(self, index: int) -> bool:
        """Return whether the new number of a citation repeats that of a citation which now has another number."""
        number, citation = self._new_numbers[index], self._citations[index]
        numbers = tuple(citation.numbers)
        if any(old != numbers for old in self._old_of.get(number, ())):
            return True
        was_its_rule = (
            citation.raw in map(without_letters, old) for old in self._old_of_rule.get(number, ()) if old != numbers
        )
        return not all(was_its_rule)


def find_mixed(
    text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str], outdated: Mapping[int, Collection[str]]
) -> frozenset[int]:
    """Return the indexes of the citations whose new number would be mixed with old numbers of the file.

    In a table with the new number 702.6 in one row and the old number 702.6, of another rule, in the next row, nobody
    could tell the two apart. The same is true of a list such as `CR 702.5 + CR 702.8` if only the first number is
    replaced, and the second one is wrong as well.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the number in its place.
        outdated: Index of each citation that stays, in order → its numbers that are wrong.
    """
    places: dict[str, list[int]] = defaultdict(list)  # number → the offsets at which it stays and is wrong
    for index, numbers in outdated.items():
        for number in numbers:
            places[number].append(citations[index].start)
    mixed = set(_list_in_outdated_lists(citations, new_numbers, outdated))
    for index, number in new_numbers.items():
        # If all lines between two numbers are rows, those between the first one and a nearer one are, too.
        start, stale = citations[index].start, places.get(number, ())
        position = bisect_left(stale, start)
        nearest = (
            place for place in stale[max(0, position - 1) : position + 1] if abs(place - start) <= _REACH_OF_TABLE
        )
        if any(_ROWS.fullmatch(text, min(place, start), max(place, start)) for place in nearest):
            mixed.add(index)
    return frozenset(mixed)


def _list_in_outdated_lists(
    citations: Sequence[Citation], new_numbers: Mapping[int, str], outdated: Mapping[int, Collection[str]]
) -> Iterator[int]:
    """Yield the indexes of the citations in whose list a wrong number of the same chapter stays.

    The arguments are those of `find_mixed`.
    """
    for members in _divide_into_lists(citations):
        wrong = {chapter_of(number) for index in members for number in outdated.get(index, ())}
        for index in members:
            if index in new_numbers and chapter_of(citations[index].numbers[0]) in wrong:
                yield index


def _divide_into_lists(citations: Sequence[Citation]) -> Iterator[range]:
    """Yield the indexes of the citations of each list; a citation that is in no list is alone."""
    first = 0
    for index in range(1, len(citations) + 1):
        if index == len(citations) or citations[index].start - citations[index - 1].end > LONGEST_JOINT:
            yield range(first, index)
            first = index


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
        is_split = any(start != citation.start and new_number_at.get(start) != number for start in starts)
        if is_split or (citation.form == "identifier" and _has_kept_value(text, citation, new_number_at)):
            paired.add(index)
    return frozenset(paired)


def _has_kept_value(text: str, citation: Citation, new_number_at: Mapping[int, str]) -> bool:
    """Return whether the number in a name stands in quotes after it, and stays there: `RULE_702_40 = "702.40"`.

    Args:
        text: The text of the file.
        citation: The citation in the name.
        new_number_at: Offset of each citation that would be replaced → the text in its place.
    """
    line = line_around(text, citation.start, citation.end)
    high = min(line.stop, citation.end + REACH)
    quoted = re.compile(rf"(?P<mark>[\"'])(?P<number>{re.escape(citation.numbers[0])})(?P=mark)")
    starts = (match.start("number") for match in quoted.finditer(text, citation.end, high))
    return any(start not in new_number_at for start in starts)


def find_equal_strings(text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> frozenset[int]:
    """Return the indexes of the citations that begin a string, if another string would keep the number or get another.

    A program may compare the two, or look up by the one what the other is about.

    The arguments are those of `find_pairs`.
    """
    new_number_at = {citations[index].start: number for index, number in new_numbers.items()}
    starts_of: dict[str, list[int]] = defaultdict(list)
    for string in _BEGINS_STRING.finditer(text):
        starts_of[string["number"]] += _list_repeats(text, string)
    split: set[int] = set()  # the offsets of numbers that would differ from each other
    for starts in starts_of.values():
        destinations = {new_number_at.get(start) for start in starts}
        if len(destinations) > 1:
            split.update(starts)
    return frozenset(index for index in new_numbers if citations[index].start in split)


def _list_repeats(text: str, string: re.Match[str]) -> Iterator[int]:
    """Yield the offsets of the number that begins a string, and of the same number later in the string.

    Args:
        text: The text of the file.
        string: A match of `_BEGINS_STRING`.
    """
    number = string["number"]
    start = string.start("number")
    low = string.end("number")
    end = text.find(string["mark"], low, low + LONGEST_TEXT)
    while start >= 0:
        if _is_whole(text, start, len(number)):
            yield start
        start = text.find(number, start + 1, end) if end >= 0 else -1


def _is_whole(text: str, start: int, length: int) -> bool:
    """Return whether a number is not a part of a longer one or of a word."""
    around = text[start - 1 : start] + text[start + length : start + length + 1]
    return not any(character.isalnum() for character in around)


def find_namesakes(text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> frozenset[int]:
    """Return the indexes of the citations in a name that would become the same as another name of the file.

    The arguments are those of `find_clashes`.
    """
    names = _NameTable(text, citations, new_numbers)
    return frozenset(index for index in new_numbers if names.has_namesake(index))


class _NameTable:
    """The names of a file that have a number in them, as they are and as they would be.

    Args:
        text: The text of the file.
        citations: All citations of the file, in order.
        new_numbers: Index of each citation that would be replaced → the text in its place.
    """

    def __init__(self, text: str, citations: Sequence[Citation], new_numbers: Mapping[int, str]) -> None:
        self._new_name: dict[int, str] = {}  # by the index of the citation
        self._old_names_of: dict[str, set[str]] = defaultdict(set)  # a new name → the names that become it
        spans = {index: find_name(text, citations[index]) for index in new_numbers}
        renamed = {span.start for span in spans.values() if span is not None}
        if not renamed:
            return
        for index, span in spans.items():
            if span is not None:
                citation = citations[index]
                new = text[span.start : citation.start] + new_numbers[index] + text[citation.end : span.stop]
                self._new_name[index] = new
                self._old_names_of[new].add(text[span.start : span.stop])
        for pattern, group in ((_NAME, 0), (_RULE_NAME, "name")):
            for name in pattern.finditer(text):
                if name[group] in self._old_names_of and name.start(group) not in renamed:
                    self._old_names_of[name[group]].add(name[group])

    def has_namesake(self, index: int) -> bool:
        """Return whether the name of a citation would become the same as another one."""
        new = self._new_name.get(index)
        return new is not None and len(self._old_names_of[new]) > 1


def find_name(text: str, citation: Citation) -> range | None:
    """Return the bounds of the name that a citation is a part of; None if it is in none."""
    if citation.form == "identifier":
        low, high = max(0, citation.start - REACH), min(len(text), citation.end + REACH)
        names = (range(*name.span()) for name in _NAME.finditer(text, low, high))
        return next((name for name in names if name.start <= citation.start < name.stop), None)
    rule = _RULE_NAME.match(text, line_around(text, citation.start, citation.start).start)
    if rule is None or not rule.start("name") <= citation.start < rule.end("name"):
        return None
    return range(*rule.span("name"))


def _find_reach(text: str, citation: Citation) -> tuple[int, int]:
    """Return the offsets between which a number can be compared with a citation: its line, if it was copied."""
    low, high = max(0, citation.start - REACH), min(len(text), citation.end + REACH)
    if not citation.is_copied:
        return low, high
    line_end = text.find("\n", citation.end, high)
    if line_end >= 0:
        high = line_end
    return max(low, text.rfind("\n", low, citation.start) + 1), high
