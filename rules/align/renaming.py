"""The search for renamed terms in the links made so far."""

from collections.abc import Sequence

from rules.align.changed import ChangedRecords
from rules.align.limits import MOST_SCANNED
from rules.align.matching import Matching
from rules.align.passage_words import Words, head_of
from rules.align.renamer import RenamedTerm
from rules.align.replacements import OFTEN, mine_replacements
from rules.align.side import NONE, AlignmentSide
from rules.links import Replacement

_GIVEN_UP = 0.4
"""Maximum share of its former occurrences that a renamed term may keep in the rules that changed."""


def mine_from_links(matching: Matching, changed: ChangedRecords) -> tuple[Replacement, ...]:
    """Return the words that repeatedly replaced others in the changed records that are linked, the best first."""
    old, new = matching.old, matching.new
    pairs = []
    for position in changed.olds:
        target = matching.new_of[position]
        if target != NONE and position not in matching.coarse_old:
            pairs.append((new.keys[target], old.words(position), new.words(target)))
    return mine_replacements(pairs)


def select_given_up(
    matching: Matching, changed: ChangedRecords, replacements: Sequence[Replacement]
) -> list[Replacement]:
    """Return the replacements whose old words the changed records of the newer edition hardly use any more, in order.

    As many replacements are examined as `MOST_SCANNED` allows; the others, which are the worst, are left out.
    """
    before = _join_text(matching.old, changed.olds)
    after = _join_text(matching.new, changed.news)
    affordable_count = MOST_SCANNED // (len(before) + len(after) + 1)
    given_up = []
    for replacement in replacements[:affordable_count]:
        old_words = f" {replacement.old} "
        if after.count(old_words) <= _GIVEN_UP * before.count(old_words):
            given_up.append(replacement)
    return given_up


def select_terms(matching: Matching, changed: ChangedRecords, replacements: Sequence[Replacement]) -> list[RenamedTerm]:
    """Return the replacements that are certainly renamed terms.

    The newer edition hardly uses their old words any more (`select_given_up`). They were also replaced often, or the
    old words are the term of a glossary entry that was removed and the new words that of one that was added. Other
    replacements may be rewordings, so a change that they explain is not only a change of terms.
    """
    removed, introduced = _compare_glossaries(matching.old, matching.new)
    terms = []
    for replacement in select_given_up(matching, changed, replacements):
        # "towers or walls" to "towers, walls, or gates" is no renaming: a list got one more member.
        is_longer_list = set(replacement.old.split()) <= set(replacement.new.split())
        is_in_glossary = head_of(replacement.old) in removed and head_of(replacement.new) in introduced
        if not is_longer_list and (replacement.support >= OFTEN or is_in_glossary):
            terms.append((replacement.old, replacement.new))
    return terms


def _compare_glossaries(old: AlignmentSide, new: AlignmentSide) -> tuple[set[Words], set[Words]]:
    """Return the terms that only the older glossary has, and those that only the newer glossary has, as `head_of` does.

    A term that the newer glossary calls obsolete counts as removed.
    """
    before = set(old.heads.values())
    after = {head for position, head in new.heads.items() if "(obsolete)" not in new.titles[position].casefold()}
    return before - after, after - before


def _join_text(side: AlignmentSide, positions: Sequence[int]) -> str:
    """Return the words of records as one text with a space before and after each word.

    `("draw", "two")` and `("cards",)` → ` draw two    cards `. Because of the additional spaces between records, the
    words of two records are not found as one phrase (` two cards `).
    """
    return "  ".join(f" {' '.join(side.words(position))} " for position in positions)
