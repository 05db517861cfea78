"""Resolving references inside their own edition.

A target is `ok` only if it names exactly one record: a number that the edition prints twice, or a term with two
entries, is `ambiguous`. A title quoted next to a number is checked against the heading of that rule.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec.structs import replace

from graph.references.expand import expand
from graph.references.find import MOST_IN_PASSAGE, find_references
from rules.caching import cached_property
from rules.grouping import grouped
from rules.keys import is_entry, number_of
from rules.records import GlossaryEntry, Reference, Resolution, ResolutionStatus, Rule
from rules.text import strip_title
from rules.text_sizes import LONGEST_HEADING

GRAVITY: tuple[ResolutionStatus, ...] = ("ok", "ambiguous", "title-mismatch", "missing")
"""Statuses from best to worst. The status of a reference is the worst of those of its targets."""

_SLACK = 20
"""Characters of a rule's text that are compared with a title beyond twice its length. The signs and blanks that
`strip_title` removes need room."""
_SENTENCE_END = re.compile(r"[.!?:;)\"”]$")
_BRACKETED_ADDITION = re.compile(r"\s*\([^()]*\)\s*$")
"""An addition in brackets at the end of a term: ` (Obsolete)`."""
_NUMBER_ENDINGS = (("", "s"), ("", "es"), ("y", "ies"), ("ies", "y"), ("es", ""), ("s", ""))
"""Endings of a term and of its singular or plural: `abilities` → `ability`, `creature` → `creatures`."""
_BETWEEN_TERMS = re.compile(r",?\s+(?:and|or)\s+|,\s+")
"""A separator that may be between two terms, or inside a term: `, `, ` and `."""
MOST_REFERENCES = 20_000
"""Maximum number of references of one edition; the rest is not searched. No edition has more than 1,985."""
_SHOWN = 3
"""Number of passages that a message names."""


class EditionIndex:
    """The numbers, headings and glossary terms of an edition, to look up what a reference names.

    The index that an edition prints at its end is something else: see `graph.references.printed_index`.

    Attributes:
        rules: The rules with each number.
        terms: The entries of each glossary term, in plain letters. An alias of an entry counts only if no entry has it
            as its term.
    """

    def __init__(self, rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> None:
        self.rules: Mapping[str, Sequence[Rule]] = dict(grouped((rule.number, rule) for rule in rules))
        terms = grouped((strip_title(entry.term), entry) for entry in glossary)
        aliases = grouped((strip_title(alias), entry) for entry in glossary for alias in aliases_of(entry.term))
        self.terms: Mapping[str, Sequence[GlossaryEntry]] = {**aliases, **terms}
        self._document = rules

    @cached_property
    def numbers_by_title(self) -> Mapping[str, Sequence[str]]:
        """Return the numbers of the rules with each heading, by the heading in plain letters."""
        headings = ((heading_of(rule), rule.number) for rule in self._document)
        return dict(grouped((strip_title(heading), number) for heading, number in headings if heading))

    def entries(self, term: str) -> Sequence[GlossaryEntry]:
        """Return the entries with a term, or else the only entry with its singular or plural.

        Empty if there is none, or if the singular and plural forms lead to several entries.

        Args:
            term: The term as printed: `creatures` leads to the entry `Creature`.
        """
        wanted = strip_title(term)
        if wanted in self.terms:
            return self.terms[wanted]
        found: dict[str, GlossaryEntry] = {}
        for ending, ending_of_counterpart in _NUMBER_ENDINGS:
            if wanted.endswith(ending):
                counterpart = wanted.removesuffix(ending) + ending_of_counterpart
                found |= {entry.key: entry for entry in self.terms.get(counterpart, ())}
        return tuple(found.values()) if len(found) == 1 else ()

    def number_with_title(self, title: str) -> str | None:
        """Return the number of the only rule with a heading; None if no rule or several rules have it."""
        numbers = self.numbers_by_title.get(strip_title(title), ())
        return numbers[0] if len(numbers) == 1 else None

    def is_title_of(self, title: str, rule: Rule) -> bool:
        """Return whether a title quoted next to the number of a rule can be the title of that rule.

        A rule without a heading may be quoted by its first words, or by the heading above it. If the title is neither
        of these, it is wrong only if it is the heading of exactly one other rule.
        """
        wanted = strip_title(title)
        heading = heading_of(rule)
        if heading:
            return strip_title(heading) == wanted
        first_words = strip_title(rule.text[: 2 * len(title) + _SLACK])
        if first_words.startswith(wanted) or self._is_above(rule, wanted):
            return True
        is_heading_of_another_rule = self.number_with_title(title) is not None
        return not is_heading_of_another_rule

    def _is_above(self, rule: Rule, title: str) -> bool:
        """Return whether any rule above a rule has a title, given in plain letters."""
        seen = set()  # in a damaged edition, two rules may each be the parent of the other
        while rule.parent and rule.parent not in seen and rule.parent in self.rules:
            seen.add(rule.parent)
            rule = self.rules[rule.parent][0]
            if strip_title(heading_of(rule) or "") == title:
                return True
        return False


def resolve_references(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> tuple[Resolution, ...]:
    """Find and resolve the references in an edition's rules, examples, notes and glossary.

    Args:
        rules: The rules of the edition, or of one of its copies.
        glossary: The glossary entries.

    Returns:
        One resolution per reference, in the order of the document: rules first, then the glossary; within a passage
        from left to right. `left_out` describes what has too many of them.
    """
    return tuple(islice(_resolve_all(rules, glossary), MOST_REFERENCES))


def _resolve_all(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> Iterator[Resolution]:
    """Yield the resolved references of rules and glossary, however many there are."""
    index = EditionIndex(rules, glossary)
    for source, field, passage in passages(rules, glossary):
        for printed in find_references(passage, in_entry=is_entry(source)):
            # A rule's own number that is printed a second time, at the beginning of its text, is no reference.
            is_own_number = field == "text" and printed.start == 0 and printed.raw == number_of(source)
            if not is_own_number:
                yield from _resolve_reference(replace(printed, source=source, field=field), index)


def left_out(resolutions: Sequence[Resolution]) -> str | None:
    """Describe where references were left out because there are too many; None if all were found.

    Args:
        resolutions: The result of `resolve_references` for an edition.
    """
    if len(resolutions) >= MOST_REFERENCES:
        last = resolutions[-1].reference.source
        return f"it has {MOST_REFERENCES:,} references up to {last}; what follows was not searched for others"
    counts = Counter((resolution.reference.source, resolution.reference.field) for resolution in resolutions)
    full = [source for (source, _), count in counts.items() if count >= MOST_IN_PASSAGE]
    if not full:
        return None
    shown = ", ".join(full[:_SHOWN])
    if len(full) > _SHOWN:
        shown += ", …"
    return f"passages with {MOST_IN_PASSAGE:,} references or more ({shown}) were not searched further"


def passages(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> Iterator[tuple[str, str, str]]:
    """Yield the key, the field and the text of each passage that is searched for references; headings are left out."""
    for rule in rules:
        for field, text in rule.passages:
            yield rule.key, field, text
    for entry in glossary:
        yield entry.key, "text", entry.text


def _resolve_reference(printed: Reference, index: EditionIndex) -> Iterator[Resolution]:
    """Yield the resolution of a reference to numbers, or one for each term of a reference to the glossary."""
    if printed.kind != "glossary":
        yield resolve_number(printed, index)
        return
    offset = printed.start
    for start, end in _find_terms(printed.raw, index):
        term = printed.raw[start:end]
        reference = replace(printed, raw=term, targets=(term,), start=offset + start, end=offset + end)
        entries = index.entries(term)
        suggestion = None if entries else index.number_with_title(term)  # the rule that has the term as its heading
        yield Resolution(reference, _status_of_count(len(entries)), tuple(entry.key for entry in entries), suggestion)


def resolve_number(printed: Reference, index: EditionIndex) -> Resolution:
    """Return the resolution of a reference to numbers.

    If a number is missing, or if the title next to it is that of another rule, the suggestion is the number of the rule
    with that title, provided that only one rule has it.

    Args:
        printed: The reference, whose targets are not listed yet.
        index: The index of the edition.
    """
    title = printed.quoted_title
    targets = expand(printed.raw, index.rules)
    rules_of_targets = _list_rules_of_targets(targets, title, index)
    rules_found = list(chain.from_iterable(rules_of_targets))
    statuses: list[ResolutionStatus] = [_status_of_count(len(rules)) for rules in rules_of_targets]
    if title is not None and rules_found and not any(index.is_title_of(title, rule) for rule in rules_found):
        statuses.append("title-mismatch")
    gravest = max(statuses, key=GRAVITY.index)
    suggestion: str | None = None
    if title is not None and gravest in {"title-mismatch", "missing"}:
        suggestion = index.number_with_title(title)
    return Resolution(replace(printed, targets=targets), gravest, tuple(rule.key for rule in rules_found), suggestion)


def _list_rules_of_targets(targets: Sequence[str], title: str | None, index: EditionIndex) -> list[Sequence[Rule]]:
    """Return the rules with each number of a reference, one sequence for each number.

    If an edition prints a number twice and a reference names only this number, the title next to the reference decides
    which of the two rules is meant. If neither rule has that title, both are returned.

    Args:
        targets: The numbers.
        title: The title quoted next to the reference; None without one.
        index: The index of the edition.
    """
    rules_of_targets = [index.rules.get(number, ()) for number in targets]
    if title is None or len(rules_of_targets) != 1:
        return rules_of_targets
    (rules,) = rules_of_targets
    if len(rules) < 2:  # the edition prints the number once, or lacks it
        return rules_of_targets
    with_title = tuple(rule for rule in rules if index.is_title_of(title, rule))
    return [with_title] if with_title else rules_of_targets


def _find_terms(words: str, index: EditionIndex) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each term in the words after "See".

    Commas and "and" separate terms, but a term may contain them too. So the words are cut into pieces at all of them,
    and each term is the longest run of pieces that the glossary has, or a single piece if it has no such run. From
    `Cut, Copy and Paste and Undo` this gives three terms if the glossary has "Copy and Paste".
    """
    separators = list(_BETWEEN_TERMS.finditer(words))
    starts = [0, *(separator.end() for separator in separators)]  # of the pieces
    ends = [*(separator.start() for separator in separators), len(words)]
    first = 0  # the index of the piece with which the next term begins
    while first < len(starts):
        last = len(ends) - 1
        while last > first and not index.entries(words[starts[first] : ends[last]]):
            last -= 1
        yield starts[first], ends[last]
        first = last + 1


def _status_of_count(count: int) -> ResolutionStatus:
    """Return the status of a reference to a number or term, by the number of records that have it."""
    if count == 0:
        return "missing"
    return "ok" if count == 1 else "ambiguous"


def heading_of(rule: Rule) -> str | None:
    """Return the title of a rule: its heading, or its text if that is only a title (`217.6. Stack` before 2009).

    None if it has no title.
    """
    if rule.heading:
        return rule.heading
    is_short_line = 0 < len(rule.text) <= LONGEST_HEADING and "\n" not in rule.text
    is_title = is_short_line and not _SENTENCE_END.search(rule.text)
    return rule.text if is_title else None


def aliases_of(term: str) -> set[str]:
    """Return the other names of an entry: `Bury` of `Bury (Obsolete)`, `Kicker` and `Kicked` of `Kicker, Kicked`."""
    without_brackets = _BRACKETED_ADDITION.sub("", term)
    return {without_brackets, *without_brackets.split(", ")} - {term, ""}
