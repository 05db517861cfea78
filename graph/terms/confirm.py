"""Merging mined terms with curated facts, which give kind, spelling and note."""

from collections.abc import Sequence

from msgspec.structs import replace

from graph.lineages.inventory import Inventory
from graph.terms.changed_passages import ChangedPassages
from graph.terms.entries import is_obsolete
from graph.terms.facts import CuratedTerm
from graph.terms.forms import stems_of
from rules.align.replacements import EVIDENCE
from rules.keys import key_of_entry
from rules.links import Sighting, Term

_SIGHTINGS_OF_HALF = 4.0
"""Number of sightings that have a weight of 0.5; see `weight_of`."""
_SIGHTINGS_OF_ENTRY = 6
"""Number of sightings that a glossary entry which shows a change counts as."""
_CURATED_SCORE = 0.7
"""Highest score of a fact that mining did not find."""


def weight_of(support: int, *, named: bool) -> float:
    """Return the weight of a number of sightings, from 0 for none towards 1: 4 have 0.5, 12 have 0.75.

    Args:
        support: The number of sightings.
        named: Whether a glossary entry shows the change, which counts as `_SIGHTINGS_OF_ENTRY` sightings more.
    """
    sightings = support + _SIGHTINGS_OF_ENTRY if named else support
    return 1.0 - 1.0 / (1.0 + sightings / _SIGHTINGS_OF_HALF)


def confirm_terms(
    mined: Sequence[Term],
    facts: Sequence[CuratedTerm],
    changed: ChangedPassages | None,
    before: Sequence[str],
    edition: Inventory,
) -> list[Term]:
    """Return the terms of a step, those that were mined and those that are only curated.

    A fact gives its kind, spelling and note to the mined term that is the same renaming. A fact that mining did not
    find becomes a term of its own if the editions show any evidence of the renaming; otherwise it is left out. If
    mining found that some words were retired, and a fact names their successor, the retired term is dropped, and its
    evidence counts for the fact.

    Args:
        mined: The terms mined in the step.
        facts: The curated facts of its edition.
        changed: The passages that changed; None for the first edition.
        before: Keys of the edition before; empty for the first edition.
        edition: The step's newer edition.
    """
    keys_before = frozenset(before)
    # A mined term without a successor is no retired term if a fact names the successor. It is evidence of that fact.
    words_with_successor = {old for fact in facts if fact.new is not None for old, _ in fact.forms}
    replaced = [term for term in mined if term.new is None and term.old in words_with_successor]
    evidence_of_loss = {term.old: term.evidence for term in replaced}
    terms = [term for term in mined if term not in replaced]
    for fact in facts:
        evidence = _find_evidence(fact, changed, keys_before, edition) or evidence_of_loss.get(fact.old, ())
        index = _find_same(fact, terms)
        if index is not None:
            terms[index] = _apply_fact(terms[index], fact, evidence)
        elif evidence:
            terms.append(_make_curated(fact, evidence, edition.edition, dated=_is_dated(fact, changed)))
    return terms


def _find_same(fact: CuratedTerm, terms: Sequence[Term]) -> int | None:
    """Return the index of the mined term that is the same renaming as a fact; None if there is none.

    Of several terms, one with the fact's old words is preferred, then the one with the highest score.
    """
    same = [index for index, term in enumerate(terms) if not term.curated and _is_same(fact, term)]
    return min(same, key=lambda index: (terms[index].old != fact.old, -terms[index].score), default=None)


def _is_dated(fact: CuratedTerm, changed: ChangedPassages | None) -> bool:
    """Return whether the step of a fact gave the old words up; False if it only came to call them obsolete.

    Only an entry that calls the words obsolete leaves that open. Then a passage that lost the words shows that the step
    gave them up. The first edition has no step, so its facts are dated.
    """
    declares_obsolete = bool(fact.declared) and is_obsolete(key_of_entry(fact.declared))
    if changed is None or not declares_obsolete:
        return True
    return bool(changed.find_losing([old for old, _ in fact.forms]))


def _find_evidence(
    fact: CuratedTerm, changed: ChangedPassages | None, before: frozenset[str], edition: Inventory
) -> tuple[Sighting, ...]:
    """Return the sightings of a fact: the entry or rule that states it, and the passages that changed.

    The entry declares the old words obsolete; the rule is about the new ones. If nothing shows both sides, the
    sightings are the passages that lost the old words, or else those that gained the new ones.
    """
    keys = _list_stating(fact, before, edition)
    if changed is not None and fact.new is not None:
        keys += changed.find_passages(fact.forms)
    if changed is not None and not keys:
        losing = changed.find_losing([old for old, _ in fact.forms])
        keys = losing or changed.find_gaining([new for _, new in fact.forms])
    return tuple(Sighting(key, edition.edition) for key in dict.fromkeys(keys))


def _list_stating(fact: CuratedTerm, before: frozenset[str], edition: Inventory) -> list[str]:
    """Return the keys of the glossary entry and of the rule that state a fact, if the edition has them.

    An entry that the edition before has already states nothing new.
    """
    keys: list[str] = []
    declaring = key_of_entry(fact.declared)
    if fact.declared and declaring in edition.keys and declaring not in before:
        keys.append(declaring)
    if fact.rule in edition.keys:
        keys.append(fact.rule)
    return keys


def _is_same(fact: CuratedTerm, term: Term) -> bool:
    """Return whether a mined term is the same renaming as a fact.

    If both have new words, or neither has, their stems must be the same in one of the forms. If only the fact has no
    new words, the old words must be equal. A term without new words is never the same as a fact that has some.
    """
    main_form = term.forms[0]
    if fact.new is None and term.new is not None:
        old, _ = main_form
        return fact.old == old
    if fact.new is not None and term.new is None:
        return False
    # The name of a term can be another one than its main form; see `graph.terms.independent`.
    stems_of_fact = set(map(stems_of, fact.forms))
    return stems_of((term.old, term.new or "")) in stems_of_fact or stems_of(main_form) in stems_of_fact


def _apply_fact(term: Term, fact: CuratedTerm, evidence: tuple[Sighting, ...]) -> Term:
    """Return a term with the spelling, kind and note of a fact.

    If the fact has no new words, the term keeps its own, and with them its kind.
    """
    sightings = tuple(dict.fromkeys((*term.evidence, *evidence)))
    doubt = (1.0 - term.score) / 2.0  # a fact halves the doubt
    confirmed = replace(
        term,
        old=fact.old,
        support=max(term.support, len(evidence)),
        score=round(1.0 - doubt, 4),
        evidence=sightings[:EVIDENCE],
        curated=True,
        note=fact.note,
    )
    if fact.new is not None:
        forms = tuple(dict.fromkeys((*fact.forms, *term.forms)))
        return replace(confirmed, new=fact.new, forms=forms, kind=fact.kind)
    return replace(confirmed, kind=fact.kind) if term.new is None else confirmed


def _make_curated(fact: CuratedTerm, evidence: tuple[Sighting, ...], edition: str, *, dated: bool) -> Term:
    """Return the term of a fact that mining did not find."""
    score = round(_CURATED_SCORE * weight_of(len(evidence), named=bool(fact.declared)), 4)
    return Term(
        old=fact.old,
        new=fact.new,
        edition=edition,
        kind=fact.kind,
        support=len(evidence),
        score=score,
        evidence=evidence[:EVIDENCE],
        forms=fact.forms,
        curated=True,
        note=fact.note,
        dated=dated,
    )
