"""Terms that do not follow from other terms."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from graph.terms.entries import names_of
from graph.terms.forms import is_within, stems_of
from rules.align.replacements import EVIDENCE
from rules.keys import is_entry
from rules.links import Term
from rules.stems import stem_words
from rules.word_lists import is_content_word


def select_independent(terms: Iterable[Term]) -> list[Term]:
    """Return the terms without those that follow from another one, and with several names for one thing joined.

    "he or she draws" follows from "he or she". A consequence is added to the forms of the other term, so that it can be
    looked up; but a mere part is not, because it would mean something else ("play" of "leaves play").
    """
    independent: list[Term] = []
    for term in sorted(terms, key=lambda term: (-term.score, len(term.old), term.old, term.new or "")):
        index = _find_better(term, independent)
        if index is None:
            independent.append(term)
        elif not _is_part(term, independent[index]):
            independent[index] = _join_terms(term, independent[index])
    return independent


def _find_better(term: Term, independent: Sequence[Term]) -> int | None:
    """Return the index of the first term of which a term is a part or a consequence; None if it is independent."""
    for index, better in enumerate(independent):
        if _is_part(term, better) or _is_consequence(term, better):
            return index
    return None


def add_headings(mined: Sequence[Term], headings: Iterable[Term]) -> list[Term]:
    """Return mined terms and renamed headings without duplicates.

    A heading is left out if counting words found the same renaming. A mined term is left out if its old words are those
    of a remaining heading, unless a glossary entry shows the term.
    """
    mined_stems = {stems_of(form) for term in mined for form in term.forms}
    new_headings = [heading for heading in headings if stems_of((heading.old, heading.new or "")) not in mined_stems]
    words_of_headings = {heading.old for heading in new_headings}
    remaining = [term for term in mined if term.old not in words_of_headings or is_named(term)]
    return [*remaining, *new_headings]


def is_named(term: Term) -> bool:
    """Return whether the glossary entry of the new words is among the evidence."""
    name = stem_words(term.new or "")
    entries = [sighting.key for sighting in term.evidence if is_entry(sighting.key)]
    return any(name in map(stem_words, names_of(key)) for key in entries)


def _join_terms(term: Term, better: Term) -> Term:
    """Return the better of two terms with the forms and the evidence of both.

    If the words of the other term are longer, and only these words have an entry in the glossary, they name the result.
    """
    forms = tuple(dict.fromkeys((*better.forms, *term.forms)))
    evidence = tuple(dict.fromkeys((*better.evidence, *term.evidence)))[:EVIDENCE]
    has_better_words = len(term.old) > len(better.old) and is_named(term) and not is_named(better)
    source_of_words = term if has_better_words else better
    return replace(better, old=source_of_words.old, new=source_of_words.new, forms=forms, evidence=evidence)


def _is_consequence(term: Term, better: Term) -> bool:
    """Return whether a term follows from a better one.

    Either both have the same old words and a content word of the new words in common, or the term is the better one
    with other words around it.
    """
    stems = stems_of((term.old, term.new or ""))
    old, new = stems
    for better_stems in map(stems_of, better.forms):
        better_old, better_new = better_stems
        if better_old == old:  # no other form decides then
            content = {word for word in better_new.split() if is_content_word(word)}
            return not content.isdisjoint(new.split())
        if is_within(better_stems, stems):
            return True
    return False


def _is_part(term: Term, better: Term) -> bool:
    """Return whether a term is only a part of a better one, which has the same words around both sides.

    Example: `play` to `field` is a part of `leaves play` to `leaves field`.
    """
    stems = stems_of((term.old, term.new or ""))
    old, _ = stems
    for better_stems in map(stems_of, better.forms):
        better_old, _ = better_stems
        if old != better_old and is_within(stems, better_stems):
            return True
    return False
