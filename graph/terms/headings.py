"""Headings that were renamed. Counting words cannot find them, because the words of the old heading may stay in use."""

from collections import Counter
from collections.abc import Iterator

from graph.terms.forms import is_one_name, stems_of
from graph.terms.limits import LASTS, SURE
from graph.terms.step import StepText
from graph.terms.work_texts import WorkTexts
from rules.links import Link, Sighting, Term
from rules.word_lists import is_content_word


def renamed_headings(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield the new headings of rules, chapters and sections that had other headings before.

    Headings that several rules share (`General`), and those that come back within three editions, are left out. If the
    rule moved, its headings must have a word in common, or its subrules must have moved with it.

    Args:
        step: The step.
        texts: The words and headings of all editions.
        edition_index: Index of the step's newer edition among them.
    """
    old_headings, new_headings = texts.headings(edition_index - 1), texts.headings(edition_index)
    old_counts, new_counts = Counter(old_headings.values()), Counter(new_headings.values())
    for link in step.links:
        if link.old is None or link.new is None or not link.main:
            continue
        old, new = old_headings.get(link.old, ""), new_headings.get(link.new, "")
        is_unique = old_counts[old] == 1 and new_counts[new] == 1
        if not is_unique or is_one_name(old, new) or not _continues(link, old, new):
            continue
        if not _comes_back(texts, old, edition_index) and not _is_older(texts, new, old, edition_index):
            yield _make_term(link, step, old, new)


def _make_term(link: Link, step: StepText, old: str, new: str) -> Term:
    """Return the term of a heading that became another one in the rule of a link."""
    return Term(
        old=old,
        new=new,
        edition=step.new.edition,
        kind="heading",
        support=1,
        score=round(SURE * link.score, 4),
        evidence=(Sighting(link.new or "", step.new.edition),),
        forms=((old, new),),
    )


def _continues(link: Link, old: str, new: str) -> bool:
    """Return whether a rule with another heading is certainly the same rule."""
    if link.kind != "moved" or link.method == "children":
        return True
    old_stems, new_stems = stems_of((old, new))
    return any(is_content_word(word) for word in set(old_stems.split()) & set(new_stems.split()))


def _comes_back(texts: WorkTexts, heading: str, edition_index: int) -> bool:
    """Return whether the edition at an index, or one shortly after it, has a heading."""
    return any(texts.has_heading(heading, later) for later in range(edition_index, edition_index + LASTS + 1))


def _is_older(texts: WorkTexts, new: str, old: str, edition_index: int) -> bool:
    """Return whether a new heading is really the older one of the two, which only comes back.

    It occurred in an edition shortly before, and in at least as many editions before as the old heading.
    """
    shortly_before = range(max(0, edition_index - 1 - LASTS), edition_index)
    if not any(texts.has_heading(new, earlier) for earlier in shortly_before):
        return False
    return _count_before(texts, new, edition_index) >= _count_before(texts, old, edition_index)


def _count_before(texts: WorkTexts, heading: str, edition_index: int) -> int:
    """Return in how many editions before the one at an index a rule had a heading."""
    return sum(texts.has_heading(heading, earlier) for earlier in range(edition_index))
