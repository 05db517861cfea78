"""The search for renamed terms in the links made so far.

A *replacement* is a pair of words of which the new ones took the place of the old ones in several linked records, such
as `in play` → `on the battlefield` (`rules.align.replacements`). It is a *renamed term* if the newer edition gave the
old words up.
"""

from collections.abc import Sequence

from rules.align.changed import ChangedRecords
from rules.align.edition_columns import NONE, EditionColumns
from rules.align.limits import MOST_SCANNED
from rules.align.matching import Matching
from rules.align.passage_words import Words, stems_of_term
from rules.align.renamer import RenamedTerm
from rules.align.replacements import OFTEN, mine_replacements
from rules.links import Replacement

_GIVEN_UP = 0.4
"""Maximum share of its former occurrences that a renamed term may keep in the rules that changed."""


def mine_from_links(matching: Matching, changed: ChangedRecords) -> tuple[Replacement, ...]:
    """Return the words that repeatedly replaced others in the changed records with a main link, the best first.

    Records that are not compared word by word are left out.
    """
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

    Three conditions must hold:

    - The newer edition hardly uses the old words any more (`select_given_up`).
    - The old words were replaced often, or they are the term of a glossary entry that was removed, and the new words
      that of an entry that was added.
    - The new words are not the old ones with others added.

    Other replacements may be rewordings, so a change that they explain is not only a change of terms.
    """
    removed, introduced = _compare_glossaries(matching.old, matching.new)
    terms = []
    for replacement in select_given_up(matching, changed, replacements):
        # "towers or walls" to "towers, walls, or gates" is no renaming: a list got one more member.
        is_longer_list = set(replacement.old.split()) <= set(replacement.new.split())
        is_in_glossary = stems_of_term(replacement.old) in removed and stems_of_term(replacement.new) in introduced
        if not is_longer_list and (replacement.support >= OFTEN or is_in_glossary):
            terms.append((replacement.old, replacement.new))
    return terms


def _compare_glossaries(old: EditionColumns, new: EditionColumns) -> tuple[set[Words], set[Words]]:
    """Return the terms that only the older glossary has, and those that only the newer glossary has, as their stems.

    A term that the newer glossary calls obsolete counts as removed.
    """
    before = set(old.term_stems.values())
    after: set[Words] = set()
    for position, stems in new.term_stems.items():
        is_obsolete = "(obsolete)" in new.titles[position].casefold()
        if not is_obsolete:
            after.add(stems)
    return before - after, after - before


def _join_text(edition: EditionColumns, positions: Sequence[int]) -> str:
    """Return the words of records as one text with a space before and after each word.

    `("draw", "two")` and `("cards",)` → ` draw two    cards `. Because of the additional spaces between records, the
    words of two records are not found as one phrase (` two cards `).
    """
    return "  ".join(f" {' '.join(edition.words(position))} " for position in positions)
