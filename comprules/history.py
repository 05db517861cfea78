"""What is computed from all editions and steps together: lineages and their versions, terms, correspondences.

And where fragments of editions belong. As in textual criticism, a fragment is identified by its text; if it fits
several editions equally, it is a witness of all of them. It says nothing about text that it lacks, so it is never the
base of a reading; nor does it correct a reading, since it was identified by comparison with the readings.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from msgspec.structs import replace

from graph.documents.identify import Identification, identify
from graph.documents.partial import make_partial, may_be_of
from graph.documents.partial_days import describe_days
from graph.lineages.history import Lineages, trace_lineages
from graph.lineages.inventory import Inventory
from graph.lineages.registry import Registered
from graph.restatements.correspond import correspondences
from graph.terms.mine import mine_terms
from graph.terms.step import StepText
from rules.change import Passage
from rules.grouping import grouped
from rules.links import Correspondence, StepEnds, StepRecords, Term
from rules.numbers import is_term
from rules.partial import PartialIssue
from rules.records import COMPREHENSIVE_RULES, Diagnostic, ParsedDocument, Variant, Witness
from rules.store import Store
from rules.text import FEW
from scraper.archive import Copy
from scraper.collate import witness_of
from scraper.fragments import fragment_variants
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from scraper.retyping import RetypingGuard, plain_passage


class EditionTexts:
    """The keys and passages of all editions, each distinct passage numbered and kept once.

    Attributes:
        store: The knowledge base that has them.
        works: The editions of each work, oldest first.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._texts: dict[int, tuple[str | None, str]] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }
        items = store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item")
        self._below = grouped(((number, note), text) for number, note, text in items)
        # Equal texts, and equal lists of examples and notes, have one id, so a passage is a pair of these.
        self._numbers: dict[tuple[int, int | None], int] = {}
        self.works = grouped((work, self._list_records(edition)) for edition, work in store.work_of.items())
        self._pairs = list(self._numbers)

    def passage(self, number: int) -> Passage:
        """Return the passage of a number."""
        text_id, listed = self._pairs[number]
        heading, text = self._texts[text_id]
        return Passage(heading, text, self._list_below(listed, 0), self._list_below(listed, 1))

    def _list_below(self, listed: int | None, note: int) -> tuple[str, ...]:
        """Return the texts of the examples of a list, or of its notes."""
        text_ids = self._below.get((listed, note), ())
        return tuple(self._texts[text_id][1] for text_id in text_ids)

    def _list_records(self, edition: str) -> Inventory:
        query = "SELECT key, text_id, passages, parent FROM records WHERE edition = ? ORDER BY +position"
        records = self.store.select(query, edition)
        keys = [sys.intern(key) for key, *_ in records]
        passages = [self._numbers.setdefault((text, below), len(self._numbers)) for _, text, below, _ in records]
        parents = [parent and sys.intern(parent) for *_, parent in records]
        return Inventory(edition, keys, passages, parents, edition in self.store.retyped)


def trace_editions(texts: EditionTexts, steps: Sequence[StepRecords], registered: Iterable[Registered]) -> Lineages:
    """Return the lineages of a knowledge base.

    Args:
        texts: The editions.
        steps: All steps between them.
        registered: The lineages whose ids are frozen.
    """
    return trace_lineages(
        list(texts.works.values()), {step.ends: step.links for step in steps}, texts.passage, registered
    )


def mine_editions(texts: EditionTexts, steps: Sequence[StepRecords]) -> Sequence[Term]:
    """Return the terms that the steps between the editions of the Comprehensive Rules renamed or retired."""
    steps_by_ends = {step.ends: step for step in steps}
    chained = [inventory for inventory in texts.works[COMPREHENSIVE_RULES] if not inventory.retyped]
    pairs = [(old, new, steps_by_ends[StepEnds(old.edition, new.edition)]) for old, new in pairwise(chained)]
    return mine_terms([StepText(old, new, step.links, step.replacements) for old, new, step in pairs], texts.passage)


