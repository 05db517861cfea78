"""The pages of an edition: its figures, condition and witnesses, and all its rules."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from graph.references.printed_index import PrintedIndexEntry, find_index_references, read_printed_index
from rules.counts import format_count
from rules.grouping import grouped
from rules.keys import is_entry
from rules.numbers import chapter_of, section_of
from rules.records import COMPREHENSIVE_RULES, Edition, Rule, Variant, VariantKind, Witness
from rules.store import Store
from site_src.context import BuildContext
from site_src.data.corpus import latest_edition
from site_src.markup.passages import symbols_html
from site_src.markup.shell import frame_of_edition
from site_src.markup.words import CONDITIONS, VARIANTS, date_in_words, name_in_words, size_in_words
from site_src.pages.excerpts import excerpts

SHOWN_VARIANTS = 40
"""Maximum number of passages shown per witness and kind. The page says how many more there are."""


SHOWN_MISSING = 400
"""Maximum number of missing passages named; the page says how many more there are."""
_COLUMNS: dict[VariantKind, str] = {
    "missing": "Lacks",
    "extra": "Only in this copy",
    "damage": "Damaged",
    "wording": "Different wording",
    "typographic": "Typography",
}
_MANNERS: dict[VariantKind, str] = {
    "damage": "with characters lost",
    "wording": "in other words",
    "typographic": "in typography alone",
}
_KINDS = ("section", "chapter", "rule", "subrule", "ruling")
"""The kinds of rules in the order in which a page counts them."""


def edition_page(store: Store, edition: Edition) -> dict[str, Any]:
    """Return the values of `edition.html.j2`, without those that link to other pages."""
    rules = store.rules(edition.id)
    variants = store.variants(edition.id)
    chapters: list[dict[str, Any]] = []
    index: list[PrintedIndexEntry] = []
    if edition.work == COMPREHENSIVE_RULES:
        chapters = _list_chapters(rules)
        index = list(read_printed_index(store.matter(edition.id)))
    # the template looks up a reference by the entry of the index and its place in that entry
    resolved = {}
    for index_reference in find_index_references(store, edition.id):
        reference = index_reference.reference
        resolved[reference.source, reference.start] = index_reference
    return {
        "edition": edition,
        "counts": store.counts()[edition.id],
        "kinds": _count_kinds(rules),
        "totals": Counter[str](rule.kind for rule in rules),
        "examples": sum(len(rule.examples) for rule in rules),
        "chapters": chapters,
        "witnesses": [(witness, group_differences(witness, variants)) for witness in edition.witnesses],
        "adopted": Counter(variant.witness for variant in variants if variant.adopted),
        "index": index,
        "resolved": resolved,
        "diagnostics": store.diagnostics(edition.id),
        "columns": _COLUMNS,
        "manners": _MANNERS,
        "conditions": CONDITIONS,
        "meanings": VARIANTS,
        "shown": SHOWN_VARIANTS,
        "excerpts": excerpts,
        "passage_name": passage_name,
        "names_of": _names_of,
        "size_in_words": size_in_words,
    }


def _count_kinds(rules: Sequence[Rule]) -> str:
    """Return the number of records of each kind, in words: `9 sections, 147 chapters`."""
    numbers = Counter[str](rule.kind for rule in rules)
    return ", ".join(format_count(numbers[kind], kind) for kind in _KINDS if numbers[kind])


def _list_chapters(rules: Sequence[Rule]) -> list[dict[str, Any]]:
    """Return a row for each section and chapter, with its heading and its counts."""
    headings: dict[str, str] = {}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for rule in rules:
        if rule.kind in ("section", "chapter"):
            headings.setdefault(rule.number, rule.heading or "")
        # a set, because the heading of a section is its own chapter: it counts once
        for number in {chapter_of(rule.number), section_of(rule.number)}:
            counts[number][rule.kind] += 1
            counts[number]["examples"] += len(rule.examples)
    return [_describe_chapter(number, headings.get(number, ""), counts[number]) for number in sorted(counts)]


def _describe_chapter(number: str, heading: str, counts: Counter[str]) -> dict[str, Any]:
    """Return the row of a section or a chapter."""
    return {
        "number": number,
        "section": len(number) == 1,
        "heading": heading,
        "title": symbols_html(heading or "Untitled"),
        "rules": f"{counts['rule']:,}",
        "subrules": f"{counts['subrule']:,}",
        "examples": f"{counts['examples']:,}",
    }


def group_differences(witness: Witness, variants: Iterable[Variant]) -> dict[VariantKind, list[Variant]]:
    """Return the differences of a witness from the reading of its edition, by kind, in the order of `VARIANTS`.

    Passages that the reading took from this witness, because its base is damaged or incomplete, are left out.
    """
    own = [variant for variant in variants if variant.witness == witness.file and not variant.adopted]
    by_kind = grouped((variant.kind, variant) for variant in own)
    return {kind: by_kind[kind] for kind in VARIANTS if kind in by_kind}


def passage_name(key: str) -> str:
    """Return the name of a passage: `702.40a`, `glossary: Storm`, `front matter: introduction`."""
    if is_entry(key):
        return f"glossary: {name_in_words(key)}"
    if key.startswith("matter:"):
        return f"front matter: {key.removeprefix('matter:')}"
    return key


def _names_of(variants: Sequence[Variant]) -> str:
    """Return the names of passages: `702.40a, 702.40b; glossary: Storm, Trample; and 12 more`."""
    terms = []
    rules = []
    for variant in variants[:SHOWN_MISSING]:
        if is_entry(variant.key):
            terms.append(name_in_words(variant.key))
        else:
            rules.append(passage_name(variant.key))
    parts = []
    if rules:
        parts.append(", ".join(rules))
    if terms:
        parts.append(f"glossary: {', '.join(terms)}")
    rest = len(variants) - SHOWN_MISSING
    if rest > 0:
        parts.append(f"and {rest:,} more")
    return "; ".join(parts)


def all_rules_address(edition: str) -> str:
    """Return the address of the page with all rules of an edition."""
    return f"e/{edition}/all/"


def write_all_rules(context: BuildContext) -> None:
    """Write the page of each edition of the Comprehensive Rules that has rules."""
    counts = context.store.counts()
    latest = latest_edition(context.store)
    for edition in context.store.editions():
        rules, _, _ = counts[edition.id]
        if edition.work != COMPREHENSIVE_RULES or rules == 0:
            continue
        address = all_rules_address(edition.id)
        title = f"All rules of {date_in_words(edition.id)}"
        frame = frame_of_edition(
            edition,
            latest,
            address,
            title,
            scripts=("all",),
            styles=("asof",),
            preloads=(f"api/v1/e/{edition.id}/manifest.json",),
            indexed=False,
        )
        context.write(frame, "all_rules.html.j2", edition=edition.id)
