"""Candidates for renamings between two editions, from the aligner, the changed passages and the glossary."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from graph.terms.changed_passages import ChangedPassages
from graph.terms.entries import is_obsolete, names_of
from graph.terms.forms import Form, bare_of, may_be_renamed, stems_of, without_articles
from graph.terms.step import StepText
from graph.terms.work_texts import WorkTexts
from rules.grouping import grouped
from rules.keys import is_entry
from rules.text import fold, words

_INSTEAD = re.compile(
    r"""
    \b(?:obsolete|old|older|former)\ (?:term|name|word)s?\ (?:for|meaning)\ (?:an?\ |the\ |any\ )?
    (?P<new>[a-z][a-z\ '-]*?)
    (?:[.,;("]|\ that|\ which|\ with|\ who|$)  # where the new term ends
    """,
    re.VERBOSE,
)
"""The words of an entry that calls its term an older name: `an obsolete term for a tower that …` names `tower`."""
_SEE = re.compile(r"see \"?(?P<new>[a-z][a-z '-]*?)[.\"]*")
"""The text of an entry that only points to another one: `see "tower."` names `tower`."""


class TermCandidate(Struct, frozen=True):
    """Forms that may be a renaming, and that differ from each other only in inflection.

    Example: `("tower", "keep")` and `("towers", "keeps")`.

    Attributes:
        forms: Form → the keys of the renamed glossary entries that show it, perhaps none.
        consistency: The greatest consistency of a replacement that shows one of the forms (`rules.links.Replacement`);
            0 if only the glossary shows the forms.
        is_derived: Whether all forms were derived from others by removing words ("he or she" from "he or she has").
    """

    forms: dict[Form, list[str]]
    consistency: float
    is_derived: bool


class _RenamedEntry(NamedTuple):
    """A glossary entry whose term was replaced: it continues under another term, or points to one.

    Attributes:
        form: The old term and the new one.
        key: Key of the entry in the newer edition.
    """

    form: Form
    key: str


def candidates_of(step: StepText, changed: ChangedPassages, texts: WorkTexts) -> list[TermCandidate]:
    """Return all candidates for renamings between two editions.

    For each form that was found there is also the bare form, without the words that both sides begin or end with.

    Args:
        step: The two editions.
        changed: The passages that changed between them.
        texts: The words of all editions of the work.
    """
    entries = [*_list_continued(step), *_list_pointing(step, texts)]
    keys_of_form = grouped((without_articles(entry.form), entry.key) for entry in entries)
    found = _find_consistencies(step, changed, keys_of_form)
    found_stems = {stems_of(form) for form in found}
    consistencies = _add_bare_forms(found)
    candidates: list[TermCandidate] = []
    for stems, forms in grouped((stems_of(form), form) for form in consistencies).items():
        candidates.append(
            TermCandidate(
                forms={form: keys_of_form.get(form, []) for form in forms},
                consistency=max(consistencies[form] for form in forms),
                is_derived=stems not in found_stems,
            )
        )
    return candidates


def _find_consistencies(step: StepText, changed: ChangedPassages, of_entries: Iterable[Form]) -> dict[Form, float]:
    """Return form → the greatest consistency of a replacement that shows it, for the forms that may be renamings.

    Args:
        step: The two editions.
        changed: The passages that changed between them.
        of_entries: The forms that glossary entries show, which does not say how consistently they are replaced: 0.
    """
    consistencies: dict[Form, float] = {}
    for replacement in (*step.replacements, *changed.find_replacements()):
        form = without_articles((replacement.old, replacement.new))
        if may_be_renamed(form):
            consistencies[form] = max(replacement.consistency, consistencies.get(form, 0.0))
    for form in of_entries:
        if may_be_renamed(form):
            consistencies.setdefault(form, 0.0)
    return consistencies


def _add_bare_forms(consistencies: Mapping[Form, float]) -> dict[Form, float]:
    """Return form → consistency, also for the bare form of each form, which is at least as consistent as that form."""
    extended = dict(consistencies)
    for form, consistency in consistencies.items():
        bare = bare_of(form)
        if may_be_renamed(bare):
            extended[bare] = max(consistency, extended.get(bare, 0.0))
    return extended


def _list_continued(step: StepText) -> Iterator[_RenamedEntry]:
    """Yield the entries that continue under another term.

    Those that explain several terms, and those that are labelled obsolete under the new term, are left out.
    """
    for link in step.links:
        if link.old is None or link.new is None or not link.main or link.old == link.new:
            continue
        if not is_entry(link.old) or not is_entry(link.new) or is_obsolete(link.new):
            continue
        old_names, new_names = names_of(link.old), names_of(link.new)
        if len(old_names) == 1 and len(new_names) == 1:
            yield _RenamedEntry((old_names[0], new_names[0]), link.new)


def _list_pointing(step: StepText, texts: WorkTexts) -> Iterator[_RenamedEntry]:
    """Yield the new or changed entries that point to another term."""
    old_numbers = step.old.map_passages()
    for key, passage_number in step.new.list_records():
        is_unchanged = old_numbers.get(key) == passage_number
        if is_unchanged or not is_entry(key):
            continue
        successor = _find_successor(texts.passage(passage_number).text)
        if successor:
            for name in names_of(key):
                yield _RenamedEntry((name, successor), key)


def _find_successor(explanation: str) -> str:
    """Return the term to which an entry points: `tower` for `See “tower.”`; empty if the entry points to none."""
    folded = fold(explanation)
    match = _INSTEAD.search(folded) or _SEE.fullmatch(folded)
    return " ".join(words(match["new"])) if match else ""
