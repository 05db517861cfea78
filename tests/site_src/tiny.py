"""A tiny knowledge base, written by the real writer, with texts that try to be markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from rules.numbers import kind_of, parent_of
from rules.records import (
    COMPREHENSIVE_RULES,
    CardSet,
    Diagnostic,
    Edition,
    GlossaryEntry,
    Reading,
    Reference,
    Resolution,
    Rule,
    Variant,
    Witness,
)
from rules.store.write import StoreWriter

HOSTILE = (
    "*stars* **twice** _under_ __twice__ `tick` ~~gone~~ ^^up^^ ==mark==",
    "[a](b) [b] ![c](d) [TOC] [^1] [ ] <this creature> <script>alert(1)</script> </p></div>",
    "{W} {2/U} {T}{T} {% raw %} {{ config }} {# no #} {: .x } {rN} {w}",
    "a | b | c &amp; &lt; & < > \" ' \\* \\_ \\\\ :smile: :material-x:",
    "# no heading\n## none\n- no list\n1. none\n> none\n```\nno code\n```\n    four spaces\n\ttab",
    '---\ntitle: x\n---\n<!-- no comment --> <?no pi?> &#42; --8<-- "x" $x$ \\(y\\)',
    "  two  spaces  kept  ",
    "curly “quotes” ‘too’ — – ™ ® \u00a0 é ∞ 🂡 \u2028 end",
)
"""Texts of our own that Markdown, Jinja2, HTML and Material's extensions would each like to rewrite."""


def make_rule(number: str, text: str = "", heading: str | None = None, **more: object) -> Rule:
    values: dict[str, object] = {"parent": parent_of(number), **more}
    return Rule("2026-04-17", number, kind_of(number), heading, text, **values)  # type: ignore[arg-type]


def make_resolution(
    source: str, passage: str, raw: str, targets: tuple[str, ...], status: str = "ok", field: str = "text"
) -> Resolution:
    start = passage.index(raw)
    target_keys = targets if status in ("ok", "title-mismatch", "ambiguous") else ()
    reference = Reference(source, field, raw, "rule", targets, None, start, start + len(raw))
    return Resolution(reference, status, target_keys)  # type: ignore[arg-type]


def make_edition(identifier: str = "2026-04-17", **more: object) -> Edition:
    file = f"editions/{identifier}/one.txt"
    witness = Witness(file, "test:tiny", "0" * 64, 4321, "utf-8", "good", identifier, 3, 1, True)
    values: dict[str, object] = {
        "work": COMPREHENSIVE_RULES,
        "sets": (CardSet("T<1>", "Test & <Set>"),),
        "aliases": (),
        "dialect": "official",
        "witnesses": (witness,),
        "condition": "good",
        **more,
    }
    return Edition(identifier, **values)  # type: ignore[arg-type]


TINY_RULES = (
    make_rule("1", heading="Game <Concepts>"),
    make_rule("100", heading="General & *More*"),
    *(make_rule(f"100.{i}", text) for i, text in enumerate(HOSTILE, start=1)),
    make_rule("7", heading="Additional Rules"),
    make_rule("702", heading="Keyword Abilities"),
    make_rule("702.1", "Some abilities have short names; see rule 702.40a, and rule 702.99 for none."),
    make_rule(
        "702.40", heading="Storm", text="", examples=(HOSTILE[0], HOSTILE[4], "An example that names rule 100.1."),
        notes=(HOSTILE[1],),
    ),
    make_rule("702.40a", "Storm copies the spell. See rules 702.1 and 100.1–3."),
    make_rule("702.40a", "The same number again.", ordinal=2, label="702. 40a"),
    make_rule("702.41", heading="Affinity"),
    make_rule("702.41a", "Costs {1} less for each {W}{U/P}."),
)  # fmt: skip
TINY_GLOSSARY = (
    GlossaryEntry("2026-04-17", "Storm", "A keyword ability.\nSee rule 702.40, “Storm.”"),
    GlossaryEntry("2026-04-17", "storm!", HOSTILE[3]),
    GlossaryEntry("2026-04-17", "*", HOSTILE[1]),
)
TINY_REFERENCES = (
    make_resolution("702.1", TINY_RULES[12].text, "702.40a", ("702.40a",)),
    make_resolution("702.1", TINY_RULES[12].text, "702.99", ("702.99",), "missing"),
    make_resolution("702.40", TINY_RULES[13].examples[2], "100.1", ("100.1",), field="example:2"),
    make_resolution("702.40a", TINY_RULES[14].text, "702.1", ("702.1",)),
    make_resolution("702.40a", TINY_RULES[14].text, "100.1–3", ("100.1", "100.2", "100.3")),
    make_resolution("glossary:Storm", TINY_GLOSSARY[0].text, "702.40", ("702.40",)),
)


def tiny_reading() -> Reading:
    """The tiny edition, with a variant and a finding whose texts are hostile too."""
    file = "editions/2026-04-17/one.txt"
    variants = tuple(Variant("100.1", file, "wording", HOSTILE[1], text) for text in HOSTILE)
    findings = (Diagnostic("odd", "warning", HOSTILE[1], file, 3, 0, HOSTILE[5]),)
    return Reading(make_edition(), TINY_RULES, TINY_GLOSSARY, (), variants, findings)


def write_store(path: Path, *readings: tuple[Reading, Sequence[Resolution]], sample: bool = False) -> Path:
    """Writes a knowledge base of some editions, oldest first."""
    with StoreWriter(path) as writer:
        for reading, resolutions in readings:
            writer.add(replace(reading, references=tuple(resolutions), fingerprint="test"))
        writer.finish({"sample": "yes" if sample else "no"})
    return path


def write_tiny(path: Path, *, sample: bool = False) -> Path:
    """Writes a knowledge base of an old edition without text and the tiny edition."""
    old = Reading(make_edition("1999-04-23", sets=()), (), (), (), (), ())
    return write_store(path, (old, ()), (tiny_reading(), TINY_REFERENCES), sample=sample)


def with_plain_dates(html: str) -> str:
    """Return HTML with plain blanks in its dates, which pages keep on one line."""
    return re.sub(r"\b(\d{1,2})\N{NO-BREAK SPACE}([A-Z][a-z]+)\N{NO-BREAK SPACE}(\d{4})\b", r"\1 \2 \3", html)
