"""Terms that were retired: given up without a successor."""

from collections.abc import Iterable, Iterator

from graph.terms.entries import is_obsolete, names_of
from graph.terms.forms import Form
from graph.terms.limits import GIVEN_UP
from graph.terms.step import StepText
from graph.terms.work_texts import Series, WorkTexts
from rules.keys import is_entry
from rules.links import Sighting, Term
from rules.stems import stem_words
from rules.word_lists import is_content_word

_ENTRY_SCORE = 0.5
"""Highest score of words whose glossary entry was dropped: they occurred very often and are all gone."""
_HEADING_SCORE = 0.5
"""Score of a name that was retired with its rule."""
_OCCURRENCES_OF_HALF = 3.0
"""Number of occurrences in the older edition that have a weight of 0.5."""


def retired_entries(step: StepText, texts: WorkTexts, edition_index: int, renamed: Iterable[Term]) -> Iterator[Term]:
    """Yield terms whose glossary entry was dropped or declared obsolete, and that the rules no longer use.

    Terms that the step renamed are left out, and so are those without a content word.

    Args:
        step: The step.
        texts: The words of all editions.
        edition_index: Index of the step's newer edition among them.
        renamed: The terms that the step renamed.
    """
    renamed_forms = [form for term in renamed for form in term.forms]
    for key in _list_dropped(step):
        for name in names_of(key):
            has_content = any(map(is_content_word, name.split()))
            if not has_content or _is_renamed(name, renamed_forms):
                continue
            series = texts.series(name)
            if _is_given_up(series, edition_index):
                before, after = series[edition_index - 1], series[edition_index]
                yield _make_term(step, name, before, _score_loss(before, after), key)


def _score_loss(before: int, after: int) -> float:
    """Return how certain it is that words were retired, up to `_ENTRY_SCORE`.

    Args:
        before: How often they occurred in the older edition, at least once.
        after: How often they occur in the newer edition.
    """
    share_lost = (before - after) / before
    weight = 1.0 - 1.0 / (1.0 + before / _OCCURRENCES_OF_HALF)
    return _ENTRY_SCORE * share_lost * weight


def retired_headings(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield names that were retired with their rule: its heading with the class above it in the singular.

    If a rule `Phased Out` below the heading `Zones` is deleted, the name is `phased out zone`.

    Args:
        step: The step.
        texts: The words and headings of all editions.
        edition_index: Index of the step's newer edition among them.
    """
    headings = texts.headings(edition_index - 1)
    parents = step.old.map_parents()
    for link in step.links:
        if link.old is None or link.new is not None or link.old not in headings:
            continue
        above = headings.get(parents.get(link.old) or "", "")
        if not above.endswith("s"):
            continue
        _, _, last_word = above.rpartition(" ")
        name = f"{headings[link.old]} {last_word.removesuffix('s')}"
        series = texts.series(name)
        if _is_given_up(series, edition_index):
            yield _make_term(step, name, series[edition_index - 1], _HEADING_SCORE, link.old)


def _make_term(step: StepText, name: str, before: int, score: float, key: str) -> Term:
    """Return a retired term.

    Args:
        step: The step that retired it.
        name: Its folded words.
        before: How often the words occurred in the older edition.
        score: How certain it is.
        key: Key of the record of the older edition that is the evidence.
    """
    evidence = (Sighting(key, step.old.edition),)
    return Term(
        old=name,
        new=None,
        edition=step.new.edition,
        kind="retired",
        support=before,
        score=round(score, 4),
        evidence=evidence,
        forms=((name, ""),),
    )


def _is_given_up(series: Series, edition_index: int) -> bool:
    """Return whether words occurred before a step, and hardly ever since."""
    before = series[edition_index - 1]
    return before > 0 and max(series[edition_index:]) <= (1 - GIVEN_UP) * before


def _is_renamed(name: str, forms: Iterable[Form]) -> bool:
    """Return whether a name has the old words of a renamed term."""
    stems = f" {stem_words(name)} "
    return any(f" {stem_words(old)} " in stems for old, _ in forms)


def _list_dropped(step: StepText) -> Iterator[str]:
    """Yield glossary entries of the older edition that have no continuation, or only one labelled obsolete."""
    entries = [link.old for link in step.links if link.old is not None and is_entry(link.old)]
    continued = {
        link.old for link in step.links if link.new is not None and is_entry(link.new) and not is_obsolete(link.new)
    }
    for key in dict.fromkeys(entries):
        if key not in continued and not is_obsolete(key):
            yield key
