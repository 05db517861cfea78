"""Merging mined terms with curated facts, which give kind, spelling and note."""

from collections.abc import Sequence

from msgspec.structs import replace

from graph.lineages.inventory import Inventory
from graph.terms.changed_passages import ChangedPassages
from graph.terms.entries import is_obsolete
from graph.terms.facts import Fact
from graph.terms.forms import family_of
from rules.align.replacements import EVIDENCE
from rules.links import Sighting, Term
from rules.numbers import key_of_term


def weight_of(support: int, *, named: bool) -> float:
    """Return the weight of a number of sightings, 0 to 1; a glossary entry that shows the change counts as six more."""
    return 1.0 - 1.0 / (1.0 + support / 4.0 + (1.5 if named else 0.0))


def confirm_terms(
    mined: Sequence[Term],
    facts: Sequence[Fact],
    changed: ChangedPassages | None,
    before: Sequence[str],
    edition: Inventory,
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
        place = _find_same(fact, terms)
        if place is not None:
            terms[place] = _apply_fact(terms[place], fact, evidence)
        elif evidence:
            terms.append(_make_curated(fact, evidence, edition.edition, dated=_is_dated(fact, changed)))
    return terms


def _find_same(fact: Fact, terms: Sequence[Term]) -> int | None:
    """Return the index of the mined term that is a fact's, the most likely one of several; None if none is."""
    places = [place for place, term in enumerate(terms) if not term.curated and _is_same(fact, term)]
    return min(places, key=lambda place: (terms[place].old != fact.old, -terms[place].score), default=None)


def _is_dated(fact: Fact, changed: ChangedPassages | None) -> bool:
    """Return whether a fact's step gave the old words up, or only came to call them obsolete."""
    if changed is None or not (fact.declared and is_obsolete(key_of_term(fact.declared))):
        return True
    return bool(changed.find_losers([old for old, _ in fact.forms]))


def _find_evidence(
    fact: Fact, changed: ChangedPassages | None, before: frozenset[str], edition: Inventory
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
    if changed is not None and fact.new is not None:
        keys += changed.find_passages(fact.forms)
    if changed is not None and not keys:
        losers = changed.find_losers([old for old, _ in fact.forms])
        keys = losers or changed.find_winners([new for _, new in fact.forms])
    return tuple(Sighting(key, edition.edition) for key in dict.fromkeys(keys))


def _is_same(fact: Fact, term: Term) -> bool:
    """Return whether a mined term is a fact's: alike in old words, and in new ones unless the fact has none."""
    main_form = term.forms[0]
    if (fact.new is None) != (term.new is None):
        old, _ = main_form
        return fact.new is None and fact.old == old
    families = set(map(family_of, fact.forms))
    return family_of((term.old, term.new or "")) in families or family_of(main_form) in families


def _apply_fact(term: Term, fact: Fact, evidence: tuple[Sighting, ...]) -> Term:
    """Return a term with what a fact says of it; a fact without new words keeps those of the term."""
    sightings = tuple(dict.fromkeys((*term.evidence, *evidence)))
    confirmed = replace(
        term,
        old=fact.old,
        support=max(term.support, len(evidence)),
        score=round(1.0 - (1.0 - term.score) / 2.0, 4),
        evidence=sightings[:EVIDENCE],
        curated=True,
        note=fact.note,
    )
    if fact.new is not None:
        forms = tuple(dict.fromkeys((*fact.forms, *term.forms)))
        return replace(confirmed, new=fact.new, forms=forms, kind=fact.kind)
    return replace(confirmed, kind=fact.kind) if term.new is None else confirmed


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
