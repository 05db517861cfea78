"""Writes a knowledge base of a small history that is told by hand: editions, and the links between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from comprules.edition_texts import EditionTexts, find_restated, mine_editions, trace_editions
from graph.audit.audit import find_faults
from graph.references.resolve import resolve_references
from rules.links import Link, Replacement, StepRecords, Term, list_steps
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES, RETYPED, Edition, GlossaryEntry, Reading, Rule, Witness
from rules.store import open_store
from rules.store.tables import CORRESPONDENCES, FAULTS, TERMS
from rules.store.write import StoreWriter

Texts = Mapping[str, str]
"""Key to text, in the order of the document.

What stands before a bar is the heading: `Storm|`; ` EX ` parts a rule's text from its examples.
"""


class Retyped(dict[str, str]):
    """The texts of an edition whose copy is retyped."""


def write_history(
    path: Path,
    editions: Mapping[str, Texts],
    links: Mapping[str, Sequence[Link]],
    replacements: Mapping[str, Sequence[Replacement]] | None = None,
    works: Mapping[str, str] | None = None,
    terms: Sequence[Term] | None = None,
    readings: Mapping[str, Reading] | None = None,
) -> Path:
    """Writes it; `links` without the trivial ones. `works` tells the editions of another work than the usual.

    The links of steps to and from retyped editions are those of `OLDER..NEWER`.

    `terms` are the renamed terms, instead of those that are mined from the history; `readings` the editions as they
    were read, instead of what is made from their texts.
    """
    retyped = {edition for edition, texts in editions.items() if isinstance(texts, Retyped)}
    works = {edition: (works or {}).get(edition, COMPREHENSIVE_RULES) for edition in editions}
    steps = [
        StepRecords(
            edition,
            previous,
            f"step to {edition}",
            tuple(links.get(edition if retyped.isdisjoint((previous, edition)) else f"{previous}..{edition}", ())),
            tuple((replacements or {}).get(edition, ())),
        )
        for work in sorted(set(works.values()))
        for previous, edition in list_steps([day for day in editions if works[day] == work], retyped)
    ]
    steps.sort(key=lambda step: (step.edition, step.previous))
    with StoreWriter(path) as writer:
        for edition, texts in editions.items():
            reading = readings[edition] if readings else reading_of(edition, works[edition], texts)
            writer.add(replace(reading, fingerprint=f"print of {edition}"))
        writer.settle()
        with open_store(writer.temporary) as store:
            read = EditionTexts(store)
            lineages, restated = trace_editions(read, steps, ()), find_restated(store)
            mined = mine_editions(read, steps) if terms is None else terms
        for step in steps:
            writer.add_step(step)
        writer.add_lineages(chain.from_iterable(lineages.lineages.values()), lineages.aliases, lineages.retyped)
        writer.add_records(TERMS, mined)
        for correspondences in restated:
            writer.add_records(CORRESPONDENCES, correspondences)
        writer.settle_history()
        with open_store(writer.temporary) as store:
            faults = tuple(find_faults(store, store.edition_ids))
        writer.add_records(FAULTS, faults)
        writer.finish({"sample": "no"})
    return path


def reading_of(edition: str, work: str, texts: Texts) -> Reading:
    witnesses: tuple[Witness, ...] = ()
    if isinstance(texts, Retyped):
        witnesses = (Witness("a.txt", "x", "0" * 64, 1, "utf-8", RETYPED, None, 1, 0, chosen=True, reason="slips"),)
    head = Edition(edition, work, (), (), "official", witnesses, RETYPED if witnesses else "good")
    rules = tuple(rule_of(edition, key, text) for key, text in texts.items() if not key.startswith("glossary:"))
    glossary = entries_of(edition, texts)
    return Reading(head, rules, glossary, (), (), (), references=resolve_references(rules, glossary))


def entries_of(edition: str, texts: Texts) -> tuple[GlossaryEntry, ...]:
    terms = {key.removeprefix("glossary:"): text for key, text in texts.items() if key.startswith("glossary:")}
    return tuple(GlossaryEntry(edition, term, text) for term, text in terms.items())


def rule_of(edition: str, key: str, text: str) -> Rule:
    """The rule of a key and its text; what has no number of the usual form is a rule without a parent."""
    number, _, ordinal = key.partition("#")
    heading, bar, rest = text.rpartition("|")
    passage, *examples = rest.split(" EX ")
    kind, parent = (kind_of(number), parent_of(number)) if is_number(number) else ("rule", None)
    title = heading if bar else None
    return Rule(edition, number, kind, title, passage, tuple(examples), parent=parent, ordinal=int(ordinal or 1))
