"""The facts of `terms.toml`, which a person verified, and merging them with mined terms.

A curated fact confirms a mined term (its kind, its spelling) or adds one that mining cannot find: terms given up before
the first edition, turns of phrase, senses. It never replaces evidence, which is looked up in the editions.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from graph.curated_file import Text, read_records
from graph.lineages.inventory import Inventory
from graph.terms.step import Changed, family_of, is_obsolete
from rules.align.replacements import EVIDENCE
from rules.links import INSTEAD, Sighting, Term, TermKind
from rules.numbers import key_of_term
from rules.text import fold


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """A curated renaming.

    Attributes:
        old: The old words, folded.
        new: The new words, folded; None for a retired term.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What happened to the old words.
        forms: All forms (old, new), this one first; the new one is empty for a retired term.
        declared: Term of the glossary entry that came with the edition and states the change; may be empty.
        note: An explanation; may be empty.
        rule: Number of a rule of the edition about the new words, if neither a changed passage nor a glossary entry
            shows them; else empty.
    """

    old: Text
    new: Text | None
    edition: Text
    kind: TermKind
    forms: tuple[tuple[str, str], ...]
    declared: str = ""
    note: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        """Refuse words that are not in their folded form, and new words of a retired term or none of another."""
        if (self.new is None) != (self.kind == "retired"):
            raise ValueError("what is retired has no new words, everything else has")
        if not all(old and new for old, new in self.forms[1:]):
            raise ValueError("each of the forms must be a pair of old and new words")
        for phrase in (phrase for form in self.forms for phrase in form):
            if phrase != fold(phrase) or "-" in phrase:
                raise ValueError(f"{phrase!r} must be in small letters with single spaces and no hyphens")


@cache
def curated_terms(text: str | None = None) -> tuple[Fact, ...]:
    """Return the facts of a text in the format of `terms.toml`, by edition; without one, those shipped with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a fact is incomplete, has unknown fields, or is a duplicate.
    """
    facts = read_records(
        "terms.toml", ("term",), text, Fact, named=lambda one: (one.old, one.new, one.edition), prepare=_with_forms
    )
    whole = [replace(fact, forms=tuple(dict.fromkeys(fact.forms))) for fact in facts]
    return tuple(sorted(whole, key=lambda fact: (fact.edition, fact.old, fact.new or "")))


def known_renamings(first: str | None = None, last: str | None = None) -> tuple[tuple[str, str], ...]:
    """Return the curated renamings between two editions: folded old words and folded new words, in all forms.

    Headings, keywords and classes are left out: their new words do not replace the old ones in the texts.

    Args:
        first: Id of the older edition; None for all before `last`.
        last: Id of the newer edition; None for all after `first`.
    """
    return tuple(
        form
        for fact in curated_terms()
        if fact.kind in INSTEAD and (first is None or first < fact.edition) and (last is None or fact.edition <= last)
        for form in fact.forms
    )


def _with_forms(table: dict[str, Any]) -> dict[str, Any]:
    new = table.get("new")
    return {**table, "new": new, "forms": [[table.get("old", ""), new or ""], *table.get("forms", ())]}


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
