"""The records of all regions of an edition, and what is wrong with them as a whole."""

from collections.abc import Sequence

from msgspec import Struct

from rules.records import Condition, GlossaryEntry, Matter, Rule
from scraper.claims import Claims
from scraper.labels import check_numbers
from scraper.layout import SourceDocument
from scraper.parts.body import read_body
from scraper.parts.ending import find_cut, find_truncation
from scraper.parts.glossary import read_glossary
from scraper.parts.matter import read_matter
from scraper.parts.region import GLOSSARY, RULES, Region

CUTTING = frozenset(("truncated", "cut-mid-sentence", "markup-cut", "json-cut"))
DAMAGING = frozenset(
    ("many-dates", "contents-disagree", "apostrophes-lost", "dash-lost", "example-label-lost", "sentences-left-out")
)
"""Codes of diagnostics that make a document `truncated` (CUTTING) or `damaged` (DAMAGING)."""


class EditionParts(Struct, frozen=True):
    """The records of an edition or of a part of one.

    Attributes:
        rules: The rules.
        glossary: The entries of the glossary.
        matter: What frames them.
        has_body: Whether the document has a region of rules, however few of its paragraphs are rules.
    """

    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    matter: tuple[Matter, ...]
    has_body: bool

    @property
    def is_contents(self) -> bool:
        """Whether the document is a list of contents: its body has only headings."""
        return self.has_body and all(rule.kind in {"section", "chapter"} for rule in self.rules)


def read_parts(regions: Sequence[Region], claims: Claims, edition: str) -> EditionParts:
    """Return the records of all regions, and claim their paragraphs.

    A glossary comes right after the rules, if there are any; another region of that name is framing matter.

    Args:
        regions: The regions in their order.
        claims: The account of the document.
        edition: Id given to the records.
    """
    rules: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    matter: list[Matter] = []
    has_body = any(region.name == RULES for region in regions)
    before = ""
    for region in regions:
        if region.name == RULES:
            rules = read_body(region.paragraphs, edition, claims)
        elif region.name == GLOSSARY and (before == RULES or not has_body):
            glossary = read_glossary(region, edition, claims)
        else:
            matter += read_matter(region, claims)
        before = region.name
    return EditionParts(rules, glossary, tuple(matter), has_body)


def check_parts(
    parts: EditionParts, regions: Sequence[Region], source: SourceDocument, claims: Claims, *, is_page: bool
) -> None:
    """Report what is odd about the records as a whole: their numbers, and what the document lacks.

    Args:
        parts: The records.
        regions: The regions that they were read from.
        source: The document.
        claims: The account of the document, to which the problems are added.
        is_page: Whether this is a page of a site, which may begin and end anywhere.
    """
    claims.problems += check_numbers(parts.rules, source.name)
    if parts.is_contents:
        claims.report("contents-alone", "info", "the document has headings of chapters but no rules")
    elif parts.has_body:
        _report_losses(regions, parts.rules, claims, source.name, is_page=is_page)
    else:
        claims.report("glossary-alone", "info", "the document has a glossary but no rules")
        claims.problems += find_cut(regions[-1].paragraphs[-1], source.name)


def judge_parts(parts: EditionParts, source: SourceDocument, claims: Claims) -> Condition:
    """Return the condition of a document; a list of contents is always a fragment."""
    if parts.is_contents:
        return "fragment"
    return judge(source, claims)


def judge(source: SourceDocument, claims: Claims) -> Condition:
    """Return the condition of a document by what was reported about it."""
    codes = {problem.code for problem in (*claims.problems, *source.diagnostics)}
    if codes & CUTTING:
        return "truncated"
    if codes & DAMAGING and source.condition == "good":
        return "damaged"
    return source.condition


def _report_losses(
    regions: Sequence[Region], rules: Sequence[Rule], claims: Claims, name: str, *, is_page: bool
) -> None:
    """Report what a document with rules lacks: its end, or what its contents promise."""
    for missing in find_truncation(regions, rules, name):
        if is_page and missing.code == "cut-mid-sentence":
            # A page that begins or ends inside a rule is not damaged by that.
            message = "the page ends inside a rule"
            if rules:
                message = f"the page ends inside {rules[-1].number}"
            claims.report(
                "ends-mid-rule",
                "warning",
                message,
                missing.line,
                "the text continues on the next page of the same site",
            )
        else:
            claims.problems.append(missing)
