"""Merging mined terms and curated facts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graph.lineages import Inventory
from graph.terms.candidates import Changed, family_of
from graph.terms.curated import Fact
from graph.terms.history import is_obsolete
from rules.links import Sighting, Term
from rules.numbers import key_of_term

EVIDENCE = 12
"""Maximum number of sightings kept per term."""


def weight_of(support: int, *, named: bool) -> float:
    """Return the weight of a number of sightings, 0 to 1; a glossary entry that shows the change counts as six more."""
    return 1.0 - 1.0 / (1.0 + support / 4.0 + (1.5 if named else 0.0))


def confirm_terms(
    mined: Sequence[Term], facts: Sequence[Fact], changed: Changed | None, before: Sequence[str], edition: Inventory
) -> list[Term]:
    """Return the terms of a step with what curated facts add to them, and the terms that are only curated.

    Facts give kind, spelling and note.

    Args:
        mined: The terms mined in the step.
        facts: The curated facts of its edition.
        changed: The passages that changed; None for the first edition.
        before: Keys of the edition before.
        edition: The step's edition.
    """
    earlier = frozenset(before)
    renamed = {old for fact in facts if fact.new is not None for old, _ in fact.forms}
    replaced = {term.old: term.evidence for term in mined if term.new is None and term.old in renamed}
    terms = [term for term in mined if term.new is not None or term.old not in renamed]
    for fact in facts:
        evidence = _find_evidence(fact, changed, earlier, edition) or replaced.get(fact.old, ())
        same = [at for at, term in enumerate(terms) if not term.curated and _is_same(fact, term)]
        if same:
            best = min(same, key=lambda at: (terms[at].old != fact.old, -terms[at].score))
            terms[best] = _apply_fact(terms[best], fact, evidence)
        elif evidence:
            terms.append(_make_curated(fact, evidence, edition.edition, dated=_is_dated(fact, changed)))
    return terms


def _is_dated(fact: Fact, changed: Changed | None) -> bool:
    """Return whether a fact's step gave the old words up, or only came to call them obsolete."""
    if changed is None or not (fact.declared and is_obsolete(key_of_term(fact.declared))):
        return True
    return bool(changed.find_losers([old for old, _ in fact.forms]))


def _find_evidence(
    fact: Fact, changed: Changed | None, before: frozenset[str], edition: Inventory
) -> tuple[Sighting, ...]:
    """Return the sightings of a fact: the entry or rule that states it, and the passages that changed.

    The entry declares the old words obsolete; the rule is about the new ones. If nothing shows both sides, the
    sightings are the passages that lost the old words, or else those that gained the new ones.
    """
    keys: list[str] = []
    declaring = key_of_term(fact.declared)
    if fact.declared and declaring in edition.keys and declaring not in before:
        keys.append(declaring)
    if fact.rule in edition.keys:
        keys.append(fact.rule)
    if changed is not None:
        keys += changed.find_passages(fact.forms) if fact.new is not None else ()
        keys = (
            keys
            or changed.find_losers([old for old, _ in fact.forms])
            or changed.find_winners([new for _, new in fact.forms])
        )
    return tuple(Sighting(key, edition.edition) for key in dict.fromkeys(keys))


def _is_same(fact: Fact, term: Term) -> bool:
    """Return whether a mined term is a fact's: alike in old words, and in new ones unless the fact has none."""
    if (fact.new is None) != (term.new is None):
        return fact.new is None and any(fact.old == old for old, _ in term.forms[:1])
    families = set(map(family_of, fact.forms))
    return family_of((term.old, term.new or "")) in families or family_of(term.forms[0]) in families


def _apply_fact(term: Term, fact: Fact, evidence: tuple[Sighting, ...]) -> Term:
    sightings = tuple(dict.fromkeys((*term.evidence, *evidence)))
    return replace(
        term,
        old=fact.old,
        new=term.new if fact.new is None else fact.new,
        kind=fact.kind if (fact.new is None) == (term.new is None) else term.kind,
        support=max(term.support, len(evidence)),
        score=round(1.0 - (1.0 - term.score) / 2.0, 4),
        evidence=sightings[:EVIDENCE],
        forms=tuple(dict.fromkeys((*fact.forms, *term.forms))) if fact.new is not None else term.forms,
        curated=True,
        note=fact.note,
    )


def _make_curated(fact: Fact, evidence: tuple[Sighting, ...], edition: str, *, dated: bool) -> Term:
    score = round(0.7 * weight_of(len(evidence), named=bool(fact.declared)), 4)
    return Term(
        fact.old,
        fact.new,
        edition,
        fact.kind,
        len(evidence),
        score,
        evidence[:EVIDENCE],
        fact.forms,
        curated=True,
        note=fact.note,
        dated=dated,
    )
