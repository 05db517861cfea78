"""Values for the list of editions and the page of one edition: figures, condition, witnesses, problems."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from graph.announcements import find_unannounced_steps
from graph.references.term_index import index_entries, index_references
from rules.numbers import chapter_of, section_of
from rules.records import COMPREHENSIVE_RULES, Diagnostic, Edition, Rule
from rules.store import Store
from site_src.data.edition_steps import EditionStep
from site_src.layout.book import anchor_of
from site_src.markup.passages import symbols_html
from site_src.markup.words import CONDITIONS, count, date_in_words, edition_in_words, work_in_words
from site_src.pages.editions.witnesses import at_a_glance, describe_witnesses, witness_values


def editions_page(store: Store, editions: Sequence[Edition]) -> dict[str, Any]:
    """Return the values of `editions.html.j2`, newest edition first."""
    counts = store.counts()
    rows = [
        {
            "id": edition.id,
            "date": date_in_words(edition.id),
            "code": edition.set_code,
            "set": edition.set_name or edition.set_code or work_in_words(edition),
            "rules": f"{counts[edition.id][0]:,}",
            "glossary": f"{counts[edition.id][1]:,}",
            "witnesses": len(edition.witnesses),
            "condition": edition.condition,
        }
        for edition in reversed(editions)
    ]
    # a fragment is a witness of every edition that it may be from
    witnesses = len({witness.file for edition in editions for witness in edition.witnesses})
    lead = (
        f"{_count_editions(editions)} from {count(witnesses, 'source copy', 'source copies')}, "
        f"{date_in_words(editions[0].id)} to {date_in_words(editions[-1].id)}."
    )
    return {"rows": rows, "lead": lead}


def _count_editions(editions: Sequence[Edition]) -> str:
    """Return the number of editions of the rules, and of issues of other works, which are none of theirs."""
    others = [edition for edition in editions if edition.work != COMPREHENSIVE_RULES]
    rules = count(len(editions) - len(others), "edition")
    return f"{rules} of the rules and {count(len(others), 'issue')} of the rulings summary" if others else rules


def edition_page(store: Store, edition: Edition) -> dict[str, Any]:
    """Return the values of `edition.html.j2`, without those that link to other pages."""
    rules = store.rules(edition.id)
    witnesses = describe_witnesses(edition, store.variants(edition.id))
    return {
        "date": date_in_words(edition.id),
        "subtitle": _format_subtitle(edition),
        "retyped": edition.reason,
        "facts": _list_facts(store, edition, rules),
        "chapters": _list_chapters(rules) if edition.work == COMPREHENSIVE_RULES else [],
        "glance": at_a_glance(witnesses),
        "witnesses": [witness_values(witness, alone=len(witnesses) == 1) for witness in witnesses],
        "index": list(_read_index(store, edition)) if edition.work == COMPREHENSIVE_RULES else [],
        "diagnostics": [_describe_diagnostic(diagnostic) for diagnostic in store.diagnostics(edition.id)],
    }


def _read_index(store: Store, edition: Edition) -> Iterator[dict[str, Any]]:
    """Yield the entries of the index at an edition's end: each number links to its rule, a range to its first rule."""
    fields = {
        (reference.reference.source, reference.reference.start): reference
        for reference in index_references(store, edition.id)
    }
    for entry in index_entries(store.matter(edition.id)):
        numbers = []
        for start, end in entry.numbers:
            resolution = fields[entry.key, start]
            target = f"#{anchor_of(resolution.target[0])}" if resolution.target else ""
            numbers.append({"words": entry.text[start:end], "href": target, "status": resolution.status})
        yield {"term": entry.term, "under": entry.under is not None, "see": entry.see, "numbers": numbers}


def reading_values(edition: Edition, editions: Sequence[str], step: EditionStep | None, terms: int) -> dict[str, Any]:
    """Return further values for the page of an edition with its rules: neighbours, and its changes."""
    at = editions.index(edition.id)
    before, after = editions[at - 1] if at else None, editions[at + 1] if at + 1 < len(editions) else None
    ends = (step.previous, step.edition) if step and edition.work == COMPREHENSIVE_RULES else None
    unannounced = find_unannounced_steps(ends, *ends) if ends else ()
    return {
        "id": edition.id,
        "words": edition_in_words(edition),
        "previous": {"id": before, "words": date_in_words(before)} if before else None,
        "next": {"id": after, "words": date_in_words(after)} if after else None,
        "changed": step.in_words if step else "",
        "since": date_in_words(step.previous) if step else "",
        "unannounced": unannounced[0] if unannounced else None,
        "compared": f"{step.previous}..{step.edition}" if step else "",
        "terms": f"{terms:,}" if terms else "",
    }


def _format_subtitle(edition: Edition) -> str:
    names = (f"{each.name} ({each.code})" if each.name else each.code for each in edition.sets)
    return ", ".join(part for part in (*names, work_in_words(edition)) if part)


def _list_facts(store: Store, edition: Edition, rules: Sequence[Rule]) -> list[tuple[str, str]]:
    """Return name and value of each figure of an edition."""
    total, glossary, references = store.counts()[edition.id]
    kinds: Counter[str] = Counter(rule.kind for rule in rules)
    plurals = {
        "section": "sections",
        "chapter": "chapters",
        "rule": "rules",
        "subrule": "subrules",
        "ruling": "rulings",
    }
    parts = ", ".join(f"{kinds[kind]:,} {plural}" for kind, plural in plurals.items() if kinds[kind])
    facts = [
        ("Rules", f"{total:,}" + (f" ({parts})" if parts else "")),
        ("Examples", f"{sum(len(rule.examples) for rule in rules):,}"),
        ("Glossary entries", f"{glossary:,}"),
        ("References", f"{references:,}"),
        ("Condition", CONDITIONS[edition.condition]),
        *([("How that is known", edition.reason)] if edition.reason else []),
        ("Dialect", edition.dialect),
    ]
    if edition.aliases:
        facts.append(("Also known as", ", ".join(edition.aliases)))
    return facts


def _list_chapters(rules: Sequence[Rule]) -> list[dict[str, Any]]:
    """Return a row for each section and chapter, with its counts."""
    headings: dict[str, str] = {}
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for rule in rules:
        if rule.kind in ("section", "chapter"):
            headings.setdefault(rule.number, rule.heading or "")
        for place in {chapter_of(rule.number), section_of(rule.number)}:
            counted[place].update({rule.kind: 1, "examples": len(rule.examples)})
    return [
        {
            "number": number,
            "section": len(number) == 1,
            "heading": headings.get(number, ""),
            "title": symbols_html(headings.get(number, "") or "Untitled"),
            "rules": f"{counted[number]['rule']:,}",
            "subrules": f"{counted[number]['subrule']:,}",
            "examples": f"{counted[number]['examples']:,}",
        }
        for number in sorted(counted)
    ]


def _describe_diagnostic(diagnostic: Diagnostic) -> dict[str, str]:
    where = f"{diagnostic.path}:{diagnostic.line}" if diagnostic.path and diagnostic.line else diagnostic.path
    return {"severity": diagnostic.severity, "message": diagnostic.message, "where": where, "hint": diagnostic.hint}