def find_restated(store: Store) -> list[tuple[Correspondence, ...]]:
    """Return for each edition of another work its rules that restate the Comprehensive Rules."""
    editions = store.chained()
    return [
        correspondences(store.rules(edition), edition, editions, store.rules)
        for edition, work in store.work_of.items()
        if work != COMPREHENSIVE_RULES and editions
    ]


def attribute(
    fragments: Iterable[tuple[Copy, bytes]], store: Store, partial: list[PartialIssue], problems: list[Diagnostic]
) -> Iterator[tuple[str, Witness, tuple[Variant, ...]]]:
    """Identify fragments, and compare each with the reading of every edition that it may be from.

    Args:
        fragments: Their facts and bytes, in file order.
        store: The knowledge base with the readings of all editions.
        partial: Where those that are of no known edition are put as partial issues.
        problems: Where such fragments are reported.

    Yields:
        An edition, the fragment that is its witness, and where that differs from its reading.
    """
    for copy, data in fragments:
        try:
            document = parse_bytes(data, copy.file)
        except UnknownDialect as error:
            problems.append(Diagnostic("unknown-dialect", "warning", str(error), copy.file))
            continue
        answer = identify(document, store)
        variants = _compare_with_editions(document, copy.file, answer, store)
        if variants:
            witness = replace(witness_of(copy, document), condition="fragment", stated_edition=None)
            for edition, differing in variants.items():
                yield edition, witness, differing
            continue
        issue = make_partial(document, copy, answer, store)
        if issue is None:
            problems.append(_report_unattributed(answer, copy.file))
        else:
            problems.append(_report_partial(issue))
            partial.append(issue)


def _compare_with_editions(
    document: ParsedDocument, file: str, answer: Identification, store: Store
) -> dict[str, tuple[Variant, ...]]:
    """Return the editions that a fragment may be from, with where it differs from the reading of each.

    A number and words that an edition has nowhere are no slip of whoever copied the page: it is not from that edition.
    """
    if answer.range is None or answer.work != answer.candidates[0].work:
        return {}
    variants = {
        edition: fragment_variants(document, file, store.rules(edition), store.glossary(edition))
        for edition in answer.editions
        if may_be_of(document, edition)
    }
    return {edition: differing for edition, differing in variants.items() if not _has_more(differing)}


def _has_more(differing: Iterable[Variant]) -> bool:
    """Return whether a page has a rule that an edition has not."""
    return any(variant.kind == "extra" and not is_term(variant.key) for variant in differing)


def watch_retyping(texts: EditionTexts, editions: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what looks retyped in some editions of the Comprehensive Rules, compared with all before each.

    `scraper.retyping` says what are signs of that.
    """

    @cache
    def list_words(number: int) -> str:
        passage = texts.passage(number)
        return plain_passage(passage.heading, passage.text)

    guard = RetypingGuard()
    for entry in texts.works[COMPREHENSIVE_RULES]:
        passages = dict(zip(entry.keys, map(list_words, entry.passages), strict=True))
        condition = texts.store.edition(entry.edition).condition
        yield from guard.check(entry.edition, condition, passages, wanted=entry.edition in editions)


def _report_partial(issue: PartialIssue) -> Diagnostic:
    covered = ", ".join(f"{stretch.first} to {stretch.last}" for stretch in issue.covers[:FEW])
    message = (
        f"this is a page of an issue of the {issue.work} that the archive lacks: {covered}; {describe_days(issue)}"
    )
    return Diagnostic("partial-issue", "info", message, issue.file)


def _report_unattributed(answer: Identification, file: str) -> Diagnostic:
    if not answer.candidates:
        message = "this fragment has nothing in common with any edition"
    else:
        best = answer.candidates[0]
        share = f"{best.rules_matched} of its {best.rules_total} rules"
        message = f"this fragment is of no edition known; nearest is {best.edition} ({best.work}) with {share}"
    return Diagnostic("fragment-not-placed", "info", message, file, hint="look at it with: comprules identify")
