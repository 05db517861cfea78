"""The result of `comprules identify`, as a sentence, with the differences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from comprules.cli.output import number_style
from comprules.cli.segments import indent_text, mark_segments
from rules.change import segments
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.identify import Identification
    from rules.records import Variant
    from rules.store import Store


def variant_lines(variants: Sequence[Variant]) -> Iterator[str]:
    """Yield how a document differs: typographic variants are only counted, the others shown with their changes."""
    counts = Counter(variant.kind for variant in variants)
    if counts:
        yield ""
        yield "differs in " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    for differing in variants:
        if differing.kind != "typographic":
            yield f"  {number_style(differing.key)} {differing.kind}"
            yield indent_text(mark_segments(segments(differing.reading, differing.text)), "    ")


def in_one_sentence(identified: Identification, store: Store) -> str:
    """Return one sentence that says what the document is."""
    if not identified.rules_total:
        return f"No rule can be read from this document ({identified.dialect})."
    if identified.verdict == "none":
        return f"Nothing in the knowledge base has text of this document, {_work(identified.work)} by its form."
    best = identified.candidates[0]
    matched = f"{best.rules_matched:,} of its {identified.rules_total:,} rules and glossary entries are there"
    if best.rules_matched == identified.rules_total:
        what = "its only rule is" if identified.rules_total == 1 else f"all its {identified.rules_total:,} rules are"
        matched = what + (" there word for word" if not best.near else f" there, {best.verbatim:,} word for word")
    elif not best.near:
        matched += " word for word"
    if identified.verdict == "nearest":
        nearest = _name_best(identified)
        return f"This is {_work(identified.work)}, but of no edition known here; nearest is {nearest}: {matched}."
    quotes = identified.work != best.work
    if identified.verdict == "edition":
        is_it = f"This is {_work(identified.work)} whose text is that of" if quotes else "This is"
        return f"{is_it} {_name_best(identified)}: {matched}."
    this = f"This is {_work(identified.work)} whose text" if quotes else "This"
    return f"{this} fits {_work(best.work)} {_format_span(identified, store)} equally: {matched}."


def _format_span(identification: Identification, store: Store) -> str:
    """Return the editions as `from … to …`, with their number."""
    ids = store.editions_of(identification.candidates[0].work)
    first, last = identification.editions[0], identification.editions[-1]
    between, count = ids.index(last) - ids.index(first) + 1, len(identification.editions)
    span = f"of {first} and {last}" if count == between == 2 else f"from {first} to {last}"
    if count == between:
        return span if count == 2 else f"{span} ({count} editions)"
    return f"{span} ({count} of the {between} editions)"


def _name_best(identification: Identification) -> str:
    best = identification.candidates[0]
    return f"{_work(best.work)} of {best.edition}"


def _work(work: str) -> str:
    return "the Comprehensive Rules" if work == COMPREHENSIVE_RULES else "a rulings summary"
