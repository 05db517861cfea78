"""Links between records with the same words; all later stages build on them.

A passage that occurs once in each edition is linked immediately. *Twins* are records with the same words as other
records of their edition, since many keywords repeat a sentence. They are linked if their parents continue each other:
if most links of the old parent's children lead to children of the new parent (its *successor*, `rules.align.families`),
and most links of the new parent's children come from children of the old one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.align.edition_columns import NONE, EditionColumns
from rules.align.families import Families
from rules.align.matching import Matching, RecordPair
from rules.align.passage_words import mask_passage
from rules.grouping import grouped

_DISTINCTIVE = 6
"""Minimum number of words that identify a passage that occurs once in each edition. Shorter passages (`See rule #`) may
belong to different rules."""
_SAME_TERM_SCORE = 0.95
"""Score of a link between entries of the same term with other words."""
_OTHER_TERM_SCORE = 0.9
"""Score of a link between entries with the same words under another term."""
_TWIN_SCORE = 0.98
"""Score of a link between twins, which could also be linked with each other's partners."""

_Form = Callable[[EditionColumns, int], str]
"""Returns the form in which a record is compared: takes the edition and the position of the record."""


class _SameForm(NamedTuple):
    """The unlinked records of the two editions that have the same form and the same sort (`_sort_of`)."""

    olds: list[int]
    news: list[int]


def link_exact(matching: Matching) -> None:
    """Link records with the same words: first as they are printed, then without typography and numbers."""
    _link_terms(matching)
    # The comparison of printed texts links most records and is cheap, so it comes first.
    form_of_method: dict[str, _Form] = {"text": EditionColumns.content, "text-masked": _mask_content}
    for method, form in form_of_method.items():
        _link_unique(matching, form, method)
        _link_twins(matching, form)


def _mask_content(edition: EditionColumns, position: int) -> str:
    return mask_passage(edition.content(position))


def _link_terms(matching: Matching) -> None:
    """Link glossary entries of the same term, whatever their texts are, because an entry is known by its term."""
    old, new = matching.old, matching.new
    for position in range(old.rule_count, len(old)):
        target = new.positions.get(old.keys[position], NONE)
        if target != NONE:
            is_same_text = old.texts[position] == new.texts[target]
            matching.link(position, target, "term", 1.0 if is_same_text else _SAME_TERM_SCORE)


def _link_unique(matching: Matching, form: _Form, method: str) -> None:
    """Link the records whose form occurs once in each edition.

    Rules of fewer than `_DISTINCTIVE` words must also have the same number. Headings are not linked here, because the
    title of a chapter may be that of another chapter now. Glossary entries here have different terms, since those of
    the same term are linked already; they need not be long.
    """
    for olds, news in _group_by_form(matching, form):
        if len(olds) > 1 or len(news) > 1:
            continue
        old, new = olds[0], news[0]
        if not matching.old.is_rule(old):
            matching.link(old, new, method, _OTHER_TERM_SCORE)
        elif _is_identified(matching, old, new):
            matching.link(old, new, method, 1.0)


def _is_identified(matching: Matching, old: int, new: int) -> bool:
    """Return whether the words of two rules show that they are the same rule, because no other rules have these words.

    The words show it if there are enough of them, or if the rules have the same number. Headings are never identified
    by their words.

    Args:
        matching: Both editions.
        old: The only old rule with the words.
        new: The only new rule with the words.
    """
    if matching.old.is_heading(old):
        return False
    is_distinctive = matching.old.texts[old].count(" ") + 1 >= _DISTINCTIVE
    return is_distinctive or matching.old.keys[old] == matching.new.keys[new]


def _link_twins(matching: Matching, form: _Form) -> None:
    """Link equal passages under parents that continue each other.

    The new links may show that more parents continue each other, so this is repeated until no more links are found.
    """
    while True:
        families = matching.update_families()
        pairs: list[RecordPair] = []
        for olds, news in _group_by_form(matching, form):
            pairs += _pair_twins(matching, families, olds, news)
        if not pairs:
            return
        for old, new in pairs:
            method = "heading" if matching.old.is_heading(old) else "twin"
            matching.link(old, new, method, _TWIN_SCORE)


def _pair_twins(
    matching: Matching, families: Families, olds: Sequence[int], news: Sequence[int]
) -> Iterator[RecordPair]:
    """Yield the pairs of records with the same words whose parents continue each other.

    If both parents have the same number of such children, these are paired in order. Otherwise only children with the
    same key are paired. Example: 100.1a and 100.1c have the same words. If 100.1b and 100.1d have them in the newer
    edition, 100.1a is paired with 100.1b, and 100.1c with 100.1d. If 100.1a, 100.1b and 100.1c have them, 100.1a is
    paired with 100.1a, and 100.1c with 100.1c.

    Args:
        matching: The links so far.
        families: The families according to these links.
        olds: The old records with the words.
        news: The new records with the words.
    """
    olds_by_parent = grouped((matching.old.parents[old], old) for old in olds)
    news_by_parent = grouped((matching.new.parents[new], new) for new in news)
    for parent, old_twins in olds_by_parent.items():
        new_parent = families.successor_of.get(parent, NONE)
        if not _continue_each_other(families, parent, new_parent):
            continue
        new_twins = news_by_parent.get(new_parent, [])
        if len(old_twins) == len(new_twins):
            yield from map(RecordPair, old_twins, new_twins)
        else:
            yield from _pair_same_keys(matching, old_twins, new_twins)


def _pair_same_keys(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> Iterator[RecordPair]:
    """Yield the pairs of an old and a new record with the same key, among some records."""
    candidates = set(news)
    for old in olds:
        new = matching.new.positions.get(matching.old.keys[old], NONE)
        if new in candidates:  # keys are unique, so that no record comes twice
            yield RecordPair(old, new)


def _continue_each_other(families: Families, parent: int, new_parent: int) -> bool:
    """Return whether the new parent is the successor of the old one, and the old one the predecessor of the new one.

    The answer is also True if neither record has a parent, and False if only one of them has.

    Args:
        families: The families.
        parent: The old parent, or `NONE`.
        new_parent: The successor of the old parent, or `NONE` if no link shows one.
    """
    if NONE in {parent, new_parent}:
        return parent == new_parent
    return families.predecessor_of[new_parent] == parent


def _group_by_form(matching: Matching, form: _Form) -> list[_SameForm]:
    """Return, for each form that occurs in both editions, the old and the new unlinked records that have it.

    The records of a group are also of the same sort (`_sort_of`), so that no heading is paired with a glossary entry.
    """
    old_groups = _group_edition(matching.old, matching.list_unlinked_old(), form)
    new_groups = _group_edition(matching.new, matching.list_unlinked_new(), form)
    return [_SameForm(olds, new_groups[key]) for key, olds in old_groups.items() if key in new_groups]


def _group_edition(edition: EditionColumns, positions: Iterable[int], form: _Form) -> dict[tuple[str, str], list[int]]:
    """Return sort and form → the records of one edition that have this sort and this form."""
    return grouped(((_sort_of(edition, position), form(edition, position)), position) for position in positions)


def _sort_of(edition: EditionColumns, position: int) -> str:
    """Return the sort of a record; records of different sorts are not linked, even if they have the same words.

    All rules with a text are of the sort `rule`, because a rule may become a subrule. A heading has its kind as sort:
    `section`, `chapter`, or `rule` for a keyword without a text of its own (`702.40 Storm`). An entry is of the sort
    `glossary`.
    """
    is_rule_with_text = edition.is_rule(position) and edition.texts[position] != ""
    return "rule" if is_rule_with_text else edition.kinds[position]
