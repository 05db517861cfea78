"""Terms that were retired: the rules used them, and hardly use them any more, and no other term replaced them."""

from collections.abc import Iterable, Iterator, Mapping

from graph.terms.entries import is_obsolete, names_of
from graph.terms.forms import Form
from graph.terms.limits import GIVEN_UP
from graph.terms.step import StepText
from graph.terms.work_texts import Series, WorkTexts
from rules.keys import is_entry
from rules.links import Sighting, Term
from rules.stems import stem, stem_words
from rules.word_lists import is_content_word

_ENTRY_SCORE = 0.5
"""Highest score of words whose glossary entry was dropped: they occurred very often and are all gone."""
_HEADING_SCORE = 0.5
"""Score of a name that was retired with its rule."""
_OCCURRENCES_OF_HALF = 3.0
"""Number of occurrences in the older edition that have a weight of 0.5."""


def find_retired_entries(
    step: StepText, texts: WorkTexts, edition_index: int, renamed: Iterable[Term]
) -> Iterator[Term]:
    """Yield terms whose glossary entry was dropped or declared obsolete, and that the rules hardly use since then.

    Terms that the step renamed are left out, and so are those without a content word.

    Example: the entry `Night Watch` is dropped, and the words `night watch`, of which the older edition had eight, are
    in no later edition.

    Args:
        step: The step.
        texts: The words of all editions.
        edition_index: Index of the step's newer edition among them.
        renamed: The terms that the step renamed.
    """
    renamed_forms = [form for term in renamed for form in term.forms]
    for key in _list_ended(step):
        for name in names_of(key):
            has_content = any(map(is_content_word, name.split()))
            if not has_content or _is_renamed(name, renamed_forms):
                continue
            series = texts.series(name)
            if _is_given_up(series, edition_index):
                before, after = series[edition_index - 1], series[edition_index]
                yield _make_term(step, name, key, support=before, score=_score_loss(before, after))


def _score_loss(before: int, after: int) -> float:
    """Return how certain it is that words were retired, up to `_ENTRY_SCORE`.

    Args:
        before: How often they occurred in the older edition, at least once.
        after: How often they occur in the newer edition.
    """
    share_lost = (before - after) / before
    weight = 1.0 - 1.0 / (1.0 + before / _OCCURRENCES_OF_HALF)
    return _ENTRY_SCORE * share_lost * weight


def find_retired_headings(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield names that were retired with their rule: its heading with the class above it in the singular.

    If a rule `Phased Out` below the heading `Zones` is deleted, the name is `phased out zone`. Below a heading that is
    no plural, such as `Combat`, no name is looked for.

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
        name = _name_in_singular(link.old, headings, parents, texts, edition_index - 1)
        if name is None:
            continue
        series = texts.series(name)
        if _is_given_up(series, edition_index):
            yield _make_term(step, name, link.old, support=series[edition_index - 1], score=_HEADING_SCORE)


def _name_in_singular(
    key: str, headings: Mapping[str, str], parents: Mapping[str, str | None], texts: WorkTexts, edition_index: int
) -> str | None:
    """Return the name of a thing that a heading and the class above it make, as the edition at an index prints it.

    The class is the last word of the heading above. Its singular is another word with the same stem: `zones` → `zone`,
    `abilities` → `ability`, `classes` → `class`. If there are several such words, the one with which the name occurs
    most often is taken.

    Args:
        key: Key of a rule with a heading.
        headings: Key → heading, folded, in the edition.
        parents: Key → key of the record above it in the edition; None for a section.
        texts: The words of all editions.
        edition_index: Index of the edition.

    Returns:
        None if the heading above is missing or does not end with `s`, or if the rules use no such name.
    """
    above = headings.get(parents.get(key) or "", "")
    if not above.endswith("s"):
        return None
    _, _, plural = above.rpartition(" ")
    names = [f"{headings[key]} {word}" for word in texts.words_with_stem(stem(plural)) if word != plural]
    counts = {name: texts.series(name)[edition_index] for name in names}
    used_names = [name for name in names if counts[name]]
    return max(used_names, key=counts.__getitem__, default=None)


def _make_term(step: StepText, name: str, key: str, *, support: int, score: float) -> Term:
    """Return a retired term.

    Args:
        step: The step that retired it.
        name: Its folded words.
        key: Key of the record of the older edition that is the evidence.
        support: How often the words occurred in the older edition.
        score: How certain it is.
    """
    evidence = (Sighting(key, step.old.edition),)
    return Term(
        old=name,
        new=None,
        edition=step.new.edition,
        kind="retired",
        support=support,
        score=round(score, 4),
        evidence=evidence,
        forms=((name, ""),),
    )


def _is_given_up(series: Series, edition_index: int) -> bool:
    """Return whether words occurred just before a step, and hardly ever in any edition since.

    Args:
        series: How often the words occur in each edition.
        edition_index: Index of the step's newer edition.
    """
    before = series[edition_index - 1]
    return before > 0 and max(series[edition_index:]) <= (1 - GIVEN_UP) * before


def _is_renamed(name: str, forms: Iterable[Form]) -> bool:
    """Return whether a name has the old words of a renamed term: `night guards` has those of `("guard", "warden")`."""
    stems = f" {stem_words(name)} "
    return any(f" {stem_words(old)} " in stems for old, _ in forms)


def _list_ended(step: StepText) -> Iterator[str]:
    """Yield the keys of the older edition's glossary entries that ended with the step.

    Such an entry has no continuation in the glossary, or only one that is labelled obsolete. An entry that was labelled
    obsolete in the older edition already did not end with this step.
    """
    linked = [link.old for link in step.links if link.old is not None and is_entry(link.old)]
    continued = {
        link.old for link in step.links if link.new is not None and is_entry(link.new) and not is_obsolete(link.new)
    }
    for key in dict.fromkeys(linked):
        if key not in continued and not is_obsolete(key):
            yield key
