"""What the list of editions and the page of one edition say: figures, condition, witnesses, variants, findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Postfix, Prefix

from rules.records import COMPREHENSIVE_RULES, Diagnostic, Edition, Rule, Variant, Witness
from rules.store import Store
from site_src.book import chapter_of, section_of
from site_src.words import CONDITIONS, VARIANTS, count, date_in_words, size_in_words

SHOWN_VARIANTS = 40
"""Passages shown per witness and kind: enough to judge by. The page says how many more there are."""

SHOWN_AROUND = 50
"""Characters shown before and after what differs, up to the next word."""

SHOWN_DIFFERENCE = 240
"""Characters shown of what differs."""


def editions_page(store: Store, editions: Sequence[Edition]) -> dict[str, Any]:
    """Values of `editions.html.j2`: newest first."""
    counts = store.counts()
    rows = [
        {
            "id": edition.id,
            "date": date_in_words(edition.id),
            "set": edition.set_name or edition.set_code or _other_work(edition),
            "rules": f"{counts[edition.id][0]:,}",
            "glossary": f"{counts[edition.id][1]:,}",
            "witnesses": len(edition.witnesses),
            "condition": edition.condition,
        }
        for edition in reversed(editions)
    ]
    witnesses = sum(len(edition.witnesses) for edition in editions)
    lead = (
        f"{count(len(editions), 'edition')} in {count(witnesses, 'witness', 'witnesses')}, "
        f"{date_in_words(editions[0].id)} to {date_in_words(editions[-1].id)}."
    )
    return {"rows": rows, "lead": lead}


def edition_page(store: Store, edition: Edition) -> dict[str, Any]:
    """Values of `edition.html.j2`."""
    rules = store.rules(edition.id)
    variants: dict[str, list[Variant]] = defaultdict(list)
    for variant in store.variants(edition.id):
        variants[variant.witness].append(variant)
    return {
        "date": date_in_words(edition.id),
        "subtitle": _subtitle(edition),
        "facts": _facts(store, edition, rules),
        "chapters": _chapters(rules) if edition.work == COMPREHENSIVE_RULES else [],
        "witnesses": [_witness(witness, variants.get(witness.file, ())) for witness in edition.witnesses],
        "diagnostics": [_diagnostic(one) for one in store.diagnostics(edition.id)],
    }


def _subtitle(edition: Edition) -> str:
    name = edition.set_name or ""
    if edition.set_code and edition.set_code != name:
        name = f"{name} ({edition.set_code})" if name else edition.set_code
    return ", ".join(part for part in (name, _other_work(edition)) if part)


def _other_work(edition: Edition) -> str:
    """`Rulings summary`; empty for the Comprehensive Rules, which most editions are of."""
    return "" if edition.work == COMPREHENSIVE_RULES else edition.work.replace("-", " ").capitalize()


def _facts(store: Store, edition: Edition, rules: Sequence[Rule]) -> list[tuple[str, str]]:
    """Name and value of each figure of an edition."""
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
        ("Dialect", edition.dialect),
    ]
    if edition.aliases:
        facts.append(("Also known as", ", ".join(edition.aliases)))
    return facts


def _chapters(rules: Sequence[Rule]) -> list[dict[str, Any]]:
    """A row for each section and chapter, with what stands in it."""
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
            "rules": f"{counted[number]['rule']:,}",
            "subrules": f"{counted[number]['subrule']:,}",
            "examples": f"{counted[number]['examples']:,}",
        }
        for number in sorted(counted)
    ]


def _witness(witness: Witness, variants: Sequence[Variant]) -> dict[str, Any]:
    facts = [
        ("Origin", witness.origin),
        ("Encoding", witness.encoding),
        ("Size", size_in_words(witness.size)),
        ("Condition", CONDITIONS[witness.condition]),
        ("Has", f"{count(witness.rules, 'rule')}, {count(witness.glossary, 'glossary entry', 'glossary entries')}"),
        ("States as its date", date_in_words(witness.stated_edition) if witness.stated_edition else "nothing"),
    ]
    by_kind: dict[str, list[Variant]] = defaultdict(list)
    for variant in variants:
        by_kind[variant.kind].append(variant)
    groups = [_variant_group(by_kind[kind], meaning) for kind, meaning in VARIANTS.items() if kind in by_kind]
    return {
        "file": witness.file,
        "chosen": witness.chosen,
        "facts": facts,
        "sha256": witness.sha256,
        "variants": groups,
    }


def _variant_group(variants: Sequence[Variant], meaning: str) -> dict[str, Any]:
    kind = variants[0].kind
    rest = len(variants) - SHOWN_VARIANTS
    rows = []
    for variant in variants[:SHOWN_VARIANTS]:
        reading, text = excerpts(variant.reading, variant.text)
        row = {
            "key": variant.key.removeprefix("glossary:"),
            "adopted": variant.adopted,
            "reading": reading,
            "text": text,
        }
        rows.append(row)
    return {
        "title": f"{kind}: {count(len(variants), 'passage')}; {meaning}",
        "rows": rows,
        "more": f"{count(rest, 'more passage')} of this kind; the knowledge base holds them all." if rest > 0 else "",
    }


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One side of a variant: what differs, and a few words around it. `…` stands where something is left out."""

    before: str
    different: str
    after: str


def excerpts(reading: str, text: str) -> tuple[Excerpt, Excerpt]:
    """Both sides of a variant, from their first difference to their last."""
    head = Prefix.similarity(reading, text)
    rest = min(len(reading), len(text)) - head
    tail = min(Postfix.similarity(reading, text), rest)
    return _excerpt(reading, head, tail), _excerpt(text, head, tail)


def _excerpt(text: str, head: int, tail: int) -> Excerpt:
    if not text:
        return Excerpt("", "—", "")
    end = len(text) - tail
    # from the beginning of a word to the end of one
    start = text.rfind(" ", 0, max(0, head - SHOWN_AROUND)) + 1
    stop = text.find(" ", end + SHOWN_AROUND)
    different = text[head:end]
    if len(different) > SHOWN_DIFFERENCE:
        different = different[:SHOWN_DIFFERENCE] + "…"
    after = text[end:] if stop < 0 else text[end:stop] + "…"
    return Excerpt(("…" if start else "") + text[start:head], different, after)


def _diagnostic(one: Diagnostic) -> dict[str, str]:
    where = f"{one.path}:{one.line}" if one.path and one.line else one.path
    return {"severity": one.severity, "message": one.message, "where": where, "hint": one.hint}
