"""The witnesses of an edition: what each contains, lacks and reads differently, and which is the base."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from rapidfuzz.distance import Postfix, Prefix

from rules.numbers import is_term, name_of
from rules.records import Edition, Variant, VariantKind, Witness
from site_src.markup.sentences import say
from site_src.markup.words import CONDITIONS, VARIANTS, count, date_in_words, size_in_words

SHOWN_VARIANTS = 40
"""Maximum number of passages shown per witness and kind. The page says how many more there are."""

SHOWN_AROUND = 50
"""Number of characters shown before and after the difference, extended to whole words."""

SHOWN_DIFFERENCE = 240
"""Maximum number of differing characters shown."""


SHOWN_KEYS = 400
"""Maximum number of missing passages named; the page says how many more there are."""


class Collated(Struct, frozen=True):
    """A witness compared with the reading of its edition.

    Attributes:
        witness: The witness.
        anchor: Its id on the edition's page.
        differing: Its differences from the reading, by kind, in the order of `VARIANTS`.
        adopted: What the reading took from it because its base is damaged or incomplete; not a difference.
    """

    witness: Witness
    anchor: str
    differing: dict[VariantKind, tuple[Variant, ...]]
    adopted: tuple[Variant, ...]

    def how_many(self, *kinds: VariantKind) -> int:
        """Return the number of passages that differ in one of these kinds."""
        return sum(len(self.differing.get(kind, ())) for kind in kinds)

    @property
    def is_fragment(self) -> bool:
        """Return whether the witness is only a piece of an edition; passages that it lacks do not count as missing."""
        return self.witness.condition == "fragment"

    @property
    def is_destroyed(self) -> bool:
        """Return whether the witness has nothing to compare."""
        return self.witness.condition == "destroyed"

    def figure(self, *kinds: VariantKind) -> str:
        """Return a figure such as `1,234`, or a dash if it says nothing about this witness."""
        silent = self.is_destroyed or (self.is_fragment and kinds == ("missing",))
        return "—" if silent else f"{self.how_many(*kinds):,}"


def describe_witnesses(edition: Edition, variants: Sequence[Variant]) -> tuple[Collated, ...]:
    """Return the witnesses of an edition in their order, the base first, each with its own variants."""
    by_file: dict[str, list[Variant]] = defaultdict(list)
    for variant in variants:
        by_file[variant.witness].append(variant)
    editions_collated = []
    for number, witness in enumerate(edition.witnesses, start=1):
        own = by_file[witness.file]
        differing = {
            kind: tuple(variant for variant in own if variant.kind == kind and not variant.adopted)
            for kind in VARIANTS
            if any(variant.kind == kind and not variant.adopted for variant in own)
        }
        adopted = tuple(variant for variant in own if variant.adopted)
        editions_collated.append(Collated(witness, f"witness-{number}", differing, adopted))
    return tuple(editions_collated)


def at_a_glance(witnesses: Sequence[Collated]) -> list[dict[str, Any]]:
    """Return the rows of the table that compares the witnesses; none for a single one."""
    if len(witnesses) < 2:
        return []
    return [
        {
            "file": witness.witness.file.rpartition("/")[2],
            "anchor": witness.anchor,
            "chosen": witness.witness.chosen,
            "condition": witness.witness.condition,
            "figures": [
                ("Rules", f"{witness.witness.rules:,}"),
                ("Glossary", f"{witness.witness.glossary:,}"),
                ("Lacks", witness.figure("missing")),
                ("Alone has", witness.figure("extra")),
                ("Damaged", witness.figure("damage")),
                ("Worded otherwise", witness.figure("wording")),
                ("Typography", witness.figure("typographic")),
            ],
        }
        for witness in witnesses
    ]


def witness_values(compared: Collated, *, alone: bool) -> dict[str, Any]:
    """Return the values of a witness for the page of its edition.

    Args:
        compared: The witness.
        alone: Whether the edition has no other witness, so that there is nothing to compare.
    """
    witness = compared.witness
    facts = [
        ("Origin", witness.origin),
        ("Encoding", witness.encoding),
        ("Size", size_in_words(witness.size)),
        ("Condition", CONDITIONS[witness.condition]),
        *([("How that is known", witness.reason)] if witness.reason else []),
        ("States as its date", date_in_words(witness.stated_edition) if witness.stated_edition else "nothing"),
        ("Has", f"{count(witness.rules, 'rule')}, {count(witness.glossary, 'glossary entry', 'glossary entries')}"),
    ]
    if not alone:
        facts += _describe_differences(compared)
    return {
        "file": witness.file,
        "anchor": compared.anchor,
        "chosen": witness.chosen,
        "fragment": compared.is_fragment,
        "facts": facts,
        "sha256": witness.sha256,
        "variants": [_variant_group(variants, VARIANTS[kind]) for kind, variants in compared.differing.items()],
    }


def _describe_differences(witness: Collated) -> list[tuple[str, str]]:
    """Return what a witness lacks, has alone, reads differently, and contributed to the reading."""
    if witness.is_destroyed:
        return [("Lacks", "everything")]
    manners: tuple[tuple[VariantKind, str], ...] = (
        ("damage", "with characters lost"),
        ("wording", "in other words"),
        ("typographic", "in typography alone"),
    )
    differs = [f"{witness.how_many(kind):,} {words}" for kind, words in manners if kind in witness.differing]
    lacks = count(witness.how_many("missing"), "passage") if "missing" in witness.differing else "nothing"
    facts = [] if witness.is_fragment else [("Lacks", lacks)]
    facts.append(("Reads differently", ", ".join(differs) or "nowhere"))
    if "extra" in witness.differing:
        facts.append(("Alone has", count(witness.how_many("extra"), "passage")))
    if witness.adopted:
        facts.append(("Gave the reading", f"{count(len(witness.adopted), 'passage')}, where the base is damaged"))
    return facts


def passage_name(key: str) -> str:
    """Return the name of a passage: `702.40a`, `glossary: Storm`, `front matter: introduction`."""
    if is_term(key):
        return f"glossary: {name_of(key)}"
    return f"front matter: {key.removeprefix('matter:')}" if key.startswith("matter:") else key


def _names_of(variants: Sequence[Variant]) -> str:
    """Return the names of the passages, those of the glossary together at the end."""
    shown = variants[:SHOWN_KEYS]
    terms = [name_of(variant.key) for variant in shown if is_term(variant.key)]
    others = [passage_name(variant.key) for variant in shown if not is_term(variant.key)]
    rest = len(variants) - len(shown)
    parts = [", ".join(others), f"glossary: {', '.join(terms)}" if terms else "", f"and {rest:,} more" if rest else ""]
    return "; ".join(part for part in parts if part)


def _variant_group(variants: Sequence[Variant], meaning: str) -> dict[str, Any]:
    """Return the values for the variants of one kind: for missing passages their names, for others both texts."""
    kind = variants[0].kind
    is_missing = kind == "missing"
    rest = 0 if is_missing else len(variants) - SHOWN_VARIANTS
    rows = []
    for variant in () if is_missing else variants[:SHOWN_VARIANTS]:
        reading, text = excerpts(variant.reading, variant.text)
        rows.append({"name": passage_name(variant.key), "reading": reading, "text": text})
    return {
        "title": f"{kind}: {count(len(variants), 'passage')}; {meaning}",
        "names": _names_of(variants) if is_missing else "",
        "rows": rows,
        "more": say("more_of_kind", passages=count(rest, "more passage")) if rest > 0 else "",
    }


Excerpt = tuple[str, str, str]
"""One side of a variant: words before the difference, the difference, words after it. `…` marks omitted text."""


def excerpts(reading: str, text: str) -> tuple[Excerpt, Excerpt]:
    """Return both sides of a variant, cut to the part between the first and the last difference."""
    head = Prefix.similarity(reading, text)
    rest = min(len(reading), len(text)) - head
    tail = min(Postfix.similarity(reading, text), rest)
    return _cut_excerpt(reading, head, tail), _cut_excerpt(text, head, tail)


def _cut_excerpt(text: str, head: int, tail: int) -> Excerpt:
    if not text:
        return "", "—", ""
    end = len(text) - tail
    # whole words
    start = text.rfind(" ", 0, max(0, head - SHOWN_AROUND)) + 1
    stop = text.find(" ", end + SHOWN_AROUND)
    different = text[head:end]
    if len(different) > SHOWN_DIFFERENCE:
        different = different[:SHOWN_DIFFERENCE] + "…"
    after = text[end:] if stop < 0 else text[end:stop] + "…"
    return ("…" if start else "") + text[start:head], different, after
