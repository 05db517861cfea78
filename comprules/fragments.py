"""Fragments of editions → witnesses of every edition that they may be from.

As in textual criticism, a fragment is identified by its text; if it fits several editions equally, it is a witness of
all of them. It says nothing about text that it lacks, so it is never the base of a reading; nor does it correct a
reading, since it was identified by comparison with the readings.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from graph.identify import Identification, identify
from rules.records import Diagnostic, ParsedDocument, Variant, Witness
from rules.store import Store
from rules.store.schema import FRAGMENT_VARIANTS, FRAGMENTS
from rules.store.write import StoreWriter
from scraper.archive import Archive, Copy
from scraper.collate import witness_of
from scraper.fragments import fragment_variants, load_fragments
from scraper.parse import parse_bytes
from scraper.source import UnknownDialect


class Attribution(Struct):
    """The result of identifying fragments: by edition their witnesses and variants, in file order; and the problems."""

    witnesses: dict[str, list[Witness]] = field(default_factory=lambda: defaultdict(list))
    variants: dict[str, list[Variant]] = field(default_factory=lambda: defaultdict(list))
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def write(self, writer: StoreWriter) -> None:
        """Write them, once the editions are settled."""
        for edition, witnesses in sorted(self.witnesses.items()):
            writer.add_records(FRAGMENTS, witnesses, edition)
        for edition, variants in sorted(self.variants.items()):
            writer.add_records(FRAGMENT_VARIANTS, variants, edition)


class Fragments(Struct, frozen=True):
    """The fragments of an archive.

    Attributes:
        found: Their facts and bytes.
        problems: Files that cannot be used.
        fingerprint: Hash of the archive's facts about them; empty if it has no fragments.
    """

    found: tuple[tuple[Copy, bytes], ...]
    problems: tuple[Diagnostic, ...]
    fingerprint: str


def fragments_of(archive: Archive) -> Fragments:
    """Read the fragments of an archive.

    Raises:
        ArchiveError: The list of fragments is wrong.
    """
    loaded, problems = load_fragments(archive)
    facts = ([copy for copy, _ in loaded], [problem.path for problem in problems])
    return Fragments(loaded, problems, hashlib.sha256(repr(facts).encode()).hexdigest() if loaded or problems else "")


def attribute(fragments: Fragments, store: Store) -> Attribution:
    """Identify fragments, and compare each with the reading of every edition that it may be from.

    Args:
        fragments: The result of `fragments_of`.
        store: The knowledge base with the readings of all editions.
    """
    attribution = Attribution(diagnostics=list(fragments.problems))
    for copy, data in fragments.found:
        try:
            document = parse_bytes(data, copy.file)
        except UnknownDialect as error:
            attribution.diagnostics.append(Diagnostic("unknown-dialect", "warning", str(error), copy.file))
            continue
        answer = identify(document, store)
        if answer.range is None or answer.work != answer.candidates[0].work:
            attribution.diagnostics.append(_report_unattributed(answer, copy.file))
            continue
        _join(attribution, copy, document, answer.editions, store)
    return attribution


def _join(
    attribution: Attribution, copy: Copy, document: ParsedDocument, editions: Iterable[str], store: Store
) -> None:
    for edition in editions:
        witness = replace(witness_of(copy, document), condition="fragment", stated_edition=None)
        attribution.witnesses[edition].append(witness)
        rules, glossary = store.rules(edition), store.glossary(edition)
        attribution.variants[edition].extend(fragment_variants(document, copy.file, rules, glossary))


def _report_unattributed(answer: Identification, file: str) -> Diagnostic:
    if not answer.candidates:
        message = "this fragment has nothing in common with any edition"
    else:
        best = answer.candidates[0]
        share = f"{best.rules_matched} of its {best.rules_total} rules"
        message = f"this fragment is of no edition known; nearest is {best.edition} ({best.work}) with {share}"
    return Diagnostic("fragment-not-placed", "info", message, file, hint="look at it with: comprules identify")
