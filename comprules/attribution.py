"""Find the editions that fragments belong to.

As in textual criticism, a fragment is identified by its text; if it fits several editions equally, it is a witness of
all of them. A fragment is never the base of a reading, since it lacks most of the text. It never corrects a reading
either, since it was identified by comparison with the readings.
"""

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from graph.documents.identify import Identification, identify
from graph.documents.page_days import may_be_of
from graph.documents.partial import make_partial
from graph.documents.partial_days import describe_days
from rules.keys import is_entry
from rules.partial import PartialIssue
from rules.records import Diagnostic, ParsedDocument, Variant, Witness
from rules.sentences import FEW
from rules.store import Store
from scraper.archive import Copy
from scraper.collation.copies import witness_of
from scraper.fragments import fragment_variants
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes


class AttributedFragment(Struct, frozen=True):
    """A fragment as a witness of an edition.

    Attributes:
        edition: The edition.
        witness: The fragment.
        variants: Where the fragment differs from the reading of the edition.
    """

    edition: str
    witness: Witness
    variants: tuple[Variant, ...]


class Attribution(Struct):
    """The editions that the fragments of an archive belong to.

    Attributes:
        witnesses: The fragments of known editions, in file order; a fragment that may be of several is there for each.
        partial_issues: The fragments that are of no known edition, as issues of their own.
        problems: Diagnostics of the fragments that are of no known edition.
    """

    witnesses: list[AttributedFragment] = field(default_factory=list)
    partial_issues: list[PartialIssue] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def attribute(fragments: Iterable[tuple[Copy, bytes]], store: Store) -> Attribution:
    """Identify fragments, and compare each with the reading of every edition that it may be from.

    Args:
        fragments: Their facts and bytes, in file order.
        store: The knowledge base with the readings of all editions.
    """
    attribution = Attribution()
    for copy, data in fragments:
        _attribute_fragment(attribution, copy, data, store)
    return attribution


def _attribute_fragment(attribution: Attribution, copy: Copy, data: bytes, store: Store) -> None:
    """Add a fragment to an attribution, as witnesses or as a partial issue or as a problem."""
    try:
        document = parse_bytes(data, copy.file)
    except UnknownDialect as error:
        attribution.problems.append(Diagnostic("unknown-dialect", "warning", str(error), copy.file))
        return
    identification = identify(document, store)
    variants = _compare_with_editions(document, copy.file, identification, store)
    if variants:
        witness = replace(witness_of(copy, document), condition="fragment", stated_edition=None)
        for edition, differing in variants.items():
            attribution.witnesses.append(AttributedFragment(edition, witness, differing))
        return
    issue = make_partial(document, copy, identification, store)
    if issue is None:
        attribution.problems.append(_report_unattributed(identification, copy.file))
    else:
        attribution.problems.append(_report_partial(issue))
        attribution.partial_issues.append(issue)


def _compare_with_editions(
    document: ParsedDocument, file: str, identification: Identification, store: Store
) -> dict[str, tuple[Variant, ...]]:
    """Return the editions that a fragment may be from, with its variants from the reading of each.

    An edition that lacks a whole rule of the fragment is left out: nobody adds a rule by mistake when copying a page.
    """
    if identification.range is None or identification.work != identification.candidates[0].work:
        return {}
    variants = {
        edition: fragment_variants(document, file, store.rules(edition), store.glossary(edition))
        for edition in identification.editions
        if may_be_of(document, edition)
    }
    return {edition: differing for edition, differing in variants.items() if not _has_extra_rule(differing)}


def _has_extra_rule(differing: Iterable[Variant]) -> bool:
    """Return whether a page has a rule that an edition lacks."""
    return any(variant.kind == "extra" and not is_entry(variant.key) for variant in differing)


def _report_partial(issue: PartialIssue) -> Diagnostic:
    """Return the diagnostic of a fragment that became a partial issue."""
    covered = ", ".join(f"{stretch.first} to {stretch.last}" for stretch in issue.covers[:FEW])
    message = (
        f"this is a page of an issue of the {issue.work} that the archive lacks: {covered}; {describe_days(issue)}"
    )
    return Diagnostic("partial-issue", "info", message, issue.file)


def _report_unattributed(identification: Identification, file: str) -> Diagnostic:
    """Return the diagnostic of a fragment that is of no known edition and too small for a partial issue."""
    if not identification.candidates:
        message = "this fragment has nothing in common with any edition"
    else:
        best = identification.candidates[0]
        share = f"{best.rules_matched} of its {best.rules_total} rules"
        message = (
            f"this fragment is not from any known edition; the nearest is {best.edition} ({best.work}) with {share}"
        )
    return Diagnostic("fragment-not-placed", "info", message, file, hint="look at it with: comprules identify")
